//! Comparisons with a text or a number that can never be equal: a word that is none of those which a property has, a number
//! that is out of range, or something that is not a text or a number at all.

use super::Lint;
use crate::map::Map;
use crate::moments::MomentKind;
use crate::pieces::Pieces;
use crate::script::api;
use crate::script::survey::{Compared, Comparison, Function, Literal};
use crate::script::text::span;
use wilderness_engine::faults::{Fault, Source};

/// What is known of a value that a script compares.
enum Value<'a> {
    /// One of these words, which are called so.
    Words(&'static str, Vec<&'a str>),
    /// A number, which is called so, and is in this range.
    Number(&'static str, std::ops::RangeInclusive<i64>),
    /// Something else than a text or a number: what it is called, and how a text becomes one of it.
    Thing(&'static str, fn(&str) -> String),
}

/// The years of the war: those of all scenarios.
const YEARS: std::ops::RangeInclusive<i64> = 1755..=1762;

/// How a space, a piece and a side are written.
const SPACE: Value<'_> = Value::Thing("space", |text| format!("space(\"{text}\")"));
const PIECE: Value<'_> = Value::Thing("leader or unit", |text| format!("piece(\"{text}\")"));
const CARD: Value<'_> = Value::Thing("card", |text| format!("game.event_of(card) == \"{text}\""));
const SIDE: Value<'_> = Value::Thing("side", |text| format!("Side::{}", text.to_uppercase()));

impl Lint<'_> {
    /// What a function compares with texts.
    pub(super) fn comparisons(&mut self, name: &str, function: &Function) {
        for comparison in &function.comparisons {
            if let Some(fault) = self.never_equal(name, function, comparison) {
                self.faults.push(fault);
            }
        }
    }

    fn never_equal(&self, name: &str, function: &Function, comparison: &Comparison) -> Option<Fault> {
        let Comparison { with, literal, position, negated } = comparison;
        let always = if *negated { "true" } else { "false" };
        let (written, text) = match literal {
            Literal::Text(text) => (format!("\"{text}\""), text.as_str()),
            Literal::Number(number) => (number.to_string(), ""),
        };
        let point = |message: String| {
            let fault = Fault::warning("script::never_equal", format!("this is always {always}: {message}"));
            fault.at(&self.script.source, place(&self.script.source, *position, &written), "never equal")
        };
        match (self.value(name, function, with, text)?, literal) {
            (Value::Words(_, words), Literal::Text(text)) if words.contains(&text.as_str()) => None,
            (Value::Words(what, words), Literal::Text(text)) => {
                let fault = point(format!("there is no {what} `{text}`"));
                let few = words.len() <= 8;
                let fault = if few { fault.help(format!("there are {}", words.join(", "))) } else { fault };
                Some(fault.did_you_mean(text, words))
            }
            (Value::Words(what, _), Literal::Number(_)) => Some(point(format!("a {what} is a text, not a number"))),
            (Value::Number(_, range), Literal::Number(number)) if range.contains(number) => None,
            (Value::Number(what, range), Literal::Number(number)) => {
                let fault = point(format!("{what} is never {number}"));
                Some(fault.help(format!("it is from {} to {}", range.start(), range.end())))
            }
            (Value::Number(what, _), Literal::Text(text)) => {
                let fault = point(format!("{what} is a number, not a text"));
                Some(match text.parse::<i64>() {
                    Ok(number) => fault.help(format!("write `{number}`")),
                    Err(_) => fault,
                })
            }
            (Value::Thing(what, write), Literal::Text(text)) => {
                Some(point(format!("a {what} is not a text")).help(format!("write `{}`", write(text))))
            }
            (Value::Thing(what, _), Literal::Number(_)) => Some(point(format!("a {what} is not a number"))),
        }
    }

    /// What is known of a value; nothing of object maps, whose properties can be anything.
    fn value(&self, name: &str, function: &Function, compared: &Compared, text: &str) -> Option<Value<'_>> {
        match compared {
            Compared::Property { name, .. } if self.survey.keys.contains(name) => None,
            Compared::Property { name, of } => self.property(name, of.as_deref()),
            Compared::Call(name) => self.returned(name),
            Compared::Item(name) => self.item(name),
            Compared::Variable(variable) => match function.assigned.get(variable) {
                Some(assigned) => self.value(name, function, assigned.as_ref()?, text),
                None if variable == "event" && name == "may_play" => Some(self.events()),
                None => by_name(variable, text),
            },
        }
    }

    fn property(&self, name: &str, of: Option<&str>) -> Option<Value<'_>> {
        let words = |what, words: Vec<&'static str>| Some(Value::Words(what, words));
        match name {
            "kind" if of == Some("moment") => words("moment", MomentKind::names().collect()),
            "kind" => words("kind of piece", api::kinds().chain(MomentKind::names()).collect()),
            "nation" => words("nation", api::nations().collect()),
            "department" => words("department", api::departments().collect()),
            "assemblies" => words("box of the assemblies", vec!["reluctant", "supportive", "enthusiastic"]),
            "battle" => words("kind of battle", vec!["field", "sortie", "raid-militia", "assault", "none"]),
            "how" => words("way to capture", vec!["assault", "surrender", "entered", "none"]),
            "id" => words("space, leader or unit", Map::get().ids().chain(Pieces::get().ids()).collect()),
            "side" | "enemy" => Some(SIDE),
            "space" | "from" | "home" => Some(SPACE),
            "card" => Some(CARD),
            "year" => Some(Value::Number("the year", YEARS)),
            _ => None,
        }
    }

    /// What is in the array that a function returns.
    fn item(&self, name: &str) -> Option<Value<'_>> {
        if self.survey.named(name).next().is_some() {
            return None;
        }
        match name {
            "units" | "leaders" | "at_hand" | "reduced" | "removable" | "restorable" | "new_units" | "militia"
            | "choose_pieces" => Some(PIECE),
            "spaces"
            | "spaces_of"
            | "adjacent"
            | "within"
            | "settlements"
            | "landing_sites"
            | "fortifications"
            | "besieged_fortifications"
            | "unbesieged_fortifications"
            | "fortresses"
            | "forts"
            | "ports"
            | "allied"
            | "raided" => Some(SPACE),
            "hand" | "discard_pile" | "removed_cards" => Some(CARD),
            _ => None,
        }
    }

    /// What a function returns, if it is one of the language and not of the script.
    fn returned(&self, name: &str) -> Option<Value<'_>> {
        if self.survey.named(name).next().is_some() {
            return None;
        }
        match name {
            "event_of" => Some(self.events()),
            "space" | "space_of" | "choose_space" => Some(SPACE),
            "piece" | "choose_piece" | "choose_piece_or_done" | "draw_leader" => Some(PIECE),
            "choose_card" | "choose_card_or_pass" | "random_card" => Some(CARD),
            "roll" => Some(Value::Number("a die", 1..=6)),
            "siege_level" => Some(Value::Number("the level of a siege", 0..=2)),
            "vp" => Some(Value::Number("the number of victory points", i64::MIN..=i64::MAX)),
            "hand_size" | "len" => Some(Value::Number("a number of things", 0..=i64::MAX)),
            _ => None,
        }
    }

    fn events(&self) -> Value<'_> {
        Value::Words("event in the deck", self.events.iter().map(String::as_str).collect())
    }
}

/// Where a text or number stands: at a place, or behind it if that is where an array begins.
fn place(source: &Source, position: rhai::Position, written: &str) -> std::ops::Range<usize> {
    let begin = span(source, position);
    match source.text()[begin.start..].find(written) {
        Some(offset) => begin.start + offset..begin.start + offset + written.len(),
        None => begin,
    }
}

/// What a parameter is, going by its name, if the text is a name of such a thing.
fn by_name(variable: &str, text: &str) -> Option<Value<'static>> {
    match variable {
        "side" | "besieger" | "raider" if ["french", "british"].contains(&text) => Some(SIDE),
        "space" | "place" | "port" if Map::get().find(text).is_some() => Some(SPACE),
        "unit" | "leader" | "piece" if Pieces::get().find(text).is_some() => Some(PIECE),
        _ => None,
    }
}
