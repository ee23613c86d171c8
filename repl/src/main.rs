//! The program `wilderness`.

use std::process::ExitCode;

// It is linked for its allocator alone.
use wilderness_allocator as _;

fn main() -> ExitCode {
    // The reader of the output may stop early, as `head` does.
    sigpipe::reset();
    wilderness_repl::run(wilderness_repl::GAMES)
}
