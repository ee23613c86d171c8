//! Special tactics (18.0): markers are picked in secret before set-up, and played in combat or for a forced march.

use super::effects::tell;
use crate::board::Board;
use crate::decision::{Ask, Choice, Play, Table, markers};
use crate::log::Happened;
use crate::side::Side;
use crate::state::{Marker, Step};
use crate::strength::helps;
use crate::unit::UnitId;
use wilderness_engine::Windows;
use wilderness_hexes::Hex;

/// SU1: each side picks its markers in secret, player A first (18.0, B86).
pub(super) fn pick_markers(table: &mut Table) -> Play<()> {
    let battle = table.scenario.clone();
    for side in battle.players {
        let mut left = table.state.pool.clone();
        for _ in 0..battle.markers.map_or(0, |counts| counts[side]).min(left.len() as u8) {
            let Choice::Marker(marker) = table.ask(side, Ask::Marker, markers(left.iter().copied()))? else { break };
            left.remove(left.iter().position(|other| *other == marker).unwrap_or_default());
            table.state.markers[side].push(marker);
        }
        table.state.markers[side].sort_unstable();
    }
    table.state.step = Step::SetUp(0, 0);
    Ok(())
}

/// Takes a marker out of play and shows it.
pub(super) fn play(table: &mut Table, side: Side, marker: Marker) {
    let markers = &mut table.state.markers[side];
    if let Some(place) = markers.iter().position(|other| *other == marker) {
        markers.remove(place);
    }
    table.state.played[side].push(marker);
    tell(table, "18.1", side, Happened::Played(marker));
}

/// Whether a side may play markers in this phase (18.0, 13.3.3).
pub(super) fn may_play(table: &Table, side: Side) -> bool {
    let state = &table.state;
    state.options.tactics && !state.fog && !state.demoralized[side]
}

/// Whether a side is asked about a marker: it holds one, or with open windows might, as far as its enemy can know. Each
/// picks from a pool of its own (18.0), so what it has shown is gone from it.
fn is_asked_about(table: &Table, side: Side, marker: Marker) -> bool {
    let state = &table.state;
    let count = |markers: &[Marker]| markers.iter().filter(|other| **other == marker).count();
    match table.windows {
        Windows::Holder => state.markers[side].contains(&marker),
        Windows::Open => !state.markers[side].is_empty() && count(&state.pool) > count(&state.played[side]),
    }
}

/// CR2: the attacker, then the defender, picks a marker for a combat without knowing the other's; both are shown
/// (18.1).
pub(super) fn choose(table: &mut Table, units: &[UnitId], hexes: &[Hex]) -> Play<[Option<Marker>; 2]> {
    let attacker = table.state.side;
    let mut chosen = [None; 2];
    for (side, chosen) in [attacker, attacker.enemy()].into_iter().zip(&mut chosen) {
        if !may_play(table, side) {
            continue;
        }
        let board = Board::new(&table.scenario, &table.state);
        let attacks = side == attacker;
        let own: Vec<UnitId> = match attacks {
            true => units.to_vec(),
            false => hexes.iter().flat_map(|hex| board.men_at(side, *hex)).collect(),
        };
        let helps = |marker: &Marker| own.iter().any(|unit| helps(&board, *marker, *unit, attacks));
        let mut possible = Marker::ALL.into_iter().filter(|marker| is_asked_about(table, side, *marker));
        if !possible.any(|marker| helps(&marker)) {
            continue;
        }
        let mut choices = markers(table.state.markers[side].iter().copied().filter(helps));
        choices.push(Choice::None);
        if let Choice::Marker(marker) = table.ask_openly(side, Ask::Tactics, choices)? {
            *chosen = Some(marker);
        }
    }
    for (side, chosen) in [attacker, attacker.enemy()].into_iter().zip(chosen) {
        if let Some(marker) = chosen {
            play(table, side, marker);
        }
    }
    Ok(chosen)
}

/// MV0: the side may play a forced march (18.1, B88).
pub(super) fn forced_march(table: &mut Table) -> Play<()> {
    let side = table.state.side;
    if !may_play(table, side) || !is_asked_about(table, side, Marker::ForcedMarch) {
        return Ok(());
    }
    let mut choices =
        markers(table.state.markers[side].iter().copied().filter(|marker| *marker == Marker::ForcedMarch));
    choices.push(Choice::None);
    if table.ask_openly(side, Ask::ForcedMarch, choices)? == Choice::None {
        return Ok(());
    }
    play(table, side, Marker::ForcedMarch);
    let board = Board::new(&table.scenario, &table.state);
    let marches = |(unit, hex): &(UnitId, Hex)| !board.piece(*unit).disordered && board.is_commanded(side, *hex);
    let marching = board.of(side).filter(marches).map(|(unit, _)| unit).collect();
    table.state.marching = Some(marching);
    Ok(())
}
