//! The known answers and results of chance since the beginning of the game, and how many of them the rules have used.

use super::{Answer, Chance, Misfit, Play};
use crate::decision::{Choice, Decision, Question};
use crate::rules::Rules;
use crate::side::Side;

/// The known answers, and how many of them are used.
#[derive(Clone, PartialEq, Debug)]
pub struct Known<R: Rules> {
    /// The answers, in the order in which the rules ask for them.
    pub answers: Vec<Answer<R>>,
    /// The number of answers used in this run.
    pub next: usize,
}

impl<R: Rules> Default for Known<R> {
    fn default() -> Known<R> {
        Known::new(Vec::new())
    }
}

impl<R: Rules> Known<R> {
    /// Known answers, none of them used.
    pub fn new(answers: Vec<Answer<R>>) -> Known<R> {
        Known { answers, next: 0 }
    }

    /// The number of known answers.
    pub fn count(&self) -> usize {
        self.answers.len()
    }

    /// Whether all answers have been used.
    pub(crate) fn is_used_up(&self) -> bool {
        self.next >= self.answers.len()
    }

    /// The used answers after the first `known`.
    pub fn used_since(&self, known: usize) -> &[Answer<R>] {
        self.answers.get(known..self.next).unwrap_or_default()
    }

    /// Adds a new answer, which counts as used.
    pub fn add(&mut self, answer: Answer<R>) {
        self.answers.insert(self.next, answer);
        self.next += 1;
    }

    /// The known answer to a decision; `None` if all have been used.
    ///
    /// # Errors
    /// `Misfit` if the next answer is to another question, or is not among the choices.
    pub(crate) fn choice(&mut self, decision: &Decision<R>) -> Play<Option<R::Choice>, R> {
        let Decision { side, ask, choices } = decision;
        match self.answers.get(self.next) {
            None => Ok(None),
            Some(Answer::Choice { side: who, ask: what, choice })
                if who == side && what == ask && choices.contains(choice) =>
            {
                self.next += 1;
                Ok(Some(*choice))
            }
            Some(other) => Err(misfit(None, asked::<R>(*side, ask), other.line(), choices).to(ask)),
        }
    }

    /// The known face of a die; `None` if all answers have been used.
    ///
    /// # Errors
    /// `Misfit` if the next answer is anything else.
    pub(crate) fn die(&mut self, throw: R::Throw) -> Play<Option<u8>, R> {
        match self.answers.get(self.next) {
            None => Ok(None),
            Some(Answer::Roll { throw: what, die }) if *what == throw => {
                self.next += 1;
                Ok(Some(*die))
            }
            Some(other) => Err(misfit(None, rolled(throw), other.line(), none::<R>()).into()),
        }
    }

    /// The known draw; `None` if all answers have been used.
    ///
    /// # Errors
    /// `Misfit` if the next answer is anything else, or cannot be drawn.
    pub(crate) fn drawn(&mut self, draw: R::Draw, among: &[R::Choice]) -> Play<Option<R::Choice>, R> {
        match self.answers.get(self.next) {
            None => Ok(None),
            Some(Answer::Draw { draw: what, drawn }) if *what == draw && among.contains(drawn) => {
                self.next += 1;
                Ok(Some(*drawn))
            }
            Some(other) => Err(misfit(None, draws(draw), other.line(), among).into()),
        }
    }
}

/// The record line of the answer to a decision, without the token.
pub(crate) fn asked<R: Rules>(side: R::Side, ask: &R::Question) -> String {
    format!("{} {}", side.id(), ask.kind())
}

/// The record line of a die, with the range of its faces.
pub(crate) fn rolled(throw: impl Chance) -> String {
    format!("roll {} 1-{}", throw.kind(), throw.faces())
}

/// The record line of a draw, without the token.
pub(crate) fn draws(draw: impl Chance) -> String {
    format!("draw {}", draw.kind())
}

/// An answer that does not fit.
pub(crate) fn misfit(line: Option<usize>, expected: String, found: String, choices: &[impl Choice]) -> Misfit {
    let choices = choices.iter().map(|choice| choice.token()).collect();
    Misfit { line, expected, prompt: String::new(), found, choices }
}

/// No choices.
pub(crate) fn none<R: Rules>() -> &'static [R::Choice] {
    &[]
}
