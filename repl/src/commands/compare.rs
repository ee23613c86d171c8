//! `wilderness compare`: plays the same games with two sets of scripts, rules, settings, scenarios or players, and
//! reports what the difference changes.

use crate::commands::games::{self, Title, UnitsRun};
use crate::interrupt;
use crate::interrupt::exit_code_of;
use crate::options::content::ContentArg;
use crate::options::players::PlayersPair;
use crate::options::rows::RowsArgs;
use crate::options::series::SeriesArgs;
use crate::options::series::Wanted;
use crate::options::start::StartPair;
use crate::progress::Progress;
use crate::text::columns::{line_width, wrap};
use crate::text::out;
use clap::Args as ClapArgs;
use miette::{Context as _, IntoDiagnostic, miette};
use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use wilderness_engine::Side as _;
use wilderness_engine::files::Output;
use wilderness_engine::script::ScriptSet as _;
use wilderness_lab::balance::ChangedFiles;
use wilderness_lab::comparison::{Aim, Comparison};
use wilderness_lab::plot;
use wilderness_lab::row::Row;
use wilderness_lab::series::Series;
use wilderness_lab::units::{PackedGames, RowsHead};
use wilderness_lab::{PairWorker, SharedCourses};

/// Every option of the games, their content and their players can be given twice: first for A, then for B. An option given once
/// applies to both, except `--scripts` and `--content`: a single directory is B, and A is the built-in content.
#[derive(ClapArgs)]
pub struct Args {
    #[command(flatten)]
    start: StartPair,
    /// A script directory.
    #[arg(long, value_name = "DIR")]
    scripts: Vec<PathBuf>,
    /// A content directory: scripts, scenarios and presets.
    #[arg(long, value_name = "DIR")]
    content: Vec<PathBuf>,
    #[command(flatten)]
    players: PlayersPair,
    #[command(flatten)]
    many: SeriesArgs,
    /// A mean difference of fewer points than this does not matter.
    #[arg(long, default_value_t = 0.25, value_parser = margin, value_name = "POINTS")]
    margin: f64,
    /// Play all games, even if the answer is clear earlier. `--out` and `--shard` imply it.
    #[arg(long)]
    to_the_end: bool,
    /// Plot the difference, its interval and the events that changed most in this file: a new file, or an earlier plot
    /// of `compare`; with `--force` any other.
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Play both games of each pair from the beginning, even where they cannot differ yet. The result is the same; it only
    /// takes longer.
    #[arg(long)]
    apart: bool,
    /// Leave the luck of the dice in the differences.
    #[arg(long)]
    with_luck: bool,
    /// Find out what each event that differs brings the side that plays it: in each game of B, another goes on without it.
    #[arg(long)]
    worth: bool,
    #[command(flatten)]
    rows: RowsArgs,
}

/// A positive number of points.
fn margin(text: &str) -> Result<f64, String> {
    let margin = text.parse().ok().filter(|margin: &f64| *margin > 0.0 && margin.is_finite());
    margin.ok_or_else(|| "a number of points above 0".to_string())
}

impl Args {
    /// The content of A or B.
    fn content(&self, which: usize) -> ContentArg {
        let (content, scripts) = (directory(&self.content, which), directory(&self.scripts, which));
        let named = self.start.of(which).content().filter(|_| content.is_none());
        ContentArg { scripts, ..named.unwrap_or(ContentArg { content, ..ContentArg::default() }) }
    }

    /// A or B: 0 is A, 1 is B.
    fn series<F: Title>(&self, which: usize) -> miette::Result<Series<F>> {
        let letter = ["A", "B"][which.min(1)];
        let content = self.content(which);
        let wanted =
            Wanted { start: &self.start.of(which), seed: self.many.seed, all_scenarios: false, random_rules: false };
        let series = games::series(&wanted, &content, &self.players.of(which), self.many.records.clone());
        series.wrap_err_with(|| format!("{letter}, with {content}, cannot be played"))
    }
}

/// The index of the directory that A or B uses; none for the built-in content.
fn directory(named: &[PathBuf], which: usize) -> Option<PathBuf> {
    match named {
        [] => None,
        [only] => Some(only).filter(|_| which == 1).cloned(),
        several => several.get(which).cloned(),
    }
}

/// What distinguishes A from B: the options given twice, and the scripts.
fn names(args: &Args) -> miette::Result<[String; 2]> {
    let mut given = args.start.given();
    given.extend(args.players.given());
    let named = |paths: &[PathBuf]| {
        let mut names: Vec<String> = paths.iter().map(|path| format!("in {}", path.display())).collect();
        if names.len() == 1 {
            names.insert(0, "built-in".into());
        }
        names
    };
    given.push(("scripts", named(&args.scripts)));
    given.push(("content", named(&args.content)));
    if let Some((option, values)) = given.iter().find(|(_, values)| values.len() > 2) {
        return Err(miette!(
            "--{option} was given {} times: give it at most twice, first for A, then for B",
            values.len()
        ));
    }
    let twice: Vec<_> = given.into_iter().filter(|(_, values)| values.len() == 2).collect();
    Ok([0, 1].map(|which| {
        let value = |(option, values): &(&str, Vec<String>)| match values[which].as_str() {
            "" => format!("no {option}"),
            value => format!("{option} {value}"),
        };
        twice.iter().map(value).collect::<Vec<_>>().join(", ")
    }))
}

pub fn run(args: &Args) -> miette::Result<ExitCode> {
    interrupt::catch().into_diagnostic()?;
    names(args)?;
    let [one, other] = [0, 1].map(|which| games::of_start(&args.start.of(which), &args.content(which), false));
    let (one, other) = (one?, other?);
    if one.word() != other.word() {
        let (a, b) = (one.name(), other.name());
        return Err(miette!("A and B are scenarios of different games, which cannot be compared: {a} and {b}"));
    }
    one.compare(args)
}

/// The pair, where it is observed in B what differs from A, and the events whose scripts differ.
fn with_what_differs<F: Title>(
    pair: [Series<F>; 2],
    Args { worth: weighs_events, with_luck, .. }: &Args,
) -> miette::Result<([Series<F>; 2], BTreeSet<String>)> {
    let [a, b] = if *with_luck { pair } else { Series::noting_luck(pair) };
    let begin = |series: &Series<F>| series.begin(1, || false).map_err(|faults| miette!("{faults}"));
    let [one, other] = [begin(&a)?, begin(&b)?].map(|game| game.scripts().clone());
    let events = ChangedFiles::between::<F>(one.fingerprints(), other.fingerprints()).events;
    if *weighs_events && events.is_empty() {
        let help = "`--content` or `--scripts` names a directory in which the script of one is changed";
        return Err(miette!(help = help, "`--worth` weighs the events that differ in B, and none does"));
    }
    let observed = b.observing_what_differs([&one, &other]);
    Ok(([a, if *weighs_events { observed.weighing_events_in(0..=u64::MAX) } else { observed }], events))
}

/// Plays the pairs of games, and tells the difference.
pub fn play<F: Title>(args: &Args) -> miette::Result<ExitCode> {
    let names = names(args)?;
    if let Some((widest, why)) = F::SCORE.widest.filter(|(widest, _)| args.margin > *widest) {
        return Err(miette!("`--margin` is at most {widest} here: {why}"));
    }
    let pair = [args.series::<F>(0)?, args.series::<F>(1)?];
    if pair[0].sides != pair[1].sides {
        return Err(miette!("A and B have different sides, so their games cannot be compared"));
    }
    if pair[0].is_like(&pair[1]) {
        let side = pair[0].sides.first().map_or("", |side| side.id());
        let advice = format!("give an option twice, first for A, then for B, as in `--{side} random --{side} greedy`");
        return Err(miette!("A and B play the same games: {advice}"));
    }
    let inputs: Vec<&Path> =
        args.start.inputs().chain(args.scripts.iter().chain(&args.content).map(PathBuf::as_path)).collect();
    let claim = |file: &PathBuf| Output::claim(file, plot::FORM, &inputs, args.rows.force);
    let plot = args.svg.as_ref().map(claim).transpose().map_err(|refused| miette!("{refused}"))?;
    let is_part = args.rows.out.is_some() || args.rows.shard.is_some();
    if is_part && !args.to_the_end {
        out::warn(
            "all games are played: whether the answer is clear earlier is not asked where rows are to be merged\n",
        );
    }
    let (pair, events) = with_what_differs(pair, args)?;
    let (pair, facts, lines) = (&pair, pair[0].facts(), pair[1].observed_lines());
    let with_series = |mut head: RowsHead| {
        head.events = events.iter().cloned().collect();
        head = pair.iter().fold(head, RowsHead::with_series);
        let head = head.telling("names", names.to_vec()).telling("margin", args.margin);
        let head = head.telling("with luck", args.with_luck);
        head.telling("lines", serde_json::to_value(&lines).unwrap_or_default())
    };
    let run = UnitsRun::new(&args.rows, "compare", facts.clone(), &args.many.seeds()?, &inputs, with_series)?;
    let aim = Aim {
        margin: args.margin,
        to_the_end: args.to_the_end || is_part,
        events: events.clone(),
        lines: lines.clone(),
    };
    let mut compared = Comparison::new(facts, run.wanted(), aim);
    let begin = || if args.apart { PairWorker::apart() } else { PairWorker::default() };
    let play = |worker: &mut PairWorker<F>, seed, _| worker.play(pair, seed, interrupt::is_pressed).map(Vec::from);
    let end = |worker: PairWorker<F>| worker.shared();
    let each = |_, rows: &Vec<Row>| {
        rows.iter().for_each(games::warn_of);
        match &rows[..] {
            [a, b] => compared.look_at([a, b]),
            _ => ControlFlow::Continue(()),
        }
    };
    let (shared, _) = run.play::<PackedGames, _, _>(Progress::of_games, args.many.jobs(), begin, play, end, each)?;
    let compared = compared.over().named(names);
    tell_savings(shared.into_iter().sum(), &compared);
    tell(&compared, args.many.json, plot.as_ref())
}

/// Says how much time was saved: where pairs take the same course, by removing luck, and by stopping once the answer was
/// clear. It depends on the machine, so it is no part of the result.
fn tell_savings(shared: SharedCourses, compared: &Comparison) {
    let SharedCourses { pairs, whole, in_part, again, saved, took } = shared;
    if pairs == 0 {
        return;
    }
    let (saved, took) = (saved.as_secs_f64(), took.as_secs_f64());
    if whole + in_part > 0 {
        out::warn(&format!(
            "games of B taken over from A: {whole} of {pairs} to their ends, {in_part} up to where something changed is \
             called, {again} of them again from where it no longer made a difference; this saved {saved:.1} s of playing, \
             and {took:.1} s were played\n"
        ));
    }
    if let Some(share) = compared.luck_removed().filter(|share| (0.0..1.0).contains(share)) {
        let spared = took * share / (1.0 - share);
        out::warn(&format!("luck removed: this saved {spared:.1} s of playing\n"));
    }
    let unplayed = compared.unplayed();
    if unplayed > 0 {
        let spared = took * unplayed as f64 / pairs as f64;
        out::warn(&format!("clear early: {unplayed} pairs were not played, which saved {spared:.1} s of playing\n"));
    }
}

/// Prints the result, and plots it.
///
/// # Errors
/// If it cannot be printed, or the plot cannot be written.
pub fn tell(compared: &Comparison, json: bool, output: Option<&Output>) -> miette::Result<ExitCode> {
    if json {
        out::line(&serde_json::to_string(compared).unwrap_or_default())?;
    } else {
        out::print(&compared.render(|text| wrap(text, line_width() - 3)))?;
    }
    if let Some(output) = output {
        plot::draw(compared, output)?;
    }
    let (errors, stopped) = compared.ended();
    Ok(exit_code_of(errors, stopped))
}
