//! `wilderness lsp`: a language server for editors.

use clap::Args as ClapArgs;
use std::process::ExitCode;

/// Editors start it themselves, and talk to it over standard input and output; `scripts/war/README.md` says how.
#[derive(ClapArgs)]
pub struct Args {}

pub fn run(_: &Args) -> miette::Result<ExitCode> {
    crate::lsp::serve(super::games::shelf_of)?;
    Ok(ExitCode::SUCCESS)
}
