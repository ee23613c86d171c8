//! `wilderness replay`: replays a record and shows the final position.

use super::film;
use crate::commands::games::{self, Title};
use crate::front::Origin as _;
use crate::front::sides;
use crate::interrupt;
use crate::options::content::ContentArg;
use crate::options::players::side;
use crate::options::series::SeriesGame as SimulatedGame;
use crate::options::start::no_effect_on_a_record;
use crate::replayed::Replayed;
use crate::text::columns::{line_width, wrap};
use crate::text::list::list;
use crate::text::out;
use clap::Args as ClapArgs;
use miette::miette;
use serde::Serialize;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::rc::Rc;
use std::str::FromStr;
use wilderness_engine::content::Edition;
use wilderness_engine::faults::{Fault, Faults, Source};
use wilderness_engine::harmless::shortened;
use wilderness_engine::record::{Header as _, KnownRecords, Record};
use wilderness_engine::{Chance as _, Choice as _, Decision, Game, Played, Question as _, Side as _};
use wilderness_lab::finish;
use wilderness_lab::series::Series;

#[derive(ClapArgs)]
pub struct Args {
    /// The record.
    #[arg(conflicts_with = "from_sim")]
    file: Option<PathBuf>,
    /// Instead of a record, replay the game that `simulate` plays with this seed, scenario, rules and players.
    #[arg(long, value_name = "SEED")]
    from_sim: Option<u64>,
    /// Replay only the first N answers and results of chance, or up to a line of the file: `line:N`. The dice and cards
    /// that follow from the last of them are included.
    #[arg(long, value_name = "N")]
    to: Option<StopAt>,
    /// Refuse a record that does not give every answer, die and card; nothing comes from the seed.
    #[arg(long, conflicts_with = "from_sim")]
    strict: bool,
    #[command(flatten)]
    game: SimulatedGame,
    /// Write the game to this file, as a record.
    #[arg(long, value_name = "FILE", group = "written", conflicts_with = "seer")]
    save: Option<PathBuf>,
    /// Write a film of the game to this file: one page with a picture of each action phase and battle, the news beside
    /// it, and a slider. A game that is not over is shown as one side sees it: `--as`.
    #[arg(long, value_name = "FILE.html", group = "written", conflicts_with_all = ["json", "save"])]
    html: Option<PathBuf>,
    /// Show only what this side knows.
    #[arg(long = "as", value_name = "SIDE")]
    seer: Option<String>,
    /// Let `--save` overwrite a file that is not a record of this game, or that holds more of it; and `--html` a file
    /// that is not a film.
    #[arg(long, requires = "written")]
    force: bool,
    /// Print JSON: the position, the open question as `next`, the log as `news`, and the `edition` of the content if it is an
    /// earlier one.
    #[arg(long)]
    json: bool,
}

/// The output of `--json`.
#[derive(Serialize)]
struct ReplayJson<P> {
    position: P,
    /// The open question, if the game is not over and the reader may know it.
    #[serde(skip_serializing_if = "Option::is_none")]
    next: Option<NextLine>,
    news: Vec<serde_json::Value>,
    /// The edition of the content, if it is an earlier one.
    #[serde(skip_serializing_if = "Option::is_none")]
    edition: Option<u32>,
}

impl<P: Serialize> ReplayJson<P> {
    /// How a game stands, as a side sees it; without a side, with all that is hidden.
    fn new<F: Replayed<Position = P>>(game: &Game<F>, seer: Option<F::Side>) -> ReplayJson<P> {
        let decision = game.decision().filter(|decision| seer.is_none_or(|seer| seer == decision.side));
        ReplayJson {
            position: F::position(game, seer),
            next: decision.map(NextLine::new),
            news: game.log().iter().map(|entry| F::entry_json(game, entry)).collect(),
            edition: match game.header().edition {
                Edition::Present => None,
                Edition::Earlier(number) => Some(number),
            },
        }
    }
}

/// The line of a record that would answer the open question: `SIDE KIND CHOICE`.
#[derive(Serialize)]
struct NextLine {
    /// The id of the side, or `roll`: whichever side rolls, the record says so.
    side: &'static str,
    kind: &'static str,
    /// The legal answers, in order.
    choices: Vec<String>,
}

impl NextLine {
    fn new<F: Replayed>(decision: &Decision<F>) -> NextLine {
        let thrown = decision.ask.thrown();
        let (side, kind) = match thrown {
            Some(throw) => ("roll", throw.kind()),
            None => (decision.side.id(), decision.ask.kind()),
        };
        let token = |choice: &F::Choice| match choice.as_face().filter(|_| thrown.is_some()) {
            Some(face) => face.to_string(),
            None => choice.token(),
        };
        NextLine { side, kind, choices: decision.choices.iter().map(token).collect() }
    }
}

/// Where to stop.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum StopAt {
    /// After this many answers and results of chance.
    Answers(usize),
    /// After a line of the file, counted from 1.
    Line(usize),
}

impl FromStr for StopAt {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<StopAt, &'static str> {
        let wanted =
            "a number of answers and results of chance, such as `40`, or a line of the file, such as `line:52`";
        match text.strip_prefix("line:") {
            Some(line) => line.parse().map(StopAt::Line).map_err(|_| wanted),
            None => text.parse().map(StopAt::Answers).map_err(|_| wanted),
        }
    }
}

pub fn run(args: &Args) -> miette::Result<ExitCode> {
    let game = match (&args.file, args.from_sim) {
        (Some(file), _) => games::of_record(file)?,
        (None, Some(_)) => games::of_start(&args.game.start, &args.game.content, false)?,
        (None, None) => return Err(miette!("name a record to replay, or give `--from-sim SEED`")),
    };
    game.replay(args)
}

/// What `replay --json` prints of a record, replayed with the built-in content; then what is saved of the game with its
/// branches and bookmarks.
///
/// # Errors
/// What is wrong with the record.
pub fn json_of<F: Title>(file: &Path) -> Result<(serde_json::Value, String), Faults> {
    let record = Record::<F>::parse(&Source::read(file)?)?;
    let scripts = record.header.completed(F::origin(&ContentArg::default(), false).load()?)?;
    let (game, misfits) = record.take_up(scripts)?;
    if !misfits.is_empty() {
        return Err(Fault::error("record::branch_does_not_fit", format!("branches {misfits:?} do not fit")).into());
    }
    // Contains only text and numbers, so serialization cannot fail.
    let json = serde_json::to_value(ReplayJson::new(&game, None)).unwrap_or_default();
    Ok((json, game.past().record_of_all_branches().to_string()))
}

/// Shows a game that has been played, or writes its film.
pub fn show<F: Title>(args: &Args) -> miette::Result<ExitCode> {
    let played = match (&args.file, args.from_sim) {
        (Some(file), _) => recorded::<F>(args, file)?,
        (None, seed) => {
            let seed = seed.unwrap_or_default();
            let series = games::series::<F>(&args.game.wanted(seed), &args.game.content, &args.game.players, None)?;
            simulated(args, &series, series.begin(seed, interrupt::is_pressed)?)?
        }
    };
    let sides = sides::<F>(played.game.scripts());
    let seer = args.seer.as_deref().map(|word| side(word, &sides)).transpose()?;
    match (&args.html, played) {
        (Some(_), Played { fault: Some(fault), .. }) => Err(misfit(fault, seer.is_some())),
        (Some(html), Played { game, .. }) => {
            let target = film::FilmOutput { file: html, record: args.file.as_deref(), force: args.force };
            film::write(&game, seer, None, &target)
        }
        (None, played) => show_end(args, seer, played),
    }
}

/// Why a record does not fit. Listing what would fit may reveal to a side what the other one holds.
pub fn misfit(fault: Fault, hides: bool) -> miette::Report {
    match hides {
        true => miette!("a line of the record does not fit here; `replay` without `--as` says which, and why"),
        false => fault.into(),
    }
}

/// Prints what has happened, and the position at the end.
fn show_end<F: Replayed>(args: &Args, seer: Option<F::Side>, played: Played<F>) -> miette::Result<ExitCode> {
    let Played { game, fault, dice_from_seed, draws_from_seed } = played;
    if !args.json {
        out::print(&news(&game))?;
    }
    if let Some(fault) = fault {
        return Err(misfit(fault, seer.is_some()));
    }
    if let Some(file) = &args.save {
        game.record().save(file, args.force, &KnownRecords::default()).map_err(|unsaved| miette!("{unsaved}"))?;
    }
    if args.json {
        out::line(&json(&game, seer))?;
        if let Some(wrong) = F::unsettled(&game) {
            out::warn(&format!("note: no game can start from this position, in the middle of an action: {wrong}\n"));
        }
    } else {
        out::print(&end(&game, seer))?;
    }
    // A simulated game has no record, so nothing can be missing.
    if args.from_sim.is_none() {
        note_what_the_seed_gave(dice_from_seed, draws_from_seed);
    }
    Ok(ExitCode::SUCCESS)
}

/// What has happened, in lines.
pub fn news<F: Replayed>(game: &Game<F>) -> String {
    let told = |entry: &F::News| match F::rule(entry) {
        "" => format!("{}\n", F::sentence(game, entry)),
        rule => format!("{} ({rule})\n", F::sentence(game, entry)),
    };
    game.log().iter().map(told).collect()
}

/// How a game stands, as JSON.
pub fn json<F: Replayed>(game: &Game<F>, seer: Option<F::Side>) -> String {
    // Contains only text and numbers, so serialization cannot fail.
    serde_json::to_string_pretty(&ReplayJson::new(game, seer)).unwrap_or_default()
}

/// What is asked at the end, or how the game ended; and what a side holds.
pub fn end<F: Replayed>(game: &Game<F>, seer: Option<F::Side>) -> String {
    let mut text = match (game.decision(), game.outcome()) {
        // The question to the other side may reveal what it holds.
        (Some(decision), _) if seer.is_some_and(|seer| seer != decision.side) => {
            format!("It is for {} to decide.\n", F::in_sentences(game.scripts(), decision.side))
        }
        (Some(decision), _) => question::<F>(game.scenario(), decision),
        (None, Some(outcome)) => format!("{}\n", F::result(outcome)),
        (None, None) => String::new(),
    };
    if let Some(side) = seer {
        text += &F::secrets(game, side);
    }
    text
}

/// Counts what the record leaves out.
fn note_what_the_seed_gave(dice: usize, draws: usize) {
    let count = |number: usize, one: &str, many: &str| match number {
        0 => None,
        1 => Some(format!("1 {one}")),
        _ => Some(format!("{number} {many}")),
    };
    let counted: Vec<String> =
        [count(dice, "die", "dice"), count(draws, "drawn card", "drawn cards")].into_iter().flatten().collect();
    if !counted.is_empty() {
        out::warn(&format!("note: the record does not give {}; taken from the seed\n", list(counted)));
    }
}

/// The open question as text, with the lines of a record that would answer it.
fn question<F: Replayed>(scenario: &F::Scenario, decision: &Decision<F>) -> String {
    let NextLine { side, kind, choices } = NextLine::new(decision);
    let tokens: String = wrap(&choices.join(" "), line_width() - 2).iter().map(|line| format!("  {line}\n")).collect();
    let question = F::question(scenario, &decision.ask);
    format!("{}: {question}\nnext line: `{side} {kind} CHOICE` with one of\n{tokens}", decision.side)
}

/// Reads a record and the content that it is played with, and warns of what has changed since it was played.
///
/// # Errors
/// What is wrong with them.
pub fn read<F: Title>(content: &ContentArg, file: &Path) -> miette::Result<(Source, Record<F>, Rc<F::Scripts>)> {
    let scripts = F::origin(content, false).load()?;
    let source = Source::read(file)?;
    let record = Record::<F>::parse(&source)?;
    let scripts = record.header.completed(scripts)?;
    let changed = record.changed_scripts(&scripts);
    if !changed.is_empty() {
        let list = changed.join(", ");
        let list = shortened(&list, 1000);
        out::warn(&format!("warning: since this game was played, these scripts have changed: {list}\n"));
    }
    match record.results_taken_back() {
        0 => {}
        1 => out::warn("note: a die, card or answer was revealed and undone (`undone` in the record)\n"),
        several => {
            let what = format!("{several} dice, cards and answers were revealed and undone");
            out::warn(&format!("note: {what} (`undone` in the record)\n"));
        }
    }
    Ok((source, record, scripts))
}

/// The game of a record.
fn recorded<F: Title>(args: &Args, file: &Path) -> miette::Result<Played<F>> {
    let given: Vec<String> = args.game.given().into_iter().filter(|option| option != "--position").collect();
    if !given.is_empty() {
        return Err(no_effect_on_a_record(&given, "replay the game with `--from-sim SEED`"));
    }
    let (source, mut record, scripts) = read::<F>(&args.game.content, file)?;
    if let Some(file) = args.game.start.position() {
        F::start_from(&mut record.header, &Source::read_positions(file)?)?;
    }
    let last = source.text().lines().count();
    let to = match args.to {
        Some(StopAt::Line(line)) if !(1..=last).contains(&line) => {
            let lines = if last == 1 { "1 line".to_string() } else { format!("lines 1 to {last}") };
            return Err(miette!("there is no line {line} in {}, which has {lines}", file.display()));
        }
        Some(StopAt::Line(line)) => Some(record.answers_up_to(line)),
        Some(StopAt::Answers(answers)) => Some(answers),
        None => None,
    };
    Ok(record.play_through(scripts, to, args.strict)?)
}

/// A game that `simulate` plays with a seed.
fn simulated<F: Title>(args: &Args, series: &Series<F>, mut game: Game<F>) -> miette::Result<Played<F>> {
    if let Err(fault) = finish(series, &mut game, interrupt::is_pressed) {
        out::warn(&format!("error: {fault}\n"));
    }
    match args.to {
        None => Ok(Played { game, fault: None, dice_from_seed: 0, draws_from_seed: 0 }),
        Some(StopAt::Answers(to)) => Ok(game.record().play_through(game.scripts().clone(), Some(to), false)?),
        Some(StopAt::Line(_)) => {
            Err(miette!("`--to line:N` needs a record: a simulated game has no lines; `--save` it first"))
        }
    }
}
