//! Interception (6.7).

use super::entry::Entering;
use super::force::{self, Terms, why_not_begin};
use super::housekeeping::{self, Around};
use super::movement::Mover;
use super::refusal::{refuse, why_not_on_map};
use crate::chance::Throw;
use crate::context::Context;
use crate::decision::{Ask, Choices, Word};
use crate::map::Map;
use crate::news::{Happened, Modifiers, NewsEntry as Note, Roll};
use crate::pieces::Pieces;
use crate::sets::{PieceId, PieceSet, SpaceId};
use crate::side::Side;
use crate::state::State;
use crate::table::{Effects, Play, Table};
use crate::way::Way;
use wilderness_engine::Refusal;

/// The modified roll with which an interception or an attempt to avoid battle succeeds (6.71, 6.8).
pub const SUCCESS: i32 = 4;

/// Which pieces may intercept a lone auxiliary unit.
const LONE_AUXILIARY: &str = "in wilderness and mountains only a lone auxiliary unit intercepts a lone auxiliary unit";

/// The result of a chance to intercept.
#[derive(Clone, Copy, Default)]
pub struct Attempt {
    /// Whether it was tried.
    pub tried: bool,
    /// The pieces that intercepted.
    pub interceptors: PieceSet,
    /// The pieces that failed to intercept.
    pub failed: PieceSet,
}

/// E3: the enemy of the mover may try to intercept with one force or unit, from a space adjacent to the one entered, or
/// from that space itself if the mover infiltrates (6.72).
pub fn attempt(table: &mut Table, mover: &Mover, entry: &Entering) -> Play<Attempt> {
    let enemy = mover.side.enemy();
    let candidates = candidates(&table.state, mover, entry);
    if candidates.is_empty() {
        return Ok(Attempt::default());
    }
    let choices = Choices::pieces(candidates).or(Word::Pass);
    table.explain(|state, choice| why_not_intercept(state, mover, entry, choice.piece()?));
    let Some(first) = table.ask_piece(enemy, Ask::Intercept(entry.to), choices)? else {
        return Ok(Attempt::default());
    };
    let Some(from) = table.state.pieces.space(first) else { return Ok(Attempt::default()) };
    let is_leader = Pieces::get().leaders.contains(first);
    let force = if is_leader {
        let stack = table.state.outside(enemy, from).without(first);
        let terms = match lone_unit_only(mover, entry, from) {
            true => Terms::one(stack).but_for(stack - fit(mover, entry, from, stack), "6.721", LONE_AUXILIARY),
            false => Terms::some(stack),
        };
        force::form(table, first, &terms)?
    } else {
        PieceSet::one(first)
    };
    let mut modifiers = Modifiers::tactics(Some(first).filter(|_| is_leader));
    let at = Context { from: Some(from), pieces: force, enemies: mover.pieces, ..Context::at(enemy, entry.to) };
    modifiers.add_all(table.scripts.interception(&table.state, at)?);
    let roll = Roll { die: table.roll_at(Throw::Interception, entry.to)?, modifiers };
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

/// Whether only a lone auxiliary may intercept from a space: when a lone auxiliary enters wilderness or mountains,
/// unless it infiltrates the interceptors' space (6.721).
fn lone_unit_only(mover: &Mover, entry: &Entering, from: SpaceId) -> bool {
    from != entry.to && !Map::get().cultivated.contains(entry.to) && mover.party().is_lone_auxiliary()
}

/// The pieces of a stack that may intercept from its space, by terrain (6.721).
fn fit(mover: &Mover, entry: &Entering, from: SpaceId, stack: PieceSet) -> PieceSet {
    if lone_unit_only(mover, entry, from) { stack.leaders() | stack.auxiliaries() } else { stack }
}

/// Why pieces in a space cannot intercept, if they cannot: the space has to be adjacent to the one entered, and not the
/// one that the mover left, or else the one that it infiltrates (6.62, 6.72, 6.724).
fn why_not_from(entry: &Entering, space: SpaceId) -> Option<Refusal> {
    if space == entry.from {
        return refuse("6.724", "a piece cannot intercept an enemy that leaves its own space");
    }
    let is_infiltrated = space == entry.to && entry.way == Way::Infiltration;
    let is_near = is_infiltrated || Map::get().adjacent(entry.to).contains(space);
    (!is_near).then_some(Refusal::new("6.72", "its space is not adjacent to the one entered"))
}

/// Why a piece cannot intercept, alone or as the leader of some of its stack, if it cannot, given that the mover can be
/// intercepted (6.72 to 6.724).
fn why_not_intercept(state: &State, mover: &Mover, entry: &Entering, piece: PieceId) -> Option<Refusal> {
    let enemy = mover.side.enemy();
    if let Some(refusal) = why_not_on_map(state, enemy, piece, "6.72") {
        return Some(refusal);
    }
    let space = state.pieces.space(piece)?;
    if let Some(refusal) = why_not_from(entry, space) {
        return Some(refusal);
    }
    if state.pieces.inside().contains(piece) {
        return refuse("6.72", "besieged pieces cannot intercept");
    }
    let stack = fit(mover, entry, space, state.outside(enemy, space));
    if !stack.contains(piece) {
        return refuse("6.721", LONE_AUXILIARY);
    }
    why_not_begin(stack, piece, "6.72")
}

/// Whether a side that enters a space cannot be intercepted there, because the space holds an unbesieged friendly
/// fortification, or friendly units other than the moving ones (6.722).
fn is_guarded(state: &State, side: Side, space: SpaceId, mover: PieceSet) -> bool {
    let friends = state.outside(side, space).units() - mover;
    let own_fortification = state.works[side].fortifications() - state.besieged_spaces();
    !friends.is_empty() || own_fortification.contains(space)
}

/// The enemies that could intercept a force of a side that enters a space openly, by their space; those in the space
/// that the force leaves are excluded (6.72 to 6.724).
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

/// The leader with whom some of these pieces would intercept best: the one with the best tactics rating who can command
/// one of their units (6.72).
pub fn best_leader(pieces: PieceSet) -> Option<PieceId> {
    force::candidates(pieces).leaders().iter().max_by_key(|leader| leader.facts().tactics)
}

/// The pieces with which the enemy of the mover may start naming the interceptors (6.72 to 6.724).
fn candidates(state: &State, mover: &Mover, entry: &Entering) -> PieceSet {
    let enemy = mover.side.enemy();
    if mover.pieces.units().is_empty() {
        return PieceSet::EMPTY; // 6.723
    }
    if is_guarded(state, mover.side, entry.to, mover.pieces) {
        return PieceSet::EMPTY; // 6.722
    }
    let near = (Map::get().adjacent(entry.to).with(entry.to)) & state.pieces.held(enemy);
    let spaces = near.iter().filter(|space| why_not_from(entry, *space).is_none());
    let stacks = spaces.fold(PieceSet::EMPTY, |all, space| all | state.outside(enemy, space));
    stacks.filter(|piece| why_not_intercept(state, mover, entry, piece).is_none())
}
