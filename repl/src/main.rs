//! The program `wilderness`.

use std::process::ExitCode;

fn main() -> ExitCode {
    wilderness_repl::run()
}
