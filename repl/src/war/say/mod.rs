//! Sentences: a line such as `activate montcalm with all to ticonderoga by boat` becomes decisions of the game. The
//! grammar parses the sentence, its names are looked up in the position, a plan is made from it, and the plan answers
//! one decision after the other until it comes to one it has no answer for.

mod asked_back;
mod card_choice;
mod expand;
mod force;
mod goal;
pub(crate) mod grammar;
pub(crate) mod lookup;
mod piece_groups;
mod reactions;
mod route;
mod understand;
mod why;

pub use asked_back::AskedBack;
pub use expand::{Rest, RunEnd, run};
pub use force::force;
pub use grammar::{VERBS, begins_sentence, goes_on, looks_like_sentence};
pub use piece_groups::most_useful;
pub use understand::understand;
pub use why::why;

use wilderness_war::CardId;

/// Why a sentence cannot be carried out. The game is unchanged.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SentenceError {
    /// Something is missing, or superfluous.
    #[error("{0}")]
    Form(String),
    /// A name that fits no candidate.
    #[error("`{typed}` is {what}{hint}")]
    Unknown {
        /// What was typed.
        typed: String,
        /// What it is not, or where the thing is.
        what: String,
        /// Suggestions.
        hint: String,
    },
    /// A name that fits several things.
    #[error("which `{typed}`? Type its name or place:\n{list}")]
    Several {
        /// What was typed.
        typed: String,
        /// The candidates, one per line.
        list: String,
    },
    /// Several cards can be used, and the sentence names none.
    #[error("which card? Type its number:\n{list}")]
    WhichCard {
        /// The cards, one per line.
        list: String,
        /// The cards.
        cards: Vec<CardId>,
    },
    /// A rule forbids it.
    #[error("{0}")]
    Refused(String),
}

impl SentenceError {
    /// Something is missing, or superfluous.
    fn form(text: impl Into<String>) -> SentenceError {
        SentenceError::Form(text.into())
    }

    /// A rule forbids it.
    fn refused(text: impl Into<String>) -> SentenceError {
        SentenceError::Refused(text.into())
    }
}
