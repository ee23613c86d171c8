//! The program `wilderness`.

use std::process::ExitCode;

/// Scripts allocate a lot.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    // The reader of the output may stop early, as `head` does.
    sigpipe::reset();
    wilderness_repl::run(wilderness_repl::GAMES)
}
