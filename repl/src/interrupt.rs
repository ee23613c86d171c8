//! Ctrl-C while no line is being typed. What takes long looks whether it was pressed, and ends early; otherwise it
//! counts for the line that is typed next. Pressed once more before that, it ends the program.

use std::process::ExitCode;

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, LazyLock};

static PRESSED: LazyLock<Arc<AtomicBool>> = LazyLock::new(Arc::default);

/// What a program returns that Ctrl-C has ended, by the custom of shells.
pub fn exit_code() -> ExitCode {
    ExitCode::from(130)
}

/// Whether it was pressed, for what runs in other threads or knows nothing of this module.
pub fn pressed() -> Arc<AtomicBool> {
    PRESSED.clone()
}

/// From now on Ctrl-C does not end the program at once. To be called once.
///
/// # Errors
/// Those of the system.
pub fn catch() -> std::io::Result<()> {
    use signal_hook::{consts::SIGINT, flag};
    flag::register_conditional_default(SIGINT, PRESSED.clone())?;
    flag::register(SIGINT, PRESSED.clone())?;
    Ok(())
}

/// Whether it was pressed and nobody has taken it up.
pub fn is_pressed() -> bool {
    PRESSED.load(Ordering::SeqCst)
}

/// Takes it up. Returns whether it was pressed.
pub fn take() -> bool {
    PRESSED.swap(false, Ordering::SeqCst)
}

/// Gives it to the line editor, which listens as long as a line is being typed.
pub fn pass_on() {
    if take() {
        let _ = signal_hook::low_level::raise(signal_hook::consts::SIGINT);
    }
}
