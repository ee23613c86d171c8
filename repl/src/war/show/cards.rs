//! Cards: a hand, and details of a card.

use crate::text::columns::{beside, longest, pad};
use crate::text::style::{BOLD, DIM, paint};
use crate::war::colours;
use crate::war::describe;
use wilderness_war::deck::EventKind;
use wilderness_war::news::words;
use wilderness_war::{Ask, CardId, Choice, Game, Side, View};

/// Card values are aligned in a column after names up to this width.
const MARGIN: usize = 28;
/// The text below a card is indented to its name.
const INDENT: usize = 5;

/// The hand of a side.
pub fn hand(game: &Game, side: Side) -> String {
    let view = game.view(side);
    let cards: Vec<CardId> = view.hand().iter().collect();
    let title = format!("{} {}", paint(colours::side(side), side), paint(DIM, format!("· {} cards", cards.len())));
    format!("{title}\n{}", explained(game, side, &cards))
}

/// The cards of a hand whose events can be played as things stand, those that wait for their moment, and why the others
/// only activate or build.
pub fn events(game: &Game, side: Side) -> String {
    let view = game.view(side);
    let is_response =
        |card: &CardId| game.scripts().deck().card(*card).is_some_and(|facts| facts.kind == EventKind::Response);
    let may = |card: &CardId| view.may_play(*card).is_ok_and(|may| may);
    let can = |card: &CardId| view.can_play(*card).is_ok_and(|can| can);
    let (own, others): (Vec<CardId>, Vec<CardId>) = view.hand().iter().partition(may);
    let (responses, events): (Vec<CardId>, Vec<CardId>) = own.into_iter().partition(is_response);
    let (now, later): (Vec<CardId>, Vec<CardId>) = events.into_iter().partition(can);
    let groups = [
        ("as an event now", now),
        ("as a response, when you are asked (5.56)", responses),
        ("not now: the conditions are not met (5.13)", later),
        ("never for its event: it bears only the enemy's symbol, or is forbidden (5.12)", others),
    ];
    let mut text = format!("{} {}\n", paint(colours::side(side), side), paint(DIM, "· what the cards are good for"));
    for (heading, cards) in groups.into_iter().filter(|(_, cards)| !cards.is_empty()) {
        text.push_str(&format!("{heading}\n{}", list(game, &cards)));
    }
    let any = "Every card can be used for its value: to activate a force or single pieces, or to build (5.1). `hand` tells \
               what each event does.";
    text + beside("", 0, any).as_str() + "\n"
}

/// Cards with their events, and whether a side could play them now.
pub fn explained(game: &Game, side: Side, cards: &[CardId]) -> String {
    let event = |card: CardId| game.scripts().deck().card(card).map(|card| &card.event);
    let one = |(index, &card): (usize, &CardId)| {
        let same = cards[..index].iter().find(|earlier| event(**earlier) == event(card));
        let about = same.map_or_else(|| about(game, side, card), |same| format!("{}as {same}\n", " ".repeat(INDENT)));
        list(game, &[card]) + about.as_str()
    };
    cards.iter().enumerate().map(one).collect()
}

/// The discard pile, and the cards out of the game.
pub fn discards(game: &Game) -> String {
    let view = View::public(game);
    let piles = [("Discard pile", view.discards()), ("Out of the game", view.removed_cards())];
    let mut text = String::new();
    for (name, pile) in piles {
        let cards: Vec<CardId> = pile.iter().collect();
        let size = if cards.len() == 1 { "1 card".into() } else { format!("{} cards", cards.len()) };
        text.push_str(&format!("{} {}\n{}", paint(BOLD, name), paint(DIM, format!("· {size}")), list(game, &cards)));
    }
    text
}

/// Below a card: its event, and whether a side could play it now.
fn about(game: &Game, side: Side, card: CardId) -> String {
    let about = game.scripts().about(card);
    let about = if about.is_empty() { String::new() } else { beside("", INDENT, &about) + "\n" };
    format!("{about}{}\n", beside("", INDENT, &format!("→ {}", playable(game, side, card))))
}

/// Whether a side could play the event of a card now, or why not.
pub fn playable(game: &Game, side: Side, card: CardId) -> String {
    let scripts = game.scripts();
    let Some(facts) = scripts.deck().card(card) else { return "no such card".into() };
    let view = game.view(side);
    match view.may_play(card) {
        Ok(true) => {}
        Ok(false) if facts.sides.contains(&side) => {
            return format!("the {side} may not play it now: an event in force forbids it (5.51)");
        }
        Ok(false) => return "not an event of yours: it bears only the enemy's symbol (5.12)".to_string(),
        Err(halt) => return halt.to_string(),
    }
    if facts.kind == EventKind::Response {
        let offered =
            game.decision().is_some_and(|open| open.side == side && open.choices.contains(&Choice::Card(card)));
        if offered && game.decision().is_some_and(|open| matches!(open.ask, Ask::Respond(_))) {
            return "can be played now".into();
        }
        let moments: Vec<&str> = scripts.moments(card).iter().map(|moment| moment.when()).collect();
        return format!("a response, played when you are asked: {} (5.56)", moments.join("; "));
    }
    match view.can_play(card) {
        Ok(true) => format!("the {side} could play it as an event as things stand"),
        Ok(false) => "not as an event now: its conditions are not met (5.13)".into(),
        Err(halt) => halt.to_string(),
    }
}

/// Cards, one per line.
pub fn list(game: &Game, cards: &[CardId]) -> String {
    let view = View::public(game);
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
        if view.discards().contains(card.number) {
            notes.push("discarded".into());
        } else if view.removed_cards().contains(card.number) {
            notes.push("out of the game".into());
        }
        let number = format!("{:>4}", card.number.to_string());
        let value = pad(&"●".repeat(usize::from(card.value)), 3);
        format!("{number} {} {value} {}\n", paint(BOLD, pad(&card.name, margin)), paint(DIM, notes.join(", ")))
    });
    lines.collect()
}

/// The cards of a face-up pile as text.
pub fn pile(game: &Game, cards: impl Iterator<Item = CardId>) -> String {
    words::list(cards.map(|card| describe::card(game, card)))
}
