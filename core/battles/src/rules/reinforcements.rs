//! Reinforcements (14.0): who arrives, and round which hex; they enter the map in [`super::movement`].

use super::effects::tell;
use super::ground::Ground;
use super::reach::entry_cost;
use super::{demoralization, refusal, tactics};
use crate::battle::{Arrival, Battle};
use crate::decision::{Ask, Choice, Play, Table, Throw};
use crate::log::Happened;
use crate::pieces::At;
use crate::script;
use crate::state::Step;
use crate::unit::UnitId;
use wilderness_hexes::Hex;

/// The Movement Phase begins: forced march, dice, arrivals, anchors (MV0 to MV2).
pub(super) fn begin(table: &mut Table) -> Play<()> {
    let battle = table.scenario.clone();
    let side = table.state.side;
    table.state.note_demoralization(&battle);
    for piece in table.state.pieces.iter_mut().filter(|piece| piece.side == side) {
        (piece.done.moved, piece.done.spent) = (false, 0);
    }
    table.state.entered.clear();
    tactics::forced_march(table)?;
    demoralization::roll(table)?;
    for (index, _) in battle.arrivals.iter().enumerate().filter(|(_, arrival)| arrival.side == side) {
        arrive(table, &battle, index)?;
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

/// A group comes in this phase, by its turn or as its script says (B73, B81, B82).
fn arrive(table: &mut Table, battle: &Battle, index: usize) -> Play<()> {
    let arrival = &battle.arrivals[index];
    if waiting(table, arrival).is_empty() || table.state.turn < arrival.turn {
        return Ok(());
    }
    match arrival.script {
        Some(_) => script::due(table, index),
        None => bring(table, index, false).map(drop),
    }
}

/// Why a group cannot arrive, or be rolled for: it is not its side's time.
fn not_now(table: &Table, arrival: &Arrival) -> Option<String> {
    let is_now = table.state.step == Step::MovementStart && table.state.side == arrival.side;
    (!is_now).then(|| format!("{} arrives at the start of the Movement Phase of its side (14.1)", arrival.id))
}

/// The die for a group: whether it shows no more than a number; refused at another time.
pub(crate) fn roll_up_to(table: &mut Table, index: usize, most: i64) -> Play<Result<bool, String>> {
    let battle = table.scenario.clone();
    let arrival = &battle.arrivals[index];
    if let Some(reason) = not_now(table, arrival) {
        return Ok(Err(reason));
    }
    let die = table.roll_at(Throw::Arrival, index as u64)?;
    let succeeds = i64::from(die) <= most;
    let what = Happened::ArrivalDie { arrival: arrival.id.clone(), die, succeeds };
    tell(table, "14.1", arrival.side, what);
    Ok(Ok(succeeds))
}

/// The units of a group are due, or MV1: one of them that its side chooses; refused at another time.
pub(crate) fn bring(table: &mut Table, index: usize, one: bool) -> Play<Result<(), String>> {
    let battle = table.scenario.clone();
    let arrival = &battle.arrivals[index];
    if let Some(reason) = not_now(table, arrival) {
        return Ok(Err(reason));
    }
    let mut units = waiting(table, arrival);
    if one {
        let choices: Vec<Choice> = units.iter().map(|unit| Choice::Unit(battle.unit(*unit).id)).collect();
        let Choice::Unit(id) = table.ask(arrival.side, Ask::Reserve, choices)? else { return Ok(Ok(())) };
        units.retain(|unit| battle.unit(*unit).id == id);
    }
    for unit in units {
        table.state.piece_mut(unit).at = At::Due;
    }
    Ok(Ok(()))
}

/// MV2: the hex round which a group enters, before its first unit does; a new one if nobody can enter round the old one
/// (B70).
fn designate(table: &mut Table, battle: &Battle, index: usize, most: u32) -> Play<()> {
    let arrival = &battle.arrivals[index];
    let battles = table.scripts.clone();
    let board = Ground::new(&battles, battle, &table.state);
    let due: Vec<UnitId> = arrival.units.iter().copied().filter(|unit| board.piece(*unit).at == At::Due).collect();
    if due.is_empty() {
        return Ok(());
    }
    let lets_in = |hex: &&Hex| due.iter().any(|unit| entry_cost(&board, *unit, **hex).is_some());
    let open: Vec<Hex> = arrival.edge.iter().filter(lets_in).copied().collect();
    board.sound()?;
    let serves = |anchor: Hex| open.iter().any(|hex| hex.distance(anchor) <= most);
    let choices: Vec<Choice> = match table.state.anchors[index] {
        None => arrival.edge.iter().copied().map(Choice::Hex).collect(),
        Some(anchor) if serves(anchor) => return Ok(()),
        Some(_) => arrival.edge.iter().copied().filter(|hex| serves(*hex)).map(Choice::Hex).collect(),
    };
    if choices.is_empty() {
        return Ok(());
    }
    table.explain(|_, choice| refusal::of_anchor(battle, arrival, choice));
    let Choice::Hex(anchor) = table.ask(arrival.side, Ask::Anchor(arrival.id.clone()), choices)? else { return Ok(()) };
    table.state.anchors[index] = Some(anchor);
    tell(table, "14.1", arrival.side, Happened::Anchor(arrival.id.clone(), anchor));
    Ok(())
}
