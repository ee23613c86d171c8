//! The strategy cards (5.0) as data: number, name, value, sides, event, and what happens after play. The core knows no
//! card but by what is written here.

use crate::sets::{CardId, CardSet};
use crate::side::Side;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::fmt;

/// How an event is played (5.13).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum EventKind {
    /// Instead of an activation, in one's own action phase.
    Event,
    /// At its moment, in either side's action phase (5.56).
    Response,
}

/// A strategy card.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Card {
    /// Its number.
    pub number: CardId,
    /// Its name.
    pub name: String,
    /// The id of its event: the name of a script in `events/`, with hyphens.
    pub event: String,
    /// Its activation value, 1 to 3 (5.32).
    pub value: u8,
    /// Who may play its event (5.12).
    pub sides: Vec<Side>,
    /// When the event is played.
    pub kind: EventKind,
    /// Whether it leaves the game when played as an event (5.23).
    #[serde(default)]
    pub removed: bool,
    /// Whether its appearance, for whatever use, makes the deck be shuffled at the end of the season (5.25).
    #[serde(default)]
    pub reshuffle: bool,
}

/// All strategy cards.
#[derive(Clone, Debug)]
pub struct Deck {
    cards: BTreeMap<CardId, Card>,
}

impl Deck {
    /// Collects cards; of two with one number the later counts.
    pub fn new(cards: impl IntoIterator<Item = Card>) -> Deck {
        Deck { cards: cards.into_iter().map(|card| (card.number, card)).collect() }
    }

    /// The card with a number.
    pub fn card(&self, number: CardId) -> Option<&Card> {
        self.cards.get(&number)
    }

    /// All cards, by number.
    pub fn cards(&self) -> impl Iterator<Item = &Card> {
        self.cards.values()
    }

    /// The numbers of all cards.
    pub fn numbers(&self) -> CardSet {
        self.cards.keys().copied().collect()
    }

    /// The activation value of a card (5.32); 0 for a number that is not in the deck.
    pub fn value(&self, number: CardId) -> u8 {
        self.card(number).map_or(0, |card| card.value)
    }
}

impl fmt::Display for CardId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{}", self.0)
    }
}

impl fmt::Debug for CardId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "card:{}", self.0)
    }
}
