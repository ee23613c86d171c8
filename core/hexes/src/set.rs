//! Sets of hexes.

use crate::hex::{Hex, MOST};

const WORDS: usize = MOST as usize * MOST as usize / 64;

/// A set of hexes, in their order.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct HexSet([u64; WORDS]);

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

    /// Adds hexes in the column of a hex and in those beside it, each given by its rows as bits: the column to the west
    /// first.
    #[inline]
    pub fn insert_around(&mut self, hex: Hex, rows: [u32; 3]) {
        for (beside, rows) in (usize::from(hex.column)..).zip(rows).filter(|(_, rows)| *rows != 0) {
            // Columns count from 1, so the one to the west of column 1 would be -1.
            let Some(column) = beside.checked_sub(2) else { continue };
            if let Some(word) = self.0.get_mut(column / 2) {
                *word |= u64::from(rows) << (column % 2 * 32);
            }
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

    /// Whether no hex is in it.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|word| *word == 0)
    }

    /// The hexes, in their order.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = Hex> + '_ {
        self.0.iter().enumerate().flat_map(|(word, bits)| {
            let mut bits = *bits;
            std::iter::from_fn(move || {
                let bit = (bits != 0).then(|| bits.trailing_zeros() as usize)?;
                bits &= bits - 1;
                Some(Hex::from_index(word * 64 + bit))
            })
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
