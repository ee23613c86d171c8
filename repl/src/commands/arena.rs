//! `wilderness arena`: bots play each other, each pair of them with seats exchanged, and are rated.

use crate::commands::games::{self, Title};
use crate::interrupt;
use crate::interrupt::exit_code_of;
use crate::options::content::ContentArg;
use crate::options::game_option::SCENARIO;
use crate::options::players::Players;
use crate::options::series::{SeriesArgs, Wanted};
use crate::options::start::Start;
use crate::progress::{Progress, shown};
use crate::text::out;
use clap::Args as ClapArgs;
use miette::{IntoDiagnostic, miette};
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::process::ExitCode;
use wilderness_engine::files::Output;
use wilderness_lab::ladder::{EarlierRows, Ladder, Meeting, build_of};
use wilderness_lab::row::{FORM, Row, Rows};
use wilderness_lab::series::Series;
use wilderness_lab::{CONTESTANTS, Contestant, Worker, in_order, stopped_early};

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
    /// Write a row for each game: CSV, or JSON Lines if the name ends in `.jsonl`. Where the file has rows of the same
    /// games already, played with the same content by the same build, these are not played again.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Print the result as tables in Markdown.
    #[arg(long, conflicts_with = "json")]
    markdown: bool,
}

pub fn run(args: &Args) -> miette::Result<ExitCode> {
    interrupt::catch().into_diagnostic()?;
    let named = args.scenarios.first().map(|id| args.start.clone().with(&SCENARIO, id));
    games::of_start(named.as_ref().unwrap_or(&args.start), &args.content, false)?.arena(args)
}

/// The games of the ladder.
struct Schedule<F: Title> {
    meetings: Vec<Meeting>,
    /// For each meeting a series for each seat of its first contestant.
    series: Vec<Vec<Series<F>>>,
    /// The first seed.
    seed: u64,
}

impl<F: Title> Schedule<F> {
    /// The number of the meeting of a unit, and its seed: all meetings play a seed before the next, so that a ladder that
    /// is stopped has played as often everywhere.
    fn place(&self, unit: u64) -> (usize, u64) {
        let meetings = self.meetings.len() as u64;
        ((unit % meetings) as usize, self.seed + unit / meetings)
    }

    /// The games of a unit: those that are known are not played again. Nothing if it is stopped.
    fn play(&self, worker: &mut Worker<F>, unit: u64, known: &EarlierRows) -> Option<(usize, Vec<Row>)> {
        let (meeting, seed) = self.place(unit);
        let series = self.series[meeting].iter();
        let rows = series.map(|series| match known.row(&series.names(), &series.scenario(), seed) {
            Some(row) => Some(row.clone()),
            None => worker.play(series, seed, interrupt::is_pressed),
        });
        Some((meeting, rows.collect::<Option<_>>()?))
    }
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

/// Plays each seed of each meeting with its first player in each seat, and the second in all others.
pub fn play<F: Title>(args: &Args) -> miette::Result<ExitCode> {
    let wanted = |start| Wanted { start, seed: args.many.seed, all_scenarios: false, random_rules: false };
    let build = args.out.as_ref().map(|_| build_of().map_err(|why| miette!("{why}"))).transpose()?;
    let starts = starts::<F>(args)?;
    let none = Players::default();
    let first: Vec<Series<F>> = starts
        .iter()
        .map(|start| games::series(&wanted(start), &args.content, &none, None))
        .collect::<miette::Result<_>>()?;
    let facts = first.first().map(Series::facts).ok_or_else(|| miette!("there is no scenario"))?;
    let names = args.players.iter().map(Contestant::to_string).collect();
    let mut ladder = Ladder::new(facts.clone(), names, first.iter().map(Series::scenario).collect());
    let meetings = ladder.meetings();
    let sides = facts.sides.len();
    let seated = |meeting: &Meeting, seat: usize| {
        let seats = meeting.seated(seat, sides).into_iter().map(|contestant| args.players[contestant].clone());
        let players = Players::new(facts.sides.iter().map(|(id, _)| id.clone()).zip(seats));
        let start = wanted(&starts[meeting.scenario]);
        let series: Series<F> = games::series(&start, &args.content, &players, args.many.records.clone())?;
        Ok(series.of_build(build.as_deref()))
    };
    let series = |meeting| (0..sides).map(|seat| seated(meeting, seat)).collect::<miette::Result<_>>();
    let series = meetings.iter().map(series).collect::<miette::Result<_>>()?;
    let rounds = args.many.games.div_ceil(sides.max(1) as u64);
    let schedule = Schedule::<F> { meetings, series, seed: *args.many.seeds_of(rounds)?.start() };
    let units = rounds.saturating_mul(schedule.meetings.len() as u64);
    let (known, mut rows) = begin_rows(args, &schedule)?;
    let each = |(meeting, played): (usize, Vec<Row>)| {
        for row in &played {
            if !row.error.is_empty() {
                out::warn(&format!("seed {}: {}\n", row.seed, row.error));
            }
            if let Some(rows) = rows.as_mut().filter(|_| !known.has(row)) {
                rows.write(row)?;
            }
        }
        ladder.add(meeting, &played);
        Ok::<_, miette::Report>(ControlFlow::Continue(()))
    };
    let progress = Progress::of_pairs(units);
    let play = |worker: &mut Worker<F>, unit| schedule.play(worker, unit, &known);
    shown(&progress, args.many.jobs(), |threads| {
        in_order(&(0..=units - 1), threads, Worker::default, play, drop, each)
    })
    .0?;
    rows.map_or(Ok(()), Rows::finish)?;
    tell(args, &ladder, units)
}

/// The rows of earlier runs, and the file to which those of this one are written, in which they already are.
fn begin_rows<F: Title>(args: &Args, schedule: &Schedule<F>) -> miette::Result<(EarlierRows, Option<Rows>)> {
    let mut known = EarlierRows::default();
    let Some(path) = &args.out else { return Ok((known, None)) };
    let inputs: Vec<_> = args.start.inputs().chain(args.content.inputs()).collect();
    let output = Output::claim(path, FORM, &inputs, false).map_err(|refused| miette!("{refused}"))?;
    let series: Vec<&Series<F>> = schedule.series.iter().flatten().collect();
    if std::fs::metadata(path).is_ok_and(|file| file.len() > 0) {
        known.read(path, &games::lab_of, &series)?;
    }
    let facts = series.first().map(|series| series.facts()).ok_or_else(|| miette!("there is no game to be played"))?;
    let mut rows = Rows::begin(&output, &facts)?;
    known.rows().try_for_each(|row| rows.write(row))?;
    Ok((known, Some(rows)))
}

/// Prints the result.
fn tell(args: &Args, ladder: &Ladder, wanted: u64) -> miette::Result<ExitCode> {
    let sides = ladder.sides() as u64;
    let failed = ladder.failed_units();
    let stopped = ladder.units() + failed < wanted;
    if args.many.json {
        out::line(&ladder.json().to_string())?;
    } else if args.markdown {
        out::print(&ladder.markdown())?;
    } else {
        let games = ladder.units() * sides;
        let early = stopped_early(stopped, wanted * sides);
        out::print(&format!("{games} games{early}\n{}", ladder.render()))?;
    }
    Ok(exit_code_of(ladder.errors(), stopped))
}
