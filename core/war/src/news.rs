//! What happened in a game, reported as it happens: values, which [`words`] turns into sentences.

mod fields;
mod happened;
mod join;
mod roll;
pub mod words;

pub use crate::tables::{RaidColumn, RaidResult};
pub use crate::way::Way;
pub use fields::Field;
pub use happened::{CardFate, CardName, Errand, Happened, Purpose, Structure, Why, WorksFate};
pub use roll::{DieModifier, ModifierReason, Modifiers, Roll};

use crate::sets::{CardId, PieceSet, SpaceId};
use crate::side::Side;
use serde_json::{Map, Value};

/// What an entry of the log is about.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Topic {
    /// Seasons, years, dealing, passing.
    Season,
    /// Cards played.
    Card,
    /// Activation and movement.
    Movement,
    /// Building and demolition.
    Construction,
    /// Battles, interception, avoiding, retreat.
    Battle,
    /// Sieges and assaults.
    Siege,
    /// Raids and going home.
    Raid,
    /// Winter attrition.
    Attrition,
    /// Victory points.
    Score,
}

/// One thing that happened.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewsEntry {
    /// The rule that made it happen.
    pub rule: &'static str,
    /// The side that did it.
    pub side: Option<Side>,
    /// Where.
    pub space: Option<SpaceId>,
    /// What happened.
    pub what: Happened,
}

impl NewsEntry {
    /// An entry about something that no side did and that happened nowhere.
    pub fn new(rule: &'static str, what: Happened) -> NewsEntry {
        NewsEntry { rule, side: None, space: None, what }
    }

    /// Done by a side.
    pub fn by(mut self, side: Side) -> NewsEntry {
        self.side = Some(side);
        self
    }

    /// The same entry with a space, if there is one.
    pub fn at(mut self, space: impl Into<Option<SpaceId>>) -> NewsEntry {
        self.space = space.into();
        self
    }

    /// What it is about.
    pub fn topic(&self) -> Topic {
        self.what.topic()
    }

    /// Victory points: above 0 for the French, below 0 for the British, as on the track.
    pub fn vp(&self) -> i16 {
        match (&self.what, self.side) {
            (Happened::Scored { points, .. }, Some(Side::French)) => i16::from(*points),
            (Happened::Scored { points, .. }, Some(Side::British)) => -i16::from(*points),
            _ => 0,
        }
    }

    /// The entry in words: one line, without terminal control characters.
    pub fn text(&self) -> String {
        words::sentence(self)
    }

    /// Whether it concerns a space: it happened there, or the space is named.
    pub fn concerns(&self, space: SpaceId) -> bool {
        self.space == Some(space) || self.what.fields().iter().any(|(_, field)| field.names(space))
    }

    /// The groups of pieces that it names.
    pub fn forces(&self) -> Vec<PieceSet> {
        let pieces =
            |(_, field): (&str, Field<'_>)| if let Field::Pieces(pieces) = field { Some(pieces) } else { None };
        self.what.fields().into_iter().filter_map(pieces).collect()
    }

    /// Whether it names a card.
    pub fn names_card(&self, card: CardId) -> bool {
        self.what.fields().iter().any(|(_, field)| matches!(field, Field::Card(name) if name.card == card))
    }

    /// It as JSON: `kind`, `rule`, `side` and `space` where there are any, what is particular to the kind, and the
    /// sentence as `text`.
    pub fn to_json(&self) -> Value {
        let mut object: Map<String, Value> = Map::new();
        object.insert("kind".into(), self.what.kind().into());
        object.insert("rule".into(), self.rule.into());
        object.extend(self.side.map(|side| ("side".to_string(), side.id().into())));
        object.extend(self.space.map(|space| ("space".to_string(), space.id().into())));
        object.extend(self.what.fields().into_iter().map(|(name, field)| (name.to_string(), field.to_json())));
        object.insert("text".into(), self.text().into());
        Value::Object(object)
    }
}
