//! What happens to units, whatever the reason: disorder, elimination, entering a hex.

use super::{demoralization, leaders, trains};
use crate::decision::{Play, Table};
use crate::log::{Happened, LogEntry};
use crate::script;
use crate::side::Side;
use crate::state::At;
use crate::unit::{Class, Unit, UnitId};
use wilderness_hexes::Hex;

/// Reports something.
pub(crate) fn tell(table: &mut Table, rule: &'static str, side: Side, what: Happened) {
    table.tell(|_| LogEntry { rule, side, what });
}

/// A unit is disordered; if it is already, it is eliminated (11.0, B47).
pub(crate) fn disorder(table: &mut Table, rule: &'static str, unit: UnitId) {
    if table.state.piece(unit).disordered {
        return eliminate(table, rule, unit);
    }
    table.state.piece_mut(unit).disordered = true;
    tell(table, rule, table.state.piece(unit).side, Happened::Disordered(unit));
}

/// A unit is eliminated, which counts for demoralization at once (13.2, B62).
pub(super) fn eliminate(table: &mut Table, rule: &'static str, unit: UnitId) {
    if matches!(table.state.piece(unit).at, At::Eliminated) {
        return;
    }
    table.state.piece_mut(unit).at = At::Eliminated;
    let side = table.scenario.unit(unit).side;
    tell(table, rule, side, Happened::Eliminated(unit));
    demoralization::add(table, side, table.scenario.loss(unit));
}

/// A unit enters a hex by a move, arrival, retreat or pursuit: lone enemy leaders die, trains are taken, and scripts
/// act, as those of demoralization points (13.2) and of burning (21.1) do. `indians`: whether Indians took part in the
/// combat that led there (20.0).
pub(super) fn enter(table: &mut Table, unit: UnitId, hex: Hex, indians: bool) -> Play<()> {
    table.state.piece_mut(unit).at = At::Hex(hex);
    let side = table.state.piece(unit).side;
    let class = table.scenario.unit(unit).class();
    if matches!(class, Class::Foot | Class::Gun) {
        leaders::driven_out(table, side, hex);
        trains::taken(table, side, hex, indians)?;
    }
    script::entered(table, side, unit, hex)
}

/// A rule, and how it tells of a way.
type ToldWay = (&'static str, fn(UnitId, Vec<Hex>) -> Happened);

/// A unit that moves or retreats goes on into a hex. If that may have consequences, which are told at once, the way so far
/// is told before them, as `what`.
pub(super) fn go_on(table: &mut Table, unit: UnitId, hex: Hex, way: &mut Vec<Hex>, (rule, what): ToldWay) -> Play<()> {
    way.push(hex);
    let side = table.state.piece(unit).side;
    if table.is_read() && may_have_consequences(table, side, hex) {
        table.state.piece_mut(unit).at = At::Hex(hex);
        tell(table, rule, side, what(unit, std::mem::take(way)));
    }
    enter(table, unit, hex, false)
}

/// Whether entering a hex may have consequences for a side or its enemy: leaders or trains may be there, points for the
/// hex, or a fire.
fn may_have_consequences(table: &Table, side: Side, hex: Hex) -> bool {
    let (battle, state) = (&table.scenario, &table.state);
    let is_taken = |(unit, counter): (UnitId, &Unit)| {
        let is_prey = matches!(counter.class(), Class::Leader | Class::Train);
        is_prey && state.piece(unit).side != side && state.hex(unit) == Some(hex)
    };
    state.burning.contains(hex) || battle.objectives.contains(hex) || battle.units().any(is_taken)
}
