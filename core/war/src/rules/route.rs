//! The shortest route of a party between two spaces, over one activation or several (6.2, 6.3).

use super::march::{BOAT_ALLOWANCE, Manner, March, Party, Ways};
use super::movement::entrances;
use super::raid;
use crate::map::Map;
use crate::script::MovementLimits;
use crate::sets::{SpaceId, SpaceSet};
use crate::state::State;
use std::cmp::Reverse;
use std::collections::{BTreeSet, BinaryHeap};
use wilderness_engine::Refusal;

/// The route of a party.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Route {
    /// One leg for each activation.
    pub legs: Vec<Leg>,
}

/// The part of a route that takes one activation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Leg {
    /// The spaces, including the one where it begins.
    pub spaces: Vec<SpaceId>,
    /// The kind of movement; it may be either.
    pub manner: Manner,
    /// The most spaces that it may enter (6.22, 6.3).
    pub allowance: u8,
    /// Why the leg ends, if the route continues.
    pub stop: Option<Refusal>,
}

impl Route {
    /// How many spaces the leg enters.
    pub fn spaces(&self) -> usize {
        self.legs.iter().map(|leg| leg.spaces.len() - 1).sum()
    }
}

/// The terms of a search.
#[derive(Clone, Copy, Debug)]
pub struct RouteSearch {
    pub party: Party,
    /// What events change (5.51).
    pub limits: MovementLimits,
    /// By land or boat.
    pub manner: Manner,
    /// The most activations.
    pub activations: usize,
    /// Spaces that the route does not pass through, though it may end in one: those that the enemy occupies.
    pub closed: SpaceSet,
}

/// A node of the search.
#[derive(Clone, Copy)]
struct RouteNode {
    space: SpaceId,
    march: March,
    activations: usize,
    from: Option<usize>,
}

/// The route with the fewest activations, and of these with the fewest spaces; none if there is no route. It assumes no
/// interception and no attack, but captures empty stockades; a lone auxiliary may infiltrate (6.6). Auxiliaries do not
/// end an activation where they would have to raid (10.1), unless it is the last.
pub fn route(state: &State, search: &RouteSearch, from: SpaceId, to: SpaceId) -> Option<Route> {
    let ways = Ways::new(state, search.party.side, search.limits);
    let mut nodes = vec![RouteNode { space: from, march: March::by(search.manner), activations: 1, from: None }];
    let mut open = BinaryHeap::from([Reverse((1, 0, 0))]);
    let mut seen: BTreeSet<(SpaceId, March)> = BTreeSet::new();
    while let Some(Reverse((activations, spaces, index))) = open.pop() {
        let node = nodes[index];
        if node.space == to {
            return Some(retrace(state, &ways, search, &nodes, index));
        }
        if !seen.insert((node.space, node.march)) {
            continue;
        }
        for (space, march) in steps(state, &ways, search, node) {
            nodes.push(RouteNode { space, march, activations, from: Some(index) });
            open.push(Reverse((activations, spaces + 1, nodes.len() - 1)));
        }
        if node.march.entered > 0 && activations < search.activations && may_rest(state, search, node.space) {
            let march = March::by(search.manner);
            nodes.push(RouteNode { march, activations: activations + 1, from: Some(index), ..node });
            open.push(Reverse((activations + 1, spaces, nodes.len() - 1)));
        }
    }
    None
}

/// Why a party cannot end its route in a space, however it gets there, if it cannot (6.52, 6.53).
pub fn why_not_enter(state: &State, party: Party, space: SpaceId) -> Option<Refusal> {
    let enemy = party.side.enemy();
    let fort = state.works[enemy].besiegeable() - state.besieged_spaces();
    if party.is_leaders_alone() && state.occupied(enemy).contains(space) {
        return Some(Refusal::new("6.53", "leaders alone cannot enter a space occupied by the enemy"));
    }
    (fort.contains(space) && !party.drilled && !party.is_lone_auxiliary())
        .then_some(Refusal::new("6.52", "only drilled troops can enter an unbesieged enemy fort or fortress"))
}

/// Where a party can go from a node. Among enemies, only an infiltrator continues.
fn steps(state: &State, ways: &Ways, search: &RouteSearch, node: RouteNode) -> Vec<(SpaceId, March)> {
    let infiltrates = search.party.is_lone_auxiliary();
    if node.march.entered > 0 && search.closed.contains(node.space) && !infiltrates {
        return Vec::new();
    }
    let links = Map::get().links(node.space).iter();
    // A stockade is captured by troops that begin their activation in its space.
    let is_captured = node.march.entered == 0 && captures(state, search, node.space);
    let own = ways.with_fortifications(if is_captured { SpaceSet::one(node.space) } else { SpaceSet::EMPTY });
    let ways = &own;
    let steps = links.filter_map(|&link| {
        let after = node.march.step(ways, search.party, node.space, link)?;
        let (open, slips) = entrances(state, ways, search.closed, search.party, node.march, node.space, link);
        (open || slips).then_some((link.to, after))
    });
    steps.collect()
}

/// Whether a party can end an activation in a space and still be there at the next.
fn may_rest(state: &State, search: &RouteSearch, space: SpaceId) -> bool {
    let Party { side, drilled, auxiliaries, .. } = search.party;
    let has_to_raid = auxiliaries && !drilled && raid::is_target(state, side, space);
    let is_open = !search.closed.contains(space) || captures(state, search, space);
    is_open && !has_to_raid
}

/// Whether a party captures a space by entering it, and ends its activation there: drilled troops capture a stockade
/// whose space has no enemy units (6.51).
fn captures(state: &State, search: &RouteSearch, space: SpaceId) -> bool {
    let Party { side, drilled, .. } = search.party;
    let stockades = state.works[side.enemy()].stockades - state.pieces.held(side.enemy());
    drilled && (stockades & search.closed).contains(space)
}

/// The route that led to a node.
fn retrace(state: &State, ways: &Ways, search: &RouteSearch, nodes: &[RouteNode], last: usize) -> Route {
    let mut path = vec![nodes[last]];
    while let Some(from) = path[path.len() - 1].from {
        path.push(nodes[from]);
    }
    path.reverse();
    let mut legs: Vec<Leg> = Vec::new();
    for part in path.chunk_by(|a, b| a.activations == b.activations) {
        let end = part[part.len() - 1];
        let manner = end.march.manner();
        let allowance = if manner == Manner::Boat { BOAT_ALLOWANCE } else { search.party.allowance };
        let allowance = allowance.saturating_sub(ways.shortened_by());
        legs.push(Leg { spaces: part.iter().map(|node| node.space).collect(), manner, allowance, stop: None });
    }
    let ends: Vec<RouteNode> =
        path.windows(2).filter(|pair| pair[0].activations != pair[1].activations).map(|pair| pair[0]).collect();
    for (index, end) in ends.iter().enumerate() {
        let next = legs[index + 1].spaces.get(1).copied();
        let link = next.and_then(|next| Map::get().link(end.space, next));
        legs[index].stop = match captures(state, search, end.space) {
            true => Some(Refusal::new("6.51", "a party that captures a stockade must stop")),
            false => link.and_then(|link| end.march.why_not(ways, search.party, end.space, link)),
        };
    }
    Route { legs }
}
