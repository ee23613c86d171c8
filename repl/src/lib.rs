//! Tabletop wargames on the command line: everything but `main`, so that tests and fuzzers can reach the prompt.

// All output goes through `out`.
#![warn(clippy::print_stdout, clippy::print_stderr)]

mod battles;
pub mod board;
mod commands;
mod film;
pub mod harness;
mod interrupt;
mod list;
mod lsp;
mod options;
mod page;
mod progress;
mod prompt;
mod replayed;
#[cfg(feature = "testing")]
pub mod testing;
mod text;
mod war;

pub use commands::games;

use std::process::ExitCode;

/// Runs the command line with the games of the program.
pub fn run() -> ExitCode {
    games::install(list::GAMES);
    commands::run()
}

/// What `replay --json` prints of a record, replayed with the built-in content; then what is saved of the game with its
/// branches and bookmarks.
///
/// # Errors
/// What is wrong with the record.
pub fn replay(file: &std::path::Path) -> Result<(serde_json::Value, String), wilderness_engine::faults::Faults> {
    games::install(list::GAMES);
    games::of_record(file)?.replay_to_json(file)
}
pub use prompt::front;
