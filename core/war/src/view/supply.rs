//! Supply (12.0).

use super::View;
use crate::rules::supply::{self, SupplyLine};
use crate::sets::{SpaceId, SpaceSet};
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

    /// How a drilled unit of a side would be in supply in a space, or why it would not (12.2).
    pub fn supply_line(&self, side: Side, space: SpaceId) -> SupplyLine {
        supply::line(self.state, side, space)
    }
}
