//! Pursuit (10.2).

use super::effects::{enter, tell};
use super::leaders;
use super::reach::has_room_for;
use crate::board::Board;
use crate::decision::{Ask, Choice, Play, Table};
use crate::log::Happened;
use crate::pieces::At;
use crate::tables::Gait;
use crate::unit::{Class, UnitId};
use wilderness_hexes::Hex;

/// Whether a unit that pursues may enter a hex, room aside: enemy zones do not matter (B58).
fn may_enter(board: &Board<'_>, unit: UnitId, from: Hex, to: Hex) -> bool {
    let map = &board.battle.map;
    map.cost(from, to, board.unit(unit).gait()).is_some() && !board.battle.barred[board.state.side].contains(to)
}

fn is_cavalry(board: &Board<'_>, unit: UnitId) -> bool {
    board.unit(unit).gait() == Gait::Cavalry
}

/// The second hexes into which cavalry that has entered a hex can go on (10.2.1, B59).
fn second_hexes(board: &Board<'_>, unit: UnitId, at: Hex) -> Vec<Hex> {
    let (side, enemy) = (board.state.side, board.state.other());
    let is_open = |to: &Hex| !board.units[enemy].contains(*to) && may_enter(board, unit, at, *to);
    let own = board.state.hex(unit);
    let room = |to: &Hex| own == Some(*to) || board.has_room(side, Class::Foot, *to);
    board.battle.map.grid.near(at).filter(|to| is_open(to) && room(to)).collect()
}

/// The hexes into which a unit can pursue: cleared of enemy men, in contact with it, with room, or for cavalry with a
/// hex to go on to (B58, B59).
fn open_hexes(board: &Board<'_>, unit: UnitId, hexes: &[Hex]) -> Vec<Hex> {
    let Some(from) = board.state.hex(unit) else { return Vec::new() };
    let piece = board.piece(unit);
    if piece.disordered || board.unit(unit).ma == 0 {
        return Vec::new();
    }
    let room = |to: Hex| board.has_room(board.state.side, Class::Foot, to);
    let goes_on = |to: Hex| is_cavalry(board, unit) && !second_hexes(board, unit, to).is_empty();
    let cleared = hexes.iter().copied().filter(|hex| !board.men[board.state.other()].contains(*hex));
    cleared.filter(|to| may_enter(board, unit, from, *to) && (room(*to) || goes_on(*to))).collect()
}

/// PU1: attackers pursue one at a time, cavalry first (10.2).
pub(super) fn pursue(table: &mut Table, attackers: &[UnitId], hexes: &[Hex], indians: bool) -> Play<()> {
    let (battle, side) = (table.scenario.clone(), table.state.side);
    let mut left = attackers.to_vec();
    let mut has_begun = false;
    loop {
        let board = Board::new(&battle, &table.state);
        let able = |unit: &&UnitId| !open_hexes(&board, **unit, hexes).is_empty();
        let mut units: Vec<UnitId> = left.iter().filter(able).copied().collect();
        let cavalry = units.iter().any(|unit| is_cavalry(&board, *unit));
        units.retain(|unit| !cavalry || is_cavalry(&board, *unit));
        if units.is_empty() {
            return Ok(());
        }
        let mut choices: Vec<Choice> = units.iter().map(|unit| Choice::Unit(battle.unit(*unit).id)).collect();
        choices.extend((!has_begun || !cavalry).then_some(Choice::Done));
        let Choice::Unit(id) = table.ask(side, Ask::Pursuer, choices)? else { return Ok(()) };
        let Some(unit) = units.into_iter().find(|unit| battle.unit(*unit).id == id) else { return Ok(()) };
        left.retain(|other| *other != unit);
        has_begun = true;
        one(table, unit, hexes, indians)?;
        leaders::test(table);
    }
}

/// PU2 and PU3: a unit pursues, with leaders of its hex.
fn one(table: &mut Table, unit: UnitId, hexes: &[Hex], indians: bool) -> Play<()> {
    let (battle, side) = (table.scenario.clone(), table.state.side);
    let board = Board::new(&battle, &table.state);
    let id = battle.unit(unit).id;
    let choices: Vec<Choice> = open_hexes(&board, unit, hexes).into_iter().map(Choice::Hex).collect();
    let from = table.state.hex(unit);
    let Choice::Hex(mut hex) = table.ask(side, Ask::Pursuit(id), choices)? else { return Ok(()) };
    let there = from.map_or(Vec::new(), |from| leaders::in_hex(table, side, from));
    let along = leaders::who_goes_along(table, side, unit, there, |_, _, _| true)?;
    go(table, unit, &along, hex, indians)?;
    let board = Board::new(&battle, &table.state);
    if is_cavalry(&board, unit) {
        let mut choices: Vec<Choice> = second_hexes(&board, unit, hex).into_iter().map(Choice::Hex).collect();
        choices.extend(has_room_for(&board, unit, hex).then_some(Choice::Stop));
        if let Choice::Hex(second) = table.ask(side, Ask::SecondHex(id), choices)? {
            hex = second;
            go(table, unit, &along, hex, indians)?;
        }
    }
    leaders::follow(table, "10.2", &along, hex);
    Ok(())
}

fn go(table: &mut Table, unit: UnitId, along: &[UnitId], hex: Hex, indians: bool) -> Play<()> {
    // What comes of it is told after it.
    tell(table, "10.2", table.state.side, Happened::Pursued(unit, hex));
    enter(table, unit, hex, indians)?;
    for leader in along {
        table.state.piece_mut(*leader).at = At::Hex(hex);
    }
    Ok(())
}
