//! Supply (12.0).

use super::View;
use crate::placement::Place;
use crate::rules::supply::{self, SupplyLine};
use crate::sets::{PieceSet, SpaceId, SpaceSet};
use crate::side::Side;

impl View<'_> {
    /// The sources of a side's supply (12.1).
    pub fn supply_sources(&self, side: Side) -> SpaceSet {
        supply::sources(self.state, side)
    }

    /// The spaces in which drilled troops of a side are in supply (12.2).
    pub fn supplied(&self, side: Side) -> SpaceSet {
        supply::supplied(self.state, side)
    }

    /// Whether the drilled troops among pieces of a side would be in supply in a space to which they march (12.2). What
    /// they leave behind, and what happens on their way, is as it is now.
    pub fn would_be_supplied(&self, pieces: PieceSet, to: SpaceId) -> bool {
        let drilled = pieces.drilled();
        let Some(first) = drilled.first() else { return true };
        let mut moved = self.state.clone();
        drilled.iter().for_each(|piece| moved.pieces.put(piece, Place::Space(to)));
        supply::is_supplied(&moved, first.side(), to)
    }

    /// How a drilled unit of a side would be in supply in a space, or why it would not (12.2).
    pub fn supply_line(&self, side: Side, space: SpaceId) -> SupplyLine {
        supply::line(self.state, side, space)
    }
}
