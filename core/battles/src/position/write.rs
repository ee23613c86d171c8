//! The position of a state.

use super::{Phase, Placed, Position};
use crate::battle::Battle;
use crate::pieces::At;
use crate::side::Side;
use crate::state::{State, Step};
use crate::unit::UnitId;
use std::collections::BTreeMap;
use wilderness_engine::faults::{Fault, Faults};

impl Position {
    /// Where everything stands in a state.
    ///
    /// # Errors
    /// In set-up, at the start of a phase that begins with dice, and among declared attacks there is no position.
    pub fn from_state(battle: &Battle, state: &State) -> Result<Position, Faults> {
        match state.step {
            Step::Bombardment | Step::Movement | Step::Rally => Ok(Position::nearest(battle, state)),
            Step::Declaration if state.attacks.is_empty() => Ok(Position::nearest(battle, state)),
            _ => {
                let fault = Fault::error("position::unsettled", "something is going on that a position cannot hold");
                Err(fault.help("take it in a phase, before an attack is declared").into())
            }
        }
    }

    /// Where everything stands in a state, as far as a position can hold it: without declared attacks, in the phase that
    /// goes on or comes next, and at the end of the battle in its last one.
    pub(crate) fn nearest(battle: &Battle, state: &State) -> Position {
        let phase = match state.step {
            Step::Markers | Step::SetUp(..) | Step::Turn | Step::Bombardment => Phase::Bombardment,
            Step::MovementStart | Step::Movement => Phase::Movement,
            Step::Declaration | Step::Resolution | Step::Strike(..) => Phase::Combat,
            Step::Rally | Step::Over(_) => Phase::Rally,
        };
        let id = |unit: UnitId| battle.unit(unit).id.to_string();
        let all = |at: At| {
            let there = battle.units().filter(move |(unit, _)| state.piece(*unit).at == at);
            there.map(|(_, counter)| counter.id.to_string()).collect::<Vec<_>>()
        };
        let each = |of: &dyn Fn(Side) -> Option<u8>| {
            Side::BOTH.into_iter().filter_map(|side| Some((side, of(side)?))).collect::<BTreeMap<_, _>>()
        };
        let markers = |of: &dyn Fn(Side) -> Vec<crate::state::Marker>| {
            let sides = Side::BOTH.into_iter().map(|side| (side, of(side)));
            sides.filter(|(_, markers)| !markers.is_empty()).collect::<BTreeMap<_, _>>()
        };
        let rules = state.options.in_force(battle);
        let marked = state.in_force.iter().filter(|(name, _)| !rules.contains_key(*name));
        let scored = battle.hex_points.iter().zip(&state.hex_points).filter(|(_, scored)| **scored);
        Position {
            scenario: battle.id.clone(),
            turn: Some(state.turn),
            phase,
            phasing: Some(state.side),
            fog: state.fog,
            units: placed(battle, state),
            off_map: off_map(battle, state),
            arriving: all(At::Due),
            anchors: anchors(battle, state),
            entered: state.entered.iter().map(|(hex, count)| (hex.to_string(), *count)).collect(),
            eliminated: all(At::Eliminated),
            exited: all(At::Exited),
            dp: Side::BOTH.into_iter().map(|side| (side, state.dp[side])).collect(),
            hex_points: scored.map(|(points, _)| points.side).collect(),
            die: state.die,
            options: state.options.words().map(str::to_string).collect(),
            in_force: marked.map(|(name, end)| (name.to_string(), end.word().to_string())).collect(),
            numbers: state.numbers.iter().map(|(name, number)| (name.to_string(), *number)).collect(),
            markers: markers(&|side| state.markers[side].clone()),
            played: markers(&|side| state.played[side].clone()),
            marching: state.marching.as_ref().map(|units| units.iter().map(|unit| id(*unit)).collect()),
            burning: state.burning.iter().collect(),
            first_attack: each(&|side| state.first_attack[side]),
        }
    }
}

fn placed(battle: &Battle, state: &State) -> BTreeMap<String, Placed> {
    let mut units = BTreeMap::new();
    for (unit, counter) in battle.units() {
        let piece = state.piece(unit);
        let At::Hex(hex) = piece.at else { continue };
        let placed = Placed {
            at: hex.to_string(),
            disordered: piece.disordered,
            moved: piece.done.moved,
            fired: piece.done.fired,
            side: Some(piece.side).filter(|side| *side != counter.side),
            looted: piece.looted,
            spent: piece.done.spent,
            tried: piece.done.tried,
        };
        units.insert(counter.id.to_string(), placed);
    }
    units
}

fn off_map(battle: &Battle, state: &State) -> BTreeMap<String, Vec<String>> {
    let waits = |unit: &UnitId| matches!(state.piece(*unit).at, At::OffMap | At::Due);
    let groups = battle.arrivals.iter().map(|arrival| {
        let units = arrival.units.iter().copied().filter(waits);
        (arrival.id.clone(), units.map(|unit| battle.unit(unit).id.to_string()).collect::<Vec<_>>())
    });
    groups.filter(|(_, units)| !units.is_empty()).collect()
}

fn anchors(battle: &Battle, state: &State) -> BTreeMap<String, wilderness_hexes::Hex> {
    let anchors = battle.arrivals.iter().zip(&state.anchors);
    anchors.filter_map(|(arrival, anchor)| Some((arrival.id.clone(), (*anchor)?))).collect()
}
