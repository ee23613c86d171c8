//! `wilderness simulate`: bots play many games; failures are counted, and recorded so that they can be replayed.

use crate::commands::games::{self, Title};
use crate::interrupt;
use crate::interrupt::exit_code_of;
use crate::options::series::{SeriesArgs, SeriesGame, seeds};
use crate::progress::{Progress, shown};
use crate::text::out;
use clap::Args as ClapArgs;
use miette::{IntoDiagnostic, miette};
use serde::Serialize;
use std::ops::{ControlFlow, RangeInclusive};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;
use wilderness_engine::files::Output;
use wilderness_engine::script::Costs;
use wilderness_lab::count;
use wilderness_lab::row::Row;
use wilderness_lab::row::{FORM, Rows};
use wilderness_lab::series::Series;
use wilderness_lab::stopped_early;
use wilderness_lab::summary::Summary;

#[derive(ClapArgs)]
pub struct Args {
    #[command(flatten)]
    game: SeriesGame,
    #[command(flatten)]
    many: SeriesArgs,
    /// The first and last seed, instead of a number of games: `1..10000`.
    #[arg(long, value_parser = seeds, conflicts_with_all = ["games", "seed"], value_name = "A..B")]
    seeds: Option<RangeInclusive<u64>>,
    /// Write a row for each game: CSV, or JSON Lines if the name ends in `.jsonl`. `wilderness merge` adds such files
    /// up. The file is a new file, or earlier output of `simulate` or `merge`; until the last game is played, the rows
    /// are in `.FILE.PROCESS.part` beside it.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Let `--out` overwrite any other file.
    #[arg(long, requires = "out")]
    force: bool,
    /// Also report how often each event was played.
    #[arg(long)]
    events: bool,
    /// Also report the time spent in each script function.
    #[arg(long)]
    costs: bool,
}

/// The cost of a script function, including everything it called.
#[derive(Serialize)]
struct FunctionCost {
    file: String,
    function: String,
    calls: u64,
    seconds: f64,
}

/// The result as JSON.
#[derive(Serialize)]
struct SimulateJson<'a> {
    seconds: f64,
    games_per_second: f64,
    results: &'a Summary,
    #[serde(skip_serializing_if = "Option::is_none")]
    costs: Option<Vec<FunctionCost>>,
}

impl Args {
    /// The seeds of the games.
    fn seeds(&self) -> miette::Result<RangeInclusive<u64>> {
        self.seeds.clone().map_or_else(|| self.many.seeds(), Ok)
    }
}

pub fn run(args: &Args) -> miette::Result<ExitCode> {
    args.seeds()?;
    interrupt::catch().into_diagnostic()?;
    games::of_start(&args.game.start, &args.game.content, false)?.simulate(args)
}

/// Plays the games of a series.
pub fn play<F: Title>(args: &Args) -> miette::Result<ExitCode> {
    let seeds = &args.seeds()?;
    let wanted = args.game.wanted(*seeds.start());
    let series: Series<F> = games::series(&wanted, &args.game.content, &args.game.players, args.many.records.clone())?;
    let series = series.measured(args.costs);
    let wanted = count(seeds);
    let inputs = args.game.inputs();
    let claim = |out: &PathBuf| Output::claim(out, FORM, &inputs, args.force);
    let output = args.out.as_ref().map(claim).transpose().map_err(|refused| miette!("{refused}"))?;
    let mut rows = output.as_ref().map(|output| Rows::begin(output, &series.facts())).transpose()?;
    let mut summary = Summary::new(series.facts());
    let start = Instant::now();
    let each = |row: Row| {
        if !row.error.is_empty() {
            out::warn(&format!("seed {}: {}\n", row.seed, row.error));
        }
        summary.add(&row);
        if let Some(rows) = &mut rows {
            rows.write(&row)?;
        }
        Ok(ControlFlow::Continue(()))
    };
    let progress = Progress::of_games(wanted);
    let costs = shown(&progress, args.many.jobs(), |threads| series.play_all(seeds, threads, each)).0?;
    rows.map_or(Ok(()), Rows::finish)?;
    let seconds = start.elapsed().as_secs_f64();
    let costs = args.costs.then(|| by_cost(costs));
    let rate = summary.games() as f64 / seconds;
    if args.many.json {
        let form = SimulateJson { seconds, games_per_second: rate, results: &summary, costs };
        // Contains only numbers, so serialization cannot fail.
        out::line(&serde_json::to_string(&form).unwrap_or_default())?;
    } else {
        let (games, decisions) = (summary.games(), summary.decisions());
        let stopped = stopped_early(games < wanted, wanted);
        let mut text =
            format!("{games} games{stopped}, {decisions:.0} decisions in {seconds:.2} s ({rate:.0} games a second)\n");
        text.push_str(&summary.render(args.events));
        text.push_str(&render_costs(costs.as_deref().unwrap_or_default(), seconds * args.many.jobs() as f64));
        out::print(&text)?;
    }
    Ok(exit_code_of(summary.errors(), summary.games() < wanted))
}

/// The functions, the slowest first.
fn by_cost(costs: Costs) -> Vec<FunctionCost> {
    let mut costs: Vec<FunctionCost> = costs
        .into_iter()
        .map(|((file, function), cost)| FunctionCost {
            file,
            function,
            calls: cost.calls,
            seconds: cost.time.as_secs_f64(),
        })
        .collect();
    costs.sort_by(|a, b| b.seconds.total_cmp(&a.seconds));
    costs
}

/// The share of the threads' time spent in scripts, in seconds.
fn render_costs(costs: &[FunctionCost], busy: f64) -> String {
    if costs.is_empty() {
        return String::new();
    }
    let calls: u64 = costs.iter().map(|cost| cost.calls).sum();
    let spent: f64 = costs.iter().map(|cost| cost.seconds).sum();
    let share = 100.0 * spent / busy;
    let mut text = format!("scripts: {calls} calls, {spent:.2} s, {share:.0} % of the time of the threads\n");
    for FunctionCost { file, function, calls, seconds } in costs {
        text.push_str(&format!("{calls:>9} calls {seconds:>8.3} s  {file}: {function}\n"));
    }
    text
}
