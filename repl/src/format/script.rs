//! The form of a script: four spaces for each level of nesting and for what continues a line, one space around signs and
//! behind commas, at most one empty line. Lines are neither broken nor joined, and comments stay where they are.

use super::line_ends;
use super::tokens::{ScriptToken, TokenKind, tokens};
use std::ops::Range;
use wilderness_engine::faults::{Fault, Faults, Source};

/// Signs between two values, which have a space on both sides.
const BETWEEN: [&str; 21] = [
    "=", "==", "!=", "<=", ">=", "&&", "=>", "+=", "-=", "*=", "/=", "%=", "**=", "<<=", ">>=", "|=", "&=", "^=", "??",
    "->", ":=",
];

/// Signs that a line continues the one before it with, besides those.
const CONTINUING: [&str; 13] = [".", "?.", "+", "-", "*", "/", "%", "**", "<", ">", "||", "|", "&"];

/// Signs between two values, if one is before them.
const BETWEEN_VALUES: [&str; 10] = ["+", "-", "*", "/", "%", "**", "<", ">", "||", "&"];

/// Signs that a value begins with.
const BEGINNING: [&str; 8] = ["-", "!", "#{", "(", "[", "{", "|", "||"];

/// Signs of two letters that mean nothing, so that their letters stay together.
const RESERVED: [&str; 4] = ["<-", "<|", "<||", "--"];

/// Keywords that something follows behind a space.
const KEYWORDS: [&str; 14] =
    ["if", "else", "while", "until", "do", "loop", "for", "in", "switch", "let", "const", "return", "throw", "fn"];

/// What may end a statement, an element or a parameter, so that the next line continues nothing.
const ENDING: [&str; 7] = [";", ",", "{", "#{", "[", "(", "}"];

/// The end of a text in which something is evaluated.
const IN_TEXT: &str = "${";

/// The spaces of a level of nesting.
const STEP: usize = 4;

/// A script in its form, or what is wrong with its brackets.
pub fn formatted(source: &Source) -> Result<String, Faults> {
    let text = source.text();
    let all = tokens(text);
    check(source, &all)?;
    let mut layout =
        ScriptLayout { text, all: &all, made: String::with_capacity(text.len()), opened: Vec::new(), indent: 0 };
    (0..all.len()).for_each(|at| layout.add(at));
    let made = layout.made;
    let again = tokens(&made);
    let words = |text: &str, all: &[ScriptToken]| -> Vec<String> {
        all.iter().map(|token| token.of(text).trim_end().to_string()).collect()
    };
    if words(text, &all) == words(&made, &again) {
        Ok(made)
    } else {
        Err(Fault::error("fmt::not_understood", format!("`{}` has signs that no script has", source.name()))
            .help("`wilderness check` says what is wrong with it")
            .into())
    }
}

/// Finds a bracket that has no partner, or a text or comment that does not end.
fn check(source: &Source, all: &[ScriptToken]) -> Result<(), Faults> {
    let fault = |span: Range<usize>, what: &str| {
        Fault::error("fmt::broken_script", format!("{what}, so the script is left as it is"))
            .at(source, span, "here")
            .help("`wilderness check` says more")
            .into()
    };
    let mut open: Vec<(&str, Range<usize>)> = Vec::new();
    // Whether the next text goes on behind what is evaluated in it.
    let mut goes_on = false;
    for token in all {
        let (written, span) = (token.of(source.text()), token.span.clone());
        match (token.kind, written) {
            (TokenKind::Sign, "(" | "[" | "{" | "#{") => open.push((written, span)),
            (TokenKind::Sign, ")" | "]" | "}") => {
                let opened = open.pop().map(|(sign, _)| sign);
                goes_on = opened == Some(IN_TEXT);
                let closing = opened.map(|sign| match sign {
                    "(" => ")",
                    "[" => "]",
                    _ => "}",
                });
                if closing != Some(written) {
                    return Err(fault(span, &format!("`{written}` closes nothing that is open")));
                }
            }
            (TokenKind::Comment, _) if written.starts_with("/*") && !written.ends_with("*/") => {
                return Err(fault(span.start..span.start + 2, "a comment does not end"));
            }
            (TokenKind::Text, _) => {
                let is_evaluated = written.ends_with(IN_TEXT) && (goes_on || written.starts_with('`'));
                if is_evaluated {
                    open.push((IN_TEXT, span.end - IN_TEXT.len()..span.end));
                } else if !is_whole(written, goes_on) {
                    return Err(fault(span, "a text does not end"));
                }
                goes_on = false;
            }
            _ => {}
        }
    }
    match open.pop() {
        Some((sign, span)) => Err(fault(span, &format!("`{sign}` is not closed"))),
        None => Ok(()),
    }
}

/// Whether a text ends as it begins.
fn is_whole(text: &str, goes_on: bool) -> bool {
    let quote = if goes_on { '`' } else { text.chars().find(|c| *c != '#').unwrap_or('"') };
    let hashes = if goes_on { 0 } else { text.len() - text.trim_start_matches('#').len() };
    let ending = format!("{quote}{}", "#".repeat(hashes));
    text.ends_with(&ending) && (goes_on || text.len() >= 2 * ending.len())
}

/// A bracket that is open.
struct ScriptBracket<'t> {
    sign: &'t str,
    /// The indentation of the line that opens it.
    indent: usize,
}

/// A script that is being laid out.
struct ScriptLayout<'t> {
    text: &'t str,
    all: &'t [ScriptToken],
    made: String,
    opened: Vec<ScriptBracket<'t>>,
    /// The indentation of the current line.
    indent: usize,
}

impl<'t> ScriptLayout<'t> {
    fn written(&self, at: usize) -> &'t str {
        self.all[at].of(self.text)
    }

    fn is_sign(&self, at: usize, signs: &[&str]) -> bool {
        self.all[at].kind == TokenKind::Sign && signs.contains(&self.written(at))
    }

    fn is_keyword(&self, at: usize) -> bool {
        self.all[at].kind == TokenKind::Word && KEYWORDS.contains(&self.written(at))
    }

    /// Whether a value ends with a token.
    fn ends_value(&self, at: usize) -> bool {
        let written = self.written(at);
        match self.all[at].kind {
            // The sign of an exponent belongs to its number.
            TokenKind::Word if written.starts_with(|c: char| c.is_ascii_digit()) => !written.ends_with(['e', 'E']),
            TokenKind::Word => !self.is_keyword(at),
            TokenKind::Text => true,
            TokenKind::Sign => [")", "]"].contains(&written),
            TokenKind::Comment => false,
        }
    }

    /// Whether a token is a sign between two values. One that another sign follows at once may be half of a sign that
    /// means nothing, and stays as it is.
    fn is_between(&self, at: usize) -> bool {
        let Some(before) = at.checked_sub(1) else { return false };
        let is_whole = self.all.get(at + 1).is_none_or(|next| {
            let is_joined = next.kind == TokenKind::Sign && next.span.start == self.all[at].span.end;
            let both = &self.text[self.all[at].span.start..next.span.end];
            !is_joined || BEGINNING.contains(&self.written(at + 1)) && !RESERVED.contains(&both)
        });
        let is_free = self.all[before].kind != TokenKind::Sign
            || self.all[before].span.end < self.all[at].span.start
            || self.is_sign(before, &[")", "]", "}"]);
        is_whole
            && is_free
            && (self.is_sign(at, &BETWEEN) || self.is_sign(at, &BETWEEN_VALUES) && self.ends_value(before))
    }

    /// Adds a token, behind the space that belongs before it.
    fn add(&mut self, at: usize) {
        let begin = at.checked_sub(1).map_or(0, |before| self.all[before].span.end);
        let space = &self.text[begin..self.all[at].span.start];
        let written = self.written(at);
        let closes = self.all[at].kind == TokenKind::Sign && [")", "]", "}"].contains(&written);
        if self.opened.iter().any(|opened| opened.sign == IN_TEXT) {
            self.made.push_str(space);
        } else if at > 0 && line_ends(space) > 0 {
            self.indent = self.indent_of(at, closes);
            let is_first = at > 0 && self.is_sign(at - 1, &["(", "[", "{", "#{"]);
            self.made.push_str(if line_ends(space) > 1 && !is_first && !closes { "\n\n" } else { "\n" });
            self.made.push_str(&" ".repeat(self.indent));
        } else if at > 0 {
            self.made.push_str(self.gap(at, space));
        }
        if closes {
            self.opened.pop();
        }
        let is_line = self.all[at].kind == TokenKind::Comment && written.starts_with("//");
        self.made.push_str(if is_line { written.trim_end() } else { written });
        let sign = match self.all[at].kind {
            TokenKind::Sign if ["(", "[", "{", "#{"].contains(&written) => Some(written),
            TokenKind::Text if written.ends_with(IN_TEXT) => Some(IN_TEXT),
            _ => None,
        };
        self.opened.extend(sign.map(|sign| ScriptBracket { sign, indent: self.indent }));
        if at + 1 == self.all.len() {
            self.made.push('\n');
        }
    }

    /// How far a line is indented that begins with a token.
    fn indent_of(&self, at: usize, closes: bool) -> usize {
        match self.opened.last() {
            Some(opened) if closes => opened.indent,
            opened => {
                let nested = opened.map_or(0, |opened| opened.indent + STEP);
                nested + if self.continues(at) { STEP } else { 0 }
            }
        }
    }

    /// Whether a line that begins with a token continues the one before it. A comment stands where the next line does.
    fn continues(&self, at: usize) -> bool {
        let is_told = |at: &usize| self.all[*at].kind != TokenKind::Comment;
        let Some(first) = (at..self.all.len()).find(is_told) else { return false };
        let Some(last) = (0..at).rev().find(is_told) else { return false };
        let is_sign = |at: usize| self.all[at].kind == TokenKind::Sign;
        let joins = |at: usize| {
            let written = self.written(at);
            is_sign(at) && (BETWEEN.contains(&written) || CONTINUING.contains(&written))
        };
        let ends = is_sign(last) && ENDING.contains(&self.written(last));
        let begins = is_sign(first) && [".", "?."].contains(&self.written(first));
        // A `|` at the end of a line ends the parameters of a closure.
        let goes_on = joins(last) && self.written(last) != "|";
        (begins && self.written(last) != "{") || !ends && (goes_on || joins(first))
    }

    /// The space between two tokens on a line.
    fn gap(&self, at: usize, space: &'t str) -> &'t str {
        let (before, here) = (&self.all[at - 1], &self.all[at]);
        let sign = |token: &ScriptToken| match token.kind {
            TokenKind::Sign => token.of(self.text),
            _ => "",
        };
        let (left, right) = (sign(before), sign(here));
        if here.kind == TokenKind::Comment {
            return if space.is_empty() { " " } else { space };
        }
        let is_empty = ["{", "#{"].contains(&left) && right == "}";
        if [",", ";", ":", ")", "]"].contains(&right) || ["(", "["].contains(&left) || is_empty {
            return "";
        }
        let is_word = before.kind == TokenKind::Word;
        let is_apart = [",", ";", ":", "{", "#{"].contains(&left)
            || right == "}"
            || right == "{" && (is_word || self.ends_value(at - 1) || ["|", "||"].contains(&left))
            || left == "}" && here.kind == TokenKind::Word
            || self.is_keyword(at - 1)
            || self.is_between(at - 1)
            || self.is_between(at)
            || before.kind == TokenKind::Comment;
        if is_apart || !space.is_empty() { " " } else { "" }
    }
}
