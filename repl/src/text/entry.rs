//! Entries of a list: each has a name, and under it what it is about.

use super::columns::{line_width, wrap};
use super::style::{BOLD, DIM, paint};

/// An entry: its name with a sign, if it has one, and under it what it is about.
pub fn entry(name: &str, sign: &str, about: &str) -> String {
    let sign = if sign.is_empty() { String::new() } else { format!(" {}", paint(BOLD, format!("[{sign}]"))) };
    let about: String =
        wrap(about, line_width() - 6).iter().map(|line| format!("      {}\n", paint(DIM, line))).collect();
    format!("{name}{sign}\n{about}")
}
