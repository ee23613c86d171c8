//! Zones of control: the hexes next to a unit that it controls.

use crate::grid::Grid;
use crate::hex::{Direction, Hex};
use crate::set::{HexSet, SetPart};

/// Where a zone of control reaches from each hex of a field, whatever stands there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Zones {
    /// Sides across which it reaches, as bits.
    sides: Vec<u8>,
    /// The same hexes as a part of a set.
    parts: Vec<SetPart>,
}

impl Zones {
    /// The zones of a field, from what the game says: whether a zone reaches from one hex to a neighbour.
    pub fn new(grid: &Grid, reaches: impl Fn(Hex, Hex) -> bool) -> Zones {
        let mut zones = Zones { sides: vec![0; Hex::PLACES], parts: vec![SetPart::default(); Hex::PLACES] };
        for hex in grid.hexes() {
            let mut reached = HexSet::EMPTY;
            for direction in Direction::ALL {
                if let Some(to) = grid.next(hex, direction).filter(|to| reaches(hex, *to)) {
                    zones.sides[hex.index()] |= 1 << direction as usize;
                    reached.insert(to);
                }
            }
            zones.parts[hex.index()] = reached.around(hex);
        }
        zones
    }

    /// Whether a unit in a hex controls a neighbour.
    #[inline]
    pub fn reach(&self, grid: &Grid, from: Hex, to: Hex) -> bool {
        grid.side(from, to).is_some_and(|side| self.sides[from.index()] >> side & 1 == 1)
    }

    /// The hexes that units in some hexes control.
    #[inline]
    pub fn of(&self, from: &HexSet) -> HexSet {
        let mut zone = HexSet::EMPTY;
        from.iter().for_each(|hex| zone.insert_part(&self.parts[hex.index()]));
        zone
    }
}
