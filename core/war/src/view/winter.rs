//! Winter quarters (11.0).

use super::View;
use crate::context::Context;
use crate::placement::Place;
use crate::rules::attrition;
use crate::sets::{PieceSet, SpaceId, SpaceSet};
use crate::side::Side;
use crate::table::Play;

impl View<'_> {
    /// Where drilled troops of a side would suffer attrition if the year ended now (11.1).
    ///
    /// # Errors
    /// A script that fails.
    pub fn without_quarters(&self, side: Side) -> Play<SpaceSet> {
        let mut suffering = SpaceSet::EMPTY;
        for space in self.held(side).filter(|space| !self.units(side, space).drilled().is_empty()) {
            if self.suffers_in(side, space)? {
                suffering.insert(space);
            }
        }
        Ok(suffering)
    }

    /// Whether the drilled troops among pieces of a side would suffer attrition in a space to which they march (11.1).
    ///
    /// # Errors
    /// A script that fails.
    pub fn would_suffer(&self, pieces: PieceSet, to: SpaceId) -> Play<bool> {
        let Some(first) = pieces.drilled().first() else { return Ok(false) };
        let mut moved = self.state.clone();
        pieces.iter().for_each(|piece| moved.pieces.put(piece, Place::Space(to)));
        View { state: &moved, ..*self }.suffers_in(first.side(), to)
    }

    /// The most units of a side that are sheltered in a space, where that depends on their number (11.1).
    pub fn quarters(&self, side: Side, space: SpaceId) -> usize {
        let works = self.works(side);
        let is_besieged = self.siege_level(space).is_some();
        if (works.forts | works.stockades).contains(space) && !is_besieged { attrition::SHELTERED_UNITS } else { 0 }
    }

    fn suffers_in(&self, side: Side, space: SpaceId) -> Play<bool> {
        let at = Context::at(side, space).with_stack(self.state);
        self.scripts.attrition(self.state, attrition::suffers(self.state, side, space), at)
    }
}
