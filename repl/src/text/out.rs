//! Output: the only place that writes to standard output and standard error. Of all control characters, only colours
//! and line ends pass.

use anstream::adapter::strip_str;
use miette::miette;
use std::borrow::Cow;
use std::io::Write;
use wilderness_engine::harmless::{escape, is_harmful};

/// Prints text that may be coloured, and flushes it.
///
/// # Errors
/// When standard output cannot be written to, as on a full disk.
pub fn write(text: &str) -> std::io::Result<()> {
    let mut out = anstream::stdout().lock();
    out.write_all(harmless(text).as_bytes())?;
    out.flush()
}

/// As [`write()`], with the error as a report.
///
/// # Errors
/// As [`write()`].
pub fn print(text: &str) -> miette::Result<()> {
    write(text).map_err(|error| miette!("cannot write to standard output: {error}"))
}

/// Prints a line.
///
/// # Errors
/// As [`print`].
pub fn line(text: &str) -> miette::Result<()> {
    print(&format!("{text}\n"))
}

/// Prints text to standard error: warnings, notes, diagnostics. A failure to do so cannot be reported.
pub fn warn(text: &str) {
    let mut out = anstream::stderr().lock();
    let _ = out.write_all(harmless(text).as_bytes()).and_then(|()| out.flush());
}

/// A text without control characters: line ends, tabs and colours stay; every other control character and bidirectional
/// mark becomes an escape such as `\u001b`.
pub fn harmless(text: &str) -> Cow<'_, str> {
    let is_kept = |c: char| matches!(c, '\n' | '\t');
    if !text.contains(|c| is_harmful(c) && !is_kept(c)) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 16);
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let length = colour(rest).unwrap_or(c.len_utf8());
        match length > 1 && c == ESCAPE || is_kept(c) || !is_harmful(c) {
            true => out.push_str(&rest[..length]),
            false => escape(c, &mut out),
        }
        rest = &rest[length..];
    }
    Cow::Owned(out)
}

/// The same without colours.
pub fn plain(text: &str) -> String {
    strip_str(&harmless(text)).to_string()
}

const ESCAPE: char = '\u{1b}';
/// The maximum length of a colour sequence.
const LONGEST_CODES: usize = 24;

/// The length of the colour sequence at the start of a text, or 0: bold, dim, italic, underlined, and text colours.
/// Text from outside may use them too, but cannot hide anything with them.
fn colour(text: &str) -> Option<usize> {
    let codes = text.strip_prefix("\u{1b}[")?;
    let length = codes.bytes().take(LONGEST_CODES).position(|byte| !(byte.is_ascii_digit() || byte == b';'))?;
    let codes = codes[length..].starts_with('m').then_some(&codes[..length])?;
    let is_known = |code: &str| match code.parse::<u8>() {
        Ok(code) => matches!(code, 0..=4 | 22..=24 | 30..=39 | 90..=97),
        Err(_) => code.is_empty(),
    };
    // The code after 38 selects the colour.
    let simple = codes.split_once("38;").map_or(codes, |(before, _)| before.trim_end_matches(';'));
    simple.split(';').all(is_known).then_some(codes.len() + 3)
}
