//! A line with several answers, part by part.

use super::answer;
use super::menu::{Item, Menu};
use crate::prompt::front::Front;
use crate::text::names::Name;
use std::rc::Rc;
use wilderness_engine::{Choice as _, Game, Question as _};

/// A line being carried out.
pub struct Line<F: Front> {
    /// The menu at which it was typed, to which its numbers refer.
    pub(super) shown: Option<Rc<Menu<F>>>,
    /// The answer of its last part.
    pub(super) last: Option<Last<F>>,
    /// The number of known answers after that.
    pub(super) known: usize,
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

/// How a question relates to the last answer of a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LineLink {
    /// It asks for more of the same, so that what was named need not be named again.
    Same,
    /// It follows from the answer, and the line may continue with it.
    Next,
    /// It is another matter: what is left of the line was not typed for it.
    None,
}

impl<F: Front> Last<F> {
    /// Whether a question is of the same kind.
    pub fn is_like(&self, ask: &F::Question) -> bool {
        self.ask.kind() == ask.kind()
    }
}

impl<F: Front> Line<F> {
    /// A line typed at a menu, at this number of known answers.
    pub(super) fn new(shown: Option<Rc<Menu<F>>>, known: usize) -> Line<F> {
        Line { shown, last: None, known, named: 0 }
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

/// The first answer of a line, and what follows it. Answers are separated by commas; numbers before a name or another
/// number also by spaces. Each may begin with the sign of an answer.
pub fn first_part(line: &str) -> (&str, &str) {
    let begins = |c: char| c.is_whitespace() || matches!(c, ',' | '=');
    let text = line.trim_start_matches(begins);
    let (part, after) = text.split_at(text.find(',').unwrap_or(text.len()));
    match part.split_once(char::is_whitespace) {
        Some((first, rest)) if answer::is_number(first) => {
            (first, text[text.len() - after.len() - rest.len()..].trim_start_matches(begins))
        }
        _ => (part.trim(), after.trim_start_matches(begins)),
    }
}

/// A line of answers with commas between names that are joined by `and` or by spaces; nothing if there are none.
pub fn separated<F: Front>(menu: &Menu<F>, game: &Game<F>, line: &str) -> Option<String> {
    let names = |part: &str| match answer::choice(menu, game, part) {
        Some(_) => vec![part.to_string()],
        None => answer::names_in(menu, game, part).unwrap_or_else(|| vec![part.to_string()]),
    };
    let parts = parts(line);
    let apart: Vec<String> = parts.iter().flat_map(|part| names(part)).collect();
    (apart.len() > parts.len()).then(|| apart.join(", "))
}

/// The answers of a line.
pub fn parts(text: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let (part, after) = first_part(rest);
        parts.extend(Some(part).filter(|part| !part.is_empty()));
        rest = after;
    }
    if parts.is_empty() { vec![text] } else { parts }
}
