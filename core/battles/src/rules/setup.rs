//! Set-up (3.0).

use super::effects::tell;
use crate::battle::Deploy;
use crate::board::{Board, slot};
use crate::decision::{Ask, Choice, Play, Table};
use crate::hex::{Hex, HexSet};
use crate::log::Happened;
use crate::map::Map;
use crate::state::{At, Step};
use crate::unit::{Unit, UnitId};

/// A unit that is still to be set up: which of the places in a hex it takes, and the hexes open to it.
#[derive(Clone)]
pub(crate) struct Waiting {
    slot: Option<usize>,
    hexes: HexSet,
}

impl Waiting {
    /// A unit of a deployment: closed hexes only if they are listed, and guns and horse only where they may stand
    /// (3.2).
    pub fn new(map: &Map, deploy: &Deploy, unit: &Unit) -> Waiting {
        let is_open = |hex: &Hex| map.is_open(*hex, unit.gait()) || (deploy.listed && map.terrain(*hex).is_closed());
        Waiting { slot: slot(unit.class()), hexes: deploy.area.iter().filter(is_open).collect() }
    }

    fn without(mut self, taken: &[HexSet; 3]) -> Waiting {
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
    // As many free hexes for each as there are units: then they cannot get in each other's way.
    if waiting.iter().all(|unit| unit.slot.is_none() || unit.hexes.iter().nth(waiting.len() - 1).is_some()) {
        return true;
    }
    let mut places: Vec<((usize, Hex), usize)> = Vec::new();
    (0..waiting.len()).all(|unit| find_place(waiting, unit, &mut places, &mut Vec::new()))
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

/// SU2: a unit is set up (3.2); then the next one, or the first turn begins.
pub(super) fn place(table: &mut Table, deploy: usize, unit: usize) -> Play<()> {
    let battle = table.scenario.clone();
    let Some(group) = battle.deploys.get(deploy) else {
        table.state.step = Step::Turn;
        return Ok(());
    };
    let Some(&placed) = group.units.get(unit) else {
        table.state.step = Step::SetUp(deploy + 1, 0);
        return Ok(());
    };
    table.state.step = Step::SetUp(deploy, unit + 1);
    if table.state.piece(placed).at != At::OffMap {
        return Ok(());
    }
    let choices: Vec<Choice> = open_hexes(table, deploy, unit).into_iter().map(Choice::Hex).collect();
    let Choice::Hex(hex) = table.ask(group.side, Ask::Place(battle.unit(placed).id), choices)? else { return Ok(()) };
    table.state.piece_mut(placed).at = At::Hex(hex);
    tell(table, "3.2", group.side, Happened::SetUp(placed, hex));
    Ok(())
}

/// Where a unit can be set up so that all later ones of its side still find room.
fn open_hexes(table: &Table, deploy: usize, unit: usize) -> Vec<Hex> {
    let battle = &table.scenario;
    let group = &battle.deploys[deploy];
    let board = Board::new(battle, &table.state);
    let mut taken = [HexSet::EMPTY; 3];
    for (placed, hex) in board.of(group.side) {
        if let Some(slot) = slot(board.unit(placed).class()) {
            taken[slot].insert(hex);
        }
    }
    let waits = |unit: &UnitId| table.state.piece(*unit).at == At::OffMap;
    let rest = |index: usize| battle.deploys[index].units.iter().copied().skip(if index == deploy { unit } else { 0 });
    let groups = (deploy..battle.deploys.len()).filter(|index| battle.deploys[*index].side == group.side);
    let later = groups.flat_map(|index| rest(index).filter(waits).map(move |unit| (index, unit)));
    let waiting = later.map(|(index, unit)| Waiting::new(&battle.map, &battle.deploys[index], battle.unit(unit)));
    let mut waiting: Vec<Waiting> = waiting.map(|unit| unit.without(&taken)).collect();
    if waiting.is_empty() {
        return Vec::new();
    }
    let first = waiting.remove(0);
    let leaves_room = |hex: &Hex| {
        let Some(slot) = first.slot else { return true };
        let mut taken = [HexSet::EMPTY; 3];
        taken[slot].insert(*hex);
        let rest: Vec<Waiting> = waiting.iter().map(|unit| unit.clone().without(&taken)).collect();
        has_room_for_all(&rest)
    };
    first.hexes.iter().filter(leaves_room).collect()
}
