//! What becomes of the cards of a game: read from its deals and its log.

use std::collections::BTreeMap;
use wilderness_war::news::{CardFate, Happened, NewsEntry, Purpose, Topic, WorksFate};
use wilderness_war::{CardId, Deal, Side, View};

/// A card in the hands of a side.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct HandCard {
    /// The card.
    pub card: CardId,
    /// The side.
    pub side: Side,
}

/// How often a side was dealt a card in a game, and what became of it.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Uses {
    /// It was dealt.
    pub dealt: i64,
    /// It was played as an event or in response, and not cancelled.
    pub event: i64,
    /// It was used to activate pieces that did something.
    pub activation: i64,
    /// It was used to build.
    pub construction: i64,
    /// A season ended while it was in the hand.
    pub held: i64,
    /// It was discarded, handed over, cancelled, or used without effect.
    pub wasted: i64,
    /// The game ended while it was in the hand.
    pub kept: i64,
}

impl Uses {
    /// How often it left the hand, or was in it when the game ended.
    pub fn times(self) -> i64 {
        self.event + self.activation + self.construction + self.wasted + self.kept
    }
}

/// Counts what was dealt, and what was held over from the season before.
pub fn note_deal(uses: &mut BTreeMap<HandCard, Uses>, deal: &Deal) {
    for side in Side::BOTH {
        for card in deal.dealt[side] {
            uses.entry(HandCard { card, side }).or_default().dealt += 1;
        }
        for card in deal.held[side] {
            uses.entry(HandCard { card, side }).or_default().held += 1;
        }
    }
}

/// Counts what is still in the hands when the game ends, which is the end of a season.
pub fn note_end(uses: &mut BTreeMap<HandCard, Uses>, view: &View<'_>) {
    for side in Side::BOTH {
        for card in view.cards_of(side) {
            let uses = uses.entry(HandCard { card, side }).or_default();
            uses.held += 1;
            uses.kept += 1;
        }
    }
}

/// Counts what became of cards in a step of the game, such as an action phase, whose log this is.
pub fn note_step(uses: &mut BTreeMap<HandCard, Uses>, log: &[NewsEntry]) {
    let mut used: Option<(HandCard, Purpose)> = None;
    let mut has_effect = false;
    for entry in log {
        has_effect |= is_effect(entry);
        let Some(side) = entry.side else { continue };
        match &entry.what {
            Happened::CardPlayed { card, purpose, .. } => {
                let held = HandCard { card: card.card, side };
                match purpose {
                    Purpose::Event => uses.entry(held).or_default().event += 1,
                    _ => used = Some((held, *purpose)),
                }
            }
            Happened::CardMoved { card, fate } => {
                let uses = uses.entry(HandCard { card: card.card, side }).or_default();
                match fate {
                    CardFate::Response => uses.event += 1,
                    CardFate::Cancelled => (uses.event, uses.wasted) = (uses.event - 1, uses.wasted + 1),
                    CardFate::Discarded | CardFate::HandedOver => uses.wasted += 1,
                    CardFate::OutOfGame | CardFate::Taken => {}
                }
            }
            _ => {}
        }
    }
    let Some((held, purpose)) = used else { return };
    let uses = uses.entry(held).or_default();
    match purpose {
        _ if !has_effect => uses.wasted += 1,
        Purpose::Stockades | Purpose::Forts => uses.construction += 1,
        _ => uses.activation += 1,
    }
}

/// Whether an entry tells what a card that activates or builds has done.
fn is_effect(entry: &NewsEntry) -> bool {
    match &entry.what {
        Happened::Activated { .. } | Happened::NoCommander => false,
        Happened::Works { fate, .. } => *fate != WorksFate::Demolished,
        what => !matches!(what.topic(), Topic::Season | Topic::Card | Topic::Attrition | Topic::Score),
    }
}
