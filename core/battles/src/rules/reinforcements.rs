//! Reinforcements (14.0): who arrives, and round which hex; they enter the map in [`super::movement`].

use super::effects::tell;
use super::{demoralization, tactics};
use crate::battle::{Arrival, Battle, Roll};
use crate::board::Board;
use crate::decision::{Ask, Choice, Play, Table, Throw};
use crate::hex::Hex;
use crate::log::Happened;
use crate::reach::entry_cost;
use crate::state::{At, Step};
use crate::unit::UnitId;

/// The Movement Phase begins: forced march, dice, arrivals, anchors (MV0 to MV2).
pub(super) fn begin(table: &mut Table) -> Play<()> {
    let battle = table.scenario.clone();
    let side = table.state.side;
    table.state.note_demoralization(&battle);
    for piece in table.state.pieces.iter_mut().filter(|piece| piece.side == side) {
        (piece.moved, piece.spent) = (false, 0);
    }
    table.state.entered.clear();
    tactics::forced_march(table)?;
    demoralization::roll(table)?;
    for arrival in battle.arrivals.iter().filter(|arrival| arrival.side == side) {
        arrive(table, arrival)?;
    }
    for (index, arrival) in battle.arrivals.iter().enumerate().filter(|(_, arrival)| arrival.side == side) {
        if let Some(most) = arrival.anchor_distance {
            designate(table, &battle, index, most)?;
        }
    }
    table.state.step = Step::Movement;
    Ok(())
}

/// The units of an arrival that have not come yet.
fn waiting(table: &Table, arrival: &Arrival) -> Vec<UnitId> {
    arrival.units.iter().copied().filter(|unit| table.state.piece(*unit).at == At::OffMap).collect()
}

/// Whether a group comes in this phase: by its turn, and by a die if it needs one (B73, B81, B82).
fn arrive(table: &mut Table, arrival: &Arrival) -> Play<()> {
    let mut units = waiting(table, arrival);
    let turn = table.state.turn;
    let attacked = |side| table.state.first_attack[side].is_some_and(|first| first < turn);
    if units.is_empty() || turn < arrival.turn || !arrival.after_attack_by.is_none_or(attacked) {
        return Ok(());
    }
    if let Some(roll) = arrival.roll {
        let die = table.roll(Throw::Arrival)?;
        let succeeds = match roll {
            Roll::UpTo(highest) => die <= highest,
            Roll::BelowTurn => die < turn,
        };
        let what = Happened::ArrivalDie { arrival: arrival.id.clone(), die, succeeds };
        tell(table, "14.1", arrival.side, what);
        if !succeeds {
            return Ok(());
        }
    }
    if arrival.one_unit {
        let choices: Vec<Choice> = units.iter().map(|unit| Choice::Unit(table.scenario.unit(*unit).id)).collect();
        let Choice::Unit(id) = table.ask(arrival.side, Ask::Reserve, choices)? else { return Ok(()) };
        units.retain(|unit| table.scenario.unit(*unit).id == id);
    }
    for unit in units {
        table.state.piece_mut(unit).at = At::Due;
    }
    Ok(())
}

/// MV2: the hex round which a group enters, before its first unit does; a new one if nobody can enter round the old one
/// (B70).
fn designate(table: &mut Table, battle: &Battle, index: usize, most: u32) -> Play<()> {
    let arrival = &battle.arrivals[index];
    let board = Board::new(battle, &table.state);
    let due: Vec<UnitId> = arrival.units.iter().copied().filter(|unit| board.piece(*unit).at == At::Due).collect();
    if due.is_empty() {
        return Ok(());
    }
    let lets_in = |hex: &&Hex| due.iter().any(|unit| entry_cost(&board, *unit, **hex).is_some());
    let open: Vec<Hex> = arrival.edge.iter().filter(lets_in).copied().collect();
    let serves = |anchor: Hex| open.iter().any(|hex| hex.distance(anchor) <= most);
    let choices: Vec<Choice> = match table.state.anchors[index] {
        None => arrival.edge.iter().copied().map(Choice::Hex).collect(),
        Some(anchor) if serves(anchor) => return Ok(()),
        Some(_) => arrival.edge.iter().copied().filter(|hex| serves(*hex)).map(Choice::Hex).collect(),
    };
    if choices.is_empty() {
        return Ok(());
    }
    let Choice::Hex(anchor) = table.ask(arrival.side, Ask::Anchor(arrival.id.clone()), choices)? else { return Ok(()) };
    table.state.anchors[index] = Some(anchor);
    tell(table, "14.1", arrival.side, Happened::Anchor(arrival.id.clone(), anchor));
    Ok(())
}
