//! The form of a scenario file and of a setup file, as they are written, before anything is checked.

use crate::layout::HeldBy;
use crate::side::Side;
use crate::state::{Assemblies, Season};
use serde::Deserialize;
use serde::de::{Deserializer, Error, MapAccess, Unexpected, Visitor, value::MapAccessDeserializer};
use std::collections::BTreeMap;
use std::fmt;
use wilderness_engine::faults::Spanned;

/// A word of the file.
pub(super) type Text = Spanned<String>;

/// A scenario file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ScenarioFile {
    pub(super) id: Text,
    pub(super) name: String,
    pub(super) first_year: Spanned<u16>,
    pub(super) last_year: Spanned<u16>,
    pub(super) setup: Option<Spanned<SetupRef>>,
    pub(super) cards: Spanned<Vec<Spanned<CardRange>>>,
    pub(super) hand_size: Both<Spanned<u8>>,
    #[serde(default = "french")]
    pub(super) first_side: Side,
    #[serde(default)]
    pub(super) recommends: Vec<Spanned<String>>,
    #[serde(default)]
    pub(super) requires: Vec<Spanned<String>>,
    pub(super) victory: Option<VictoryFile>,
    #[serde(default)]
    pub(super) reinforcements: Vec<ReinforcementEntry>,
    pub(super) vp: Option<Spanned<i16>>,
    #[serde(default)]
    pub(super) assemblies: Assemblies,
    #[serde(default)]
    pub(super) markers: Vec<Spanned<String>>,
    #[serde(default)]
    pub(super) out_of_game: Vec<Text>,
    #[serde(default)]
    pub(super) joins_pool: Vec<JoinsPoolEntry>,
    #[serde(default)]
    pub(super) hands: Hands,
    #[serde(default)]
    pub(super) draw_pile: Vec<Spanned<i64>>,
}

/// 4.0 A.2
fn french() -> Side {
    Side::French
}

/// What differs from the rules of victory (13.1).
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct VictoryFile {
    #[serde(default)]
    pub(super) at_once: OfSides,
    pub(super) french_by_year: Option<BTreeMap<Text, Spanned<i16>>>,
    #[serde(default)]
    pub(super) at_end: OfSides,
    pub(super) territory: Option<bool>,
}

/// A number of victory points that may be given for a side.
#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields, default)]
pub(super) struct OfSides {
    french: Option<Spanned<i16>>,
    british: Option<Spanned<i16>>,
}

impl OfSides {
    pub(super) fn of(&self, side: Side) -> &Option<Spanned<i16>> {
        match side {
            Side::French => &self.french,
            Side::British => &self.british,
        }
    }
}

/// Pieces that come at the beginning of a season.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ReinforcementEntry {
    pub(super) year: Spanned<u16>,
    pub(super) season: Season,
    pub(super) pieces: Vec<Text>,
    pub(super) at: Vec<Text>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct JoinsPoolEntry {
    pub(super) year: Spanned<u16>,
    pub(super) leaders: Vec<Text>,
}

/// A value that must be given for both sides.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Both<T> {
    pub(super) french: T,
    pub(super) british: T,
}

impl<T> Both<T> {
    pub(super) fn of(&self, side: Side) -> &T {
        match side {
            Side::French => &self.french,
            Side::British => &self.british,
        }
    }
}

#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields, default)]
pub(super) struct Hands {
    french: Vec<Spanned<i64>>,
    british: Vec<Spanned<i64>>,
}

impl Hands {
    pub(super) fn of(&self, side: Side) -> &[Spanned<i64>] {
        match side {
            Side::French => &self.french,
            Side::British => &self.british,
        }
    }
}

/// The set-up: a file in `setups`, or the table `[setup]` of a scenario.
#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields, default)]
pub(super) struct SetupFile {
    french: Lists,
    british: Lists,
    pub(super) leader_pool: Vec<Text>,
    pub(super) held_by: HeldBy,
    pub(super) at: BTreeMap<Text, Vec<Text>>,
}

impl SetupFile {
    pub(super) fn of(&self, side: Side) -> &Lists {
        match side {
            Side::French => &self.french,
            Side::British => &self.british,
        }
    }
}

/// What a side holds and has built.
#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields, default)]
pub(super) struct Lists {
    pub(super) fortresses: Option<Spanned<Vec<Text>>>,
    pub(super) forts: Vec<Text>,
    pub(super) forts_under_construction: Vec<Text>,
    pub(super) stockades: Vec<Text>,
}

/// The numbers of cards from the first to the last, both included: `71`, `"71"` or `"3..20"`.
#[derive(Clone, Copy)]
pub(super) struct CardRange {
    pub(super) first: i64,
    pub(super) last: i64,
    /// Whether it is written as a number. A list of exactly two numbers is one range.
    pub(super) is_number: bool,
}

impl<'de> Deserialize<'de> for CardRange {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<CardRange, D::Error> {
        struct NumberOrRange;
        impl Visitor<'_> for NumberOrRange {
            type Value = CardRange;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("the number of a card, or a range such as \"3..20\"")
            }
            fn visit_i64<E: Error>(self, number: i64) -> Result<CardRange, E> {
                Ok(CardRange { first: number, last: number, is_number: true })
            }
            fn visit_str<E: Error>(self, text: &str) -> Result<CardRange, E> {
                let (first, last) = text.split_once("..").unwrap_or((text, text));
                match (first.trim().parse(), last.trim().parse()) {
                    (Ok(first), Ok(last)) => Ok(CardRange { first, last, is_number: false }),
                    _ => Err(E::invalid_value(Unexpected::Str(text), &self)),
                }
            }
        }
        deserializer.deserialize_any(NumberOrRange)
    }
}

/// A setup by name, or written out.
pub(super) enum SetupRef {
    Named(String),
    Inline(Box<SetupFile>),
}

// By hand: an untagged enum would lose the spans of the words.
impl<'de> Deserialize<'de> for SetupRef {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<SetupRef, D::Error> {
        struct NameOrTable;
        impl<'de> Visitor<'de> for NameOrTable {
            type Value = SetupRef;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("the name of a setup or a table")
            }
            fn visit_str<E: Error>(self, name: &str) -> Result<SetupRef, E> {
                Ok(SetupRef::Named(name.to_string()))
            }
            fn visit_map<M: MapAccess<'de>>(self, map: M) -> Result<SetupRef, M::Error> {
                SetupFile::deserialize(MapAccessDeserializer::new(map)).map(|setup| SetupRef::Inline(Box::new(setup)))
            }
        }
        deserializer.deserialize_any(NameOrTable)
    }
}
