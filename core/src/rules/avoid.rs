//! Avoiding battle (6.8).

use super::force::{self, Size};
use super::housekeeping::{self, Around, refuges};
use super::interception::SUCCESS;
use crate::decision::{Ask, Choices, Word};
use crate::log::{Entry as Note, Topic, list};
use crate::map::Map;
use crate::pieces::Pieces;
use crate::sets::{PieceSet, SpaceId};
use crate::side::Side;
use crate::table::{Play, Table, Throw};

/// An attack from which the defender may slip away.
#[derive(Clone, Copy)]
pub struct Attack {
    /// Who is attacked.
    pub defender: Side,
    /// Where.
    pub space: SpaceId,
    /// By whom.
    pub attackers: PieceSet,
    /// Where they came from; nowhere if they were besieged in the space.
    pub origin: Option<SpaceId>,
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
    let destinations = refuges(state, side, space, attack.origin);
    if candidates.is_empty() || destinations.is_empty() {
        return Ok(false);
    }
    let choices = Choices::pieces(candidates).or(Word::Pass);
    let Some(first) = table.ask_piece(side, Ask::Avoid(space), choices)? else { return Ok(false) };
    let is_leader = Pieces::get().leaders.contains(first);
    let force = if is_leader { force::form(table, side, first, eligible, Size::SOME)? } else { PieceSet::one(first) };
    if !slips_away(attack, force) {
        let tactics = if is_leader { first.facts().tactics } else { 0 };
        let die = table.roll(Throw::AvoidBattle)?;
        let success = die + tactics >= SUCCESS;
        table.tell(|_| {
            let outcome = if success { "succeed" } else { "fail" };
            let text = format!("{} try to avoid battle at {space}: {die}+{tactics}, they {outcome}", list(force));
            Note::new(Topic::Battle, "6.8", text).by(side).at(space)
        });
        if !success {
            return Ok(true);
        }
    }
    let Some(to) = table.ask(side, Ask::AvoidTo(space), Choices::spaces(destinations))?.space() else {
        return Ok(true);
    };
    table.put(force, to);
    table.tell(|_| Note::new(Topic::Battle, "6.8", format!("{} go to {to}", list(force))).by(side).at(to));
    housekeeping::settle(table, Around { contested: Some(space), origin: attack.origin })?;
    Ok(true)
}

/// In wilderness and mountains auxiliaries slip away from attackers who have none, without a roll (6.8, Q39).
fn slips_away(attack: &Attack, force: PieceSet) -> bool {
    !Map::get().cultivated.contains(attack.space)
        && force.units().within(Pieces::get().auxiliaries)
        && attack.attackers.auxiliaries().is_empty()
}
