//! The form of `game.toml`.

use serde::Deserialize;
use std::collections::BTreeMap;
use wilderness_engine::faults::Spanned;

/// The file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Form {
    pub name: Spanned<String>,
    pub author: Option<Spanned<String>>,
    pub licence: Option<Spanned<String>>,
    pub caption: Option<Spanned<String>>,
    pub phases: Spanned<Vec<Spanned<String>>>,
    pub turns: Option<Spanned<u16>>,
    pub ahead: Option<Spanned<u32>>,
    #[serde(default)]
    pub ask_single: bool,
    #[serde(default)]
    pub facts: BTreeMap<String, Spanned<Given>>,
    pub side: Vec<Spanned<Thing>>,
    pub board: BoardForm,
    #[serde(default)]
    pub kind: Vec<Spanned<Thing>>,
    #[serde(default)]
    pub track: Vec<TrackForm>,
    #[serde(default)]
    pub question: Vec<QuestionForm>,
    #[serde(default)]
    pub sentence: Vec<SentenceForm>,
    #[serde(default)]
    pub die: Vec<DieForm>,
    #[serde(default)]
    pub pile: Vec<PileForm>,
    #[serde(default)]
    pub card: Vec<Spanned<Thing>>,
    #[serde(default)]
    pub symbol: Vec<SymbolForm>,
    #[serde(default)]
    pub scenario: Vec<NamedForm>,
    #[serde(default)]
    pub option: Vec<NamedForm>,
}

/// Something with keys of its own, and with facts, which are keys of the author's.
pub type Thing = BTreeMap<String, Spanned<Given>>;

/// A value of a thing.
#[derive(Deserialize, Clone, PartialEq)]
#[serde(untagged)]
pub enum Given {
    Truth(bool),
    Number(i64),
    Fraction(f64),
    Text(String),
    List(Vec<Given>),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BoardForm {
    pub shape: Spanned<String>,
    pub map: Option<Spanned<String>>,
    #[serde(default)]
    pub place: Vec<Spanned<Thing>>,
    #[serde(default)]
    pub links: BTreeMap<String, Spanned<Vec<Spanned<String>>>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TrackForm {
    pub id: Spanned<String>,
    pub name: Option<Spanned<String>>,
    #[serde(default)]
    pub start: i32,
    #[serde(default)]
    pub least: i32,
    pub most: Spanned<i32>,
    pub of: Option<Spanned<String>>,
    #[serde(default)]
    pub unseen: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct QuestionForm {
    pub id: Spanned<String>,
    pub prompt: Spanned<String>,
    pub told: Option<Spanned<String>>,
    pub noun: Option<Spanned<String>>,
    pub rule: Option<Spanned<String>>,
    #[serde(default)]
    pub window: bool,
    #[serde(default)]
    pub secret: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SentenceForm {
    pub pattern: Spanned<String>,
    #[serde(default)]
    pub answers: BTreeMap<String, Spanned<String>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DieForm {
    pub id: Spanned<String>,
    pub faces: Spanned<u8>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PileForm {
    pub id: Spanned<String>,
    pub name: Option<Spanned<String>>,
    pub seen: Spanned<String>,
    #[serde(default)]
    pub per_side: bool,
}

/// How a terrain, a kind of links, or a fact of places is drawn.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SymbolForm {
    pub id: Spanned<String>,
    pub name: Option<Spanned<String>>,
    pub colour: Spanned<String>,
    pub letter: Option<Spanned<String>>,
    pub shape: Option<Spanned<String>>,
    pub fact: Option<Spanned<String>>,
    pub least: Option<i64>,
}

/// A scenario or an optional rule.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NamedForm {
    pub id: Spanned<String>,
    pub name: Spanned<String>,
    pub about: Option<Spanned<String>>,
}
