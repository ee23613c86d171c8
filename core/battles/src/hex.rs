//! Hexes: coordinates `ccrr`, neighbours, distance, and sets of hexes. The hexes are flat-topped; column 01 is the west
//! edge, row 01 the north edge, and even columns lie half a hex lower. Geometry is that of the crate `hexx`.

use hexx::{HexOrientation, OffsetHexMode};
use serde::de::{Deserialize, Deserializer, Error, Unexpected};
use serde::{Serialize, Serializer};
use std::fmt;

/// The most columns and rows of a map.
pub const MOST: u8 = 32;

/// A hex, by its column and row, both counted from 1. Its order is that of its text.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Hex {
    /// The column, from west to east.
    pub column: u8,
    /// The row, from north to south.
    pub row: u8,
}

/// A direction from one hex to the next, clockwise from the north.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Direction {
    /// North.
    N,
    /// Northeast.
    NE,
    /// Southeast.
    SE,
    /// South.
    S,
    /// Southwest.
    SW,
    /// Northwest.
    NW,
}

impl Direction {
    /// All six, clockwise.
    pub const ALL: [Direction; 6] =
        [Direction::N, Direction::NE, Direction::SE, Direction::S, Direction::SW, Direction::NW];

    /// The direction with this word.
    pub fn from_word(word: &str) -> Option<Direction> {
        let words = ["N", "NE", "SE", "S", "SW", "NW"];
        words.iter().position(|other| *other == word).map(|index| Direction::ALL[index])
    }

    /// The way back.
    pub fn opposite(self) -> Direction {
        Direction::ALL[(self as usize + 3) % 6]
    }

    fn vector(self) -> hexx::Hex {
        let (x, y) = [(0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0)][self as usize];
        hexx::Hex::new(x, y)
    }
}

impl Hex {
    /// The hex with this text, if it can be on a map.
    pub fn new(text: &str) -> Option<Hex> {
        let digits = text.len() == 4 && text.bytes().all(|byte| byte.is_ascii_digit());
        let (column, row) = text.split_at_checked(2).filter(|_| digits)?;
        Hex::at(column.parse().ok()?, row.parse().ok()?)
    }

    /// The hex in a column and a row, if it can be on a map.
    pub fn at(column: u8, row: u8) -> Option<Hex> {
        ((1..=MOST).contains(&column) && (1..=MOST).contains(&row)).then_some(Hex { column, row })
    }

    /// Its place in a set, and in the list of the hexes of a map.
    #[inline]
    pub fn index(self) -> usize {
        usize::from(self.column - 1) * usize::from(MOST) + usize::from(self.row - 1)
    }

    fn from_index(index: usize) -> Hex {
        Hex { column: (index / usize::from(MOST)) as u8 + 1, row: (index % usize::from(MOST)) as u8 + 1 }
    }

    fn axial(self) -> hexx::Hex {
        let offset = [i32::from(self.column) - 1, i32::from(self.row) - 1];
        hexx::Hex::from_offset_coordinates(offset, OffsetHexMode::Odd, HexOrientation::Flat)
    }

    /// The next hex in a direction, if it can be on a map.
    pub fn next(self, direction: Direction) -> Option<Hex> {
        let next = self.axial() + direction.vector();
        let [column, row] = next.to_offset_coordinates(OffsetHexMode::Odd, HexOrientation::Flat);
        Hex::at(u8::try_from(column + 1).ok()?, u8::try_from(row + 1).ok()?)
    }

    /// How many hexes it is to another one: the start not counted, the end counted.
    pub fn distance(self, other: Hex) -> u32 {
        self.axial().unsigned_distance_to(other.axial())
    }

    /// The direction of a neighbour, if it is one.
    pub fn direction(self, other: Hex) -> Option<Direction> {
        let vector = other.axial() - self.axial();
        Direction::ALL.into_iter().find(|direction| direction.vector() == vector)
    }
}

impl fmt::Display for Hex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:02}{:02}", self.column, self.row)
    }
}

impl fmt::Debug for Hex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl Serialize for Hex {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Hex {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Hex, D::Error> {
        let text = String::deserialize(deserializer)?;
        let wanted = "a hex: two digits for the column, two for the row";
        Hex::new(&text).ok_or_else(|| D::Error::invalid_value(Unexpected::Str(&text), &wanted))
    }
}

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
    pub(crate) fn insert_around(&mut self, hex: Hex, rows: [u32; 3]) {
        for (beside, rows) in (usize::from(hex.column)..).zip(rows).filter(|(_, rows)| *rows != 0) {
            // Columns count from 1, so the one to the west of column 1 would be -1.
            let Some(column) = beside.checked_sub(2) else { continue };
            if let Some(word) = self.0.get_mut(column / 2) {
                *word |= u64::from(rows) << (column % 2 * 32);
            }
        }
    }

    /// Takes a hex out.
    pub fn remove(&mut self, hex: Hex) {
        let index = hex.index();
        self.0[index / 64] &= !(1 << (index % 64));
    }

    /// The hexes of both sets.
    pub fn with(mut self, other: &HexSet) -> HexSet {
        self.0.iter_mut().zip(&other.0).for_each(|(word, more)| *word |= more);
        self
    }

    /// Whether no hex is in it.
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|word| *word == 0)
    }

    /// The hexes, in their order.
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
    fn from_iter<I: IntoIterator<Item = Hex>>(hexes: I) -> HexSet {
        let mut set = HexSet::EMPTY;
        hexes.into_iter().for_each(|hex| set.insert(hex));
        set
    }
}
