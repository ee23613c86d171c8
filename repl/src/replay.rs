//! `wilderness replay`: plays a record through and shows where it leads.

use crate::lab::args::Game as SimulatedGame;
use crate::show;
use crate::start::side;
use clap::Args as ClapArgs;
use miette::miette;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::rc::Rc;
use wilderness_core::Side;
use wilderness_core::faults::Source;
use wilderness_core::game::Game;
use wilderness_core::position::Position;
use wilderness_core::record::Record;

#[derive(ClapArgs)]
pub struct Args {
    /// The record.
    #[arg(conflicts_with = "from_sim")]
    file: Option<PathBuf>,
    /// Instead of a record, play the game with this seed as `simulate` does; say the same of scenario, rules and players.
    #[arg(long, value_name = "SEED")]
    from_sim: Option<u64>,
    /// Play only the first N answers and results of chance.
    #[arg(long, value_name = "N")]
    to: Option<usize>,
    #[command(flatten)]
    game: SimulatedGame,
    /// Write the game into this file, as a record.
    #[arg(long, value_name = "FILE", conflicts_with = "seer")]
    save: Option<PathBuf>,
    /// Show only what this side knows.
    #[arg(long = "as", value_name = "SIDE", value_parser = side)]
    seer: Option<Side>,
    /// Print the position as JSON instead of the log.
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args) -> miette::Result<ExitCode> {
    let game = match (&args.file, args.from_sim) {
        (Some(file), _) => recorded(args, file)?,
        (None, Some(seed)) => simulated(args, seed)?,
        (None, None) => return Err(miette!("what is to be replayed? name a record, or `--from-sim SEED`")),
    };
    if let Some(file) = &args.save {
        let saved = game.record().save(file);
        saved.map_err(|error| miette!("{} cannot be written: {error}", file.display()))?;
    }
    if args.json {
        let position = match args.seer {
            Some(side) => game.view(side).position(),
            None => Position::from_state(game.state()),
        };
        println!("{}", position.to_json());
        return Ok(ExitCode::SUCCESS);
    }
    for entry in game.log() {
        println!("{} ({})", entry.text, entry.rule);
    }
    match (game.decision(), game.outcome()) {
        // What the other side is asked may tell what it holds.
        (Some(decision), _) if args.seer.is_some_and(|seer| seer != decision.side) => {
            println!("It is for the {} to decide.", decision.side);
        }
        (Some(decision), _) => println!("{}: {}", decision.side, decision.ask.prompt()),
        (None, Some(victory)) => println!("{victory}"),
        (None, None) => {}
    }
    if let Some(side) = args.seer {
        anstream::print!("{}", cards_known_to(&game, side));
    }
    Ok(ExitCode::SUCCESS)
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

/// The game in a record.
fn recorded(args: &Args, file: &Path) -> miette::Result<Game> {
    let scripts = Rc::new(args.game.cards.named().load()?);
    let mut record = Record::parse(&Source::read(file)?)?;
    let changed = record.changed_scripts(&scripts);
    if !changed.is_empty() {
        eprintln!("warning: since this game was played, these scripts have changed: {}", changed.join(", "));
    }
    match record.results_taken_back() {
        0 => {}
        1 => eprintln!("note: a die, card or answer was known and taken back (`undone` in the record)"),
        several => {
            eprintln!("note: {several} dice, cards and answers were known and taken back (`undone` in the record)")
        }
    }
    if let Some(file) = args.game.start.position() {
        let source = Source::read(file)?;
        record.header.position = Position::read(source.name(), source.text())?.pop().map(|entry| entry.position);
    }
    Ok(record.play(scripts, args.to)?)
}

/// The game that a simulation plays with a seed.
fn simulated(args: &Args, seed: u64) -> miette::Result<Game> {
    let mut game = args.game.series(seed, None)?.begin(seed)?;
    if let Err(halt) = game.proceed() {
        eprintln!("error: {halt}");
    }
    match args.to {
        Some(to) => Ok(game.record().play(game.scripts().clone(), Some(to))?),
        None => Ok(game),
    }
}
