//! The sides of a game, and values with one entry per side.

use std::fmt::{Debug, Display};
use std::hash::Hash;
use std::ops::{Index, IndexMut};

/// The most sides that a game has.
pub const MOST_SIDES: usize = 7;

/// One of the sides of a game.
pub trait Side: Copy + Eq + Ord + Hash + Debug + Display + Send + Sync + 'static {
    /// The word used in files, records and on the command line, different for each side. It never changes, because old
    /// records have it.
    fn id(self) -> &'static str;

    /// Its place among the [`Sides`] of its game, from 0. Values are kept by it in [`Each`]: two sides with the same place
    /// would share them.
    fn index(self) -> usize;
}

/// The sides of a game, one to seven, in its order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sides<S> {
    /// The sides; behind the last one, the first.
    all: [S; MOST_SIDES],
    count: usize,
}

/// Why sides cannot be those of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NotSides {
    /// There is none.
    #[error("a game has at least one side")]
    None,
    /// There are too many.
    #[error("a game has at most {MOST_SIDES} sides")]
    TooMany,
    /// Two have the same word.
    #[error("two sides are called `{0}`")]
    Twice(&'static str),
    /// The place of a side is not that in the list.
    #[error("the place of `{0}` among the sides is not the one it names")]
    Misplaced(&'static str),
}

impl<S: Copy> Sides<S> {
    /// The sides of a game whose sides are part of the program.
    ///
    /// # Panics
    /// If there is none, or there are more than seven: where it is a constant, the program does not compile.
    pub const fn of(sides: &[S]) -> Sides<S> {
        assert!(!sides.is_empty() && sides.len() <= MOST_SIDES);
        let mut all = [sides[0]; MOST_SIDES];
        let mut index = 0;
        while index < sides.len() {
            all[index] = sides[index];
            index += 1;
        }
        Sides { all, count: sides.len() }
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.count
    }

    /// The first side.
    pub fn first(&self) -> S {
        self.all[0]
    }

    /// What is made of each side, in the order of the game.
    pub fn map<T: Copy>(self, make: impl FnMut(S) -> T) -> Sides<T> {
        Sides { all: self.all.map(make), count: self.count }
    }

    /// The sides, in the order of the game.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = S> + ExactSizeIterator + Clone + use<'_, S> {
        self.all[..self.count].iter().copied()
    }
}

impl<S: Side> Sides<S> {
    /// The sides that content names.
    ///
    /// # Errors
    /// If they cannot be those of a game.
    pub fn new(sides: &[S]) -> Result<Sides<S>, NotSides> {
        if sides.is_empty() {
            return Err(NotSides::None);
        }
        if sides.len() > MOST_SIDES {
            return Err(NotSides::TooMany);
        }
        for (index, side) in sides.iter().enumerate() {
            if side.index() != index {
                return Err(NotSides::Misplaced(side.id()));
            }
            if sides[..index].iter().any(|other| other.id() == side.id()) {
                return Err(NotSides::Twice(side.id()));
            }
        }
        Ok(Sides::of(sides))
    }

    /// The side with this word.
    pub fn with_id(&self, word: &str) -> Option<S> {
        self.iter().find(|side| side.id() == word)
    }

    /// The other sides, beginning with the one after `side`: of two sides, the enemy.
    pub fn others(&self, side: S) -> impl Iterator<Item = S> + Clone + use<'_, S> {
        (1..self.count).map(move |after| self.all[(side.index() + after) % self.count])
    }

    /// The side after another, and after the last the first.
    pub fn after(&self, side: S) -> S {
        self.all[(side.index() + 1) % self.count]
    }
}

impl<S: Copy> IntoIterator for Sides<S> {
    type Item = S;
    type IntoIter = std::iter::Take<std::array::IntoIter<S, MOST_SIDES>>;

    fn into_iter(self) -> Self::IntoIter {
        self.all.into_iter().take(self.count)
    }
}

/// A value for each side, indexed by the side; the values stand in the order of the sides. There is room for as many sides
/// as a game can have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Each<T>(pub(crate) [T; MOST_SIDES]);

impl<T: Default> Each<T> {
    /// Makes the value of each side.
    pub fn new<S: Side>(sides: impl IntoIterator<Item = S>, mut make: impl FnMut(S) -> T) -> Each<T> {
        let mut each = Each::default();
        sides.into_iter().for_each(|side| each[side] = make(side));
        each
    }
}

impl<T> Each<T> {
    /// The values of these sides, in their order.
    pub fn of<S: Copy>(&self, sides: Sides<S>) -> &[T] {
        &self.0[..sides.count]
    }
}

impl<T: Copy> Each<T> {
    /// Each of these sides with its value, in their order.
    pub fn pairs<S: Copy>(&self, sides: Sides<S>) -> Vec<(S, T)> {
        sides.into_iter().zip(self.0).collect()
    }
}

impl<T: Default> Default for Each<T> {
    fn default() -> Each<T> {
        Each(std::array::from_fn(|_| T::default()))
    }
}

/// The values of the first sides; the others have the default.
impl<T: Default, const M: usize> From<[T; M]> for Each<T> {
    fn from(values: [T; M]) -> Each<T> {
        let mut values = values.into_iter();
        Each(std::array::from_fn(|_| values.next().unwrap_or_default()))
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
