//! Which card of the hand is used for a sentence that names none: the only one that can do it. If there are several,
//! the person chooses.

use super::Misunderstood;
use super::expand::Rest;
use super::lookup;
use crate::war::describe;
use wilderness_war::{CardId, Choice, Decision, Game};

/// The plan with a card: the one that is named, or the only one whose value suffices.
///
/// # Errors
/// If no card can do it, or several can.
pub fn with_card(game: &Game, decision: &Decision, plan: Rest, named: Option<&str>) -> Result<Rest, Misunderstood> {
    let hand = hand(decision);
    if let Some(named) = named {
        return Ok(plan.with_card(lookup::card(game, &hand, named)?));
    }
    // Cards of one value do the same.
    let value = |card: CardId| game.scripts().deck().value(card);
    let verdicts: Vec<(u8, Result<(), Misunderstood>)> = (1..=3)
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
            None => Misunderstood::form("there is no card in the hand"),
        }),
        several => {
            // The cheapest card is the most likely to be meant.
            let example = several.iter().min_by_key(|card| value(**card)).map_or(0, |card| card.0);
            let lines: Vec<String> = able.iter().map(|card| format!("    {}", describe::card(game, *card))).collect();
            let list = format!("say which, as in `using {example}`:\n{}", lines.join("\n"));
            Err(Misunderstood::WhichCard(list))
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
