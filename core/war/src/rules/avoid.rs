//! Avoiding battle (6.8).

use super::force::{self, Size};
use super::housekeeping::{self, Advance, Around, refuges, why_not_refuge};
use super::interception::SUCCESS;
use crate::decision::{Ask, Choices, Word};
use crate::log::{Entry as Note, Errand, Happened, Modifiers, Roll};
use crate::map::Map;
use crate::pieces::Pieces;
use crate::sets::{PieceId, PieceSet, SpaceId};
use crate::side::Side;
use crate::state::State;
use crate::table::{Effects, Play, Table, Throw};
use wilderness_engine::refusal::Refusal;

/// An attack from which the defender may slip away.
#[derive(Clone, Copy)]
pub struct Attack {
    /// Who is attacked.
    pub defender: Side,
    /// Where.
    pub space: SpaceId,
    /// By whom.
    pub attackers: PieceSet,
    /// Their advance into the space; none if they were besieged in it.
    pub advance: Option<Advance>,
    /// Who may not avoid (6.84).
    pub barred: PieceSet,
}

/// E6: one force or unit of those outside may try to avoid battle. Returns whether it was tried.
pub fn attempt(table: &mut Table, attack: &Attack) -> Play<bool> {
    let (space, side) = (attack.space, attack.defender);
    let state = &table.state;
    let eligible = state.outside(side, space) - attack.barred;
    let candidates = force::candidates(eligible);
    // 6.81: not to where the attacker came from, nor among unbesieged enemies.
    let barred = attack.advance.and_then(|advance| advance.bars(side, space));
    let destinations = refuges(state, side, space, barred);
    if candidates.is_empty() || destinations.is_empty() {
        return Ok(false);
    }
    let choices = Choices::pieces(candidates).or(Word::Pass);
    table.explain(|state, choice| why_not_avoid(state, attack, choice.piece()?));
    let Some(first) = table.ask_piece(side, Ask::Avoid(space), choices)? else { return Ok(false) };
    let is_leader = Pieces::get().leaders.contains(first);
    let force = if is_leader { force::form(table, side, first, eligible, Size::SOME)? } else { PieceSet::one(first) };
    if slips_away(attack, force) {
        table.tell(|_| {
            let avoided = Happened::AvoidanceTried { pieces: force, roll: None, success: true };
            Note::new("6.8", avoided).by(side).at(space)
        });
    } else {
        let modifiers = Modifiers::tactics(Some(first).filter(|_| is_leader));
        let roll = Roll { die: table.roll(Throw::AvoidBattle)?, modifiers };
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

/// Why a piece cannot avoid battle, if it cannot, while others could (6.8, 6.84).
fn why_not_avoid(state: &State, attack: &Attack, piece: PieceId) -> Option<Refusal> {
    let refuse = |rule, reason| Some(Refusal::new(rule, reason));
    if piece.side() != attack.defender || state.pieces.space(piece) != Some(attack.space) {
        return refuse("6.8", "it is not attacked");
    }
    if state.pieces.inside().contains(piece) {
        return refuse("6.83", "who is inside stays inside");
    }
    if attack.barred.contains(piece) {
        return refuse("6.84", "who failed to intercept may not avoid battle");
    }
    refuse("6.8", "a leader avoids battle only with a unit that he can command")
}

/// In wilderness and mountains auxiliaries slip away from attackers who have none, without a roll (6.8, Q39).
fn slips_away(attack: &Attack, force: PieceSet) -> bool {
    !Map::get().cultivated.contains(attack.space)
        && force.units().within(Pieces::get().auxiliaries)
        && attack.attackers.auxiliaries().is_empty()
}
