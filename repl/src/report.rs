//! How diagnostics look: with colours and frames on a terminal, plain when `NO_COLOR` is set or nobody looks.

use std::io::IsTerminal;

/// The width in which diagnostics are laid out.
const WIDTH: usize = 100;

/// Chooses how miette renders every diagnostic of the program.
pub fn install() {
    let plain = std::env::var_os("NO_COLOR").is_some() || !std::io::stderr().is_terminal();
    // Only fails when a handler is there already, which then serves as well.
    let _ = miette::set_hook(Box::new(move |_| {
        Box::new(miette::MietteHandlerOpts::new().color(!plain).width(WIDTH).build())
    }));
}
