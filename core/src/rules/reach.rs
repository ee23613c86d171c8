//! How far a party comes in one activation (6.2, 6.3): every space at once, for those who compare many.

use super::march::{March, Party, Ways};
use super::movement::is_open;
use crate::map::Map;
use crate::script::MovementLimits;
use crate::sets::{SpaceId, SpaceSet};
use crate::state::State;

/// The most spaces that a movement enters: 9 by boat (6.3).
const LONGEST: usize = 9;

/// Where a party comes. It keeps its memory from one search to the next.
#[derive(Clone, Debug, Default)]
pub struct Reach {
    stops: Vec<Stop>,
    ends: SpaceSet,
}

/// A space on the way, and the stop before it.
#[derive(Clone, Copy, Debug)]
struct Stop {
    space: SpaceId,
    march: March,
    before: usize,
}

/// The spaces of a way one after the other, without the one where it begins.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Path {
    spaces: [Option<SpaceId>; LONGEST],
}

impl Path {
    /// A way of one step.
    pub fn direct(to: SpaceId) -> Path {
        let mut path = Path::default();
        path.spaces[0] = Some(to);
        path
    }

    /// The spaces.
    pub fn spaces(&self) -> impl Iterator<Item = SpaceId> + '_ {
        self.spaces.iter().copied().flatten()
    }

    /// The space after one; the first, if the way does not lead through it.
    pub fn after(&self, space: SpaceId) -> Option<SpaceId> {
        match self.spaces.iter().position(|step| *step == Some(space)) {
            Some(index) => self.spaces.get(index + 1).copied().flatten(),
            None => self.spaces[0],
        }
    }
}

impl Reach {
    /// Finds where a party comes over land and water, while nobody intercepts it and nothing but the rulebook limits it.
    /// It ends where it meets the enemy, and does not infiltrate (6.6).
    pub fn find(&mut self, state: &State, party: Party, from: SpaceId) {
        let ways = Ways::new(state, party.side, MovementLimits::default());
        let occupied = state.occupied(party.side.enemy());
        self.stops.clear();
        self.stops.push(Stop { space: from, march: March::default(), before: 0 });
        self.ends = SpaceSet::EMPTY;
        let mut next = 0;
        while let Some(&stop) = self.stops.get(next) {
            let before = next;
            next += 1;
            if before > 0 && occupied.contains(stop.space) {
                continue;
            }
            for &link in Map::get().links(stop.space) {
                let Some(march) = stop.march.step(&ways, party, stop.space, link) else { continue };
                if !is_open(state, occupied, party, link.to) {
                    continue;
                }
                let known = link.to == from
                    || (self.ends.contains(link.to)
                        && self.stops.iter().any(|other| other.space == link.to && other.march.covers(&march)));
                if !known {
                    self.ends.insert(link.to);
                    self.stops.push(Stop { space: link.to, march, before });
                }
            }
        }
    }

    /// The spaces it can come to.
    pub fn ends(&self) -> SpaceSet {
        self.ends
    }

    /// The shortest way to one of them.
    pub fn path(&self, to: SpaceId) -> Path {
        let mut path = Path::default();
        let Some(mut index) = self.stops.iter().skip(1).position(|stop| stop.space == to).map(|index| index + 1) else {
            return path;
        };
        while let Some(stop) = self.stops.get(index).filter(|_| index > 0) {
            if let Some(step) = path.spaces.get_mut(usize::from(stop.march.entered).saturating_sub(1)) {
                *step = Some(stop.space);
            }
            index = stop.before;
        }
        path
    }
}
