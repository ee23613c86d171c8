//! Ctrl-C outside the line editor. Long operations check whether it was pressed and end early; otherwise it applies to
//! the next line typed. A second press before that ends the program.

use std::process::ExitCode;

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, LazyLock};

static PRESSED: LazyLock<Arc<AtomicBool>> = LazyLock::new(Arc::default);

/// The conventional exit code after Ctrl-C.
pub fn exit_code() -> ExitCode {
    ExitCode::from(130)
}

/// The exit code of a command that plays many games, given the number of failed ones and whether it was interrupted.
pub fn exit_code_of(errors: u64, stopped: bool) -> ExitCode {
    match errors {
        0 if stopped => exit_code(),
        0 => ExitCode::SUCCESS,
        _ => ExitCode::FAILURE,
    }
}

/// The flag itself, for other threads and for code that does not know this module.
pub fn pressed() -> Arc<AtomicBool> {
    PRESSED.clone()
}

/// From now on Ctrl-C does not end the program at once. Call it once.
///
/// # Errors
/// Errors of the operating system.
pub fn catch() -> std::io::Result<()> {
    use signal_hook::{consts::SIGINT, flag};
    flag::register_conditional_default(SIGINT, PRESSED.clone())?;
    flag::register(SIGINT, PRESSED.clone())?;
    Ok(())
}

/// Whether it was pressed and not yet handled.
pub fn is_pressed() -> bool {
    PRESSED.load(Ordering::SeqCst)
}

/// Handles it. Returns whether it was pressed.
pub fn take() -> bool {
    PRESSED.swap(false, Ordering::SeqCst)
}

/// Hands Ctrl-C to the line editor while a line is being typed.
pub fn pass_on() {
    if take() {
        let _ = signal_hook::low_level::raise(signal_hook::consts::SIGINT);
    }
}
