//! `wilderness simulate`: bots play many games; failures are counted, and recorded so that they can be replayed.

use crate::commands::games::{self, Title, UnitsRun};
use crate::interrupt;
use crate::interrupt::exit_code_of;
use crate::options::rows::RowsArgs;
use crate::options::series::{SeriesArgs, SeriesGame, seeds};
use crate::progress::Progress;
use crate::text::out;
use clap::Args as ClapArgs;
use miette::IntoDiagnostic;
use serde::Serialize;
use std::ops::{ControlFlow, RangeInclusive};
use std::process::ExitCode;
use std::time::Instant;
use wilderness_engine::script::Costs;
use wilderness_lab::row::Row;
use wilderness_lab::series::Series;
use wilderness_lab::summary::Summary;
use wilderness_lab::units::PackedGames;
use wilderness_lab::{Worker, stopped_early};

#[derive(ClapArgs)]
pub struct Args {
    #[command(flatten)]
    game: SeriesGame,
    #[command(flatten)]
    many: SeriesArgs,
    /// The first and last seed, instead of a number of games: `1..10000`.
    #[arg(long, value_parser = seeds, conflicts_with_all = ["games", "seed"], value_name = "A..B")]
    seeds: Option<RangeInclusive<u64>>,
    #[command(flatten)]
    rows: RowsArgs,
    /// Also report how often each event was played.
    #[arg(long)]
    events: bool,
    /// Also report the time spent in each script function.
    #[arg(long)]
    costs: bool,
}

/// The cost of a script function, including everything it called.
#[derive(Serialize)]
pub struct FunctionCost {
    file: String,
    function: String,
    calls: u64,
    seconds: f64,
}

/// The result as JSON.
#[derive(Serialize)]
struct SimulateJson<'a> {
    results: &'a Summary,
    #[serde(skip_serializing_if = "Option::is_none")]
    costs: Option<&'a [FunctionCost]>,
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
    let (facts, inputs) = (series.facts(), args.game.inputs());
    let run = UnitsRun::new(&args.rows, "simulate", facts.clone(), seeds, &inputs, |head| head.with_series(&series))?;
    let mut summary = Summary::new(facts);
    let start = Instant::now();
    let each = |_, rows: &Vec<Row>| {
        for row in rows {
            games::warn_of(row);
            summary.add(row);
        }
        ControlFlow::Continue(())
    };
    let play = |worker: &mut Worker<F>, seed, _| Some(vec![worker.play(&series, seed, interrupt::is_pressed)?]);
    let begin = Worker::default;
    let (costs, _) =
        run.play::<PackedGames, _, _>(Progress::of_games, args.many.jobs(), begin, play, Series::costs, each)?;
    let (seconds, wanted) = (start.elapsed().as_secs_f64(), run.wanted());
    let costs = args.costs.then(|| by_cost(Series::<F>::all_costs(costs)));
    tell(&summary, wanted, SummaryForm { events: args.events, json: args.many.json }, costs.as_deref())?;
    if let Some(costs) = costs.filter(|_| !args.many.json) {
        out::print(&render_costs(&costs, seconds * args.many.jobs() as f64))?;
    }
    if !args.many.json {
        out::warn(&format!("{seconds:.2} s, {:.0} games a second\n", summary.games() as f64 / seconds));
    }
    Ok(exit_code_of(summary.errors(), summary.games() < wanted))
}

/// How a result is told.
#[derive(Clone, Copy)]
pub struct SummaryForm {
    /// With how often each event was played.
    pub events: bool,
    /// As JSON.
    pub json: bool,
}

/// Prints the result. It says the same of a run as of its shards merged, so it does not say how long it took.
///
/// # Errors
/// If it cannot be printed.
pub fn tell(summary: &Summary, wanted: u64, how: SummaryForm, costs: Option<&[FunctionCost]>) -> miette::Result<()> {
    if how.json {
        // Contains only numbers, so serialization cannot fail.
        return out::line(&serde_json::to_string(&SimulateJson { results: summary, costs }).unwrap_or_default());
    }
    let (games, decisions) = (summary.games(), summary.decisions());
    let stopped = stopped_early(games < wanted, wanted);
    out::print(&format!("{games} games{stopped}, {decisions:.0} decisions\n{}", summary.render(how.events)))
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
