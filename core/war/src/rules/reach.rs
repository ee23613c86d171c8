//! How far a party can move in one activation (6.2, 6.3): every space at once, for callers that compare many, and the
//! path to one of them.

use super::march::{March, Party, Ways};
use super::movement::closed;
use crate::map::Map;
use crate::script::MovementLimits;
use crate::sets::{Id, MOST_SPACES, SpaceId, SpaceSet};
use crate::state::State;

/// The most spaces that a movement enters: 9 by boat (6.3).
const LONGEST: usize = 9;

/// The spaces that the party of the last search can reach.
#[derive(Debug, Default)]
pub struct Reach {
    ends: SpaceSet,
    /// The party and the origin of the last search.
    known: Option<(Party, SpaceId)>,
}

/// What a search depends on besides the party and its origin.
struct Surroundings {
    ways: Ways,
    /// Spaces with enemies: a path ends there.
    occupied: SpaceSet,
    /// Spaces that the party cannot enter.
    closed: SpaceSet,
}

/// A space on a path, and the stop before it.
#[derive(Clone, Copy, Debug)]
struct PathStop {
    space: SpaceId,
    march: March,
    before: u16,
    /// Another stop in the same space; 0 if there is none.
    other: u16,
}

/// The spaces of a path in order, without the first one.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Path {
    spaces: [Option<SpaceId>; LONGEST],
}

impl Path {
    /// A path of one step.
    pub fn direct(to: SpaceId) -> Path {
        let mut path = Path::default();
        path.spaces[0] = Some(to);
        path
    }

    pub fn spaces(&self) -> impl Iterator<Item = SpaceId> + '_ {
        self.spaces.iter().copied().flatten()
    }

    /// The space after this one; the first, if the path does not lead through it.
    pub fn after(&self, space: SpaceId) -> Option<SpaceId> {
        match self.spaces.iter().position(|step| *step == Some(space)) {
            Some(index) => self.spaces.get(index + 1).copied().flatten(),
            None => self.spaces[0],
        }
    }
}

impl Reach {
    /// Finds the spaces a party can reach over land and water, if there is no interception and only the rulebook limits
    /// the party. A path ends where it meets the enemy, and does not infiltrate (6.6). The last search is kept: the
    /// position must not change.
    pub fn find(&mut self, state: &State, party: Party, from: SpaceId) {
        // Whether there is one unit or several makes no difference here.
        let key = (party.with_several_units(), from);
        if self.known.replace(key) != Some(key) {
            let ground = Surroundings::new(state, party, from);
            self.ends = ground.by_land(party, from) | ground.by_boat(from);
        }
    }

    /// The spaces it can reach.
    pub fn ends(&self) -> SpaceSet {
        self.ends
    }
}

/// A search for a path.
struct PathSearch {
    stops: Vec<PathStop>,
    /// For each space that it reached, the last stop in it.
    last: [u16; MOST_SPACES],
}

/// The shortest path of a party to one of the spaces that it can reach.
pub fn path(state: &State, party: Party, from: SpaceId, to: SpaceId) -> Path {
    let party = party.with_several_units();
    let ground = Surroundings::new(state, party, from);
    let mut search = PathSearch { stops: Vec::with_capacity(128), last: [0; MOST_SPACES] };
    let mut path = Path::default();
    // What is not on the way to it need not be looked at.
    let mut lengths = Map::get().distance(from, to)..=party.allowance.max(LONGEST as u8);
    let found = lengths.find_map(|most| search.find(&ground, party, (from, to), most));
    debug_assert!(found.is_some(), "{party:?} does not get from {from} to {to}");
    let Some(mut index) = found else { return path };
    while let Some(stop) = search.stops.get(index).filter(|_| index > 0) {
        if let Some(step) = path.spaces.get_mut(usize::from(stop.march.entered).saturating_sub(1)) {
            *step = Some(stop.space);
        }
        index = usize::from(stop.before);
    }
    path
}

impl PathSearch {
    /// Goes on from stop to stop, while they may lead to a space on a path of at most this many: the stop in it, if
    /// there is such a path.
    fn find(&mut self, ground: &Surroundings, party: Party, (from, to): (SpaceId, SpaceId), most: u8) -> Option<usize> {
        self.stops.clear();
        self.stops.push(PathStop { space: from, march: March::default(), before: 0, other: 0 });
        let (map, mut ends, mut next) = (Map::get(), SpaceSet::EMPTY, 0);
        while let Some(&stop) = self.stops.get(usize::from(next)) {
            let before = next;
            next += 1;
            if before > 0 && ground.occupied.contains(stop.space) {
                continue;
            }
            for &link in map.links(stop.space) {
                if ground.closed.contains(link.to)
                    || stop.march.entered.saturating_add(map.distance(link.to, to)) >= most
                {
                    continue;
                }
                let Some(march) = stop.march.step(&ground.ways, party, stop.space, link) else { continue };
                let other = if ends.contains(link.to) { self.last[link.to.index()] } else { 0 };
                if !self.covers(other, &march) {
                    ends.insert(link.to);
                    self.last[link.to.index()] = self.stops.len() as u16;
                    self.stops.push(PathStop { space: link.to, march, before, other });
                    if link.to == to {
                        return Some(self.stops.len() - 1);
                    }
                }
            }
        }
        None
    }

    /// Whether a stop, or another in its space, allows everything that a march into the space allows.
    fn covers(&self, mut index: u16, march: &March) -> bool {
        while let Some(stop) = self.stops.get(usize::from(index)).filter(|_| index > 0) {
            if stop.march.covers(march) {
                return true;
            }
            index = stop.other;
        }
        false
    }
}

impl Surroundings {
    fn new(state: &State, party: Party, from: SpaceId) -> Surroundings {
        let occupied = state.occupied(party.side.enemy());
        Surroundings {
            ways: Ways::new(state, party.side, MovementLimits::default()),
            occupied,
            closed: closed(state, occupied, party).with(from),
        }
    }

    /// The spaces that a party can reach over land, a layer of spaces at a time (6.2).
    fn by_land(&self, party: Party, from: SpaceId) -> SpaceSet {
        let (map, stops) = (Map::get(), self.ways.stops(party));
        let (mut reached, mut seen, mut layer) = (SpaceSet::EMPTY, SpaceSet::EMPTY, SpaceSet::one(from));
        for entered in 0..party.allowance {
            let mut next = SpaceSet::EMPTY;
            for space in layer {
                let to = map.onward(space) - self.closed;
                reached |= to;
                if entered == 0 || !stops.behind.contains(space) {
                    next |= to;
                }
            }
            layer = next - stops.inside - seen - self.occupied;
            if layer.is_empty() {
                break;
            }
            seen |= layer;
        }
        reached
    }

    /// The spaces that a party can reach by boat, a layer of spaces at a time: before its one portage, and after it
    /// (6.3).
    fn by_boat(&self, from: SpaceId) -> SpaceSet {
        let (map, portages) = (Map::get(), self.ways.portages());
        let (mut reached, mut seen, mut seen_after) = (SpaceSet::EMPTY, SpaceSet::EMPTY, SpaceSet::EMPTY);
        let (mut before, mut after) = (SpaceSet::one(from), SpaceSet::EMPTY);
        for _ in 0..LONGEST {
            let (mut afloat, mut carried, mut afloat_after) = (SpaceSet::EMPTY, SpaceSet::EMPTY, SpaceSet::EMPTY);
            for space in before {
                let water = map.onward_by_water(space);
                afloat |= water;
                if portages.contains(space) {
                    carried |= (map.onward(space) - water) & portages;
                }
            }
            for space in after {
                afloat_after |= map.onward_by_water(space);
            }
            let (afloat, carried, afloat_after) =
                (afloat - self.closed, carried - self.closed, afloat_after - self.closed);
            reached |= afloat | carried | afloat_after;
            before = afloat - seen - self.occupied;
            seen |= before;
            after = ((carried - self.ways.besieged()) | afloat_after) - seen - seen_after - self.occupied;
            seen_after |= after;
            if before.is_empty() && after.is_empty() {
                break;
            }
        }
        reached
    }
}
