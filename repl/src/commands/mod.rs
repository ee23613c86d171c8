//! The commands of the program, a file for each.

mod api;
mod arena;
mod board;
mod check;
mod compare;
mod inspect;
mod merge;
mod perft;
mod play;
mod replay;
pub mod rules;
mod scenarios;
mod simulate;

use crate::text::{out, report};
use clap::{Parser, Subcommand};
use std::process::ExitCode;

/// Wilderness War, a game of the French & Indian War. Without a command: play Annus Mirabilis.
#[derive(Parser)]
#[command(name = "wilderness", version)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    /// Play: people, machines, or one against the other.
    Play(play::Args),
    /// Let agents play many games, and count.
    Simulate(simulate::Args),
    /// Let two agents play each other, and say which is the stronger.
    Arena(arena::Args),
    /// Play the same games with two sets of scripts, rules, settings or players, and say what that changes.
    Compare(compare::Args),
    /// Add up what several runs of `simulate --out` wrote.
    Merge(merge::Args),
    /// Say what positions hold for both sides: supply, control, construction sites, reach.
    Inspect(inspect::Args),
    /// Count the ways in which a game can go on in so many decisions, with every result of chance.
    Perft(Box<perft::Args>),
    /// Check scripts, deck and scenarios, and try every event.
    Check(check::Args),
    /// Draw a picture of the board.
    Board(board::Args),
    /// Print what scripts can call, answer and define.
    Api(api::Args),
    /// List the optional rules and the presets.
    Rules(rules::Args),
    /// List the scenarios.
    Scenarios(scenarios::Args),
    /// Play a record through, and show where it leads.
    Replay(replay::Args),
}

/// Does what the command line says.
pub fn run() -> ExitCode {
    report::install();
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(answer) => return tell(&answer),
    };
    let result = match cli.command {
        None => play::run(&play::Args::default()),
        Some(Command::Api(args)) => api::run(&args),
        Some(Command::Arena(args)) => arena::run(&args),
        Some(Command::Board(args)) => board::run(&args),
        Some(Command::Check(args)) => check::run(&args),
        Some(Command::Inspect(args)) => inspect::run(&args),
        Some(Command::Compare(args)) => compare::run(&args),
        Some(Command::Merge(args)) => merge::run(&args),
        Some(Command::Perft(args)) => perft::run(&args),
        Some(Command::Play(args)) => play::run(&args),
        Some(Command::Rules(args)) => rules::run(&args),
        Some(Command::Scenarios(args)) => scenarios::run(&args),
        Some(Command::Simulate(args)) => simulate::run(&args),
        Some(Command::Replay(args)) => replay::run(&args),
    };
    result.unwrap_or_else(|report| fail(&report))
}

/// Says why nothing is done: the arguments ask for help, or cannot be understood.
fn tell(answer: &clap::Error) -> ExitCode {
    let text = answer.render().ansi().to_string();
    if answer.use_stderr() {
        out::warn(&text);
        return ExitCode::from(u8::try_from(answer.exit_code()).unwrap_or(2));
    }
    // Help is no error; but not to be able to print it is one.
    out::print(&text).map_or_else(|report| fail(&report), |()| ExitCode::SUCCESS)
}

fn fail(report: &miette::Report) -> ExitCode {
    out::warn(&format!("{report:?}\n"));
    ExitCode::from(2)
}
