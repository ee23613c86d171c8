//! The words and signs of a script, also of one that does not compile.

use std::ops::Range;

/// What a token is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TokenKind {
    /// A name, a keyword or a number.
    Word,
    /// A text, or the part of one between what is evaluated in it.
    Text,
    Comment,
    Sign,
}

/// A word or a sign of a script.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ScriptToken {
    pub kind: TokenKind,
    pub span: Range<usize>,
}

impl ScriptToken {
    /// What is written there.
    pub fn of<'t>(&self, text: &'t str) -> &'t str {
        &text[self.span.clone()]
    }
}

/// Whether a letter can stand in a name.
pub fn is_part_of_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// Signs of two and three letters; the longest come first.
const LONG_SIGNS: [&str; 28] = [
    "..=", "**=", "<<=", ">>=", "==", "!=", "<=", ">=", "&&", "||", "=>", "->", ":=", "::", "..", "+=", "-=", "*=",
    "/=", "%=", "|=", "&=", "^=", "**", "??", "?.", "#{", "${",
];

/// The tokens of a script.
pub fn tokens(text: &str) -> Vec<ScriptToken> {
    let mut found = Vec::new();
    let mut at = 0;
    // For each text that is being evaluated in: how many braces are open in what is evaluated.
    let mut evaluated: Vec<usize> = Vec::new();
    while let Some(c) = text[at..].chars().next() {
        let rest = &text[at..];
        let (kind, length) = match c {
            _ if c.is_whitespace() => {
                at += c.len_utf8();
                continue;
            }
            '/' if rest.starts_with("//") => (TokenKind::Comment, rest.find('\n').unwrap_or(rest.len())),
            '/' if rest.starts_with("/*") => (TokenKind::Comment, comment(rest)),
            '"' | '\'' => (TokenKind::Text, quoted(rest, c)),
            '#' if rest.trim_start_matches('#').starts_with('"') => (TokenKind::Text, raw(rest)),
            '`' => (TokenKind::Text, between_backticks(rest, 1)),
            _ if is_part_of_word(c) => (TokenKind::Word, rest.find(|c| !is_part_of_word(c)).unwrap_or(rest.len())),
            _ => {
                let long = LONG_SIGNS.iter().find(|sign| rest.starts_with(**sign) && **sign != "${");
                (TokenKind::Sign, long.map_or(c.len_utf8(), |sign| sign.len()))
            }
        };
        found.push(ScriptToken { kind, span: at..at + length });
        let written = &rest[..length];
        at += length;
        match (kind, written) {
            (TokenKind::Text, _) if written.ends_with("${") => evaluated.push(0),
            (TokenKind::Sign, "{" | "#{") => evaluated.last_mut().into_iter().for_each(|open| *open += 1),
            (TokenKind::Sign, "}") => match evaluated.last_mut() {
                Some(0) => {
                    evaluated.pop();
                    // The text goes on behind the brace.
                    let length = between_backticks(&text[at..], 0);
                    if text[at..at + length].ends_with("${") {
                        evaluated.push(0);
                    }
                    found.push(ScriptToken { kind: TokenKind::Text, span: at..at + length });
                    at += length;
                }
                Some(open) => *open -= 1,
                None => {}
            },
            _ => {}
        }
    }
    found
}

/// How long a comment of several lines is, with the comments inside it.
fn comment(text: &str) -> usize {
    let (mut at, mut depth) = (0, 0);
    while let Some(found) = text[at..].find(['*', '/']).map(|found| at + found) {
        let step = match &text.as_bytes()[found..] {
            [b'/', b'*', ..] => 1,
            [b'*', b'/', ..] => -1,
            _ => 0,
        };
        depth += step;
        at = found + if step == 0 { 1 } else { 2 };
        if step < 0 && depth == 0 {
            return at;
        }
    }
    text.len()
}

/// How long a text between quotes with hashes is, in which nothing is escaped.
fn raw(text: &str) -> usize {
    let hashes = text.len() - text.trim_start_matches('#').len();
    let ending = format!("\"{}", "#".repeat(hashes));
    text[hashes + 1..].find(&ending).map_or(text.len(), |end| hashes + 1 + end + ending.len())
}

/// How long a text between quotes is; one that is not closed ends with its line, unless a backslash joins the next one.
fn quoted(text: &str, quote: char) -> usize {
    let mut escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        match c {
            _ if escaped => escaped = false,
            '\n' => return at,
            '\\' => escaped = true,
            _ if c == quote => return at + 1,
            _ => {}
        }
    }
    text.len()
}

/// How long a text between backticks is, up to its end or to the next place where something is evaluated.
fn between_backticks(text: &str, from: usize) -> usize {
    let end = text[from..].find('`').map(|end| from + end + 1);
    let evaluated = text[from..].find("${").map(|begin| from + begin + 2);
    match (end, evaluated) {
        (Some(end), Some(evaluated)) => end.min(evaluated),
        (end, evaluated) => end.or(evaluated).unwrap_or(text.len()),
    }
}
