//! Times on the command line.

use std::time::Duration;

/// The longest time: a year, in seconds.
const LONGEST: f64 = 366.0 * 24.0 * 3600.0;

/// A positive number of minutes.
///
/// # Errors
/// Anything else.
pub fn minutes(text: &str) -> Result<Duration, String> {
    time(text, 60.0).ok_or_else(|| "a number of minutes above 0, such as `10` or `0.5`".to_string())
}

/// A positive number of seconds.
///
/// # Errors
/// Anything else.
pub fn seconds(text: &str) -> Result<Duration, String> {
    time(text, 1.0).ok_or_else(|| "a number of seconds above 0, such as `60` or `0.5`".to_string())
}

fn time(text: &str, unit: f64) -> Option<Duration> {
    let seconds = unit * text.parse::<f64>().ok()?;
    (seconds > 0.0 && seconds <= LONGEST).then(|| Duration::from_secs_f64(seconds))
}
