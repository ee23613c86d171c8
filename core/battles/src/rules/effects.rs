//! What happens to units, whatever the reason: disorder, elimination, entering a hex.

use super::{demoralization, leaders, trains};
use crate::decision::{Play, Table};
use crate::log::{Happened, LogEntry};
use crate::pieces::At;
use crate::script;
use crate::side::Side;
use crate::unit::{Class, UnitId};
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
pub(crate) fn eliminate(table: &mut Table, rule: &'static str, unit: UnitId) {
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
    table.state.pieces.put(&table.scenario, unit, At::Hex(hex));
    let side = table.state.piece(unit).side;
    let class = table.scenario.unit(unit).class();
    if matches!(class, Class::Foot | Class::Gun) {
        leaders::driven_out(table, side, hex);
        trains::taken(table, side, hex, indians)?;
    }
    script::entered(table, side, unit, hex)
}
