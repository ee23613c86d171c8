//! What a script is for, and so which functions the rules call in it.

use super::modifiers::MODIFIERS;
use crate::deck::EventKind;

/// What a script is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Role {
    /// An event that is played in one's own action phase (5.13).
    Event,
    /// An event that is played at its moment (5.56).
    Response,
    /// An optional rule (14.0).
    Rule,
    /// Functions that several scripts share.
    Library,
}

impl From<EventKind> for Role {
    fn from(kind: EventKind) -> Role {
        match kind {
            EventKind::Event => Role::Event,
            EventKind::Response => Role::Response,
        }
    }
}

impl Role {
    /// The functions that it has to define, with the number of their parameters.
    pub fn needed(self) -> &'static [(&'static str, usize)] {
        match self {
            Role::Event => &[("can_play", 0), ("play", 0)],
            Role::Response => &[("moments", 0), ("can_respond", 1), ("respond", 1)],
            Role::Rule => &[("rule", 0)],
            Role::Library => &[],
        }
    }

    /// The functions that the rules call in it if it defines them, the needed ones among them.
    pub fn entries(self) -> Vec<(&'static str, usize)> {
        let of_rules: &[(&str, usize)] = if self == Role::Rule { &[("moments", 0), ("act", 1)] } else { &[] };
        let modifiers = MODIFIERS.iter().map(|modifier| (modifier.name, modifier.parameters.len()));
        match self {
            Role::Library => Vec::new(),
            _ => self.needed().iter().chain(of_rules).copied().chain([("markers", 0)]).chain(modifiers).collect(),
        }
    }

    /// Whether the function of this name acts on the game; all others look on.
    pub fn acts(name: &str) -> bool {
        matches!(name, "play" | "respond" | "act")
    }

    /// Whether the function of this name only says something of its script, and is called when there is no game.
    pub fn is_constant(name: &str) -> bool {
        matches!(name, "moments" | "markers" | "rule")
    }
}
