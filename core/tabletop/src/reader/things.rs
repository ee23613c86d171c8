//! Things, which have facts besides keys of their own.

use super::{AT_THE_TOP, Reader, to_the_top};
use crate::facts::{Fact, FactsOfThing};
use crate::form::{Given, Thing};
use std::ops::RangeInclusive;
use wilderness_engine::Word;
use wilderness_engine::faults::{Fault, Spanned};

impl Reader<'_> {
    fn given<'f>(&mut self, thing: &'f Spanned<Thing>, key: &str) -> Option<&'f Spanned<Given>> {
        thing.get_ref().get(key)
    }

    /// The id of a thing.
    pub fn id(&mut self, thing: &Spanned<Thing>) -> Spanned<String> {
        let id = self.optional_text(thing, "id");
        id.unwrap_or_else(|| {
            if !thing.get_ref().contains_key("id") {
                self.fault("missing_key", "missing key `id`", thing, "missing here");
            }
            Spanned::new(thing.span(), "x".to_string())
        })
    }

    /// The text of a key, if it is there.
    pub fn optional_text(&mut self, thing: &Spanned<Thing>, key: &str) -> Option<Spanned<String>> {
        let given = self.given(thing, key)?;
        if let Given::Text(text) = given.get_ref() {
            return Some(Spanned::new(given.span(), text.clone()));
        }
        self.fault("bad_value", format!("`{key}` is a text"), given, "not a text");
        None
    }

    /// The number of a key, if it is there.
    pub fn number(&mut self, thing: &Spanned<Thing>, key: &str) -> Option<i64> {
        let given = self.given(thing, key)?;
        if let Given::Number(number) = given.get_ref() {
            return Some(*number);
        }
        self.fault("bad_value", format!("`{key}` is a whole number"), given, "not one");
        None
    }

    /// The number that a key has, if it is one of these.
    pub fn number_within(&mut self, thing: &Spanned<Thing>, key: &str, limits: RangeInclusive<i64>) -> Option<i64> {
        let number = self.number(thing, key)?;
        let span = self.given(thing, key)?.span();
        self.within(&Spanned::new(span, number), limits.clone());
        limits.contains(&number).then_some(number)
    }

    /// Whether a key is true; false if it is not there.
    pub fn truth(&mut self, thing: &Spanned<Thing>, key: &str) -> bool {
        match self.given(thing, key) {
            None => false,
            Some(given) => match given.get_ref() {
                Given::Truth(holds) => *holds,
                _ => {
                    self.fault("bad_value", format!("`{key}` is true or false"), given, "neither");
                    false
                }
            },
        }
    }

    /// The two numbers of a key: where a place is drawn.
    pub fn point(&mut self, thing: &Spanned<Thing>, key: &str) -> Option<(i32, i32)> {
        let given = self.given(thing, key)?;
        if let Given::List(list) = given.get_ref()
            && let [Given::Number(x), Given::Number(y)] = list[..]
            && let (Ok(x), Ok(y)) = (i32::try_from(x), i32::try_from(y))
            && [x, y].iter().all(|number| number.abs() <= 10_000)
        {
            return Some((x, y));
        }
        let is_fraction = |number: &Given| matches!(number, Given::Fraction(_));
        let has_fractions = matches!(given.get_ref(), Given::List(list) if list.iter().any(is_fraction));
        let label =
            if has_fractions { "a fraction: take a finer measure, such as ten times as much" } else { "not one" };
        self.fault("bad_value", format!("`{key}` is a list of two whole numbers up to 10,000"), given, label);
        None
    }

    /// The facts of a thing: its keys besides those of its own.
    pub fn facts_of(&mut self, thing: &Spanned<Thing>, own: &[&str]) -> FactsOfThing {
        let mut found = Vec::new();
        for (key, given) in thing.get_ref().iter().filter(|(key, _)| !own.contains(&key.as_str())) {
            let default = self.facts.get(key.as_str()).copied();
            match (default, self.fact(given)) {
                (Some(default), Some(fact)) if default.is_like(fact) => {
                    if let Ok(word) = Word::read(key) {
                        found.push((word, fact));
                    }
                }
                (Some(default), Some(_)) => {
                    let message = format!("the fact `{key}` is {}, as in `[facts]`", default.type_name());
                    self.fault("fact", message, given, "something else");
                }
                (None, _) => self.unknown_key(key, given, own),
                (_, None) => {}
            }
        }
        FactsOfThing::new(found)
    }

    fn unknown_key(&mut self, key: &str, given: &Spanned<Given>, own: &[&str]) {
        let known: Vec<&str> = own.iter().copied().chain(self.facts.keys().copied()).collect();
        let shown = wilderness_engine::harmless::one_line(key);
        let fault = Fault::error("tabletop::unknown_key", format!("unknown key `{shown}`"));
        let fault = fault.at(self.source, given.span(), "not known here");
        let fault = fault.help(match AT_THE_TOP.contains(&key) {
            true => to_the_top(key),
            false => "a key of your own is a fact: add it to `[facts]`, with what holds of other things".into(),
        });
        self.faults.push(fault.did_you_mean(key, known));
    }

    /// A fact that a map says of a place: `12:forest` is place 12 with the fact `terrain`.
    pub fn terrain(&mut self, text: &str, map: &Spanned<String>) -> Option<(Word, Fact)> {
        const TERRAIN: Word = Word::of("terrain");
        if !matches!(self.facts.get(TERRAIN.as_str()), Some(Fact::Text(_))) {
            let message = format!("`{text}`: what stands behind a colon is the fact `terrain`, a text");
            self.fault("map", message, map, "`[facts]` has no such fact");
            return None;
        }
        match Word::name(text) {
            Ok(word) => Some((TERRAIN, Fact::Text(word))),
            Err(reason) => {
                self.fault("word", reason.to_string(), map, "on this map");
                None
            }
        }
    }
}
