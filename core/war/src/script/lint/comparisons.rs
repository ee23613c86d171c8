//! Comparisons with a text that can never be equal: a word that is none of those which a property has, or something that
//! is not a text at all.

use super::Lint;
use crate::map::Map;
use crate::pieces::Pieces;
use crate::script::api;
use crate::script::moments::MomentKind;
use crate::script::survey::{Compared, Comparison, Function};
use crate::script::text::span;
use wilderness_engine::faults::{Fault, Source};

/// What is known of a value that a script compares.
enum Value<'a> {
    /// One of these words, which are called so.
    Words(&'static str, Vec<&'a str>),
    /// Something else than a text: what it is called, and how a text becomes one of it.
    Thing(&'static str, fn(&str) -> String),
}

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
        let Comparison { with, text, position, negated } = comparison;
        let always = if *negated { "true" } else { "false" };
        let point = |message: String| {
            let fault = Fault::warning("script::never_equal", format!("this is always {always}: {message}"));
            fault.at(&self.script.source, place(&self.script.source, *position, text), "never equal")
        };
        match self.value(name, function, with, text)? {
            Value::Words(_, words) if words.contains(&text.as_str()) => None,
            Value::Words(what, words) => {
                let fault = point(format!("there is no {what} `{text}`"));
                let few = words.len() <= 8;
                let fault = if few { fault.help(format!("there are {}", words.join(", "))) } else { fault };
                Some(fault.did_you_mean(text, words))
            }
            Value::Thing(what, write) => {
                Some(point(format!("a {what} is not a text")).help(format!("write `{}`", write(text))))
            }
        }
    }

    /// What is known of a value; nothing of object maps, whose properties can be anything.
    fn value(&self, name: &str, function: &Function, compared: &Compared, text: &str) -> Option<Value<'_>> {
        match compared {
            Compared::Property { name, .. } if self.survey.keys.contains(name) => None,
            Compared::Property { name, of } => self.property(name, of.as_deref()),
            Compared::Call(name) => self.returned(name),
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
            _ => None,
        }
    }

    fn events(&self) -> Value<'_> {
        Value::Words("event in the deck", self.events.iter().map(String::as_str).collect())
    }
}

/// Where a text stands: at a place, or behind it if that is where an array begins.
fn place(source: &Source, position: rhai::Position, text: &str) -> std::ops::Range<usize> {
    let begin = span(source, position);
    let quoted = format!("\"{text}\"");
    match source.text()[begin.start..].find(&quoted) {
        Some(offset) => begin.start + offset..begin.start + offset + quoted.len(),
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
