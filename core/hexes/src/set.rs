//! Sets of hexes.

use crate::hex::{Hex, MOST};

const WORDS: usize = MOST as usize * MOST as usize / 64;

/// A set of hexes, in their order.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct HexSet([u64; WORDS]);

/// What a set has in three columns side by side.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct SetPart {
    /// The first of its words.
    first: u8,
    words: [u64; 2],
}

impl HexSet {
    /// No hex.
    pub const EMPTY: HexSet = HexSet([0; WORDS]);

    /// Whether a hex is in it.
    #[inline]
    pub fn contains(&self, hex: Hex) -> bool {
        let index = hex.index();
        self.0[index / 64] >> (index % 64) & 1 == 1
    }

    /// Adds a hex.
    #[inline]
    pub fn insert(&mut self, hex: Hex) {
        let index = hex.index();
        self.0[index / 64] |= 1 << (index % 64);
    }

    /// Its hexes in the column of a hex and in those beside it.
    pub(crate) fn around(&self, hex: Hex) -> SetPart {
        // Two columns to a word: the three are in at most two words.
        let first = (usize::from(hex.column - 1).saturating_sub(1) / 2).min(WORDS - 2);
        SetPart { first: first as u8, words: [self.0[first], self.0[first + 1]] }
    }

    /// Adds the hexes of a part of a set.
    #[inline]
    pub(crate) fn insert_part(&mut self, part: &SetPart) {
        for (word, more) in self.0.iter_mut().skip(usize::from(part.first)).zip(part.words) {
            *word |= more;
        }
    }

    /// Takes a hex out.
    #[inline]
    pub fn remove(&mut self, hex: Hex) {
        let index = hex.index();
        self.0[index / 64] &= !(1 << (index % 64));
    }

    /// The hexes of both sets.
    #[inline]
    pub fn with(mut self, other: &HexSet) -> HexSet {
        self.0.iter_mut().zip(&other.0).for_each(|(word, more)| *word |= more);
        self
    }

    /// The hexes that are in another set, too.
    #[inline]
    pub fn and(mut self, other: &HexSet) -> HexSet {
        self.0.iter_mut().zip(&other.0).for_each(|(word, other)| *word &= other);
        self
    }

    /// Whether all its hexes are in another set.
    #[inline]
    pub fn is_within(&self, other: &HexSet) -> bool {
        self.0.iter().zip(&other.0).all(|(word, other)| word & !other == 0)
    }

    /// Whether no hex is in it.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|word| *word == 0)
    }

    /// The hexes, in their order.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = Hex> + '_ {
        let (mut word, mut bits) = (0, self.0[0]);
        std::iter::from_fn(move || {
            while bits == 0 {
                word += 1;
                bits = *self.0.get(word)?;
            }
            let bit = bits.trailing_zeros() as usize;
            bits &= bits - 1;
            Some(Hex::from_index(word * 64 + bit))
        })
    }
}

impl FromIterator<Hex> for HexSet {
    #[inline]
    fn from_iter<I: IntoIterator<Item = Hex>>(hexes: I) -> HexSet {
        let mut set = HexSet::EMPTY;
        hexes.into_iter().for_each(|hex| set.insert(hex));
        set
    }
}
