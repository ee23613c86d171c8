//! Positions that random games seldom reach, derived from those that they do: fortresses taken, sieges laid, leaders
//! gone, events in force. They are valid, but need not be reachable in a game.

use crate::invariants;
use crate::map::{Map, Terrain};
use crate::moments::{BattleKind, Capture, Moment};
use crate::pieces::Pieces;
use crate::placement::Place;
use crate::script::Scripts;
use crate::sets::{PieceId, PieceSet, SpaceId, SpaceSet};
use crate::side::Side;
use crate::state::{State, Until};
use crate::tables::FORT_CAPACITY;
use std::sync::Arc;
use wilderness_engine::Stream;

/// A variation of a position; none if it is invalid.
pub(super) fn vary(state: &State, scripts: &Scripts, chance: &mut Stream) -> Option<State> {
    let mut state = state.clone();
    for owner in Side::BOTH {
        for space in state.works[owner].besiegeable() {
            match chance.below(6) {
                0 => take(&mut state, owner, space, chance),
                1 => besiege(&mut state, owner, space, chance),
                _ => {}
            }
        }
        if chance.below(3) == 0 {
            // A side has lost most of its leaders.
            let leaders = state.on_map(owner).leaders().iter().filter(|_| chance.below(4) > 0).collect();
            take_off(&mut state, leaders);
        }
    }
    fortify(&mut state, chance);
    for event in scripts.events.values() {
        for (marker, until) in event.markers.iter() {
            // Effects that last for the whole game depend on its history, so they come from the games themselves.
            if *until != Until::Game && chance.below(8) == 0 {
                Arc::make_mut(&mut state.markers).insert(Arc::clone(marker), *until);
            }
        }
    }
    raid(&mut state, chance);
    state.vp = (i64::from(state.vp) + i64::from(chance.below(13)) - 6).clamp(-9, 9) as i16;
    let weak: Vec<PieceId> = Side::BOTH.into_iter().flat_map(|side| state.on_map(side).units()).collect();
    for unit in weak {
        if chance.below(4) == 0 {
            state.pieces.set_reduced(unit, true);
        }
    }
    invariants::broken(&state).is_none().then_some(state)
}

/// Eliminates all of these pieces.
fn take_off(state: &mut State, pieces: PieceSet) {
    pieces.iter().for_each(|piece| state.pieces.put(piece, Place::AtHand));
}

/// Units of a side to place: those not in play, drilled troops first, mixed.
fn spare(state: &State, side: Side, count: u32, chance: &mut Stream) -> Vec<PieceId> {
    let all = state.pieces.here(Place::AtHand).of(side).units();
    let mut units: Vec<PieceId> = all.iter().collect();
    chance.shuffle(&mut units);
    units.sort_by_key(|unit| !Pieces::get().drilled.contains(*unit));
    // Occasionally add a few Indians or rangers, who take part in other events.
    let others = units.iter().rev().take(chance.below(3) as usize).copied().collect::<Vec<_>>();
    let others = others.into_iter().filter(|unit| Pieces::get().auxiliaries.contains(*unit));
    units.iter().take(1 + chance.below(count) as usize).copied().chain(others).collect::<PieceSet>().iter().collect()
}

/// A fort or fortress changes hands, and the pieces there are eliminated.
fn take(state: &mut State, owner: Side, space: SpaceId, chance: &mut Stream) {
    let units = spare(state, owner.enemy(), 3, chance);
    if units.is_empty() || state.besieged_spaces().contains(space) {
        return;
    }
    take_off(state, state.in_space(space));
    let is_fortress = Map::get().fortresses.contains(space);
    for (side, held) in [(owner, false), (owner.enemy(), true)] {
        let works = &mut state.works[side];
        if is_fortress {
            works.fortresses.set(space, held);
        } else {
            works.forts.set(space, held);
        }
    }
    units.into_iter().for_each(|unit| state.pieces.put(unit, Place::Space(space)));
}

/// A fort or fortress is besieged.
fn besiege(state: &mut State, owner: Side, space: SpaceId, chance: &mut Stream) {
    let besiegers = spare(state, owner.enemy(), 4, chance);
    if besiegers.is_empty() || state.besieged_spaces().contains(space) {
        return;
    }
    let inside = state.in_space(space).of(owner);
    let too_many: PieceSet = inside.units().iter().skip(FORT_CAPACITY).collect();
    take_off(state, too_many);
    (inside - too_many).iter().for_each(|piece| state.pieces.set_inside(piece, true));
    besiegers.into_iter().for_each(|unit| state.pieces.put(unit, Place::Space(space)));
    state.set_siege(space, Some(chance.below(3) as u8));
}

/// A few Raided markers in cultivated spaces.
fn raid(state: &mut State, chance: &mut Stream) {
    for space in Map::get().all {
        if space.terrain() == Terrain::Cultivated && chance.below(16) == 0 {
            let raider = if chance.below(2) == 0 { Side::French } else { Side::British };
            state.raided[raider].push(space);
        }
    }
}

/// A few new forts and stockades, in spaces that one side has to itself.
fn fortify(state: &mut State, chance: &mut Stream) {
    let taken = Side::BOTH.into_iter().fold(SpaceSet::EMPTY, |all, side| {
        all | state.works[side].fortifications() | state.works[side].under_construction
    });
    for space in Map::get().all - taken - Map::get().fortresses {
        if chance.below(12) > 0 {
            continue;
        }
        let side = if chance.below(2) == 0 { Side::French } else { Side::British };
        let units = spare(state, side, 2, chance);
        if units.is_empty() || !state.in_space(space).of(side.enemy()).is_empty() {
            continue;
        }
        if chance.below(2) == 0 {
            state.works[side].forts.insert(space);
        } else {
            state.works[side].stockades.insert(space);
        }
        units.into_iter().for_each(|unit| state.pieces.put(unit, Place::Space(space)));
    }
}

/// Moments that are possible in a position, each with the side that is asked: at sieges, raids and captures, which are
/// rare in random games.
pub(super) fn moments(state: &State) -> Vec<(Side, Moment)> {
    let mut moments = Vec::new();
    for owner in Side::BOTH {
        let enemy = owner.enemy();
        for space in state.works[owner].besiegeable() & state.besieged_spaces() {
            let (attackers, defenders) = (state.outside(enemy, space), state.inside(owner, space));
            let kind = BattleKind::Assault;
            let assault = Moment::BattleEvents { kind, space, attacker: enemy, attackers, defenders };
            moments.extend([enemy, owner].map(|side| (side, Moment::BeforeSiegeRoll { space })));
            moments.push((enemy, Moment::Surrender { space }));
            moments.extend([enemy, owner].map(|side| (side, assault.clone())));
        }
        for space in state.works[owner].fortifications() - state.besieged_spaces() {
            let captors = state.in_space(space).of(owner);
            moments.push((enemy, Moment::FortCaptured { space, how: Capture::Assault, captors }));
        }
        for space in Map::get().all {
            let raiders = state.units(owner, space) & Pieces::get().auxiliaries;
            if !raiders.is_empty() && !state.works[owner].fortifications().contains(space) {
                moments.push((enemy, Moment::BeforeRaidRoll { space, raiders }));
                moments.push((enemy, Moment::RaidedMarkerPlaced { space, side: enemy.enemy() }));
            }
        }
    }
    moments
}
