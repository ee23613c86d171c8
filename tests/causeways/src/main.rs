//! The program with Causeways alone.

use std::process::ExitCode;
use wilderness_causeways::Causeways;
use wilderness_repl::title::{Entry, Game};

/// The list of games.
const GAMES: &[Game] = &[&Entry::<Causeways>::NEW];

fn main() -> ExitCode {
    wilderness_repl::run(GAMES)
}
