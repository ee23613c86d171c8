//! A tutorial that is being followed.

use crate::prompt::front::Front;
use std::cell::Cell;
use wilderness_engine::{Answer, Rules, Tutorial, TutorialStep, TutorialTry};

/// A tutorial of a game.
pub type TutorialOf<F> = Tutorial<<F as Rules>::Side, <F as Rules>::Header>;

/// A tutorial with its game played through in advance.
#[derive(Debug)]
pub struct Lesson<F: Front> {
    /// What is written.
    pub tutorial: TutorialOf<F>,
    /// Whether a bot takes the other seats afterwards: it sat there before.
    pub against_bots: bool,
    /// All answers and results of chance.
    pub history: Vec<Answer<F>>,
    /// The number of known answers before the first step: what was drawn when the game began.
    pub start: usize,
    /// The number of known answers after each step.
    pub known: Vec<usize>,
    /// The index of the step that the learner has tried something at, and how many lines.
    pub tried: Cell<(usize, usize)>,
}

impl<F: Front> Lesson<F> {
    /// Whether a game has followed the tutorial so far.
    pub fn agrees(&self, history: &[Answer<F>]) -> bool {
        self.history.starts_with(history)
    }

    /// The tutorial's own answer at this number of known answers, unless it is the learner's to give.
    pub fn unprompted(&self, known: usize) -> Option<F::Choice> {
        let (_, step, _) = self.due(known)?;
        match self.history.get(known) {
            Some(Answer::Choice { side, choice, .. }) if *side != self.tutorial.learner || step.text.is_empty() => {
                Some(*choice)
            }
            _ => None,
        }
    }

    /// The current step at this number of known answers, with its number among the learner's steps and whether it is
    /// partly done; none at the end.
    pub fn due(&self, known: usize) -> Option<(usize, &TutorialStep, bool)> {
        let index = self.known.iter().position(|after| known < *after)?;
        let begun = index.checked_sub(1).map_or(self.start, |before| self.known[before]);
        let number = self.tutorial.steps[..=index].iter().filter(|step| !step.text.is_empty()).count();
        Some((number, &self.tutorial.steps[index], begun < known))
    }

    /// What the learner is to try at this number of known answers, if anything is left. In the middle of a step that is
    /// only to take back what was answered.
    pub fn to_try(&self, known: usize) -> Option<&TutorialTry> {
        let index = self.known.iter().position(|after| known < *after)?;
        let (_, _, begun) = self.due(known)?;
        let (step, tried) = self.tried.get();
        let next = self.tutorial.steps[index].tries.get(if step == index { tried } else { 0 });
        next.filter(|next| (next.line.get_ref() == "undo") == begun)
    }

    /// Notes that the learner has tried what was to be tried at this number of known answers.
    pub fn note_try(&self, known: usize) {
        let Some(index) = self.known.iter().position(|after| known < *after) else { return };
        let (step, tried) = self.tried.get();
        self.tried.set((index, if step == index { tried + 1 } else { 1 }));
    }

    /// The number of lines that the learner types.
    pub fn length(&self) -> usize {
        self.tutorial.steps.iter().filter(|step| !step.text.is_empty()).count()
    }
}
