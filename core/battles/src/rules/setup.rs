//! Set-up (3.0).

use super::effects::tell;
use super::refusal;
use crate::battle::{Waiting, has_ample_room, has_room_for_all};
use crate::board::Board;
use crate::decision::{Ask, Choice, Play, Table};
use crate::log::Happened;
use crate::pieces::At;
use crate::state::Step;
use crate::unit::UnitId;
use wilderness_hexes::{Hex, HexSet};

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
    table.explain(|state, choice| refusal::of_place(&battle, state, (group, placed), choice));
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
        if let Some(slot) = board.unit(placed).class().slot() {
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
    // Whichever hex it takes.
    if has_ample_room(&waiting, 1) {
        return first.hexes.iter().collect();
    }
    let leaves_room = |hex: &Hex| {
        let Some(slot) = first.slot else { return true };
        let mut taken = [HexSet::EMPTY; 3];
        taken[slot].insert(*hex);
        let rest: Vec<Waiting> = waiting.iter().map(|unit| unit.clone().without(&taken)).collect();
        has_room_for_all(&rest)
    };
    first.hexes.iter().filter(leaves_room).collect()
}
