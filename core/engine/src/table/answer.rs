//! Known answers: choices, dice and draws.

use crate::decision::{Choice, Question};
use crate::rules::Rules;
use crate::side::Side;
use std::fmt::Debug;

/// The first word of a record line that names one of several equal choices, which the rules did not ask about.
pub const NAMED: &str = "named";

/// The purpose of a die or a draw, with what the engine has to know of it.
pub trait Chance: Copy + Eq + Debug + Send + Sync + 'static {
    /// All purposes that are part of the program. Records are read by them: a line for any other is a fault.
    const ALL: &'static [Self];

    /// Whether there can be others, which content names: a line of a record then fits nothing only where it is played.
    const IS_OPEN: bool = false;

    /// The word used in records, each for one purpose. It never changes, because old records have it.
    fn kind(self) -> &'static str;

    /// How many faces the die has, which are numbered from 1; at least one. Asked at each roll, and of the faces that
    /// people, records and odds name: it must stay the same, or records no longer fit.
    fn faces(self) -> u8 {
        6
    }

    /// Whether a draw deals a hand: such draws are too many to be counted one by one. Asked by `perft`, which otherwise
    /// counts each thing that can be drawn.
    fn is_deal(self) -> bool {
        false
    }
}

/// A known answer: a choice, or a result of chance.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer<R: Rules> {
    /// A choice.
    Choice {
        /// The side that chose.
        side: R::Side,
        /// The question.
        ask: R::Question,
        /// The answer.
        choice: R::Choice,
    },
    /// One of several equal choices, named by a person without a question.
    Named {
        /// The side that would have chosen.
        side: R::Side,
        /// The question that was not asked.
        ask: R::Question,
        /// The choice taken.
        choice: R::Choice,
    },
    /// A die.
    Roll {
        /// Its purpose.
        throw: R::Throw,
        /// Its face, from 1.
        die: u8,
    },
    /// Something drawn at random.
    Draw {
        /// Its purpose.
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

    /// The side that chose; `None` for a result of chance.
    pub fn side(&self) -> Option<R::Side> {
        match self {
            Answer::Choice { side, .. } => Some(*side),
            Answer::Named { .. } | Answer::Roll { .. } | Answer::Draw { .. } => None,
        }
    }

    /// The side that chose or named it; `None` for a result of chance.
    pub(crate) fn chooser(&self) -> Option<R::Side> {
        match self {
            Answer::Choice { side, .. } | Answer::Named { side, .. } => Some(*side),
            Answer::Roll { .. } | Answer::Draw { .. } => None,
        }
    }

    /// Whether it passes a window, so that the other side does not learn of the question.
    pub(crate) fn passes_a_window(&self) -> bool {
        matches!(self, Answer::Choice { ask, choice, .. } if ask.is_window() && *choice == R::Choice::PASS)
    }

    /// Whether it is a choice that both sides see: neither a secret answer nor a passed window, which would reveal what
    /// the side cannot respond with.
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
