//! `wilderness replay`: plays a record through and shows where it leads.

use crate::lab::args::Game as SimulatedGame;
use crate::out;
use clap::Args as ClapArgs;
use miette::miette;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::rc::Rc;
use wilderness_core::faults::Source;
use wilderness_core::game::Game;
use wilderness_core::harmless::shortened;
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
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    /// Let `--save` replace a file that is not a record of this game.
    #[arg(long, requires = "save")]
    force: bool,
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
        game.record().save(file, args.force).map_err(|unsaved| miette!("{unsaved}"))?;
    }
    if args.json {
        out::line(&Position::from_state(game.state()).to_json())?;
        return Ok(ExitCode::SUCCESS);
    }
    let mut text: String = game.log().iter().map(|entry| format!("{} ({})\n", entry.text, entry.rule)).collect();
    match (game.decision(), game.outcome()) {
        (Some(decision), _) => text.push_str(&format!("{}: {}\n", decision.side, decision.ask.prompt())),
        (None, Some(victory)) => text.push_str(&format!("{victory}\n")),
        (None, None) => {}
    }
    out::print(&text)?;
    Ok(ExitCode::SUCCESS)
}

/// The game in a record.
fn recorded(args: &Args, file: &Path) -> miette::Result<Game> {
    let scripts = Rc::new(args.game.cards.named().load()?);
    let mut record = Record::parse(&Source::read(file)?)?;
    let changed = record.changed_scripts(&scripts);
    if !changed.is_empty() {
        let list = changed.join(", ");
        let list = shortened(&list, 1000);
        out::warn(&format!("warning: since this game was played, these scripts have changed: {list}\n"));
    }
    match record.results_taken_back() {
        0 => {}
        1 => out::warn("note: a die or card was known and taken back (`undone` in the record)\n"),
        several => {
            out::warn(&format!("note: {several} dice and cards were known and taken back (`undone` in the record)\n"));
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
    let mut game = args.game.series(seed, PathBuf::new())?.begin(seed)?;
    if let Err(halt) = game.proceed() {
        out::warn(&format!("error: {halt}\n"));
    }
    match args.to {
        Some(to) => Ok(game.record().play(game.scripts().clone(), Some(to))?),
        None => Ok(game),
    }
}
