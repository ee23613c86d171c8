//! Saying what one means: a sentence such as `activate montcalm with all to ticonderoga by boat` becomes decisions of
//! the game. The grammar takes the sentence apart, its names are looked up among what is on the table, a plan is made
//! of it, and the plan answers one decision after the other until it comes to one it has no answer to.

mod expand;
mod force;
mod goal;
mod grammar;
mod lookup;
mod muster;
mod purse;
mod route;
mod understand;
mod why;

pub use expand::{Ended, Rest, run};
pub use force::force;
pub use grammar::{VERBS, begins_sentence, goes_on, names_card, sounds_like_a_sentence};
pub use muster::most_useful;
pub use understand::understand;
pub use why::why;

/// Why a sentence cannot be done. The game is as it was.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Misunderstood {
    /// Something is missing, or too much.
    #[error("{0}")]
    Form(String),
    /// A name that fits nothing that could be meant.
    #[error("`{typed}` is {what}{hint}")]
    Unknown {
        /// What was typed.
        typed: String,
        /// What it is not, or where the thing is.
        what: String,
        /// What may have been meant.
        hint: String,
    },
    /// A name that fits several things.
    #[error("`{typed}` may be:\n{list}")]
    Several {
        /// What was typed.
        typed: String,
        /// Those that fit, one to a line.
        list: String,
    },
    /// Several cards can be used for it, and the sentence names none.
    #[error("several cards can do that; {0}")]
    WhichCard(String),
    /// A rule is against it.
    #[error("{0}")]
    Refused(String),
}

impl Misunderstood {
    /// Something is missing, or too much.
    fn form(text: impl Into<String>) -> Misunderstood {
        Misunderstood::Form(text.into())
    }

    /// A rule is against it.
    fn refused(text: impl Into<String>) -> Misunderstood {
        Misunderstood::Refused(text.into())
    }
}
