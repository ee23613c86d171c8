//! A tutorial: a game that always goes the same way, told step by step.

use crate::front::Front;
use serde::Deserialize;
use wilderness_engine::table::Answer;

/// A line that is typed, or that the enemy plays.
#[derive(Clone, Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub struct Step {
    /// What is going on; nothing before what the tutorial does itself.
    #[serde(default)]
    pub text: String,
    /// What to type.
    pub line: String,
}

/// A game to learn by, as it is written.
#[derive(Clone, Debug)]
pub struct Course<S> {
    /// Who learns.
    pub learner: S,
    /// What is done, in order.
    pub steps: Vec<Step>,
    /// What is said at the end.
    pub end: String,
}

/// The game as it goes, played through beforehand.
#[derive(Debug)]
pub struct Lesson<F: Front> {
    /// Who learns.
    pub learner: F::Side,
    /// What is done, in order.
    pub steps: Vec<Step>,
    /// What is said at the end.
    pub end: String,
    /// All answers and results of chance.
    pub history: Vec<Answer<F>>,
    /// How much of it is known after each step.
    pub known: Vec<usize>,
}

impl<F: Front> Lesson<F> {
    /// Whether a game has gone as it does, so far.
    pub fn agrees(&self, history: &[Answer<F>]) -> bool {
        self.history.starts_with(history)
    }

    /// What the tutorial answers once so much is known, if it is not for the learner to answer.
    pub fn unprompted(&self, known: usize) -> Option<F::Choice> {
        let (_, step, _) = self.due(known)?;
        match self.history.get(known) {
            Some(Answer::Choice { side, choice, .. }) if *side != self.learner || step.text.is_empty() => Some(*choice),
            _ => None,
        }
    }

    /// The step that is due once so much is known, with its number among those of the learner, and whether a part of it
    /// is done; none at the end.
    pub fn due(&self, known: usize) -> Option<(usize, &Step, bool)> {
        let index = self.known.iter().position(|after| known < *after)?;
        let begun = index.checked_sub(1).map_or(0, |before| self.known[before]);
        let number = self.steps[..=index].iter().filter(|step| !step.text.is_empty()).count();
        Some((number, &self.steps[index], begun < known))
    }

    /// How many lines the learner types.
    pub fn length(&self) -> usize {
        self.steps.iter().filter(|step| !step.text.is_empty()).count()
    }
}
