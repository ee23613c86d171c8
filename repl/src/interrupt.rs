//! Ctrl-C outside the line editor, and the signals by which a system ends a program: SIGTERM, and SIGHUP when a terminal
//! closes. Long operations check whether one of them came and end early, with what they have so far; otherwise Ctrl-C
//! applies to the next line typed. A second Ctrl-C before that ends the program at once; a second SIGTERM does not, since
//! `timeout` sends two.

use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, LazyLock};

static PRESSED: LazyLock<Arc<AtomicBool>> = LazyLock::new(Arc::default);
/// The last signal; 0 if there was none.
static SIGNAL: LazyLock<Arc<AtomicUsize>> = LazyLock::new(Arc::default);

/// The signals that end the program, and not only what it is doing.
pub const ENDING: [i32; 2] = [SIGTERM, SIGHUP];

/// The conventional exit code after a signal: 130 for Ctrl-C.
pub fn exit_code() -> ExitCode {
    let signal = u8::try_from(SIGNAL.load(Ordering::SeqCst)).ok().filter(|signal| *signal > 0).unwrap_or(SIGINT as u8);
    ExitCode::from(128 + signal)
}

/// Whether the system has asked the program to end.
pub fn is_to_end() -> bool {
    ENDING.iter().any(|signal| SIGNAL.load(Ordering::SeqCst) == *signal as usize)
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

/// From now on Ctrl-C and the signals that end a program do not end it at once. Call it once.
///
/// # Errors
/// Errors of the operating system.
pub fn catch() -> std::io::Result<()> {
    use signal_hook::flag;
    flag::register_conditional_default(SIGINT, PRESSED.clone())?;
    for signal in [SIGINT].into_iter().chain(ENDING) {
        flag::register_usize(signal, SIGNAL.clone(), signal as usize)?;
        flag::register(signal, PRESSED.clone())?;
    }
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
