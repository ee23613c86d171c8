//! Halts: why a run of the rules stops before its end.

use crate::debug::Stop;
use crate::decision::{Decision, Question};
use crate::faults::Fault;
use crate::refusal::{Refusal, cite};
use crate::rules::Rules;
use crate::table::Chance;
use std::fmt;

/// The result of a rule that can halt.
pub type Play<T, R> = Result<T, Halt<R>>;

/// Why a run of the rules stopped before its end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Halt<R: Rules> {
    /// A side has to decide.
    Pending(Decision<R>),
    /// A side has to decide, but has no legal answer: a fault of the rules.
    DeadEnd {
        /// The side that has to decide.
        side: R::Side,
        /// The question.
        ask: R::Question,
    },
    /// An agent gave an illegal answer: a fault of the agent.
    Illegal {
        /// The open decision.
        decision: Decision<R>,
        /// The answer.
        choice: R::Choice,
    },
    /// A run that explains a refusal has found the reason.
    Explained(Refusal),
    /// A trial has reached an unknown die or draw, or a supposing run an unknown draw.
    Chance,
    /// A supposing run depends on information that is hidden from its side.
    Hidden,
    /// A run that computes odds or supposes something has reached an unknown die.
    Die(R::Throw),
    /// A script failed.
    Script(Box<Fault>),
    /// The debugger has stopped a script.
    Stopped(Box<Stop<R>>),
    /// An impossible position: a fault of the rules, or of the script whose event led there.
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
                write!(f, "dead end: the {side} have no answer to `{}`{}", ask.kind(), cite(ask.rule()))
            }
            Halt::Illegal { decision, choice } => {
                let (side, kind) = (decision.side, decision.ask.kind());
                write!(f, "the agent of the {side} gave an illegal answer to `{kind}`: {choice:?}")
            }
            Halt::Explained(refusal) => refusal.fmt(f),
            Halt::Chance => f.write_str("the outcome depends on chance"),
            Halt::Hidden => f.write_str("the outcome depends on information that the other side hides"),
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
    /// The line number in the record, if the answer comes from one.
    pub line: Option<usize>,
    /// What the game asks at this point.
    pub expected: String,
    /// The question in words; empty for chance.
    pub prompt: String,
    /// What the answer says.
    pub found: String,
    /// Tokens that would fit.
    pub choices: Vec<String>,
}

impl Misfit {
    /// Adds the question in words.
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
