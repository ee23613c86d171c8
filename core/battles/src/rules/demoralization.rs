//! Demoralization (13.0).

use super::effects::tell;
use crate::decision::{Play, Table, Throw};
use crate::log::Happened;
use crate::pieces::At;
use crate::side::Side;

/// Adds demoralization points to an army (13.2, B62).
pub(crate) fn add(table: &mut Table, side: Side, points: u16) {
    if points == 0 {
        return;
    }
    let before = table.state.is_demoralized(&table.scenario, side);
    table.state.dp[side] = table.state.dp[side].saturating_add(points);
    tell(table, "13.2", side, Happened::Points(table.state.dp[side]));
    if !before && table.state.is_demoralized(&table.scenario, side) {
        tell(table, "13.1", side, Happened::Demoralized);
    }
}

/// At the start of the Movement Phase of a demoralized army: how far its disordered units move (13.3.1, B63).
pub(super) fn roll(table: &mut Table) -> Play<()> {
    let side = table.state.side;
    let flees = |(index, piece): (usize, &crate::pieces::Piece)| {
        piece.disordered && piece.side == side && matches!(piece.at, At::Hex(_)) && table.scenario.units[index].is_man()
    };
    if table.state.demoralized[side] && table.state.pieces.iter().enumerate().any(flees) {
        let die = table.roll_at(Throw::Demoralization, side as u64)?;
        table.state.die = Some(die);
        tell(table, "13.3.1", side, Happened::DemoralizationDie(die));
    }
    Ok(())
}
