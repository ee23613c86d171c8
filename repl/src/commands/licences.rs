//! `wilderness licences`: whose work is in the program.

use crate::text::out;
use std::process::ExitCode;

/// The crates that are compiled into the program; a test keeps the list true.
const THIRD_PARTIES: &str = include_str!("../../help/third-parties.txt");

/// The notice.
///
/// # Errors
/// What keeps it from being printed.
pub fn run() -> miette::Result<ExitCode> {
    out::print(THIRD_PARTIES)?;
    Ok(ExitCode::SUCCESS)
}
