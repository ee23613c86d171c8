//! Tabletop wargames on the command line: everything but `main`, so that tests and fuzzers can reach the prompt.

// All output goes through `out`.
#![warn(clippy::print_stdout, clippy::print_stderr)]

mod battles;
pub mod board;
mod commands;
mod film;
mod format;
pub mod harness;
mod interrupt;
mod json_schema;
mod list;
mod lsp;
mod options;
mod page;
mod progress;
mod prompt;
mod replayed;
mod tabletop;
#[cfg(feature = "testing")]
pub mod testing;
mod text;
mod war;
mod zip;

/// What a game implements to be on a list, with the types that this takes.
pub mod title {
    pub use crate::board::pictured::{HeldSecret, Pictured, PlannedRoute};
    pub use crate::commands::games::{Beginning, Entry, Game, Listed, Title};
    pub use crate::options::content::ContentArg;
    pub use crate::options::game_option::GameOption;
    pub use crate::options::series::Wanted;
    pub use crate::options::start::Start;
    pub use crate::replayed::Replayed;
    pub use wilderness_lab::series::Tested;
}

pub use commands::games;
pub use list::GAMES;

use std::process::ExitCode;

/// Runs the command line with the games of a list, the one that is played unless another is named first.
pub fn run(games: &'static [games::Game]) -> ExitCode {
    games::install(games);
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
