//! The answers that a run knows: choices, dice and draws.

use crate::decision::{Choice, Question};
use crate::rules::Rules;
use crate::side::Side;
use std::fmt::Debug;

/// The first word of the line of a record that says which of several equal choices was taken, though nobody was asked.
pub const NAMED: &str = "named";

/// What a die is rolled for, or what something is drawn for.
pub trait Chance: Copy + Eq + Debug + Send + Sync + 'static {
    /// All of them.
    const ALL: &'static [Self];

    /// The word used in records.
    fn kind(self) -> &'static str;
}

/// An answer that is known: a choice somebody made, or a result of chance.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer<R: Rules> {
    /// A choice.
    Choice {
        /// Who chose.
        side: R::Side,
        /// What was asked.
        ask: R::Question,
        /// The answer.
        choice: R::Choice,
    },
    /// Which of several equal choices was taken, though nobody was asked: a person had named it.
    Named {
        /// Whose choice it would have been.
        side: R::Side,
        /// What would have been asked.
        ask: R::Question,
        /// What was taken.
        choice: R::Choice,
    },
    /// A die.
    Roll {
        /// What it was rolled for.
        throw: R::Throw,
        /// Its face, 1 to 6.
        die: u8,
    },
    /// Something drawn at random.
    Draw {
        /// What for.
        draw: R::Draw,
        /// What was drawn.
        drawn: R::Choice,
    },
}

impl<R: Rules> Answer<R> {
    /// Whether it is a result of chance.
    pub fn is_chance(&self) -> bool {
        matches!(self, Answer::Roll { .. } | Answer::Draw { .. })
    }

    /// Who chose; nobody in a result of chance.
    pub fn side(&self) -> Option<R::Side> {
        match self {
            Answer::Choice { side, .. } => Some(*side),
            Answer::Named { .. } | Answer::Roll { .. } | Answer::Draw { .. } => None,
        }
    }

    /// Whether it passes a window: nobody else learns that the side was asked.
    pub fn passes_a_window(&self) -> bool {
        matches!(self, Answer::Choice { ask, choice, .. } if ask.is_window() && *choice == R::Choice::PASS)
    }

    /// Whether it is a choice that both sides see: not a window that was passed, which would tell what a side cannot
    /// respond with, nor what is answered in secret.
    pub fn is_public(&self) -> bool {
        matches!(self, Answer::Choice { ask, .. } if !ask.is_secret() && !self.passes_a_window())
    }

    /// The answer as a line of a record.
    pub fn line(&self) -> String {
        match self {
            Answer::Choice { side, ask, choice } => format!("{} {} {}", side.id(), ask.kind(), choice.token()),
            Answer::Named { side, ask, choice } => {
                format!("{NAMED} {} {} {}", side.id(), ask.kind(), choice.token())
            }
            Answer::Roll { throw, die } => format!("roll {} {die}", throw.kind()),
            Answer::Draw { draw, drawn } => format!("draw {} {}", draw.kind(), drawn.token()),
        }
    }
}
