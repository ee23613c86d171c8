//! Supply trains (20.0, B90).

use super::effects::{eliminate, tell};
use crate::board::Board;
use crate::decision::{Play, Table, Throw};
use crate::log::{Happened, TrainFate};
use crate::side::Side;
use wilderness_hexes::Hex;

/// A man of a side enters a hex: a train of the enemy there is taken.
pub(super) fn taken(table: &mut Table, side: Side, hex: Hex, indians: bool) -> Play<()> {
    if !table.state.options.trains {
        return Ok(());
    }
    let battle = table.scenario.clone();
    let board = Board::new(&battle, &table.state);
    let Some(train) = board.train_at(side.enemy(), hex) else { return Ok(()) };
    let has_own = board.train_at(side, hex).is_some();
    let die = table.roll_at(Throw::Capture, hex)?;
    let fates = &battle.tables.supply_train;
    let roll = die.saturating_add(if indians { fates.indian_took_part } else { 0 });
    let fate = match roll {
        roll if roll <= fates.eliminated => TrainFate::Eliminated,
        roll if roll <= fates.captured && !has_own => TrainFate::Captured,
        _ => TrainFate::Looted,
    };
    tell(table, "20.0", side, Happened::TrainTaken(train, fate, die));
    match fate {
        TrainFate::Eliminated => eliminate(table, "20.0", train),
        TrainFate::Captured => table.state.piece_mut(train).side = side,
        TrainFate::Looted => table.state.piece_mut(train).looted = true,
    }
    Ok(())
}
