//! Small ids, and sets of them as bits: a set of spaces, pieces or cards is a few words and costs a few instructions.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::hash::{Hash, Hasher};
use std::marker::PhantomData;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Sub, SubAssign};
use wilderness_engine::script::{Bits, ItemSet};

/// The most spaces that a map can have.
pub const MOST_SPACES: usize = 256;
/// The most leaders and units that there can be.
pub const MOST_PIECES: usize = 256;
/// Above the highest number of a card.
pub const MOST_CARDS: usize = 192;

/// An id that can be a member of an [`IdSet`]: a small number.
pub trait Id: Copy {
    /// The id with this number.
    fn from_index(index: usize) -> Self;
    /// The number of the id.
    fn index(self) -> usize;
}

macro_rules! id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        pub struct $name(pub u8);

        impl Id for $name {
            #[inline]
            fn from_index(index: usize) -> Self {
                $name(index as u8)
            }
            #[inline]
            fn index(self) -> usize {
                self.0 as usize
            }
        }

        impl From<$name> for u64 {
            fn from(id: $name) -> u64 {
                id.0.into()
            }
        }
    };
}

id!(
    /// A space of the map, by its place in `map.toml`.
    SpaceId
);
id!(
    /// A leader or unit, by its place in `pieces.toml`.
    PieceId
);
id!(
    /// A strategy card, by its number.
    CardId
);

/// A set of ids that are smaller than 64 times this number of words, iterated in ascending order.
#[derive(Serialize, Deserialize)]
#[serde(transparent)]
#[serde(bound(serialize = "[u64; WORDS]: Serialize", deserialize = "[u64; WORDS]: Deserialize<'de>"))]
pub struct IdSet<T, const WORDS: usize> {
    bits: [u64; WORDS],
    #[serde(skip)]
    of: PhantomData<T>,
}

/// A set of spaces.
pub type SpaceSet = IdSet<SpaceId, { MOST_SPACES / 64 }>;
/// A set of pieces.
pub type PieceSet = IdSet<PieceId, { MOST_PIECES / 64 }>;
/// A set of cards.
pub type CardSet = IdSet<CardId, { MOST_CARDS / 64 }>;

impl<T, const WORDS: usize> IdSet<T, WORDS> {
    /// The set without members.
    pub const EMPTY: IdSet<T, WORDS> = IdSet { bits: [0; WORDS], of: PhantomData };

    /// Whether the set is empty.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.bits == [0; WORDS]
    }

    /// The number of members.
    #[inline]
    pub fn len(&self) -> usize {
        self.bits.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Whether the two sets have a member in common.
    #[inline]
    pub fn meets(&self, other: IdSet<T, WORDS>) -> bool {
        self.bits.iter().zip(other.bits).any(|(a, b)| a & b != 0)
    }

    /// Whether every member of this set is a member of the other.
    #[inline]
    pub fn within(&self, other: IdSet<T, WORDS>) -> bool {
        self.bits.iter().zip(other.bits).all(|(a, b)| a & !b == 0)
    }
}

impl<T: Id, const WORDS: usize> IdSet<T, WORDS> {
    /// The set with one member.
    #[inline]
    pub fn one(id: T) -> IdSet<T, WORDS> {
        let mut set = IdSet::EMPTY;
        set.insert(id);
        set
    }

    /// Whether `id` is a member.
    #[inline]
    pub fn contains(&self, id: T) -> bool {
        self.bits[id.index() / 64] >> (id.index() % 64) & 1 == 1
    }

    /// Makes `id` a member.
    #[inline]
    pub fn insert(&mut self, id: T) {
        self.bits[id.index() / 64] |= 1 << (id.index() % 64);
    }

    /// Takes `id` out.
    #[inline]
    pub fn remove(&mut self, id: T) {
        self.bits[id.index() / 64] &= !(1 << (id.index() % 64));
    }

    /// Makes `id` a member or takes it out.
    #[inline]
    pub fn set(&mut self, id: T, member: bool) {
        if member { self.insert(id) } else { self.remove(id) }
    }

    /// The set with `id` besides.
    #[inline]
    pub fn with(mut self, id: T) -> IdSet<T, WORDS> {
        self.insert(id);
        self
    }

    /// The set without `id`.
    #[inline]
    pub fn without(mut self, id: T) -> IdSet<T, WORDS> {
        self.remove(id);
        self
    }

    /// The smallest member.
    #[inline]
    pub fn first(&self) -> Option<T> {
        let word = self.bits.iter().position(|&word| word != 0)?;
        Some(T::from_index(word * 64 + self.bits[word].trailing_zeros() as usize))
    }

    /// The only member, if there is exactly one.
    pub fn only(&self) -> Option<T> {
        self.first().filter(|first| self.without(*first).is_empty())
    }

    /// The members for which `keep` holds.
    pub fn filter(&self, mut keep: impl FnMut(T) -> bool) -> IdSet<T, WORDS> {
        self.iter().filter(|&id| keep(id)).collect()
    }

    /// The members in ascending order.
    #[inline]
    pub fn iter(&self) -> Iter<T, WORDS> {
        Iter { bits: self.bits, of: PhantomData }
    }
}

/// The members of an [`IdSet`] in ascending order.
pub struct Iter<T, const WORDS: usize> {
    bits: [u64; WORDS],
    of: PhantomData<T>,
}

impl<T: Id, const WORDS: usize> Iterator for Iter<T, WORDS> {
    type Item = T;

    #[inline]
    fn next(&mut self) -> Option<T> {
        for (index, word) in self.bits.iter_mut().enumerate() {
            if *word != 0 {
                let bit = word.trailing_zeros() as usize;
                *word &= *word - 1;
                return Some(T::from_index(index * 64 + bit));
            }
        }
        None
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = IdSet::<T, WORDS> { bits: self.bits, of: PhantomData }.len();
        (left, Some(left))
    }

    /// Word by word, for all that goes through a whole set, without looking for the word of each member.
    #[inline]
    fn fold<B, F: FnMut(B, T) -> B>(self, init: B, mut with: F) -> B {
        self.bits.into_iter().enumerate().fold(init, |mut all, (index, mut word)| {
            while word != 0 {
                all = with(all, T::from_index(index * 64 + word.trailing_zeros() as usize));
                word &= word - 1;
            }
            all
        })
    }
}

impl<T: Id, const WORDS: usize> ExactSizeIterator for Iter<T, WORDS> {}

impl<T: Id, const WORDS: usize> IntoIterator for IdSet<T, WORDS> {
    type Item = T;
    type IntoIter = Iter<T, WORDS>;

    fn into_iter(self) -> Iter<T, WORDS> {
        self.iter()
    }
}

impl<T: Id, const WORDS: usize> FromIterator<T> for IdSet<T, WORDS> {
    fn from_iter<I: IntoIterator<Item = T>>(ids: I) -> IdSet<T, WORDS> {
        let mut set = IdSet::EMPTY;
        ids.into_iter().for_each(|id| set.insert(id));
        set
    }
}

impl<T: Id + PartialEq + 'static, const WORDS: usize> ItemSet for IdSet<T, WORDS> {
    type Item = T;

    fn bits(&self) -> Bits {
        let mut bits = Bits::default();
        bits[..WORDS].copy_from_slice(&self.bits);
        bits
    }

    fn of_bits(bits: Bits) -> IdSet<T, WORDS> {
        IdSet { bits: std::array::from_fn(|index| bits[index]), of: PhantomData }
    }

    fn number(item: &T) -> usize {
        item.index()
    }

    fn item(number: usize) -> T {
        T::from_index(number)
    }
}

impl<T, const WORDS: usize> Clone for IdSet<T, WORDS> {
    fn clone(&self) -> IdSet<T, WORDS> {
        *self
    }
}
impl<T, const WORDS: usize> Copy for IdSet<T, WORDS> {}
impl<T, const WORDS: usize> PartialEq for IdSet<T, WORDS> {
    fn eq(&self, other: &IdSet<T, WORDS>) -> bool {
        self.bits == other.bits
    }
}
impl<T, const WORDS: usize> Eq for IdSet<T, WORDS> {}
impl<T, const WORDS: usize> Hash for IdSet<T, WORDS> {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.bits.iter().for_each(|word| hasher.write_u64(*word));
    }
}
impl<T, const WORDS: usize> Default for IdSet<T, WORDS> {
    fn default() -> IdSet<T, WORDS> {
        IdSet::EMPTY
    }
}
impl<T: Id + fmt::Debug, const WORDS: usize> fmt::Debug for IdSet<T, WORDS> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

macro_rules! operator {
    ($trait:ident, $method:ident, $assign:ident, $assign_method:ident, $combine:expr) => {
        impl<T, const WORDS: usize> $trait for IdSet<T, WORDS> {
            type Output = IdSet<T, WORDS>;
            #[inline]
            fn $method(mut self, other: IdSet<T, WORDS>) -> IdSet<T, WORDS> {
                self.$assign_method(other);
                self
            }
        }
        impl<T, const WORDS: usize> $assign for IdSet<T, WORDS> {
            #[inline]
            fn $assign_method(&mut self, other: IdSet<T, WORDS>) {
                let combine: fn(u64, u64) -> u64 = $combine;
                self.bits.iter_mut().zip(other.bits).for_each(|(a, b)| *a = combine(*a, b));
            }
        }
    };
}
operator!(BitOr, bitor, BitOrAssign, bitor_assign, |a, b| a | b);
operator!(BitAnd, bitand, BitAndAssign, bitand_assign, |a, b| a & b);
operator!(Sub, sub, SubAssign, sub_assign, |a, b| a & !b);
