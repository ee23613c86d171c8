//! What the greedy agent tries one step ahead: the choices that a script offers, and events of which nobody has said what
//! they are worth.

use crate::decision::{Ask, Choice, Decision};
use crate::sets::CardId;
use crate::view::View;

/// The most choices that are tried: of more, the greedy agent knows best.
const MOST: usize = 16;

/// The choices that are tried, with the one that the rules of thumb would take.
pub(crate) fn tried(view: &View<'_>, decision: &Decision, advised: Choice) -> Vec<Choice> {
    let is_unknown = |card: CardId| view.scripts().deck().card(card).is_some_and(|card| !card.is_judged);
    match &decision.ask {
        Ask::Event(_) | Ask::Optional(_) | Ask::Secret(_) if decision.choices.len() <= MOST => {
            // What to do with pieces, spaces and cards the rules of thumb know, for events that the deck judges.
            let in_words = decision.choices.iter().any(|choice| matches!(choice, Choice::Option(_)));
            // Before the first card is played sides are bid for: a position does not say what they are worth to a seat.
            match view.last_played() {
                Some((card, _)) if in_words || is_unknown(card) => decision.choices.clone(),
                _ => Vec::new(),
            }
        }
        Ask::Use(card) if is_unknown(*card) => decision.choices.clone(),
        Ask::Card => {
            let unknown = |choice: &Choice| matches!(choice, Choice::Card(card) if is_unknown(*card));
            let others = decision.choices.iter().copied().filter(|choice| *choice != advised && unknown(choice));
            [advised].into_iter().chain(others).collect()
        }
        _ => Vec::new(),
    }
}
