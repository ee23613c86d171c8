//! Scenarios already read for a deck. Reading one takes a tenth as long as a game between bots.

use super::Scenario;
use crate::deck::Deck;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::sync::Arc;
use wilderness_engine::faults::{Faults, Source};

/// The text of a scenario, and the setups that it can name.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct ScenarioText {
    /// The scenario.
    pub source: Source,
    /// The setups, by name.
    pub setups: BTreeMap<String, Source>,
}

impl ScenarioText {
    /// Reads and checks it.
    pub fn parse(&self, deck: &Deck) -> Result<Scenario, Faults> {
        Scenario::parse(&self.source, &self.setups, deck)
    }
}

/// How many scenarios are cached: a program plays few at a time.
const MOST: usize = 64;

/// A cache of scenarios, all for the same deck.
#[derive(Default)]
pub(crate) struct ReadScenarios(RefCell<Vec<(ScenarioText, Arc<Scenario>)>>);

impl ReadScenarios {
    /// A scenario from its text. One with faults is read again each time.
    pub fn get(&self, text: &ScenarioText, deck: &Deck) -> Result<Arc<Scenario>, Faults> {
        if let Some((_, known)) = self.0.borrow().iter().find(|(known, _)| known == text) {
            return Ok(known.clone());
        }
        let read = Arc::new(text.parse(deck)?);
        let mut all = self.0.borrow_mut();
        if all.len() == MOST {
            all.clear();
        }
        all.push((text.clone(), read.clone()));
        Ok(read)
    }
}
