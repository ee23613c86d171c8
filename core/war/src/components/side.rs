//! The two sides, and values kept once for each of them.

use super::Components;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::ops::{Index, IndexMut};
use wilderness_engine::Each;

/// One of the two players.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    /// The French, who act first (4.0 A.2).
    French,
    /// The British.
    British,
}

impl Side {
    /// Both sides, the French first: the order in which the game goes through them.
    pub const BOTH: [Side; 2] = [Side::French, Side::British];

    /// The other side.
    pub fn enemy(self) -> Side {
        match self {
            Side::French => Side::British,
            Side::British => Side::French,
        }
    }

    /// The word used in files, records and on the command line.
    pub fn id(self) -> &'static str {
        match self {
            Side::French => "french",
            Side::British => "british",
        }
    }

    /// The side with this word.
    pub fn from_id(word: &str) -> Option<Side> {
        Side::BOTH.into_iter().find(|side| side.id() == word)
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl wilderness_engine::Side for Side {
    fn id(self) -> &'static str {
        Side::id(self)
    }

    fn index(self) -> usize {
        self as usize
    }
}

impl Side {
    /// The colour of its counters, if content gives it one.
    pub fn colour(self) -> Option<&'static str> {
        Components::get().sides[self].colours.map(|colours| colours.dark.as_str())
    }

    /// What it is called: alone, as in `the French`, and before a noun.
    pub fn name(self) -> &'static str {
        Components::get().sides[self].name.as_str()
    }
}

/// A value for each side, indexed by [`Side`]. In a file, a side without a value has the default one.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct PerSide<T> {
    /// The value of the French.
    pub french: T,
    /// The value of the British.
    pub british: T,
}

impl<T> PerSide<T> {
    /// Makes the value of each side with `make`.
    pub fn new(mut make: impl FnMut(Side) -> T) -> PerSide<T> {
        PerSide { french: make(Side::French), british: make(Side::British) }
    }
}

impl<T: Default> From<PerSide<T>> for Each<T> {
    fn from(PerSide { french, british }: PerSide<T>) -> Each<T> {
        [french, british].into()
    }
}

impl<T> Index<Side> for PerSide<T> {
    type Output = T;

    fn index(&self, side: Side) -> &T {
        match side {
            Side::French => &self.french,
            Side::British => &self.british,
        }
    }
}

impl<T> IndexMut<Side> for PerSide<T> {
    fn index_mut(&mut self, side: Side) -> &mut T {
        match side {
            Side::French => &mut self.french,
            Side::British => &mut self.british,
        }
    }
}
