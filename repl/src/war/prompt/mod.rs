//! The prompt of this game: its commands, its sentences, and how far a line of answers extends.

mod auto;
mod begin;
pub mod command;
mod debug;
mod designer;
mod extras;
#[cfg(test)]
mod hidden_tests;
mod losses;
mod revealed;
mod run_on;
mod sentences;
mod whatif;

pub use extras::WarPrompt;
