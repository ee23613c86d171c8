//! The balance lab: what `simulate`, `merge`, `arena` and `compare` have in common.

pub mod args;
pub mod compared;
pub mod plot;
pub mod row;
pub mod series;
pub mod summary;

use crate::interrupt;
use std::process::ExitCode;

/// What stands behind the number of games if somebody ended them before all that were wanted were played.
pub fn stopped_early(stopped: bool, wanted: u64) -> String {
    if stopped { format!(" (stopped early: {wanted} were wanted)") } else { String::new() }
}

/// What a command returns, so many of whose games went wrong.
pub fn exit_code(errors: u64, stopped: bool) -> ExitCode {
    match errors {
        0 if stopped => interrupt::exit_code(),
        0 => ExitCode::SUCCESS,
        _ => ExitCode::FAILURE,
    }
}
