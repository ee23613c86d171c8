//! The prompt of this game: its commands, its sentences, and how far a line of answers extends.

mod auto;
mod begin;
pub mod command;
pub(crate) mod debug;
mod designer;
mod extras;
mod revealed;
mod run_on;
mod sentences;
mod whatif;

pub use extras::WarPrompt;
