//! `wilderness arena`: bots play each other, each pair of them with seats exchanged, and are rated.

use crate::commands::games::{self, Title, UnitsRun};
use crate::interrupt;
use crate::interrupt::exit_code_of;
use crate::options::content::ContentArg;
use crate::options::game_option::SCENARIO;
use crate::options::players::Players;
use crate::options::rows::RowsArgs;
use crate::options::series::{SeriesArgs, Wanted};
use crate::options::start::Start;
use crate::progress::Progress;
use crate::text::out;
use clap::Args as ClapArgs;
use miette::{IntoDiagnostic, miette};
use std::ops::ControlFlow;
use std::path::Path;
use std::process::ExitCode;
use wilderness_lab::ladder::{Ladder, Meeting};
use wilderness_lab::row::Row;
use wilderness_lab::series::Series;
use wilderness_lab::units::{PackedGames, RowsHead};
use wilderness_lab::{CONTESTANTS, Contestant, Worker, stopped_early};

#[derive(ClapArgs)]
pub struct Args {
    /// The players: two or more, each of whom plays all others. The ratings of the others are relative to the first.
    #[arg(help = format!("The players: two or more, each of whom plays all others. They are {CONTESTANTS}"))]
    #[arg(num_args = 2.., required = true, value_name = "WHO")]
    players: Vec<Contestant>,
    #[command(flatten)]
    start: Start,
    /// Play in all scenarios, and not only in one.
    #[arg(long, conflicts_with_all = ["scenario", "position", "scenarios"])]
    all_scenarios: bool,
    /// Play in each of these scenarios.
    #[arg(long, value_delimiter = ',', value_name = "IDS", conflicts_with_all = ["scenario", "position"])]
    scenarios: Vec<String>,
    #[command(flatten)]
    content: ContentArg,
    #[command(flatten)]
    many: SeriesArgs,
    #[command(flatten)]
    rows: RowsArgs,
    /// Print the result as tables in Markdown.
    #[arg(long, conflicts_with = "json")]
    markdown: bool,
}

pub fn run(args: &Args) -> miette::Result<ExitCode> {
    interrupt::catch().into_diagnostic()?;
    let named = args.scenarios.first().map(|id| args.start.clone().with(&SCENARIO, id));
    games::of_start(named.as_ref().unwrap_or(&args.start), &args.content, false)?.arena(args)
}

/// The starts of the scenarios that are played.
fn starts<F: Title>(args: &Args) -> miette::Result<Vec<Start>> {
    let ids = match args.all_scenarios {
        true => F::scenario_ids(&F::origin(&args.content, false))?,
        false => args.scenarios.clone(),
    };
    if args.all_scenarios && ids.is_empty() {
        return Err(miette!("this game has no scenarios: leave `--all-scenarios` out"));
    }
    let starts = ids.iter().map(|id| args.start.clone().with(&SCENARIO, id)).collect::<Vec<_>>();
    Ok(if starts.is_empty() { vec![args.start.clone()] } else { starts })
}

/// Plays each seed of each meeting with its first player in each seat, and the second in all others. All meetings play a
/// seed before the next, so that a ladder that is stopped has played as often everywhere.
pub fn play<F: Title>(args: &Args) -> miette::Result<ExitCode> {
    let wanted = |start| Wanted { start, seed: args.many.seed, all_scenarios: false, random_rules: false };
    let starts = starts::<F>(args)?;
    let none = Players::default();
    let first: Vec<Series<F>> = starts
        .iter()
        .map(|start| games::series(&wanted(start), &args.content, &none, None))
        .collect::<miette::Result<_>>()?;
    let facts = first.first().map(Series::facts).ok_or_else(|| miette!("there is no scenario"))?;
    let names: Vec<String> = args.players.iter().map(Contestant::to_string).collect();
    let scenarios: Vec<String> = first.iter().map(Series::scenario).collect();
    let mut ladder = Ladder::new(facts.clone(), names.clone(), scenarios.clone());
    let meetings = ladder.meetings();
    let sides = facts.sides.len();
    let seated = |meeting: &Meeting, seat: usize| {
        let seats = meeting.seated(seat, sides).into_iter().map(|contestant| args.players[contestant].clone());
        let players = Players::new(facts.sides.iter().map(|(id, _)| id.clone()).zip(seats));
        let start = wanted(&starts[meeting.scenario]);
        games::series(&start, &args.content, &players, args.many.records.clone())
    };
    let series = |meeting| (0..sides).map(|seat| seated(meeting, seat)).collect::<miette::Result<_>>();
    // For each meeting a series for each seat of its first contestant.
    let series: Vec<Vec<Series<F>>> = meetings.iter().map(series).collect::<miette::Result<_>>()?;
    let inputs: Vec<&Path> = args.start.inputs().chain(args.content.inputs()).collect();
    let with_series = |mut head: RowsHead| {
        head.units = meetings.len() as u64;
        head = series.iter().flatten().fold(head, RowsHead::with_series);
        head.telling("players", names).telling("scenarios", scenarios)
    };
    let seeds = args.many.seeds_of(args.many.games.div_ceil(sides.max(1) as u64))?;
    let run = UnitsRun::new(&args.rows, "arena", facts, &seeds, &inputs, with_series)?;
    let play = |worker: &mut Worker<F>, seed, meeting: u64| {
        let series = series[meeting as usize].iter();
        series.map(|series| worker.play(series, seed, interrupt::is_pressed)).collect::<Option<Vec<Row>>>()
    };
    let each = |meeting: u64, rows: &Vec<Row>| {
        rows.iter().for_each(games::warn_of);
        ladder.add(meeting as usize, rows);
        ControlFlow::Continue(())
    };
    run.play::<PackedGames, _, _>(Progress::of_pairs, args.many.jobs(), Worker::default, play, drop, each)?;
    tell(&ladder, run.wanted(), LadderForm { json: args.many.json, markdown: args.markdown })
}

/// How a ladder is told: as text, unless one of these is wanted.
#[derive(Clone, Copy)]
pub struct LadderForm {
    /// As JSON.
    pub json: bool,
    /// As tables in Markdown.
    pub markdown: bool,
}

/// Prints the result.
///
/// # Errors
/// If it cannot be printed.
pub fn tell(ladder: &Ladder, wanted: u64, told: LadderForm) -> miette::Result<ExitCode> {
    let sides = ladder.sides() as u64;
    let failed = ladder.failed_units();
    let stopped = ladder.units() + failed < wanted;
    if told.json {
        out::line(&ladder.json().to_string())?;
    } else if told.markdown {
        out::print(&ladder.markdown())?;
    } else {
        let games = ladder.units() * sides;
        let early = stopped_early(stopped, wanted * sides);
        out::print(&format!("{games} games{early}\n{}", ladder.render()))?;
    }
    Ok(exit_code_of(ladder.errors(), stopped))
}
