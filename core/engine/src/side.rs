//! The two sides of a game, and values with one entry per side.

use std::fmt::{Debug, Display};
use std::hash::Hash;
use std::ops::{Index, IndexMut};

/// One of the two sides of a game.
pub trait Side: Copy + Eq + Ord + Hash + Debug + Display + Send + Sync + 'static {
    /// Both sides, in the order of the game.
    const BOTH: [Self; 2];

    /// The word used in files, records and on the command line.
    fn id(self) -> &'static str;

    /// The side's place in [`Side::BOTH`].
    fn index(self) -> usize {
        usize::from(self != Self::BOTH[0])
    }

    /// The other side.
    fn enemy(self) -> Self {
        Self::BOTH[1 - self.index()]
    }

    /// The side with this word.
    fn from_id(word: &str) -> Option<Self> {
        Self::BOTH.into_iter().find(|side| side.id() == word)
    }
}

/// A value for each side, indexed by the side; the values stand in the order of the sides.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Each<T>(pub [T; 2]);

impl<T> Each<T> {
    /// Builds the value of each side.
    pub fn new<S: Side>(make: impl FnMut(S) -> T) -> Each<T> {
        Each(S::BOTH.map(make))
    }

    /// The values, in the order of the sides.
    pub fn iter(&self) -> impl Iterator<Item = &T> {
        self.0.iter()
    }
}

impl<S: Side, T> Index<S> for Each<T> {
    type Output = T;

    fn index(&self, side: S) -> &T {
        &self.0[side.index()]
    }
}

impl<S: Side, T> IndexMut<S> for Each<T> {
    fn index_mut(&mut self, side: S) -> &mut T {
        &mut self.0[side.index()]
    }
}
