//! What holds across the sides of hexes, such as zones of control: the hexes next to a unit that it controls.

use crate::grid::Grid;
use crate::hex::Hex;
use crate::set::{HexSet, SetPart};

/// Across which sides of each hex of a field something holds that a game asks often.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hexsides(Vec<u8>);

impl Hexsides {
    /// The sides of a field, from what the game says of one hex and a neighbour.
    pub fn new(grid: &Grid, holds: impl Fn(Hex, Hex) -> bool) -> Hexsides {
        let mut sides = vec![0; Hex::PLACES];
        for hex in grid.hexes() {
            for (side, to) in grid.around(hex).iter().enumerate() {
                sides[hex.index()] |= u8::from(to.is_some_and(|to| holds(hex, to))) << side;
            }
        }
        Hexsides(sides)
    }

    /// The sides of a hex across which it holds, as bits.
    #[inline]
    pub fn sides(&self, from: Hex) -> u8 {
        self.0[from.index()]
    }

    /// Whether it holds from one hex to a neighbour.
    #[inline]
    pub fn hold(&self, grid: &Grid, from: Hex, to: Hex) -> bool {
        grid.side(from, to).is_some_and(|side| self.0[from.index()] >> side & 1 == 1)
    }

    /// The neighbours of a hex to which it holds.
    #[inline]
    pub fn near<'a>(&self, grid: &'a Grid, from: Hex) -> impl Iterator<Item = Hex> + use<'a> {
        let sides = self.0[from.index()];
        let near = grid.around(from).iter().enumerate().filter(move |(side, _)| sides >> side & 1 == 1);
        near.filter_map(|(_, to)| *to)
    }
}

/// Where a zone of control reaches from each hex of a field, whatever stands there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Zones {
    /// Across which sides it reaches.
    sides: Hexsides,
    /// The same hexes as a part of a set.
    parts: Vec<SetPart>,
}

impl Zones {
    /// The zones of a field, from what the game says: whether a zone reaches from one hex to a neighbour.
    pub fn new(grid: &Grid, reaches: impl Fn(Hex, Hex) -> bool) -> Zones {
        let sides = Hexsides::new(grid, reaches);
        let mut parts = vec![SetPart::default(); Hex::PLACES];
        for hex in grid.hexes() {
            let mut reached = HexSet::EMPTY;
            sides.near(grid, hex).for_each(|to| reached.insert(to));
            parts[hex.index()] = reached.around(hex);
        }
        Zones { sides, parts }
    }

    /// Across which sides of each hex it reaches.
    #[inline]
    pub fn hexsides(&self) -> &Hexsides {
        &self.sides
    }

    /// Whether a unit in a hex controls a neighbour.
    #[inline]
    pub fn reach(&self, grid: &Grid, from: Hex, to: Hex) -> bool {
        self.sides.hold(grid, from, to)
    }

    /// The hexes that units in some hexes control.
    #[inline]
    pub fn of(&self, from: &HexSet) -> HexSet {
        let mut zone = HexSet::EMPTY;
        from.iter().for_each(|hex| zone.insert_part(&self.parts[hex.index()]));
        zone
    }
}
