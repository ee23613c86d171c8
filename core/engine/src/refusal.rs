//! Refusals: why something is not allowed.

use crate::decision::Question;
use std::borrow::Cow;
use std::fmt;

/// The reason if no rule gives a better one.
const NOT_OFFERED: &str = "it is not among the answers to this decision";

/// The reason why something is not allowed, and the rule that says so.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refusal {
    /// The rule; `""` if the content names none.
    pub rule: &'static str,
    /// The reason in words.
    pub reason: Cow<'static, str>,
}

impl Refusal {
    /// A refusal by a rule.
    pub fn new(rule: &'static str, reason: impl Into<Cow<'static, str>>) -> Refusal {
        Refusal { rule, reason: reason.into() }
    }

    /// The refusal of a choice that is not an answer to a question, if no rule gives a reason.
    pub(crate) fn not_offered(ask: &impl Question) -> Refusal {
        Refusal::new(ask.rule(), NOT_OFFERED)
    }

    /// Whether it gives a reason.
    pub fn says_why(&self) -> bool {
        self.reason != NOT_OFFERED
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.reason, cite(self.rule))
    }
}

/// The citation of a rule at the end of a text, such as ` (10.2)`; empty if there is no rule.
pub fn cite(rule: &str) -> String {
    if rule.is_empty() { String::new() } else { format!(" ({rule})") }
}
