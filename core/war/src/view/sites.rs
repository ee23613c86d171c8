//! Where this side could build, demolish and raid.

use super::View;
use crate::rules::{construction, demolition, raid};
use crate::sets::{SpaceId, SpaceSet};
use wilderness_engine::Refusal;

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
