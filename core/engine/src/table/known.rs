//! What a run knows: the answers and results of chance since the beginning of the game, and how many of them the rules
//! have used.

use super::{Answer, Chance, Misfit, Play};
use crate::decision::{Choice, Decision, Question};
use crate::rules::Rules;
use crate::side::Side;

/// The answers that are known, and how far the rules have got in them.
#[derive(Clone, PartialEq, Debug)]
pub struct Known<R: Rules> {
    /// All of them, in the order in which the rules ask for them.
    pub answers: Vec<Answer<R>>,
    /// How many of them have been used in this run.
    pub next: usize,
}

impl<R: Rules> Default for Known<R> {
    fn default() -> Known<R> {
        Known::new(Vec::new())
    }
}

impl<R: Rules> Known<R> {
    /// These answers, none of which has been used.
    pub fn new(answers: Vec<Answer<R>>) -> Known<R> {
        Known { answers, next: 0 }
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.answers.len()
    }

    /// Whether all of them have been used.
    pub fn is_used_up(&self) -> bool {
        self.next >= self.answers.len()
    }

    /// The answers that were used since `known` of them had been.
    pub fn used_since(&self, known: usize) -> &[Answer<R>] {
        self.answers.get(known..self.next).unwrap_or_default()
    }

    /// Takes an answer that was not known until now, and has been used at once.
    pub fn add(&mut self, answer: Answer<R>) {
        self.answers.insert(self.next, answer);
        self.next += 1;
    }

    /// The known answer to a decision; nothing if all have been used.
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

    /// The known face of a die; nothing if all answers have been used.
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

    /// What was drawn, if it is known; nothing if all answers have been used.
    ///
    /// # Errors
    /// `Misfit` if the next answer is anything else, or is not there to be drawn.
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

/// What a record would say of the answer to a decision, without the token.
pub(crate) fn asked<R: Rules>(side: R::Side, ask: &R::Question) -> String {
    format!("{} {}", side.id(), ask.kind())
}

/// What a record would say of a die.
pub(crate) fn rolled(throw: impl Chance) -> String {
    format!("roll {} 1-6", throw.kind())
}

/// What a record would say of something drawn, without the token.
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
