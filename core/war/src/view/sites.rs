//! Where this side could build, demolish and raid.

use super::View;
use crate::decision::Word;
use crate::rules::movement::Mover;
use crate::rules::phase::Phase;
use crate::rules::{construction, demolition, raid, siege};
use crate::sets::{PieceId, PieceSet, SpaceId, SpaceSet};
use wilderness_engine::Refusal;

/// The value of a card does not matter to a siege.
const ANY_VALUE: u8 = 3;

impl View<'_> {
    /// Whether this side's last card was used for construction, so that it cannot build (5.4).
    pub(crate) fn built_last(&self) -> bool {
        self.state.built_last[self.side]
    }

    /// Where this side could place a stockade (5.41).
    pub fn stockade_sites(&self) -> SpaceSet {
        construction::stockade_sites(self.state, self.side)
    }

    /// Why this side cannot place a stockade in a space, if it cannot (5.41, 5.43).
    pub fn why_not_stockade(&self, space: SpaceId) -> Option<Refusal> {
        construction::why_not_stockade(self.state, self.side, space)
    }

    /// Where this side could start or finish a fort (5.42).
    pub fn fort_sites(&self) -> SpaceSet {
        construction::fort_sites(self.state, self.side)
    }

    /// Why this side cannot start or finish a fort in a space, if it cannot (5.42, 5.43).
    pub fn why_not_fort(&self, space: SpaceId) -> Option<Refusal> {
        construction::why_not_fort(self.state, self.side, space)
    }

    /// Why a force of this side that has just been activated cannot roll on the Siege Table where its commander is, or
    /// assault, if it cannot (8.231, 9.11).
    pub fn why_not_besiege(&self, commander: PieceId, action: Word) -> Option<Refusal> {
        let (state, space) = (self.state, self.state.pieces.space(commander)?);
        let mover = Mover::new(self.side, Some(commander), PieceSet::one(commander), true, ANY_VALUE, space);
        match action {
            Word::Assault => siege::why_not_assault(state, &mover),
            _ => siege::why_not_roll(state, &Phase::new(state, self.side), &mover),
        }
    }

    /// What this side could demolish: its unbesieged forts, stockades and forts under construction (5.46).
    pub fn demolishable(&self) -> SpaceSet {
        demolition::demolishable(self.state, self.side)
    }

    /// Whether this side's auxiliaries that end their activation in a space raid it (10.1, 10.11).
    pub fn is_raid_target(&self, space: SpaceId) -> bool {
        raid::is_target(self.state, self.side, space)
    }

    /// All spaces that this side's auxiliaries would raid (10.1, 10.11).
    pub fn raid_targets(&self) -> SpaceSet {
        raid::all_targets(self.state, self.side)
    }
}
