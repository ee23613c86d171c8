//! The prompt of this game: its commands, its sentences, and how far a line of answers extends.

pub mod command;
mod extras;
mod revealed;
mod run_on;
mod sentences;

pub use extras::WarPrompt;
