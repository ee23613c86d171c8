//! What must hold between any two steps of a battle:
//!
//! 1. Units on the map stand in hexes of it that they may be in: open to them, or where a scenario sets them up (7.2).
//! 2. A hex holds units of one side only, looted trains aside (7.1).
//! 3. It holds at most one infantry or cavalry unit, one gun and one train of a side, outside of a retreat (7.1).
//! 4. Only men are disordered, and only guns have fired (11.0, 6.0).
//! 5. No leader stands alone in an enemy zone of control (12.1).
//!
//! Debug builds check it after every step.

use crate::battle::Battle;
use crate::board::Board;
use crate::pieces::At;
use crate::side::Side;
use crate::state::State;
use crate::unit::{Class, UnitId};
use wilderness_hexes::Hex;

/// The first thing that is wrong with how the units stand, if anything is (1 to 4).
pub fn broken(battle: &Battle, state: &State) -> Option<String> {
    broken_under_way(battle, state).or_else(|| crowded(battle, state))
}

/// The same in the middle of a step, when units may be passing through hexes without room for them (1, 2 and 4).
pub(crate) fn broken_under_way(battle: &Battle, state: &State) -> Option<String> {
    let board = Board::new(battle, state);
    for (unit, counter) in battle.units() {
        let piece = state.piece(unit);
        let (name, At::Hex(hex)) = (&counter.name, piece.at) else { continue };
        if !battle.map.grid.has(hex) || !may_be(battle, unit, hex) {
            return Some(format!("{name} cannot stand in {hex} (7.2)"));
        }
        if (piece.disordered && !counter.is_man()) || (piece.done.fired && counter.class() != Class::Gun) {
            return Some(format!("{name} cannot be disordered, or cannot have fired (11.0, 6.0)"));
        }
        if !piece.looted && board.units[piece.side.enemy()].contains(hex) {
            return Some(format!("units of both sides are in {hex} (7.1)"));
        }
    }
    None
}

/// The first unit that finds no room, if there is one (3).
fn crowded(battle: &Battle, state: &State) -> Option<String> {
    let mut taken: Vec<(Side, usize, Hex)> = Vec::new();
    for (unit, counter) in battle.units() {
        let piece = state.piece(unit);
        let (At::Hex(hex), Some(slot), false) = (piece.at, counter.class().slot(), piece.looted) else { continue };
        if taken.contains(&(piece.side, slot, hex)) {
            return Some(format!("{} finds no room in {hex} (7.1)", counter.name));
        }
        taken.push((piece.side, slot, hex));
    }
    None
}

/// The first thing that is wrong with a battle that is being played, if anything is (1 to 5).
pub fn broken_in_play(battle: &Battle, state: &State) -> Option<String> {
    let board = Board::new(battle, state);
    let is_lost = |side: Side, hex: Hex| board.is_controlled(side, hex) && !board.men[side].contains(hex);
    for side in Side::BOTH {
        let mut leaders = board.of(side).filter(|(unit, _)| board.unit(*unit).class() == Class::Leader);
        if let Some((leader, hex)) = leaders.find(|(_, hex)| is_lost(side, *hex)) {
            return Some(format!("{} stands alone in an enemy zone in {hex} (12.1)", board.unit(leader).name));
        }
    }
    broken(battle, state)
}

/// Whether a unit may stand in a hex: it is open to it, its side can set it up there, or it can enter the map there.
fn may_be(battle: &Battle, unit: UnitId, hex: Hex) -> bool {
    let gait = battle.unit(unit).gait();
    let set_up =
        battle.deploys.iter().any(|deploy| deploy.units.contains(&unit) && deploy.listed && deploy.area.contains(hex));
    battle.map.is_open(hex, gait) || battle.map.cost_in(hex, gait).is_some() || set_up
}
