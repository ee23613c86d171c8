//! Room for the units of a battle that are set up (3.2, 7.1).

use super::Deploy;
use crate::map::Map;
use crate::unit::Unit;
use wilderness_hexes::{Hex, HexSet};

/// A unit that is still to be set up: which of the places in a hex it takes, and the hexes open to it.
#[derive(Clone)]
pub(crate) struct Waiting {
    /// The place among those that fill a hex.
    pub slot: Option<usize>,
    /// The hexes open to it.
    pub hexes: HexSet,
}

impl Waiting {
    /// A unit of a deployment: closed hexes only if they are listed, and guns and horse only where they may stand
    /// (3.2).
    pub fn new(map: &Map, deploy: &Deploy, unit: &Unit) -> Waiting {
        let is_open = |hex: &Hex| map.is_open(*hex, unit.gait()) || (deploy.listed && map.terrain(*hex).is_closed());
        Waiting { slot: unit.class().slot(), hexes: deploy.area.iter().filter(is_open).collect() }
    }

    /// The same, but the hexes where its place is taken are closed to it.
    pub fn without(mut self, taken: &[HexSet; 3]) -> Waiting {
        if let Some(slot) = self.slot {
            taken[slot].iter().for_each(|hex| self.hexes.remove(hex));
        }
        self
    }
}

/// Whether all of them find places at once, one for each class in a hex (7.1).
pub(crate) fn has_room_for_all(waiting: &[Waiting]) -> bool {
    if waiting.iter().any(|unit| unit.hexes.is_empty()) {
        return false;
    }
    if has_ample_room(waiting, 0) {
        return true;
    }
    let mut places: Vec<((usize, Hex), usize)> = Vec::new();
    (0..waiting.len()).all(|unit| find_place(waiting, unit, &mut places, &mut Vec::new()))
}

/// Whether there are as many free hexes for each of them as there are units, and some more: then they cannot get in each
/// other's way.
pub(crate) fn has_ample_room(waiting: &[Waiting], more: usize) -> bool {
    let has_room = |unit: &Waiting| {
        let hexes = if unit.slot.is_none() { 1 } else { waiting.len() + more };
        unit.hexes.iter().nth(hexes - 1).is_some()
    };
    waiting.iter().all(has_room)
}

/// Finds a place for a unit, if need be by moving others (bipartite matching).
fn find_place(
    waiting: &[Waiting],
    unit: usize,
    places: &mut Vec<((usize, Hex), usize)>,
    seen: &mut Vec<(usize, Hex)>,
) -> bool {
    let Some(slot) = waiting[unit].slot else { return true };
    for hex in waiting[unit].hexes.iter() {
        let place = (slot, hex);
        if seen.contains(&place) {
            continue;
        }
        seen.push(place);
        let holder = places.iter().position(|(taken, _)| *taken == place);
        match holder {
            None => {
                places.push((place, unit));
                return true;
            }
            Some(index) => {
                if find_place(waiting, places[index].1, places, seen) {
                    // The holder has moved; the place is free for this unit.
                    places.retain(|(taken, by)| !(*taken == place && *by != unit));
                    places.push((place, unit));
                    return true;
                }
            }
        }
    }
    false
}
