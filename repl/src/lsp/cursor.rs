//! What stands at a place of a script: a word, a text and what it is for, a call and which of its arguments.

use std::ops::Range;

/// What stands around a place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cursor {
    /// The word at the place, or the text between quotes.
    pub span: Range<usize>,
    /// Whether it stands between quotes.
    pub in_text: bool,
    /// What stands before the word and a dot: `game` of `game.roll`; `)` or `]` if it is no name.
    pub receiver: Option<String>,
    /// The function among whose arguments it is, where its name ends, and which argument it is, from 0.
    pub call: Option<(String, usize, usize)>,
    /// What it is compared with: the property or function before `==`, `!=` or `in`, and the variable before its dot.
    pub compared: Option<(String, Option<String>)>,
    /// The key in an object map that it is the value of.
    pub key: Option<String>,
    /// Whether it is where a key of an object map begins.
    pub in_map: bool,
    /// The function in whose body it is.
    pub function: Option<String>,
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// Comments and what is between quotes, blanked out, with the text between quotes in which a place is.
fn code(text: &str, offset: usize) -> (String, Option<Range<usize>>, bool) {
    let mut code = String::with_capacity(text.len());
    let (mut inside, mut in_comment) = (None, false);
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let at = text.len() - rest.len();
        let length = match c {
            '/' if rest.starts_with("//") => rest.find('\n').unwrap_or(rest.len()),
            '/' if rest.starts_with("/*") => rest.find("*/").map_or(rest.len(), |end| end + 2),
            '"' | '`' => quoted(rest, c),
            c => {
                code.push(c);
                rest = &rest[c.len_utf8()..];
                continue;
            }
        };
        let whole = at..at + length;
        if c == '/' {
            in_comment |= whole.start < offset && offset <= whole.end;
        } else if whole.start < offset && (offset < whole.end || !rest[1..length].ends_with(c)) {
            let end = if rest[1..length].ends_with(c) { whole.end - 1 } else { whole.end };
            inside = Some(whole.start + 1..end.max(whole.start + 1));
        }
        code.extend(rest[..length].bytes().map(|byte| if byte == b'\n' { '\n' } else { ' ' }));
        rest = &rest[length..];
    }
    (code, inside, in_comment)
}

/// How long a quoted text is; one that is not closed ends with its line.
fn quoted(text: &str, quote: char) -> usize {
    let mut escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        match c {
            '\n' if quote == '"' => return at,
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            c if c == quote => return at + 1,
            _ => {}
        }
    }
    text.len()
}

/// The word that ends at a byte.
fn word_before(code: &str, end: usize) -> &str {
    let code = &code[..end];
    &code[code.rfind(|c| !is_word(c)).map_or(0, |at| at + code[at..].chars().next().map_or(1, char::len_utf8))..]
}

impl Cursor {
    /// What stands around a byte of a script; nothing in a comment.
    pub fn at(text: &str, offset: usize) -> Option<Cursor> {
        let offset = super::place::boundary(text, offset);
        let (code, inside, in_comment) = code(text, offset);
        if in_comment || code.len() != text.len() {
            return None;
        }
        let in_text = inside.is_some();
        let span = inside.unwrap_or_else(|| {
            let start = offset - word_before(&code, offset).len();
            start..offset + code[offset..].find(|c| !is_word(c)).unwrap_or(code.len() - offset)
        });
        let before = span.start - usize::from(in_text);
        let head = code[..before].trim_end();
        let receiver = head.strip_suffix('.').filter(|_| !in_text).map(|of| match word_before(of, of.len()) {
            "" => of.chars().next_back().map_or(String::new(), |c| c.to_string()),
            word => word.to_string(),
        });
        let (call, array) = enclosing(&code, before);
        let compared = compared(code[..array.unwrap_or(before)].trim_end());
        let key = head.strip_suffix(':').map(|key| match text[..key.len()].trim_end().strip_suffix('"') {
            Some(quoted) => quoted.rsplit('"').next().unwrap_or_default().to_string(),
            None => word_before(key, key.len()).to_string(),
        });
        let in_map = !in_text && begins_key(&code[..before]);
        Some(Cursor { span, in_text, receiver, call, compared, key, in_map, function: function(&code, before) })
    }
}

/// Whether the key of an object map can stand behind some code.
fn begins_key(code: &str) -> bool {
    let head = code.trim_end();
    let mut depth = 0_usize;
    let opening = head.char_indices().rev().find(|(_, c)| match c {
        ')' | ']' | '}' => {
            depth += 1;
            false
        }
        '(' | '[' | '{' if depth > 0 => {
            depth -= 1;
            false
        }
        _ => "([{".contains(*c),
    });
    let is_map = opening.is_some_and(|(at, c)| c == '{' && head[..at].ends_with('#'));
    is_map && (head.ends_with("#{") || head.ends_with(','))
}

/// The call around a place, and the bracket of an array that opens before it.
fn enclosing(code: &str, before: usize) -> (Option<(String, usize, usize)>, Option<usize>) {
    let (mut depth, mut argument, mut array) = (0_usize, 0, None);
    for (at, c) in code[..before].char_indices().rev() {
        match c {
            ')' | ']' | '}' => depth += 1,
            '(' if depth == 0 => {
                let name = word_before(code, at);
                return ((!name.is_empty()).then(|| (name.to_string(), at, argument)), array);
            }
            '[' if depth == 0 => {
                array.get_or_insert(at);
                argument = 0;
            }
            '{' | ';' if depth == 0 => return (None, array),
            '(' | '[' | '{' => depth -= 1,
            ',' if depth == 0 => argument += 1,
            _ => {}
        }
    }
    (None, array)
}

/// What stands before a comparison: the last name of the chain, and the variable that it belongs to.
fn compared(head: &str) -> Option<(String, Option<String>)> {
    let of = ["==", "!=", " in"].iter().find_map(|operator| head.strip_suffix(operator))?.trim_end();
    // A call: back to the name before its parentheses.
    let mut end = of.len();
    if of.ends_with(')') {
        let mut depth = 0;
        end = of.char_indices().rev().find_map(|(at, c)| {
            depth += i32::from(c == ')') - i32::from(c == '(');
            (depth == 0).then_some(at)
        })?;
    }
    let name = word_before(of, end);
    let before = of[..end - name.len()].strip_suffix('.').map(|of| word_before(of, of.len()).to_string());
    (!name.is_empty()).then(|| (name.to_string(), before.filter(|of| !of.is_empty())))
}

/// The function in whose body a place is.
fn function(code: &str, before: usize) -> Option<String> {
    let head = &code[..before];
    let start = head.rfind("fn ")?;
    let name: String = head[start + 3..].trim_start().chars().take_while(|c| is_word(*c)).collect();
    (!name.is_empty()).then_some(name)
}
