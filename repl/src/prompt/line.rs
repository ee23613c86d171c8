//! A line with several answers, part by part.

use super::answer;
use super::menu::{Item, Menu};
use crate::prompt::front::Front;
use crate::text::names::Name;
use std::collections::VecDeque;
use wilderness_engine::{Choice as _, Question as _};

/// A line being carried out.
pub struct Line<'a, F: Front> {
    /// The menu at which it was typed, to which its numbers refer.
    pub(super) shown: Option<Menu<F>>,
    /// The remaining parts.
    pub rest: VecDeque<&'a str>,
    /// The answer of its last part.
    pub(super) last: Option<Last<F>>,
    /// The number of known answers after that.
    pub known: usize,
    /// How many of the forced choices since then the line has named.
    pub(super) named: usize,
}

/// The answer that the last part of a line gave.
#[derive(Clone, Debug)]
pub struct Last<F: Front> {
    /// The side that was asked.
    pub side: F::Side,
    /// The question.
    pub ask: F::Question,
    /// What the part named.
    pub named: F::Choice,
}

impl<F: Front> Last<F> {
    /// Whether a question is of the same kind.
    pub fn is_like(&self, ask: &F::Question) -> bool {
        self.ask.kind() == ask.kind()
    }
}

impl<'a, F: Front> Line<'a, F> {
    /// A line typed at a menu, at this number of known answers.
    pub(super) fn new(shown: Option<Menu<F>>, text: &'a str, known: usize) -> Line<'a, F> {
        Line { shown, rest: parts(text).into(), last: None, known, named: 0 }
    }

    /// The menu at which it was typed.
    pub fn shown(&self) -> Option<&Menu<F>> {
        self.shown.as_ref()
    }

    /// The menu item with a number.
    pub(super) fn item(&self, number: &str) -> Option<&Item<F>> {
        answer::numbered(self.shown.as_ref()?, number).ok()
    }

    /// Whether a part names a choice.
    pub(super) fn names(&self, part: &str, choice: F::Choice) -> bool {
        match answer::is_number(part) {
            true => self.item(part).is_some_and(|item| item.choices.contains(&choice)),
            false => part == choice.token() || Name::new(&choice.to_string()).fits(part).is_some(),
        }
    }
}

/// A part of a line without the sign of an answer.
fn bare(part: &str) -> &str {
    part.trim().trim_start_matches('=').trim_start()
}

/// The answers of a line, separated by commas; numbers before a name or another number also by spaces. Each may begin
/// with the sign of an answer.
pub fn parts(text: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    for mut part in text.split(',').map(bare).filter(|part| !part.is_empty()) {
        while let Some((first, rest)) = part.split_once(char::is_whitespace)
            && answer::is_number(first)
        {
            parts.push(first);
            part = bare(rest);
        }
        parts.push(part);
    }
    if parts.is_empty() { vec![text] } else { parts }
}
