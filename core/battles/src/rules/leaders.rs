//! Leaders (12.0).

use super::effects::{eliminate, tell};
use crate::board::Board;
use crate::decision::{Ask, Choice, Play, Table};
use crate::log::Happened;
use crate::pieces::At;
use crate::side::Side;
use crate::unit::{Class, UnitId};
use wilderness_hexes::Hex;

/// After every completed step: a leader without a friendly man in his hex dies if an enemy man is there, or if the hex
/// is in an enemy zone of control (12.1, B57).
pub(super) fn test(table: &mut Table) {
    let battle = table.scenario.clone();
    let board = Board::new(&battle, &table.state);
    let kills = |side: Side, hex: Hex| {
        let is_alone = !board.men[side].contains(hex);
        is_alone && (board.is_controlled(side, hex) || board.men[side.enemy()].contains(hex))
    };
    // Nearly always no hex kills anybody.
    let kills_any = |side: Side| board.of_class(side, Class::Leader).iter().any(|hex| kills(side, hex));
    if !Side::BOTH.into_iter().any(kills_any) {
        return;
    }
    let is_lost =
        |side: Side, leader: UnitId, hex: Hex| board.unit(leader).class() == Class::Leader && kills(side, hex);
    let of = |side: Side| board.of(side).filter(|(leader, hex)| is_lost(side, *leader, *hex)).collect::<Vec<_>>();
    for (leader, _) in Side::BOTH.map(of).concat() {
        eliminate(table, "12.1", leader);
    }
}

/// A man of a side enters a hex: enemy leaders there are eliminated (7.1, 12.1).
pub(super) fn driven_out(table: &mut Table, side: Side, hex: Hex) {
    let board = Board::new(&table.scenario, &table.state);
    if board.of_class(side.enemy(), Class::Leader).contains(hex) {
        all_killed(table, "12.1", side.enemy(), hex);
    }
}

/// All leaders of a side in a hex are eliminated.
pub(super) fn all_killed(table: &mut Table, rule: &'static str, side: Side, hex: Hex) {
    for leader in in_hex(table, side, hex) {
        eliminate(table, rule, leader);
    }
}

/// The leaders of a side in a hex.
pub(super) fn in_hex(table: &Table, side: Side, hex: Hex) -> Vec<UnitId> {
    let leads = |unit: &UnitId| {
        let piece = table.state.piece(*unit);
        piece.side == side && piece.at == At::Hex(hex)
    };
    let leaders = table.scenario.units().filter(|(_, unit)| unit.class() == Class::Leader);
    leaders.map(|(unit, _)| unit).filter(leads).collect()
}

/// LD: which of these leaders go along with a unit, asked until the side says `go`. `may` says who still can.
pub(super) fn who_goes_along(
    table: &mut Table,
    side: Side,
    unit: UnitId,
    mut leaders: Vec<UnitId>,
    may: impl Fn(&Table, &[UnitId], UnitId) -> bool,
) -> Play<Vec<UnitId>> {
    let mut along = Vec::new();
    loop {
        leaders.retain(|leader| may(table, &along, *leader));
        let id = |leader: &UnitId| table.scenario.unit(*leader).id;
        let choices: Vec<Choice> = leaders.iter().map(|leader| Choice::With(id(leader))).chain([Choice::Go]).collect();
        let ask = Ask::Along(id(&unit));
        let Choice::With(chosen) = table.ask(side, ask, choices)? else { return Ok(along) };
        let place = leaders.iter().position(|leader| table.scenario.unit(*leader).id == chosen);
        along.extend(place.map(|place| leaders.remove(place)));
    }
}

/// Leaders who go along enter a hex.
pub(super) fn follow(table: &mut Table, rule: &'static str, along: &[UnitId], hex: Hex) {
    for leader in along {
        table.state.pieces.put(&table.scenario, *leader, At::Hex(hex));
        tell(table, rule, table.state.piece(*leader).side, Happened::WentAlong(*leader, hex));
    }
}
