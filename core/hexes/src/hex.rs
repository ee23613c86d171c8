//! Hexes: coordinates `ccrr`, neighbours, distance. The hexes are flat-topped; column 01 is the west edge, row 01 the
//! north edge, and even columns lie half a hex lower. Neighbours are those of the crate `hexx`.

use hexx::{HexOrientation, OffsetHexMode};
use serde::de::{Deserialize, Deserializer, Error, Unexpected};
use serde::{Serialize, Serializer};
use std::fmt;

/// The most columns and rows of a field.
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
    #[inline]
    pub fn opposite(self) -> Direction {
        Direction::ALL[(self as usize + 3) % 6]
    }

    #[inline]
    fn vector(self) -> hexx::Hex {
        let (x, y) = [(0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0)][self as usize];
        hexx::Hex::new(x, y)
    }
}

/// The number that its text shows.
impl From<Hex> for u64 {
    fn from(hex: Hex) -> u64 {
        100 * u64::from(hex.column) + u64::from(hex.row)
    }
}

impl Hex {
    /// How many places there are in a set, and in the tables of a field.
    pub const PLACES: usize = MOST as usize * MOST as usize;

    /// The hex with this text, if it can be on a field.
    pub fn new(text: &str) -> Option<Hex> {
        let digits = text.len() == 4 && text.bytes().all(|byte| byte.is_ascii_digit());
        let (column, row) = text.split_at_checked(2).filter(|_| digits)?;
        Hex::at(column.parse().ok()?, row.parse().ok()?)
    }

    /// The hex in a column and a row, if it can be on a field.
    #[inline]
    pub fn at(column: u8, row: u8) -> Option<Hex> {
        ((1..=MOST).contains(&column) && (1..=MOST).contains(&row)).then_some(Hex { column, row })
    }

    /// Its place in a set, and in the tables of a field: below [`Hex::PLACES`].
    #[inline]
    pub fn index(self) -> usize {
        usize::from(self.column - 1) * usize::from(MOST) + usize::from(self.row - 1)
    }

    #[inline]
    pub(crate) fn from_index(index: usize) -> Hex {
        Hex { column: (index / usize::from(MOST)) as u8 + 1, row: (index % usize::from(MOST)) as u8 + 1 }
    }

    /// How far south it lies, in half rows: even columns lie half a hex lower.
    #[inline]
    fn half_rows(self) -> u8 {
        2 * self.row + (self.column + 1) % 2
    }

    #[inline]
    fn axial(self) -> hexx::Hex {
        let offset = [i32::from(self.column) - 1, i32::from(self.row) - 1];
        hexx::Hex::from_offset_coordinates(offset, OffsetHexMode::Odd, HexOrientation::Flat)
    }

    /// The next hex in a direction, if it can be on a field.
    #[inline]
    pub fn next(self, direction: Direction) -> Option<Hex> {
        let next = self.axial() + direction.vector();
        let [column, row] = next.to_offset_coordinates(OffsetHexMode::Odd, HexOrientation::Flat);
        Hex::at(u8::try_from(column + 1).ok()?, u8::try_from(row + 1).ok()?)
    }

    /// How many hexes it is to another one: the start not counted, the end counted.
    #[inline]
    pub fn distance(self, other: Hex) -> u32 {
        let across = u32::from(self.column.abs_diff(other.column));
        let down = u32::from(self.half_rows().abs_diff(other.half_rows()));
        // Each column on the way brings it half a row nearer.
        across + down.saturating_sub(across) / 2
    }

    /// The direction of a neighbour, if it is one.
    #[inline]
    pub fn direction(self, other: Hex) -> Option<Direction> {
        let direction = Direction::ALL[self.towards(other)?];
        (self.next(direction) == Some(other)).then_some(direction)
    }

    /// The number of the direction of another hex if it is a neighbour. It need not be one: this is asked more often than
    /// anything else, by callers that know the neighbours.
    #[inline]
    pub(crate) fn towards(self, other: Hex) -> Option<usize> {
        // Even columns lie half a hex lower.
        let down = i16::from(other.row) - i16::from(self.row) + i16::from(self.column % 2);
        match (i16::from(other.column) - i16::from(self.column), down) {
            (0, _) if self.row > other.row => Some(0),
            (0, _) => Some(3),
            (1, 0) => Some(1),
            (1, 1) => Some(2),
            (-1, 1) => Some(4),
            (-1, 0) => Some(5),
            _ => None,
        }
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
