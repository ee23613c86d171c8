//! Why something is not allowed.

use std::fmt;

/// The reason for which something is not allowed, and the rule it comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Refusal {
    /// The rule.
    pub rule: &'static str,
    /// The reason in words.
    pub reason: &'static str,
}

impl Refusal {
    /// A refusal by a rule.
    pub fn new(rule: &'static str, reason: &'static str) -> Refusal {
        Refusal { rule, reason }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.reason, self.rule)
    }
}
