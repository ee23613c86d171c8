//! Makes text from outside (files, scripts, typed lines) harmless before it is shown. Control characters can move the
//! cursor, ring the bell or hide what follows, and bidirectional marks reverse a line; each is replaced by its JSON
//! escape, such as `\u001b`.

use std::borrow::Cow;
use std::fmt::Write as _;

/// Whether a character affects the screen instead of being shown: control characters, line and paragraph separators,
/// bidirectional marks, and characters without width.
pub fn is_harmful(c: char) -> bool {
    c.is_control()
        || matches!(c,
            '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
            | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}')
}

/// The text as one line: line ends and tabs become blanks, and other harmful characters escapes.
pub fn one_line(text: &str) -> Cow<'_, str> {
    filtered(text, |c| matches!(c, '\n' | '\r' | '\t').then_some(' '))
}

/// The text as several lines: line ends and tabs stay, and other harmful characters become escapes.
pub fn lines(text: &str) -> Cow<'_, str> {
    filtered(text, |c| matches!(c, '\n' | '\t').then_some(c))
}

/// Replaces every harmful character by what `instead` returns, or else by its escape.
fn filtered(text: &str, instead: impl Fn(char) -> Option<char>) -> Cow<'_, str> {
    if !text.contains(is_harmful) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        match instead(c) {
            Some(other) => out.push(other),
            None if is_harmful(c) => escape(c, &mut out),
            None => out.push(c),
        }
    }
    Cow::Owned(out)
}

/// Writes the JSON escape of a character.
pub fn escape(c: char, out: &mut String) {
    for unit in c.encode_utf16(&mut [0; 2]) {
        let _ = write!(out, "\\u{unit:04x}");
    }
}

/// Replaces every harmful character by a harmless one of the same number of bytes, so that byte offsets stay valid;
/// `None` if there are none. Line ends and tabs stay, but a carriage return only at the end of a line.
pub(crate) fn of_same_length(text: &str) -> Option<String> {
    let is_return = |at: usize| text.as_bytes().get(at + 1) == Some(&b'\n');
    let is_bad = |at: usize, c: char| match c {
        '\n' | '\t' => false,
        '\r' => !is_return(at),
        c => is_harmful(c),
    };
    text.char_indices().find(|(at, c)| is_bad(*at, *c))?;
    let shown = text.char_indices().map(|(at, c)| match c.len_utf8() {
        _ if !is_bad(at, c) => c,
        1 => '?',
        2 => '\u{bf}',
        3 => '\u{fffd}',
        _ => '\u{1f6ab}',
    });
    Some(shown.collect())
}

/// The text, cut to about `most` bytes: the beginning and the end, with an ellipsis between them.
pub fn shortened(text: &str, most: usize) -> Cow<'_, str> {
    if text.len() <= most {
        return Cow::Borrowed(text);
    }
    let (before, after) = (most / 4 * 3, most / 4);
    let start = boundary_before(text, before);
    let end = boundary_after(text, text.len() - after);
    Cow::Owned(format!("{}…{}", &text[..start], &text[end..]))
}

/// The last character boundary at or before a byte.
pub(crate) fn boundary_before(text: &str, byte: usize) -> usize {
    (0..=byte.min(text.len())).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0)
}

/// The first character boundary at or after a byte.
pub(crate) fn boundary_after(text: &str, byte: usize) -> usize {
    (byte..text.len()).find(|at| text.is_char_boundary(*at)).unwrap_or(text.len())
}
