//! Why a run of the rules stops before its end.

use super::Throw;
use crate::decision::{Ask, Choice, Decision};
use crate::faults::Fault;
use crate::script::Stop;
use crate::side::Side;
use crate::why::Refusal;

/// The result of a rule that may have to stop and wait.
pub type Play<T> = Result<T, Halt>;

/// Why a run of the rules stopped before its end.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Halt {
    /// A side has to decide.
    #[error("the {} have to decide: {}", .0.side, .0.ask.prompt())]
    Pending(Decision),
    /// A side has to decide and has no legal answer: a fault of the rules engine.
    #[error("dead end: the {side} have no answer to `{}` ({})", .ask.kind(), .ask.rule())]
    DeadEnd {
        /// Who has to decide.
        side: Side,
        /// What is asked.
        ask: Ask,
    },
    /// A run that was only to explain has done so.
    #[error("{0}")]
    Explained(Refusal),
    /// A trial came to a die or a card that nobody knows yet, or a copy that supposes something to a card or a leader.
    #[error("chance decides")]
    Chance,
    /// A copy that supposes something came to what depends on something that is hidden from the side.
    #[error("what comes of it depends on what the other side hides")]
    Hidden,
    /// A run that only weighs a combat or supposes something has come to a die that is not known.
    #[error("a die is rolled: {}", .0.kind())]
    Die(Throw),
    /// A script failed.
    #[error("{}", .0.line())]
    Script(Box<Fault>),
    /// A script that is debugged has stopped.
    #[error("the script is stopped at {}", .0.place)]
    Stopped(Box<Stop>),
    /// A position that cannot be: a fault of the rules engine, or of the script whose event led there.
    #[error("broken invariant: {0}")]
    Unsettled(String),
    /// A known answer or a line of a record does not fit what is asked.
    #[error("{0}")]
    Misfit(Misfit),
}

/// An answer that does not fit the question.
#[derive(Clone, PartialEq, Eq, Debug, Default, thiserror::Error)]
#[error("expected {expected}, found {found}")]
pub struct Misfit {
    /// The line of the record, if the answer comes from one.
    pub line: Option<usize>,
    /// What is asked at this point.
    pub expected: String,
    /// The question in words; empty for chance.
    pub prompt: String,
    /// What the answer is for.
    pub found: String,
    /// Tokens that would fit.
    pub choices: Vec<String>,
}

/// An answer that does not fit, and the choices that would.
pub(super) fn misfit(line: Option<usize>, expected: String, found: String, choices: &[Choice]) -> Halt {
    let choices = choices.iter().map(|choice| choice.token()).collect();
    Halt::Misfit(Misfit { line, expected, prompt: String::new(), found, choices })
}

impl Halt {
    /// Says what is asked, in words.
    pub(super) fn asked(mut self, ask: &Ask) -> Halt {
        if let Halt::Misfit(misfit) = &mut self {
            misfit.prompt = ask.prompt();
        }
        self
    }
}
