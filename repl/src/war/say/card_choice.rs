//! Chooses the card for a sentence that names none: the only one that can be used. If there are several, the player
//! chooses.

use super::SentenceError;
use super::expand::Rest;
use super::lookup;
use crate::war::describe;
use wilderness_war::{CardId, Choice, Decision, Game};

/// The plan with a card: the one named, or the only one of sufficient value.
///
/// # Errors
/// When no card can be used, or several can.
pub fn with_card(game: &Game, decision: &Decision, plan: Rest, named: Option<&str>) -> Result<Rest, SentenceError> {
    let hand = hand(decision);
    if let Some(named) = named {
        return Ok(plan.with_card(lookup::card(game, &hand, named)?));
    }
    // Cards of equal value are equivalent.
    let value = |card: CardId| game.scripts().deck().value(card);
    let verdicts: Vec<(u8, Result<(), SentenceError>)> = (1..=3)
        .filter_map(|worth| {
            let card = hand.iter().copied().find(|card| value(*card) == worth)?;
            Some((worth, plan.with_card(card).check(game)))
        })
        .collect();
    let able = |card: &CardId| verdicts.iter().any(|(worth, verdict)| *worth == value(*card) && verdict.is_ok());
    let able: Vec<CardId> = hand.iter().copied().filter(able).collect();
    match able.as_slice() {
        [only] => Ok(plan.with_card(*only)),
        [] => Err(match verdicts.into_iter().rev().find_map(|(_, verdict)| verdict.err()) {
            Some(reason) => reason,
            None => SentenceError::form("the hand is empty"),
        }),
        several => {
            let lines: Vec<String> =
                several.iter().map(|card| format!("    {}", describe::card(game, *card))).collect();
            Err(SentenceError::WhichCard { list: lines.join("\n"), cards: several.to_vec() })
        }
    }
}

/// The cards that can be played now.
pub fn hand(decision: &Decision) -> Vec<CardId> {
    let card = |choice: &Choice| match choice {
        Choice::Card(card) => Some(*card),
        _ => None,
    };
    decision.choices.iter().filter_map(card).collect()
}
