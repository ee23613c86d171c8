//! Seasons, cards, markers and points in words.

use super::{side, space};
use crate::map::Map;
use crate::news::{CardFate, CardName, Happened, NewsEntry, Purpose, Structure, Why};
use crate::pieces::Pieces;
use crate::side::Side;
use crate::state::Assemblies;
use std::fmt;
use wilderness_engine::script::markers::marker_on_thing;

/// A marker of an event as people call it: `no-amphib` is "No Amphib", `cursed@space:albany` "Cursed (Albany)".
pub fn marker_name(id: &str) -> String {
    if let Some((name, kind, on)) = marker_on_thing(id) {
        let thing = match kind {
            "space" => Map::get().find(on).map(|space| space.to_string()),
            _ => Pieces::get().find(on).map(|piece| piece.to_string()),
        };
        return format!("{} ({})", marker_name(name), thing.unwrap_or_else(|| on.to_string()));
    }
    let capital = |word: &str| {
        let mut letters = word.chars();
        letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
    };
    id.split('-').map(capital).collect::<Vec<String>>().join(" ")
}

impl fmt::Display for CardName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.name {
            Some(name) => write!(f, "{name} ({})", self.card),
            None => write!(f, "{}", self.card),
        }
    }
}

/// An entry about a season, a card, a marker or points.
pub(super) fn word(entry: &NewsEntry) -> Option<String> {
    let side = || side(entry);
    Some(match &entry.what {
        Happened::SeasonBegan { season, year } => format!("{season} {year}"),
        Happened::Dealt { cards } => {
            format!(
                "cards are dealt: {} to the {}, {} to the {}",
                cards.french,
                Side::French,
                cards.british,
                Side::British
            )
        }
        Happened::Reshuffled => "the discard pile is shuffled into a new draw pile".into(),
        Happened::ReshuffleDue => "the deck is shuffled at the end of the season".into(),
        Happened::Held => format!("{} pass and hold a card", side()),
        Happened::SidesExchanged => "the players exchange sides".into(),
        Happened::GameOver { victory } => victory.told(),
        Happened::CardPlayed { card, value, purpose } => played(entry, card, *value, *purpose),
        Happened::CardMoved { card, fate } => match fate {
            CardFate::Response => format!("{} respond with {card}", side()),
            CardFate::OutOfGame => format!("{card} is out of the game"),
            CardFate::Taken => format!("{} take {card} from the discard pile", side()),
            CardFate::Cancelled => format!("{card} is cancelled and discarded"),
            CardFate::Discarded => format!("{} discard {card}", side()),
            CardFate::HandedOver => format!("{} hand over {card}", side()),
        },
        Happened::MarkerPlaced { marker, until } => {
            format!("the {} marker is placed: it lasts until {until}", marker_name(marker))
        }
        Happened::NumberSet { marker, number } => format!("{} stands at {number}", marker_name(marker)),
        Happened::MarkerRemoved { marker } => format!("the {} marker is removed", marker_name(marker)),
        Happened::EventDie { die, is_event: true } => format!("event die: {die}"),
        Happened::EventDie { die, is_event: false } => format!("a die for an optional rule: {die}"),
        Happened::Said { text } => text.clone(),
        Happened::AssembliesShifted { willingness } => {
            let willingness = match willingness {
                Assemblies::Reluctant => "reluctant",
                Assemblies::Supportive => "supportive",
                Assemblies::Enthusiastic => "enthusiastic",
            };
            format!("the Provincial Assemblies are {willingness}")
        }
        Happened::Scored { points, why, changes } if changes.is_empty() => {
            format!("{} {points:+} VP: {}", side(), reason(entry, why))
        }
        Happened::Scored { points, why, changes } => {
            format!("{} {points:+} VP ({changes}): {}", side(), reason(entry, why))
        }
        _ => return None,
    })
}

fn played(entry: &NewsEntry, card: &CardName, value: u8, purpose: Purpose) -> String {
    let purpose = match purpose {
        Purpose::Event => "as an event",
        Purpose::Force => "to activate a force",
        Purpose::Individual => "to activate individually",
        Purpose::Stockades => "to build stockades",
        Purpose::Forts => "to build forts",
    };
    let name = card.name.as_deref().unwrap_or("a card");
    format!("{} play {name} ({}, value {value}) {purpose}", side(entry), card.card)
}

/// Why points are scored.
fn reason(entry: &NewsEntry, why: &Why) -> String {
    let space = space(entry);
    match why {
        Why::Works(structure, fate) => format!("the {} at {space} is {fate}", structure.name()),
        Why::BattleWon => format!("battle won at {space}"),
        Why::LeftByCaptor => format!("{space} is left by its captor"),
        Why::ChangedHands => format!("{space} changes hands"),
        Why::RaidedMarkers(1) => "1 Raided marker".into(),
        Why::RaidedMarkers(markers) => format!("{markers} Raided markers"),
        Why::Said(text) => text.clone(),
    }
}

impl Structure {
    /// It after an article.
    pub(super) fn name(self) -> &'static str {
        match self {
            Structure::Stockade => "stockade",
            Structure::Fort => "fort",
            Structure::FortUnderConstruction => "fort under construction",
            Structure::Fortress => "fortress",
            Structure::Fieldworks => "fieldworks",
        }
    }
}
