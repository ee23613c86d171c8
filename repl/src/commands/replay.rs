//! `wilderness replay`: replays a record and shows the final position.

use super::film;
use crate::front::Origin as _;
use crate::lab::args::Game as SimulatedGame;
use crate::text::columns::{line_width, wrap};
use crate::text::out;
use crate::war::show;
use crate::war::start::{no_effect_on_a_record, only_entry, side};
use clap::Args as ClapArgs;
use miette::{IntoDiagnostic, miette};
use serde::Serialize;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::rc::Rc;
use std::str::FromStr;
use wilderness_battles::Side as BattleSide;
use wilderness_engine::faults::Source;
use wilderness_engine::harmless::shortened;
use wilderness_war::news::Entry;
use wilderness_war::news::words::list;
use wilderness_war::{Ask, Chance as _, Choice, Decision, Game, Known, Played, Position, Record, Side, View};

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
    #[arg(long = "as", value_name = "SIDE", value_parser = side)]
    seer: Option<Side>,
    /// Let `--save` overwrite a file that is not a record of this game, or that holds more of it; and `--html` a file
    /// that is not a film.
    #[arg(long, requires = "written")]
    force: bool,
    /// Print JSON: the position, and the log as `news`.
    #[arg(long)]
    json: bool,
}

/// The output of `--json`.
#[derive(Serialize)]
struct ReplayJson {
    position: Position,
    news: Vec<serde_json::Value>,
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
    let battle = args.file.as_deref().filter(|file| film::is_battle(file));
    if let (Some(html), Some(record)) = (&args.html, battle) {
        let seer = args.seer.map(|side| if side == Side::French { BattleSide::French } else { BattleSide::British });
        return film::write(film::battle(record, &args.game.content)?, seer, &target(args, html));
    }
    let played = match (&args.file, args.from_sim) {
        (Some(file), _) => recorded(args, file)?,
        (None, Some(seed)) => simulated(args, seed)?,
        (None, None) => return Err(miette!("name a record to replay, or give `--from-sim SEED`")),
    };
    match (&args.html, played) {
        (Some(_), Played { fault: Some(fault), .. }) => Err(fault.into()),
        (Some(html), Played { game, .. }) => film::write(game, args.seer, &target(args, html)),
        (None, played) => show_end(args, played),
    }
}

/// Prints what has happened, and the position at the end.
fn show_end(args: &Args, played: Played) -> miette::Result<ExitCode> {
    let Played { game, fault, dice_from_seed, draws_from_seed } = played;
    if !args.json {
        let told: String = game.log().iter().map(|entry| format!("{} ({})\n", entry.text(), entry.rule)).collect();
        out::print(&told)?;
    }
    match (fault, args.seer) {
        // Listing what would fit may reveal the other side's cards.
        (Some(_), Some(_)) => {
            return Err(miette!("a line of the record does not fit here; `replay` without `--as` says which, and why"));
        }
        (Some(fault), None) => return Err(fault.into()),
        (None, _) => {}
    }
    if let Some(file) = &args.save {
        game.record().save(file, args.force, &Known::default()).map_err(|unsaved| miette!("{unsaved}"))?;
    }
    if args.json {
        let position = match args.seer {
            Some(side) => game.view(side).position(),
            None => View::of_everything(&game).position(),
        };
        let news: Vec<serde_json::Value> = game.log().iter().map(Entry::to_json).collect();
        let replayed = ReplayJson { position, news };
        out::line(&serde_json::to_string_pretty(&replayed).into_diagnostic()?)?;
        if let Some(wrong) = View::of_everything(&game).broken_invariant() {
            out::warn(&format!("note: no game can start from this position, in the middle of an action: {wrong}\n"));
        }
    } else {
        let mut text = match (game.decision(), game.outcome()) {
            // The question to the other side may reveal its cards.
            (Some(decision), _) if args.seer.is_some_and(|seer| seer != decision.side) => {
                format!("It is for the {} to decide.\n", decision.side)
            }
            (Some(decision), _) => question(decision),
            (None, Some(victory)) => format!("{victory}\n"),
            (None, None) => String::new(),
        };
        if let Some(side) = args.seer {
            text += &cards_known_to(&game, side);
        }
        out::print(&text)?;
    }
    // A simulated game has no record, so nothing can be missing.
    if args.from_sim.is_none() && dice_from_seed + draws_from_seed > 0 {
        let count = |number: usize, one: &str, many: &str| match number {
            0 => None,
            1 => Some(format!("1 {one}")),
            _ => Some(format!("{number} {many}")),
        };
        let counted = [count(dice_from_seed, "die", "dice"), count(draws_from_seed, "drawn card", "drawn cards")];
        let counted = list(counted.into_iter().flatten());
        out::warn(&format!("note: the record does not give {counted}; taken from the seed\n"));
    }
    Ok(ExitCode::SUCCESS)
}

/// Where the film goes.
fn target<'a>(args: &'a Args, file: &'a Path) -> film::Target<'a> {
    film::Target { file, record: args.file.as_deref(), force: args.force }
}

/// The hand of a side, and what it knows of the other cards.
fn cards_known_to(game: &Game, side: Side) -> String {
    let view = game.view(side);
    let (enemy, known) = (side.enemy(), view.known_cards());
    let hand = format!("{}{enemy} · {} cards", show::cards::hand(game, side), view.hand_size(enemy));
    let known = match known.is_empty() {
        true => String::new(),
        false => format!(", of which the {side} know {}", show::cards::pile(game, known.iter())),
    };
    format!("{hand}{known}\nDraw pile · {} cards\n", view.draw_pile_size())
}

/// The open question as text, with the lines of a record that would answer it: seat, kind and each token.
fn question(decision: &Decision) -> String {
    let (who, kind) = match &decision.ask {
        // Whichever side rolls, the record says `roll`.
        Ask::Die(throw) => ("roll", throw.kind()),
        ask => (decision.side.id(), ask.kind()),
    };
    let token = |choice: &Choice| match (&decision.ask, choice) {
        (Ask::Die(_), Choice::Option(face)) => face.as_str().to_string(),
        _ => choice.token(),
    };
    let tokens: Vec<String> = decision.choices.iter().map(token).collect();
    let tokens: String = wrap(&tokens.join(" "), line_width() - 2).iter().map(|line| format!("  {line}\n")).collect();
    format!("{}: {}\nnext line: `{who} {kind} CHOICE` with one of\n{tokens}", decision.side, decision.ask.prompt())
}

/// The game of a record.
fn recorded(args: &Args, file: &Path) -> miette::Result<Played> {
    let given: Vec<&str> = args.game.given().into_iter().filter(|option| *option != "--position").collect();
    if !given.is_empty() {
        return Err(no_effect_on_a_record(&given, "replay the game with `--from-sim SEED`"));
    }
    let scripts = Rc::new(args.game.content.named().load()?);
    let source = Source::read(file)?;
    let mut record = Record::parse(&source)?;
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
    if let Some(file) = args.game.start.position() {
        record.header.position = Some(only_entry(&Source::read(file)?)?.position);
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

/// The game that `simulate` plays with a seed.
fn simulated(args: &Args, seed: u64) -> miette::Result<Played> {
    let mut game = args.game.series(seed, None)?.begin(seed)?;
    if let Err(halt) = game.proceed() {
        out::warn(&format!("error: {halt}\n"));
    }
    match args.to {
        None => Ok(Played { game, fault: None, dice_from_seed: 0, draws_from_seed: 0 }),
        Some(StopAt::Answers(to)) => Ok(game.record().play_through(game.scripts().clone(), Some(to), false)?),
        Some(StopAt::Line(_)) => {
            Err(miette!("`--to line:N` needs a record: a simulated game has no lines; `--save` it first"))
        }
    }
}
