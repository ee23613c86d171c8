//! Chooses the card for a sentence that names none: the only one that can be used. If there are several, the player
//! chooses.

use super::goal::Goal;
use super::{Candidate, SentenceError};
use super::{lookup, trial};
use crate::front::Plan;
use crate::war::describe;
use wilderness_war::{CardId, Choice, Decision, Game, War};

/// The plan with a card: the one named, or the only one of sufficient value.
///
/// # Errors
/// When no card can be used, or several can.
pub fn with_card(
    game: &Game,
    decision: &Decision,
    plan: Plan<War>,
    named: Option<&str>,
) -> Result<Plan<War>, SentenceError> {
    let hand = hand(decision);
    if let Some(named) = named {
        return Ok(playing(plan, lookup::card(game, &hand, named)?));
    }
    // Cards of equal value are equivalent.
    let value = |card: CardId| game.scripts().deck().value(card);
    let verdicts: Vec<(u8, Result<(), SentenceError>)> = (1..=3)
        .filter_map(|worth| {
            let card = hand.iter().copied().find(|card| value(*card) == worth)?;
            Some((worth, trial::check(&playing(plan.clone(), card), game)))
        })
        .collect();
    let able = |card: &CardId| verdicts.iter().any(|(worth, verdict)| *worth == value(*card) && verdict.is_ok());
    let able: Vec<CardId> = hand.iter().copied().filter(able).collect();
    match able.as_slice() {
        [only] => Ok(playing(plan, *only)),
        [] => Err(match verdicts.into_iter().rev().find_map(|(_, verdict)| verdict.err()) {
            Some(reason) => reason,
            None => SentenceError::form("the hand is empty"),
        }),
        several => {
            let candidate = |card: &CardId| Candidate {
                number: Some(format!("{}", card.0)),
                name: game.scripts().deck().card(*card).map_or_else(String::new, |card| card.name.clone()),
                text: describe::card(game, *card),
            };
            Err(SentenceError::WhichCard { candidates: several.iter().map(candidate).collect() })
        }
    }
}

/// A plan after playing a card for it.
fn playing(mut plan: Plan<War>, card: CardId) -> Plan<War> {
    plan.goals.push_front(Goal::Card(card));
    plan
}

/// The cards that can be played now.
pub fn hand(decision: &Decision) -> Vec<CardId> {
    let card = |choice: &Choice| match choice {
        Choice::Card(card) => Some(*card),
        _ => None,
    };
    decision.choices.iter().filter_map(card).collect()
}
