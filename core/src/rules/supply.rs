//! Supply (12.0).

use crate::map::Map;
use crate::sets::SpaceSet;
use crate::side::Side;
use crate::state::State;

/// The spaces from which a side's supply comes: fortresses it controls that were originally its own; for the British
/// also captured ports, and Amphib spaces without unbesieged French units or fortifications (12.1, Q8).
pub fn sources(state: &State, side: Side) -> SpaceSet {
    let map = Map::get();
    let controlled = state.controlled(side);
    match side {
        Side::French => controlled & map.originally_french,
        Side::British => {
            (controlled & (map.originally_british | map.ports)) | (state.amphib - state.occupied(Side::French))
        }
    }
}

/// The spaces in which a drilled unit of a side would be in supply (12.2, D9).
pub fn supplied(state: &State, side: Side) -> SpaceSet {
    let map = Map::get();
    let mut good = map.cultivated | state.works[side].fortifications();
    if side == Side::British {
        good |= state.amphib;
    }
    let closed = state.occupied(side.enemy());
    let mut reached = sources(state, side);
    let mut frontier = reached;
    let mut supplied = reached;
    while let Some(space) = frontier.first() {
        frontier.remove(space);
        // A link of the chain is a water connection, or joins two spaces that are cultivated or fortified (12.21). The
        // supplied space itself need be neither.
        let by_water = map.adjacent_by_water(space);
        let mut next = by_water;
        supplied |= by_water;
        if good.contains(space) {
            let by_land = map.adjacent(space);
            supplied |= by_land;
            next |= by_land & good;
        }
        let new = next - reached - closed;
        reached |= new;
        frontier |= new;
    }
    supplied
}
