//! Infiltration (6.6): a lone auxiliary unit slips through spaces held by the enemy.

use super::march::{March, Party, Ways};
use crate::map::{Link, Map};
use crate::sets::{SpaceId, SpaceSet};

/// Whether a lone auxiliary that infiltrates over `link` could still leave within its movement for a space that it may
/// enter without infiltration (6.61, D11). It may return to the space it came from (Q33).
pub fn has_way_out(ways: &Ways, occupied: SpaceSet, party: Party, march: March, from: SpaceId, link: Link) -> bool {
    let Some(first) = march.step(ways, party, from, link) else { return false };
    let mut seen = vec![(link.to, first)];
    let mut next = 0;
    while let Some(&(space, march)) = seen.get(next) {
        next += 1;
        for link in Map::get().links(space) {
            let Some(after) = march.step(ways, party, space, *link) else { continue };
            if !occupied.contains(link.to) {
                return true;
            }
            if !seen.contains(&(link.to, after)) {
                seen.push((link.to, after));
            }
        }
    }
    false
}
