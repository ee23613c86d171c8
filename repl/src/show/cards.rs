//! Cards: a hand, and what is known of a card.

use crate::columns::{longest, pad};
use crate::describe;
use crate::style::{self, BOLD, DIM, paint};
use wilderness_core::Side;
use wilderness_core::game::Game;
use wilderness_core::log;
use wilderness_core::script::EventKind;
use wilderness_core::sets::CardId;

/// Values stand in a column behind names up to this width.
const MARGIN: usize = 28;

/// The hand of a side.
pub fn hand(game: &Game, side: Side) -> String {
    let view = game.view(side);
    let cards: Vec<CardId> = view.hand().iter().collect();
    let title = format!("{} {}", paint(style::side(side), side), paint(DIM, format!("· {} cards", cards.len())));
    format!("{title}\n{}", list(game, &cards))
}

/// Cards, one to a line.
pub fn list(game: &Game, cards: &[CardId]) -> String {
    let state = game.state();
    let deck = game.scripts().deck();
    let names: Vec<String> = cards.iter().filter_map(|&number| Some(deck.card(number)?.name.clone())).collect();
    let margin = longest(&names).min(MARGIN);
    let known = cards.iter().filter_map(|&number| deck.card(number));
    let lines = known.map(|card| {
        let who = match card.sides.as_slice() {
            [one] => format!("{one} "),
            _ => String::new(),
        };
        let kind = match card.kind {
            EventKind::Event => "event",
            EventKind::Response => "response",
        };
        let mut notes = vec![format!("{who}{kind}")];
        if card.removed {
            notes.push("then out of the game".into());
        }
        if card.reshuffle {
            notes.push("reshuffle".into());
        }
        if state.discard.contains(card.number) {
            notes.push("discarded".into());
        } else if state.removed.contains(card.number) {
            notes.push("out of the game".into());
        }
        let number = format!("{:>4}", card.number.to_string());
        let value = pad(&"●".repeat(usize::from(card.value)), 3);
        format!("{number} {} {value} {}\n", paint(BOLD, pad(&card.name, margin)), paint(DIM, notes.join(", ")))
    });
    lines.collect()
}

/// The cards of a pile that everybody can see, in words.
pub fn pile(game: &Game, cards: impl Iterator<Item = CardId>) -> String {
    log::list(cards.map(|card| describe::card(game, card)))
}
