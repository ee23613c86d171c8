//! Avoiding battle (6.8).

use super::force::{self, Terms, why_not_begin};
use super::housekeeping::{self, Advance, Around, refuges, why_not_refuge};
use super::interception::{self, SUCCESS};
use super::refusal::{refuse, why_not_outside};
use crate::chance::Throw;
use crate::context::Context;
use crate::decision::{Ask, Choices, Word};
use crate::map::Map;
use crate::news::{Errand, Happened, Modifiers, NewsEntry as Note, Roll};
use crate::pieces::Pieces;
use crate::sets::{PieceId, PieceSet, SpaceId};
use crate::side::Side;
use crate::state::State;
use crate::table::{Effects, Play, Table};
use wilderness_engine::Refusal;

/// Why failed interceptors stay and can be attacked.
const FAILED_TO_INTERCEPT: &str = "a piece that failed to intercept may not avoid battle";

/// An attack that the defender may try to avoid.
#[derive(Clone, Copy)]
pub struct Attack {
    /// The defending side.
    pub defender: Side,
    pub space: SpaceId,
    pub attackers: PieceSet,
    /// The attackers' advance into the space; none if they were besieged in it.
    pub advance: Option<Advance>,
    /// The pieces that may not avoid battle (6.84).
    pub barred: PieceSet,
}

/// E6: one force or unit outside may try to avoid battle. Returns whether the defender tried.
pub fn attempt(table: &mut Table, attack: &Attack) -> Play<bool> {
    let (space, side) = (attack.space, attack.defender);
    let state = &table.state;
    let stack = state.outside(side, space);
    let eligible = stack - attack.barred;
    let candidates = stack.filter(|piece| why_not_avoid(state, attack, eligible, piece).is_none());
    if candidates.is_empty() {
        return Ok(false);
    }
    // 6.81: not to where the attacker came from, nor among unbesieged enemies.
    let barred = attack.advance.and_then(|advance| advance.bars(side, space));
    let destinations = refuges(state, side, space, barred);
    if destinations.is_empty() {
        return Ok(false);
    }
    let choices = Choices::pieces(candidates).or(Word::Pass);
    table.explain(|state, choice| why_not_avoid(state, attack, eligible, choice.piece()?));
    let Some(first) = table.ask_piece(side, Ask::Avoid(space), choices)? else { return Ok(false) };
    let is_leader = Pieces::get().leaders.contains(first);
    let terms = Terms::some(stack.without(first)).but_for(attack.barred, "6.84", FAILED_TO_INTERCEPT);
    let force = if is_leader { force::form(table, first, &terms)? } else { PieceSet::one(first) };
    if slips_away(space, attack.attackers, force) {
        table.tell(|_| {
            let avoided = Happened::AvoidanceTried { pieces: force, roll: None, success: true };
            Note::new("6.8", avoided).by(side).at(space)
        });
    } else {
        let mut modifiers = Modifiers::tactics(Some(first).filter(|_| is_leader));
        let at = Context { pieces: force, enemies: attack.attackers, ..Context::at(side, space) };
        modifiers.add_all(table.scripts.avoidance(&table.state, at)?);
        let roll = Roll { die: table.roll_at(Throw::AvoidBattle, space)?, modifiers };
        let success = roll.total() >= SUCCESS;
        table.tell(|_| {
            let tried = Happened::AvoidanceTried { pieces: force, roll: Some(roll), success };
            Note::new("6.8", tried).by(side).at(space)
        });
        if !success {
            return Ok(true);
        }
    }
    table.explain(|state, choice| why_not_refuge(state, side, space, barred, choice.space()?, "6.81"));
    let Some(to) = table.ask(side, Ask::AvoidTo(space), Choices::spaces(destinations))?.space() else {
        return Ok(true);
    };
    table.put(force, to);
    table.tell(|_| {
        let went = Happened::Went { pieces: force, from: None, to, errand: Errand::Avoid };
        Note::new("6.8", went).by(side).at(to)
    });
    housekeeping::settle(table, Around { contested: Some(space), advance: attack.advance })?;
    Ok(true)
}

/// Why a piece cannot avoid battle, alone or as the leader of some of the eligible pieces, if it cannot (6.8, 6.83,
/// 6.84).
fn why_not_avoid(state: &State, attack: &Attack, eligible: PieceSet, piece: PieceId) -> Option<Refusal> {
    if let Some(refusal) = why_not_outside(state, attack.defender, attack.space, piece, "6.8") {
        return Some(refusal);
    }
    if attack.barred.contains(piece) {
        return refuse("6.84", FAILED_TO_INTERCEPT);
    }
    why_not_begin(eligible, piece, "6.8")
}

/// In wilderness and mountains auxiliaries avoid battle without a roll if the attackers have no auxiliaries (6.8, Q39).
fn slips_away(space: SpaceId, attackers: PieceSet, force: PieceSet) -> bool {
    !Map::get().cultivated.contains(space)
        && force.units().within(Pieces::get().auxiliaries)
        && attackers.auxiliaries().is_empty()
}

/// The chance that a unit, or a leader with those he takes along, avoids battle with the enemies in its space (6.8).
pub fn chance(state: &State, space: SpaceId, first: PieceId) -> f64 {
    let attackers = state.outside(first.side().enemy(), space);
    let is_leader = Pieces::get().leaders.contains(first);
    match slips_away(space, attackers, PieceSet::one(first)) {
        true if !is_leader => 1.0,
        _ => interception::chance(if is_leader { first.facts().tactics } else { 0 }),
    }
}
