//! Interception (6.7).

use super::entry::Entry;
use super::force::{self, Size};
use super::housekeeping::{self, Around};
use super::movement::Mover;
use crate::decision::{Ask, Choices, Word};
use crate::log::{Entry as Note, Happened, Modifiers, Roll};
use crate::map::Map;
use crate::pieces::Pieces;
use crate::sets::{PieceId, PieceSet, SpaceId};
use crate::side::Side;
use crate::state::State;
use crate::table::{Effects, Play, Table, Throw};
use crate::way::Way;
use wilderness_engine::refusal::Refusal;

/// The modified roll with which an interception or an attempt to avoid battle succeeds (6.71, 6.8).
pub const SUCCESS: i32 = 4;

/// What came of the chance to intercept.
#[derive(Clone, Copy, Default)]
pub struct Attempt {
    /// Whether it was tried.
    pub tried: bool,
    /// Who stands in the mover's way now.
    pub interceptors: PieceSet,
    /// Who tried in vain.
    pub failed: PieceSet,
}

/// E3: the enemy of the mover may try to intercept with one force or unit, from a space adjacent to the one entered, or
/// from that space itself if the mover infiltrates (6.72).
pub fn attempt(table: &mut Table, mover: &Mover, entry: &Entry) -> Play<Attempt> {
    let enemy = mover.side.enemy();
    let by_space = eligible(&table.state, mover, entry);
    let candidates = by_space.iter().fold(PieceSet::EMPTY, |all, (_, pieces)| all | force::candidates(*pieces));
    if candidates.is_empty() {
        return Ok(Attempt::default());
    }
    let choices = Choices::pieces(candidates).or(Word::Pass);
    table.explain(|state, choice| why_not_intercept(state, mover, entry, choice.piece()?));
    let Some(first) = table.ask_piece(enemy, Ask::Intercept(entry.to), choices)? else {
        return Ok(Attempt::default());
    };
    let Some(from) = table.state.pieces.space(first) else { return Ok(Attempt::default()) };
    let mates = by_space.iter().find(|(space, _)| *space == from).map_or(PieceSet::EMPTY, |(_, pieces)| *pieces);
    let is_leader = Pieces::get().leaders.contains(first);
    let force = if is_leader {
        let size = if lone_unit_only(mover, entry, from) { Size::ONE } else { Size::SOME };
        force::form(table, enemy, first, mates, size)?
    } else {
        PieceSet::one(first)
    };
    let modifiers = Modifiers::tactics(Some(first).filter(|_| is_leader));
    let roll = Roll { die: table.roll(Throw::Interception)?, modifiers };
    let success = roll.total() >= SUCCESS;
    table.tell(|_| {
        let rolled = Happened::InterceptionRolled { pieces: force, from, roll, success };
        Note::new("6.71", rolled).by(enemy).at(entry.to)
    });
    if !success {
        return Ok(Attempt { tried: true, interceptors: PieceSet::EMPTY, failed: force });
    }
    if from != entry.to {
        table.put(force, entry.to);
        housekeeping::settle(table, Around::contested(entry.advance(mover.side)))?;
    }
    Ok(Attempt { tried: true, interceptors: force, failed: PieceSet::EMPTY })
}

/// Whether only a lone auxiliary may intercept from a space: when a lone auxiliary enters wilderness or mountain, unless
/// it infiltrates that very space (6.721).
fn lone_unit_only(mover: &Mover, entry: &Entry, from: SpaceId) -> bool {
    from != entry.to && !Map::get().cultivated.contains(entry.to) && mover.party().is_lone_auxiliary()
}

/// Why a piece cannot intercept, if it cannot, while others could (6.72 to 6.724).
fn why_not_intercept(state: &State, mover: &Mover, entry: &Entry, piece: PieceId) -> Option<Refusal> {
    let refuse = |rule, reason| Some(Refusal::new(rule, reason));
    let Some(space) = state.pieces.space(piece).filter(|_| piece.side() != mover.side) else {
        return refuse("6.72", "it is not a piece of yours on the map");
    };
    if state.is_besieged(piece) {
        return refuse("6.72", "the besieged do not intercept");
    }
    if space == entry.from {
        return refuse("6.724", "nobody intercepts an enemy who leaves his own space");
    }
    let same_space = space == entry.to && entry.way == Way::Infiltration;
    if !same_space && !Map::get().adjacent(entry.to).contains(space) {
        return refuse("6.72", "it is neither adjacent nor infiltrated");
    }
    if lone_unit_only(mover, entry, space) && Pieces::get().drilled.contains(piece) {
        return refuse("6.721", "in wilderness and mountains only a lone auxiliary intercepts a lone auxiliary");
    }
    refuse("6.72", "a leader intercepts only with a unit that he can command")
}

/// Whether nobody intercepts a side that enters a space, because an unbesieged fortification of its own is there, or
/// units other than those that move (6.722).
fn is_guarded(state: &State, side: Side, space: SpaceId, mover: PieceSet) -> bool {
    let friends = state.outside(side, space).units() - mover;
    let own_fortification = state.works[side].fortifications() - state.besieged_spaces();
    !friends.is_empty() || own_fortification.contains(space)
}

/// The enemies who could intercept a force of a side that enters a space openly, by the space they stand in: those in the
/// space that it comes from excepted (6.72 to 6.724).
pub fn around(state: &State, side: Side, space: SpaceId) -> Vec<(SpaceId, PieceSet)> {
    let enemy = side.enemy();
    if is_guarded(state, side, space, PieceSet::EMPTY) {
        return Vec::new();
    }
    let spaces = Map::get().adjacent(space) & state.pieces.held(enemy);
    let found = spaces.iter().map(|from| (from, state.outside(enemy, from)));
    found.filter(|(_, pieces)| !pieces.units().is_empty()).collect()
}

/// The chance that an interception with this tactics rating succeeds (6.71).
pub fn chance(tactics: u8) -> f64 {
    let successes = (1..=6).filter(|die| die + i32::from(tactics) >= SUCCESS).count();
    successes as f64 / 6.0
}

/// The leader with whom some of these pieces would intercept best: the one of the highest tactics who can command a unit
/// of them (6.72).
pub fn best_leader(pieces: PieceSet) -> Option<PieceId> {
    force::candidates(pieces).leaders().iter().max_by_key(|leader| leader.facts().tactics)
}

/// The pieces that could intercept, by the space they stand in (6.72 to 6.724).
fn eligible(state: &State, mover: &Mover, entry: &Entry) -> Vec<(SpaceId, PieceSet)> {
    let (side, enemy) = (mover.side, mover.side.enemy());
    if mover.pieces.units().is_empty() {
        return Vec::new(); // 6.723
    }
    if is_guarded(state, side, entry.to, mover.pieces) {
        return Vec::new(); // 6.722
    }
    let mut spaces = (Map::get().adjacent(entry.to) & state.pieces.held(enemy)).without(entry.from); // 6.724
    if entry.way == Way::Infiltration {
        spaces.insert(entry.to); // 6.62
    }
    let mut found = Vec::new();
    for space in spaces {
        let mut pieces = state.outside(enemy, space);
        if lone_unit_only(mover, entry, space) {
            pieces = pieces.leaders() | pieces.auxiliaries();
        }
        if !pieces.units().is_empty() {
            found.push((space, pieces));
        }
    }
    found
}
