//! Exiting the map (15.0).

use super::effects::tell;
use crate::decision::Table;
use crate::log::Happened;
use crate::pieces::At;
use crate::unit::UnitId;

/// A unit of a demoralized army leaves the map for good, with the leaders who go along (15.0, B65).
pub(super) fn leave(table: &mut Table, unit: UnitId, along: &[UnitId]) {
    for gone in [unit].iter().chain(along) {
        table.state.piece_mut(*gone).at = At::Exited;
        tell(table, "15.0", table.state.piece(*gone).side, Happened::Exited(*gone));
    }
}
