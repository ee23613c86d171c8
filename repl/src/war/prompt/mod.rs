//! What only this game has at the prompt: its commands, its sentences, and what a line of answers means in it.

mod auto;
mod begin;
pub mod command;
mod debug;
mod designer;
mod extras;
#[cfg(test)]
mod hidden_tests;
mod losses;
mod run_on;
mod said;
mod telling;
mod whatif;

pub use extras::Desk;
