//! The commands of the program, one file each.

pub mod analyse;
mod api;
pub mod arena;
pub mod board;
pub mod bot;
pub mod cards;
pub mod check;
pub mod compare;
mod completions;
mod editor;
mod export;
mod film;
mod fmt;
pub mod games;
mod init;
pub mod inspect;
mod licences;
mod lsp;
mod man;
pub mod merge;
pub mod opening;
mod pack;
pub mod perft;
pub mod play;
pub mod replay;
mod rules;
mod scenarios;
mod schema;
mod serve;
pub mod simulate;
pub mod weigh;
mod welcome;

use crate::interrupt;
use crate::options::offered::{self, Scope, SideWord};
use crate::text::{out, report};
use clap::{CommandFactory as _, Parser, Subcommand};
use games::Game;
use std::collections::BTreeSet;
use std::ffi::OsString;
use std::process::ExitCode;
use wilderness_engine::faults::Faults;

/// Tabletop wargames, played at the prompt or on a page. Without a command, plays the first game.
#[derive(Parser)]
#[command(name = "wilderness", version)]
struct Cli {
    #[command(subcommand)]
    command: Option<CliCommand>,
}

#[derive(Subcommand)]
enum CliCommand {
    /// Play a game: people, bots, or people against bots.
    Play(play::Args),
    /// Serve games as pages in a browser, to play with a mouse, or with someone elsewhere.
    Serve(serve::Args),
    /// Let bots play many games, and report statistics.
    Simulate(simulate::Args),
    /// Let two bots play each other, and report which is stronger.
    Arena(arena::Args),
    /// Be a bot for another build of the program, which asks for answers line by line.
    Bot(bot::Args),
    /// Play the same games with two sets of scripts, rules, settings or players, and report what the difference
    /// changes.
    Compare(compare::Args),
    /// Find out what each card changes, by games that differ in one card of a hand.
    Cards(cards::Args),
    /// Fit what positions are worth to games that bots play, and say how well that predicts results.
    Weigh(weigh::Args),
    /// Add up the rows of the shards of a run, as if it had been a single one.
    Merge(merge::Args),
    /// Show what the rules say about positions: supply, reach, lines of sight.
    Inspect(inspect::Args),
    /// Count all sequences of a number of decisions, with every result of chance.
    Perft(Box<perft::Args>),
    /// Make a directory with content of your own that plays, to change.
    Init(init::Args),
    /// Make one file of a folder with a game or content of your own, to be sent to others.
    Pack(pack::Args),
    /// Write the content in the program into a directory, to be read and changed.
    Export(export::Args),
    /// Check scripts, deck and scenarios, and try every event.
    Check(check::Args),
    /// Lay out scripts and TOML files: indentation, spaces and empty lines.
    Fmt(fmt::Args),
    /// Write JSON schemas of the TOML files of a content directory, for editors that read them.
    Schema(schema::Args),
    /// Serve an editor as a language server: mistakes while you type, completion, help.
    Lsp(lsp::Args),
    /// Write an extension for VS Code, or a plugin for Neovim, that is served as a language server.
    Editor(editor::Args),
    /// Draw a picture of the board.
    Board(board::Args),
    /// Print the script API: what scripts can call, answer and define.
    Api(api::Args),
    /// List the optional rules and the presets.
    Rules(rules::Args),
    /// List the scenarios.
    Scenarios(scenarios::Args),
    /// Replay a record, and show the final position.
    Replay(replay::Args),
    /// Find out what decided a game: the chance of winning over time, luck and mistakes.
    Analyse(analyse::Args),
    /// Name the crates that are in the program, and their licences.
    Licences,
    /// Print what a shell needs to complete the command line.
    Completions(completions::Args),
    /// Print the manual page, or write one for each command.
    Man(man::Args),
}

/// Runs the command line.
pub fn run() -> ExitCode {
    report::install();
    let arguments: Vec<OsString> = std::env::args_os().collect();
    let game = games::named_in(&arguments);
    let sides = game.map_or_else(games::first, Ok).and_then(|game| sides_in(&arguments, game));
    let sides = match sides {
        Ok(sides) => sides,
        Err(faults) => return fail(&faults.into()),
    };
    let scope = Scope { game: game.map(|game| game.word()), sides, alone: false };
    let cli = match offered::in_scope(scope, || Cli::try_parse_from(&arguments)) {
        Ok(cli) => cli,
        Err(answer) => return tell(&answer),
    };
    let result = match cli.command {
        None => play::alone(),
        Some(CliCommand::Analyse(args)) => analyse::run(&args),
        Some(CliCommand::Api(args)) => api::run(&args),
        Some(CliCommand::Arena(args)) => arena::run(&args),
        Some(CliCommand::Board(args)) => board::run(&args),
        Some(CliCommand::Bot(args)) => bot::run(&args),
        Some(CliCommand::Cards(args)) => cards::run(&args),
        Some(CliCommand::Check(args)) => check::run(&args),
        Some(CliCommand::Editor(args)) => editor::run(&args),
        Some(CliCommand::Export(args)) => export::run(&args),
        Some(CliCommand::Fmt(args)) => fmt::run(&args),
        Some(CliCommand::Init(args)) => init::run(&args),
        Some(CliCommand::Inspect(args)) => inspect::run(&args),
        Some(CliCommand::Compare(args)) => compare::run(&args),
        Some(CliCommand::Completions(args)) => completions::run(&args),
        Some(CliCommand::Licences) => licences::run(),
        Some(CliCommand::Lsp(args)) => lsp::run(&args),
        Some(CliCommand::Man(args)) => man::run(&args),
        Some(CliCommand::Pack(args)) => pack::run(&args),
        Some(CliCommand::Merge(args)) => merge::run(&args),
        Some(CliCommand::Perft(args)) => perft::run(&args),
        Some(CliCommand::Play(args)) => play::run(&args),
        Some(CliCommand::Serve(args)) => serve::run(&args),
        Some(CliCommand::Rules(args)) => rules::run(&args),
        Some(CliCommand::Scenarios(args)) => scenarios::run(&args),
        Some(CliCommand::Schema(args)) => schema::run(&args),
        Some(CliCommand::Simulate(args)) => simulate::run(&args),
        Some(CliCommand::Replay(args)) => replay::run(&args),
        Some(CliCommand::Weigh(args)) => weigh::run(&args),
    };
    match result {
        Ok(_) if interrupt::is_to_end() => interrupt::exit_code(),
        Ok(code) => code,
        Err(report) => fail(&report),
    }
}

/// The sides of a game whose content names them, for which the command line has options: all whose words are not those
/// of other options. `--seat` takes any side.
fn sides_in(arguments: &[OsString], game: Game) -> Result<Vec<SideWord>, Faults> {
    let mut sides = games::sides_in(arguments, game)?;
    if !sides.is_empty() {
        let command = Cli::command();
        let all = command.get_subcommands().flat_map(clap::Command::get_arguments);
        let taken: BTreeSet<&str> = all
            .flat_map(|arg| [arg.get_id().as_str()].into_iter().chain(arg.get_long()))
            .chain(["help", "version"])
            .collect();
        sides.retain(|side| !taken.contains(side.id));
    }
    Ok(sides)
}

/// The command line with the options of the game that a word or folder names, or of the first.
fn command_of(named: Option<&str>) -> Result<clap::Command, Faults> {
    let game = named.map_or_else(games::first, games::of_words)?;
    let sides = sides_in(&std::env::args_os().collect::<Vec<_>>(), game)?;
    Ok(offered::in_scope(Scope { game: Some(game.word()), sides, alone: true }, Cli::command))
}

/// Prints why nothing is run: a request for help, or arguments that cannot be parsed.
fn tell(answer: &clap::Error) -> ExitCode {
    let text = answer.render().ansi().to_string();
    if answer.use_stderr() {
        out::warn(&text);
        return ExitCode::from(u8::try_from(answer.exit_code()).unwrap_or(2));
    }
    // Asking for help is not an error; failing to print it is.
    out::print(&text).map_or_else(|report| fail(&report), |()| ExitCode::SUCCESS)
}

fn fail(report: &miette::Report) -> ExitCode {
    out::warn(&format!("{report:?}\n"));
    ExitCode::from(2)
}
