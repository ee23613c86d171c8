//! What to demolish (5.46): a stockade that the enemy would capture scores for the enemy, a demolished one does not.
//! Forts cost a point, so they stay.

use super::{Greedy, offers};
use crate::decision::{Choice, Decision, Word};
use crate::map::Map;
use crate::sets::{SpaceId, SpaceSet};
use crate::view::View;

/// Whether the enemy could take a stockade with his next card, and no unit there could prevent it.
fn is_lost(view: &View<'_>, space: SpaceId) -> bool {
    let (side, enemy) = (view.side(), view.side().enemy());
    let strength = |side, space| {
        let units = view.outside(side, space).units();
        units.iter().map(|unit| u32::from(view.strength(unit))).sum::<u32>()
    };
    let held = strength(side, space);
    let near = Map::get().adjacent(space) & view.held(enemy);
    near.iter().any(|from| !view.outside(enemy, from).drilled().is_empty() && strength(enemy, from) >= 2 * held)
}

/// The stockades that are lost. A fort under construction in the same space needs none.
fn lost(view: &View<'_>) -> SpaceSet {
    view.works(view.side()).stockades.filter(|space| is_lost(view, space))
}

impl Greedy {
    /// P1, Z1: whether anything had better be demolished.
    pub(super) fn demolishes(&self, view: &View<'_>, decision: &Decision) -> bool {
        offers(decision, Word::Demolish) && !lost(view).is_empty()
    }

    /// P1, V4, Z1: what is demolished.
    pub(super) fn demolish(&self, view: &View<'_>, decision: &Decision) -> Option<Choice> {
        if offers(decision, Word::Stockades) {
            return Some(Choice::Word(Word::Stockades));
        }
        lost(view).iter().map(Choice::Space).find(|choice| decision.choices.contains(choice))
    }
}
