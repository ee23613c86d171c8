//! Facts: what `game.toml` says of places, pieces, cards and sides in words of the author's own.

use rhai::Dynamic;
use std::collections::BTreeMap;
use wilderness_engine::Word;

/// The value of a fact.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Fact {
    /// A number.
    Number(i64),
    /// Whether something holds.
    Truth(bool),
    /// A text.
    Text(Word),
}

impl Fact {
    /// As scripts see it.
    pub fn value(self) -> Dynamic {
        match self {
            Fact::Number(number) => number.into(),
            Fact::Truth(holds) => holds.into(),
            Fact::Text(text) => text.as_str().into(),
        }
    }

    /// What such a value is, in words.
    pub fn type_name(self) -> &'static str {
        match self {
            Fact::Number(_) => "a number",
            Fact::Truth(_) => "true or false",
            Fact::Text(_) => "a text",
        }
    }

    /// Whether another is of the same type.
    pub fn is_like(self, other: Fact) -> bool {
        self.type_name() == other.type_name()
    }
}

/// What is said of a thing; of what it leaves out, `[facts]` of `game.toml` says what holds.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct FactsOfThing(Vec<(Word, Fact)>);

impl FactsOfThing {
    /// These facts.
    pub fn new(facts: Vec<(Word, Fact)>) -> FactsOfThing {
        FactsOfThing(facts)
    }

    /// These facts, and of others those that they do not have.
    pub fn over(mut self, others: &FactsOfThing) -> FactsOfThing {
        let new = others.0.iter().filter(|(word, _)| self.get(word.as_str()).is_none());
        let new: Vec<(Word, Fact)> = new.copied().collect();
        self.0.extend(new);
        self
    }

    /// What is said of this, if anything is.
    pub fn get(&self, name: &str) -> Option<Fact> {
        self.0.iter().find(|(word, _)| word.as_str() == name).map(|(_, fact)| *fact)
    }
}

/// What holds of things of which nothing is said: the facts that there are.
pub type DefaultFacts = BTreeMap<&'static str, Fact>;
