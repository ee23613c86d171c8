//! Wilderness War on the command line: everything but `main`, so that tests and fuzzers can reach the prompt.

// All output goes through `out`.
#![warn(clippy::print_stdout, clippy::print_stderr)]

mod battles;
pub mod board;
mod checking;
mod commands;
mod film;
pub mod harness;
mod interrupt;
mod lab;
mod lsp;
mod options;
mod page;
mod prompt;
mod replayed;
#[cfg(feature = "testing")]
pub mod testing;
mod text;
mod war;

pub use commands::run;
pub use prompt::front;
