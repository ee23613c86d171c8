//! Zones of control: the hexes next to a unit that it controls.

use crate::grid::Grid;
use crate::hex::{Direction, Hex};
use crate::set::HexSet;

/// Where a zone of control reaches from each hex of a field, whatever stands there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Zones {
    /// Sides across which it reaches, as bits.
    sides: Vec<u8>,
    /// The same hexes by their rows in the columns to the west, of the hex itself, and to the east.
    rows: Vec<[u32; 3]>,
}

impl Zones {
    /// The zones of a field, from what the game says: whether a zone reaches from one hex to a neighbour.
    pub fn new(grid: &Grid, reaches: impl Fn(Hex, Hex) -> bool) -> Zones {
        let mut zones = Zones { sides: vec![0; Hex::PLACES], rows: vec![[0; 3]; Hex::PLACES] };
        for hex in grid.hexes() {
            for direction in Direction::ALL {
                if let Some(to) = grid.next(hex, direction).filter(|to| reaches(hex, *to)) {
                    zones.sides[hex.index()] |= 1 << direction as usize;
                    zones.rows[hex.index()][usize::from(to.column + 1 - hex.column)] |= 1 << (to.row - 1);
                }
            }
        }
        zones
    }

    /// Whether a unit in a hex controls a neighbour.
    #[inline]
    pub fn reach(&self, grid: &Grid, from: Hex, to: Hex) -> bool {
        grid.side(from, to).is_some_and(|side| self.sides[from.index()] >> side & 1 == 1)
    }

    /// Adds to a set the neighbours that a unit in a hex controls.
    #[inline]
    pub fn add(&self, from: Hex, zone: &mut HexSet) {
        zone.insert_around(from, self.rows[from.index()]);
    }
}
