//! The two sides, and values with one entry for each.

use serde::{Deserialize, Serialize};
use std::cell::Cell;
use std::fmt;
use std::ops::{Index, IndexMut};
use wilderness_engine::scene::SideColours;
use wilderness_engine::{Side as _, SideWords};

thread_local! {
    /// What the sides are called in the content that this thread plays.
    static WORDS: Cell<PerSide<SideWords>> = const { Cell::new(USUAL) };
}

/// What they are called if content does not say.
pub(crate) const USUAL: PerSide<SideWords> = PerSide([SideWords::of("French"), SideWords::of("British")]);

/// Makes these the names that this thread goes by.
pub(crate) fn enter(words: PerSide<SideWords>) {
    WORDS.set(words);
}

/// A side.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    /// The French and their allies.
    French,
    /// The British and their allies.
    British,
}

impl Side {
    /// Both sides, in the order of the game.
    pub const BOTH: [Side; 2] = [Side::French, Side::British];

    /// The other side.
    pub fn enemy(self) -> Side {
        match self {
            Side::French => Side::British,
            Side::British => Side::French,
        }
    }

    /// What the content that this thread plays calls it: alone, as in `the French`, and before a noun.
    pub fn name(self) -> &'static str {
        WORDS.get()[self].name.as_str()
    }

    /// Its colours in that content, if they are not the usual ones.
    pub fn colours(self) -> Option<SideColours> {
        WORDS.get()[self].colours
    }

    /// The side with this word.
    pub fn from_id(word: &str) -> Option<Side> {
        Side::BOTH.into_iter().find(|side| side.id() == word)
    }
}

impl wilderness_engine::Side for Side {
    fn id(self) -> &'static str {
        ["french", "british"][self as usize]
    }

    fn index(self) -> usize {
        self as usize
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A value for each side, indexed by the side.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct PerSide<T>(pub [T; 2]);

impl<T> PerSide<T> {
    /// Makes the value of each side.
    pub fn new(make: impl FnMut(Side) -> T) -> PerSide<T> {
        PerSide(Side::BOTH.map(make))
    }

    /// The values, in the order of the sides.
    pub fn iter(&self) -> impl Iterator<Item = &T> {
        self.0.iter()
    }
}

impl<T> Index<Side> for PerSide<T> {
    type Output = T;

    fn index(&self, side: Side) -> &T {
        &self.0[side as usize]
    }
}

impl<T> IndexMut<Side> for PerSide<T> {
    fn index_mut(&mut self, side: Side) -> &mut T {
        &mut self.0[side as usize]
    }
}
