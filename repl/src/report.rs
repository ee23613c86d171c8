//! How diagnostics look: with colours and frames on a terminal, plain when `NO_COLOR` is set or nobody looks.

use crate::columns::WIDTH;
use crate::style::coloured;

/// Chooses how miette renders every diagnostic of the program.
pub fn install() {
    let plain = !coloured(&std::io::stderr());
    // Only fails when a handler is there already, which then serves as well.
    let _ = miette::set_hook(Box::new(move |_| {
        Box::new(miette::MietteHandlerOpts::new().color(!plain).width(WIDTH).build())
    }));
}
