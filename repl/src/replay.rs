//! `wilderness replay`: plays a record through and shows where it leads.

use crate::cards::CardsArg;
use clap::Args as ClapArgs;
use std::path::PathBuf;
use std::process::ExitCode;
use std::rc::Rc;
use wilderness_core::faults::Source;
use wilderness_core::position::Position;
use wilderness_core::record::Record;

#[derive(ClapArgs)]
pub struct Args {
    /// The record.
    file: PathBuf,
    /// Play only the first N answers and results of chance.
    #[arg(long, value_name = "N")]
    to: Option<usize>,
    /// Start from the position in this file instead of the record's own.
    #[arg(long, value_name = "FILE")]
    position: Option<PathBuf>,
    #[command(flatten)]
    cards: CardsArg,
    /// Print the position as JSON instead of the log.
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args) -> miette::Result<ExitCode> {
    let scripts = Rc::new(args.cards.named().load()?);
    let mut record = Record::parse(&Source::read(&args.file)?)?;
    let changed = record.changed_scripts(&scripts);
    if !changed.is_empty() {
        eprintln!("warning: since this game was played, these scripts have changed: {}", changed.join(", "));
    }
    match record.results_taken_back() {
        0 => {}
        1 => eprintln!("note: a die or card was known and taken back (`undone` in the record)"),
        several => eprintln!("note: {several} dice and cards were known and taken back (`undone` in the record)"),
    }
    if let Some(file) = &args.position {
        let source = Source::read(file)?;
        record.header.position = Position::read(source.name(), source.text())?.pop().map(|entry| entry.position);
    }
    let game = record.play(scripts, args.to)?;
    if args.json {
        println!("{}", Position::from_state(game.state()).to_json());
        return Ok(ExitCode::SUCCESS);
    }
    for entry in game.log() {
        println!("{} ({})", entry.text, entry.rule);
    }
    match (game.decision(), game.outcome()) {
        (Some(decision), _) => println!("{}: {}", decision.side, decision.ask.prompt()),
        (None, Some(victory)) => println!("{victory}"),
        (None, None) => {}
    }
    Ok(ExitCode::SUCCESS)
}
