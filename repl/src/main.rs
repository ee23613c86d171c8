//! The program `wilderness`.

use std::process::ExitCode;

fn main() -> ExitCode {
    // Who reads the output may stop, as `head` does.
    sigpipe::reset();
    wilderness_repl::run()
}
