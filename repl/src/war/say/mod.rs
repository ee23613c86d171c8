//! Sentences: a line such as `activate montcalm with all to ticonderoga by boat` becomes decisions of the game. The
//! grammar parses the sentence, its names are looked up in the position, and a plan is made from it. The session carries
//! it out: the plan answers one decision after the other until it comes to one it has no answer for.

mod card_choice;
mod force;
mod goal;
pub(crate) mod grammar;
mod guess;
pub(crate) mod lookup;
mod losses;
mod muster;
mod orders;
mod piece_groups;
mod reactions;
mod rephrase;
mod route;
mod run_on;
mod sentences;
mod trial;
mod understand;
mod why;

pub use force::force;
pub use goal::Goal;
pub use grammar::{VERBS, begins_sentence, is_all, looks_like_sentence};
pub use guess::{guesses, objections};
pub use losses::Losses;
pub use orders::storms_later;
pub use rephrase::rephrased;
pub use route::ways;
pub use sentences::WarSentences;
pub use trial::{after, check};
pub use understand::understand;
pub use why::why;

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
    #[error("which `{typed}`? Type its name or place:\n{}", list(candidates))]
    Several {
        /// What was typed.
        typed: String,
        /// What may be meant.
        candidates: Vec<Candidate>,
    },
    /// Several cards can be used, and the sentence names none.
    #[error("which card? Type its number:\n{}", list(candidates))]
    WhichCard {
        /// The cards.
        candidates: Vec<Candidate>,
    },
    /// A rule forbids it.
    #[error("{0}")]
    Refused(String),
}

/// Something that may be meant.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Candidate {
    /// The number of a card.
    pub number: Option<String>,
    /// Its name, with its place.
    pub name: String,
    /// How it is listed.
    pub text: String,
}

impl Candidate {
    /// How a sentence names it so that nothing else is meant.
    pub fn in_line(&self) -> &str {
        self.number.as_ref().unwrap_or(&self.name)
    }
}

/// Candidates, one to a line.
fn list(candidates: &[Candidate]) -> String {
    candidates.iter().map(|candidate| format!("    {}", candidate.text)).collect::<Vec<_>>().join("\n")
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
