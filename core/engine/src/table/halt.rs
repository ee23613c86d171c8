//! Why a run of the rules stops before its end.

use crate::debug::Stop;
use crate::decision::{Decision, Question};
use crate::faults::Fault;
use crate::refusal::Refusal;
use crate::rules::Rules;
use crate::table::Chance;
use std::fmt;

/// The result of a rule that may have to stop and wait.
pub type Play<T, R> = Result<T, Halt<R>>;

/// Why a run of the rules stopped before its end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Halt<R: Rules> {
    /// A side has to decide.
    Pending(Decision<R>),
    /// A side has to decide and has no legal answer: a fault of the rules.
    DeadEnd {
        /// Who has to decide.
        side: R::Side,
        /// What is asked.
        ask: R::Question,
    },
    /// An agent gave an answer that is not legal: a fault of the agent.
    Illegal {
        /// What was to be decided.
        decision: Decision<R>,
        /// What it answered.
        choice: R::Choice,
    },
    /// A run that was only to explain has done so.
    Explained(Refusal),
    /// A run that only tries came to a die or a draw that nobody knows yet, or one that supposes something to a draw.
    Chance,
    /// A run that supposes something came to what depends on something that is hidden from the side.
    Hidden,
    /// A run that only weighs a combat or supposes something has come to a die that is not known.
    Die(R::Throw),
    /// A script failed.
    Script(Box<Fault>),
    /// A script that is debugged has stopped.
    Stopped(Box<Stop<R>>),
    /// A position that cannot be: a fault of the rules, or of the script whose event led there.
    Unsettled(String),
    /// A known answer or a line of a record does not fit what is asked.
    Misfit(Misfit),
}

impl<R: Rules> fmt::Display for Halt<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Halt::Pending(decision) => {
                write!(f, "the {} have to decide: {}", decision.side, decision.ask.prompt())
            }
            Halt::DeadEnd { side, ask } => {
                write!(f, "dead end: the {side} have no answer to `{}` ({})", ask.kind(), ask.rule())
            }
            Halt::Illegal { decision, choice } => {
                let (side, kind) = (decision.side, decision.ask.kind());
                write!(f, "the agent of the {side} answered `{kind}` with {choice:?}, which is not legal")
            }
            Halt::Explained(refusal) => refusal.fmt(f),
            Halt::Chance => f.write_str("chance decides"),
            Halt::Hidden => f.write_str("what comes of it depends on what the other side hides"),
            Halt::Die(throw) => write!(f, "a die is rolled: {}", throw.kind()),
            Halt::Script(fault) => f.write_str(&fault.line()),
            Halt::Stopped(stop) => write!(f, "the script is stopped at {}", stop.place),
            Halt::Unsettled(wrong) => write!(f, "broken invariant: {wrong}"),
            Halt::Misfit(misfit) => misfit.fmt(f),
        }
    }
}

impl<R: Rules> std::error::Error for Halt<R> {}

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

impl Misfit {
    /// The same, with the question in words.
    pub(crate) fn to<R: Rules>(mut self, ask: &R::Question) -> Halt<R> {
        self.prompt = ask.prompt();
        Halt::Misfit(self)
    }
}

impl<R: Rules> From<Misfit> for Halt<R> {
    fn from(misfit: Misfit) -> Halt<R> {
        Halt::Misfit(misfit)
    }
}
