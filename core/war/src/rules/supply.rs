//! Supply (12.0).

use crate::map::Map;
use crate::sets::{SpaceId, SpaceSet};
use crate::side::Side;
use crate::state::{State, SupplyLimits};

/// The sources of a side's supply: fortresses it controls that were originally its own; for the British also captured
/// ports, and Amphib spaces without unbesieged French units or fortifications (12.1, Q8).
pub fn sources(state: &State, side: Side) -> SpaceSet {
    let map = Map::get();
    let controlled = state.controlled(side);
    match side {
        Side::French => controlled & map.originally(Side::French),
        Side::British => {
            let amphib = if state.supply_limits[side].amphib { state.amphib } else { SpaceSet::EMPTY };
            (controlled & (map.originally(Side::British) | map.ports)) | (amphib - state.occupied(Side::French))
        }
    }
}

/// The spaces in which a drilled unit of a side would be in supply (12.2, D9).
pub fn supplied(state: &State, side: Side) -> SpaceSet {
    supplied_until(state, side, |_| false)
}

/// Those of some spaces in which a drilled unit of a side would be in supply (12.2).
pub fn supplied_among(state: &State, side: Side, spaces: SpaceSet) -> SpaceSet {
    if spaces.is_empty() {
        return spaces;
    }
    supplied_until(state, side, |supplied| spaces.within(supplied)) & spaces
}

/// Whether a drilled unit of a side would be in supply in any of these spaces (12.2).
pub fn is_any_supplied(state: &State, side: Side, spaces: SpaceSet) -> bool {
    !spaces.is_empty() && supplied_until(state, side, |supplied| supplied.meets(spaces)).meets(spaces)
}

/// Whether a drilled unit of a side would be in supply in a space (12.2).
pub fn is_supplied(state: &State, side: Side, space: SpaceId) -> bool {
    is_any_supplied(state, side, SpaceSet::one(space))
}

/// The spaces in which a drilled unit of a side would be in supply; incomplete if those already found are enough.
fn supplied_until(state: &State, side: Side, is_enough: impl Fn(SpaceSet) -> bool) -> SpaceSet {
    let (map, good, limits) = (Map::get(), roads(state, side), state.supply_limits[side]);
    let mut supplied = sources(state, side);
    let mut frontier = supplied;
    // The spaces that the chain has not reached, and through which it may lead.
    let mut left = map.all - supplied - state.occupied(side.enemy());
    while !frontier.is_empty() && !is_enough(supplied) {
        let mut next = SpaceSet::EMPTY;
        frontier.iter().for_each(|space| {
            let (ends, further) = onward(map, good, limits, space);
            supplied |= ends;
            next |= further;
        });
        frontier = next & left;
        left -= frontier;
    }
    supplied
}

/// The spaces between which a chain may lead over land: cultivated, or fortified by the side; for the British Amphib
/// spaces too (12.21).
fn roads(state: &State, side: Side) -> SpaceSet {
    let good = Map::get().cultivated | state.works[side].fortifications();
    if side == Side::British { good | state.amphib } else { good }
}

/// Where a chain of supply can end beyond a space, and from where it can continue: a link of it is a water connection,
/// or joins two spaces with roads (12.21). The supplied space itself needs no road.
#[inline]
fn onward(map: &Map, roads: SpaceSet, limits: SupplyLimits, space: SpaceId) -> (SpaceSet, SpaceSet) {
    let by_water = match limits {
        SupplyLimits { water: false, .. } => SpaceSet::EMPTY,
        SupplyLimits { lakes: false, .. } => map.adjacent_by_river(space),
        _ => map.adjacent_by_water(space),
    };
    if !roads.contains(space) {
        return (by_water, by_water);
    }
    let by_land = map.adjacent(space);
    (by_water | by_land, by_water | (by_land & roads))
}

/// How a space is in supply, or why it is not (12.2).
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SupplyLine {
    /// In supply: a shortest chain from a source to the space, both included.
    Open(Vec<SpaceId>),
    /// Out of supply, because the enemy occupies a space of the chain it would otherwise have.
    Cut {
        /// The chain.
        chain: Vec<SpaceId>,
        /// The first space of it that the enemy occupies.
        at: SpaceId,
    },
    /// Out of supply: no chain leads there, because too much of the way is wilderness without water.
    None,
}

/// How a drilled unit of a side would be in supply in a space (12.2).
pub fn line(state: &State, side: Side, space: SpaceId) -> SupplyLine {
    let closed = state.occupied(side.enemy());
    if let Some(chain) = chain(state, side, space, closed) {
        return SupplyLine::Open(chain);
    }
    let Some(chain) = chain(state, side, space, SpaceSet::EMPTY) else { return SupplyLine::None };
    let between = chain.iter().copied().filter(|step| *step != space);
    match between.into_iter().find(|step| closed.contains(*step)) {
        Some(at) => SupplyLine::Cut { chain, at },
        None => SupplyLine::None,
    }
}

/// A shortest chain from a source to a space, through none of the spaces that are closed.
fn chain(state: &State, side: Side, to: SpaceId, closed: SpaceSet) -> Option<Vec<SpaceId>> {
    let (map, roads, limits) = (Map::get(), roads(state, side), state.supply_limits[side]);
    let mut reached = sources(state, side);
    let mut ways: Vec<Vec<SpaceId>> = reached.iter().map(|source| vec![source]).collect();
    let mut next = 0;
    if reached.contains(to) {
        return Some(vec![to]);
    }
    while let Some(way) = ways.get(next).cloned() {
        next += 1;
        let (ends, further) = onward(map, roads, limits, *way.last()?);
        if ends.contains(to) {
            return Some(way.into_iter().chain([to]).collect());
        }
        let new = further - reached - closed;
        reached |= new;
        ways.extend(new.iter().map(|space| way.iter().copied().chain([space]).collect()));
    }
    None
}
