//! The program `wilderness`.

use std::process::ExitCode;

/// Scripts allocate a great deal.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    // Who reads the output may stop, as `head` does.
    sigpipe::reset();
    wilderness_repl::run()
}
