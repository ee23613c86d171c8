//! Control (2.0): which side controls a fortress or port, and which is alone in Niagara or Ohio Forks.

use crate::map::Map;
use crate::sets::{SpaceId, SpaceSet};
use crate::side::Side;
use crate::state::State;

impl State {
    /// The fortresses, with or without a port, that a side controls: unbesieged, without enemy units, and if originally
    /// the enemy's occupied by a friendly unit or an Amphib marker (2.0, 8.22, D5). Every port has a fortress.
    pub fn controlled(&self, side: Side) -> SpaceSet {
        let originally_own = Map::get().originally(side);
        let candidates = self.works[side].fortresses - self.besieged_spaces() - self.pieces.held(side.enemy());
        let garrisoned = self.pieces.held(side) | self.own_amphib(side);
        candidates & (originally_own | garrisoned)
    }

    /// Whether a side controls a fortress (2.0).
    pub fn controls(&self, side: Side, space: SpaceId) -> bool {
        self.controlled(side).contains(space)
    }

    /// Amphib markers, which are British (6.432).
    pub fn own_amphib(&self, side: Side) -> SpaceSet {
        if side == Side::British { self.amphib } else { SpaceSet::EMPTY }
    }

    /// Spaces in which a side has units or fortifications, besieged or not.
    pub fn present(&self, side: Side) -> SpaceSet {
        self.pieces.held(side) | self.works[side].fortifications()
    }

    /// Whether a side has units or fortifications in a space, besieged or not.
    pub fn is_present(&self, side: Side, space: SpaceId) -> bool {
        self.pieces.held(side).contains(space) || self.works[side].has_fortification(space)
    }

    /// The only side with units or fortifications in a space (13.23). A fort under construction does not count.
    pub fn sole_occupant(&self, space: SpaceId) -> Option<Side> {
        match (self.is_present(Side::French, space), self.is_present(Side::British, space)) {
            (true, false) => Some(Side::French),
            (false, true) => Some(Side::British),
            _ => None,
        }
    }
}
