//! The ways to enter a space.

use strum::IntoStaticStr;

/// How a space is entered.
#[derive(Clone, Copy, PartialEq, Eq, Debug, IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
pub enum Way {
    /// Over a connection.
    #[strum(serialize = "land-or-boat")]
    Open,
    /// Over a connection, without fighting the enemies there (6.6).
    Infiltration,
    /// By sea (6.4).
    Sea,
    /// By sea, in an amphibious landing (6.43).
    Landing,
}

impl Way {
    /// Whether it is a naval movement, which ends where it arrives (6.1, 6.4).
    pub(crate) fn is_by_sea(self) -> bool {
        matches!(self, Way::Sea | Way::Landing)
    }
}
