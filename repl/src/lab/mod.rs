//! The balance lab: what `simulate`, `merge`, `arena` and `compare` have in common.

pub mod args;
pub mod balance;
pub mod comparison;
pub mod facts;
pub mod plot;
pub mod progress;
pub mod row;
pub mod series;
pub mod summary;

use crate::interrupt;
use std::process::ExitCode;

/// What follows the number of games if the run was interrupted.
pub fn stopped_early(stopped: bool, wanted: u64) -> String {
    if stopped { format!(" (stopped early: {wanted} were wanted)") } else { String::new() }
}

/// The exit code of a command, given the number of failed games.
pub fn exit_code(errors: u64, stopped: bool) -> ExitCode {
    match errors {
        0 if stopped => interrupt::exit_code(),
        0 => ExitCode::SUCCESS,
        _ => ExitCode::FAILURE,
    }
}
