//! Places in the text of a script. Rhai knows where a token begins; what it covers, and where a function is defined, is
//! read from the text.

use crate::faults::Source;
use rhai::Position;
use std::ops::Range;

/// The byte range of the token at a position of Rhai: line and column in characters, start only.
pub fn span(source: &Source, position: Position) -> Range<usize> {
    let text = source.text();
    let Some(line) = position.line() else { return 0..0 };
    let start = source.line_start(line - 1);
    let rest = &text[start..];
    let column = position.position().unwrap_or(1).saturating_sub(1);
    let offset = rest.char_indices().nth(column).map_or(rest.find('\n').unwrap_or(rest.len()), |(index, _)| index);
    let token = &rest[offset..];
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let length = match token.chars().next() {
        Some(c) if is_word(c) => token.find(|c: char| !is_word(c)).unwrap_or(token.len()),
        Some('"') => token[1..].find('"').map_or(1, |end| end + 2),
        Some('.') => 1 + token[1..].find(|c: char| !is_word(c)).unwrap_or(token.len() - 1),
        Some(c) => c.len_utf8(),
        None => 0,
    };
    start + offset..start + offset + length
}

/// The text with comments and what is between quotes blanked out: of the same length, so that places are the same.
pub fn code(text: &str) -> String {
    let mut code = text.as_bytes().to_vec();
    let mut rest = 0;
    while let Some(found) = text[rest..].find(['/', '"', '`', '\'']) {
        let start = rest + found;
        let tail = &text[start..];
        let length = match tail.as_bytes() {
            [b'/', b'/', ..] => tail.find('\n').unwrap_or(tail.len()),
            [b'/', b'*', ..] => tail.find("*/").map_or(tail.len(), |end| end + 2),
            [b'/', ..] => {
                rest = start + 1;
                continue;
            }
            [quote, ..] => quoted(tail, char::from(*quote)),
            [] => break,
        };
        code[start..start + length].iter_mut().filter(|byte| **byte != b'\n').for_each(|byte| *byte = b' ');
        rest = start + length;
    }
    // Only whole characters were blanked, each byte by a space.
    String::from_utf8(code).unwrap_or_default()
}

/// How long a quoted text is that begins here, both quotes included.
fn quoted(text: &str, quote: char) -> usize {
    let mut escaped = false;
    for (index, c) in text.char_indices().skip(1) {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            c if c == quote => return index + c.len_utf8(),
            _ => {}
        }
    }
    text.len()
}

/// Where a script's functions are defined: the name of each, its place, and its body with the braces.
pub fn definitions(source: &Source) -> Vec<(&str, Range<usize>, Range<usize>)> {
    let code = code(source.text());
    let mut found = Vec::new();
    let mut from = 0;
    while let Some(keyword) = code[from..].find("fn ").map(|index| from + index) {
        from = keyword + 3;
        let whole = !code[..keyword].ends_with(|c: char| c.is_alphanumeric() || c == '_');
        let name = from + code[from..].len() - code[from..].trim_start().len();
        let length = code[name..].find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(0);
        if !whole || length == 0 {
            continue;
        }
        let start = code[name..].find('{').map_or(code.len(), |index| name + index);
        let mut depth = 0;
        let end = code[start..].char_indices().find(|(_, c)| {
            depth += i32::from(*c == '{') - i32::from(*c == '}');
            depth == 0
        });
        let body = start..end.map_or(code.len(), |(index, _)| start + index + 1);
        from = name + length;
        found.push((&source.text()[name..name + length], name..name + length, body));
    }
    found
}

/// Where a function is defined: its name.
pub fn definition(source: &Source, name: &str) -> Option<Range<usize>> {
    definitions(source).into_iter().find(|(other, ..)| *other == name).map(|(_, place, _)| place)
}

/// Where a text stands between quotes in the body of a function.
pub fn literal(source: &Source, function: &str, text: &str) -> Option<Range<usize>> {
    let (_, _, body) = definitions(source).into_iter().find(|(name, ..)| *name == function)?;
    let quoted = format!("\"{text}\"");
    let start = body.start + source.text()[body].find(&quoted)?;
    Some(start..start + quoted.len())
}

/// Where these words stand in the code.
pub(super) fn words(source: &Source, words: &[&str]) -> Vec<Range<usize>> {
    let code = code(source.text());
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let mut found = Vec::new();
    let mut from = 0;
    while let Some(start) = code[from..].find(is_word).map(|index| from + index) {
        let end = code[start..].find(|c: char| !is_word(c)).map_or(code.len(), |index| start + index);
        if words.contains(&&code[start..end]) {
            found.push(start..end);
        }
        from = end;
    }
    found
}

/// Where functions are defined that call themselves.
pub(super) fn recursive(source: &Source) -> Vec<Range<usize>> {
    let calls =
        |name: &str, body: &Range<usize>| words(source, &[name]).iter().any(|place| body.contains(&place.start));
    let all = definitions(source).into_iter().filter(|(name, _, body)| calls(name, body));
    all.map(|(_, place, _)| place).collect()
}
