//! Visibility and fog (5.0).

use super::effects::tell;
use crate::decision::{Play, Table, Throw};
use crate::log::Happened;

/// The Fog Determination Phase: a die if the turn has a number for fog (5.0, B9).
pub(super) fn determine(table: &mut Table) -> Play<()> {
    let turn = table.state.turn;
    let highest = table.scenario.fog.get(&turn).copied();
    let die = highest.map(|_| table.roll(Throw::Fog)).transpose()?;
    let fog = die.zip(highest).is_some_and(|(die, highest)| die <= highest);
    table.state.fog = fog;
    tell(table, "5.0", table.scenario.players[0], Happened::Turn { turn, die, fog });
    Ok(())
}
