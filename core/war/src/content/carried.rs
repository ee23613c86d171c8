//! What a record carries: the texts of its scenario, the cards and the scripts that the program lacks or has otherwise,
//! so that the game can be replayed where the directory is not.

use super::{Content, DECK, SETUPS, Texts, scenario_file, setup_file, value};
use crate::deck::{Card, Deck};
use crate::scenario::{ScenarioText, stem};
use std::collections::BTreeMap;
use std::sync::Arc;
use wilderness_engine::faults::{Faults, Source};

/// Texts by the names that records give them: `deck.toml`, `events/small_pox.rhai`, `scenarios/skirmish.toml`,
/// `scenarios/setups/1756.toml`. Cheap to clone.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Carried(Arc<BTreeMap<String, Source>>);

impl Carried {
    /// The texts, by name.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Source)> {
        self.0.iter().map(|(name, source)| (name.as_str(), source))
    }

    /// Adds a text.
    pub fn insert(&mut self, name: &str, source: Source) {
        Arc::make_mut(&mut self.0).insert(name.to_string(), source);
    }

    /// The texts of the scenario alone.
    pub fn only_scenario(&self) -> Carried {
        let texts = self.0.iter().filter(|(name, _)| is_of_scenario(name));
        Carried(Arc::new(texts.map(|(name, source)| (name.clone(), source.clone())).collect()))
    }

    /// The carried scenario with an id, if there is one. Setups that are not carried with it are the program's.
    pub(crate) fn scenario(&self, id: &str) -> Option<ScenarioText> {
        let source = self.0.get(&scenario_file(id))?.clone();
        let program = Content::embedded();
        let carried = self.0.iter().filter(|(name, _)| name.starts_with(&scenario_file(SETUPS).replace(".toml", "/")));
        let setups = carried.map(|(_, setup)| setup).chain(program.0.setups.values()).cloned().collect();
        Some(ScenarioText { source, setups })
    }

    /// What a record of a game carries. A scenario that is carried already stays: it is the one that the game began
    /// with. `beyond` are the cards and scripts of the content that the program lacks.
    pub fn of(&self, scenario: &str, content: &Content, beyond: &BTreeMap<String, Source>) -> Carried {
        if content.is_of_program() && self.0.is_empty() {
            return Carried::default();
        }
        let mut texts = beyond.clone();
        if self.0.contains_key(&scenario_file(scenario)) {
            texts.extend((*self.only_scenario().0).clone());
        } else {
            texts.extend(content.scenario_beyond_program(scenario));
        }
        Carried(Arc::new(texts))
    }

    /// The content completed with what is carried; none if nothing is missing. Carried files replace the program's; a
    /// designer's own files are not replaced, and only receive what they lack.
    ///
    /// # Errors
    /// Everything wrong with the carried deck.
    pub fn complete(&self, content: &Content, deck: &Deck) -> Result<Option<Content>, Faults> {
        let is_program = content.0.is_of_program;
        let mut texts = Texts::clone(&content.0);
        let mut is_changed = false;
        for (name, source) in self.iter().filter(|(name, _)| !is_of_scenario(name)) {
            if name == DECK {
                let carried = Deck::parse(source)?;
                let is_lacking = |card: &Card| match deck.card(card.number) {
                    Some(known) => is_program && known != card,
                    None => true,
                };
                if carried.cards().any(is_lacking) {
                    texts.decks.push(Source::new(source.name(), carried.to_toml(is_lacking)));
                    is_changed = true;
                }
                continue;
            }
            let known = texts.scripts.get(name);
            if known.is_none_or(|known| is_program && known.text() != source.text()) {
                texts.scripts.insert(name.to_string(), source.clone());
                is_changed = true;
            }
        }
        // A carried scenario is listed like the others, so that another game of it can be begun.
        for (name, _) in self.iter().filter(|(name, _)| is_of_scenario(name)) {
            let id = name.strip_prefix("scenarios/").and_then(|name| name.strip_suffix(".toml")).unwrap_or_default();
            if let Some(ScenarioText { source, setups }) =
                self.scenario(id).filter(|_| !texts.scenarios.contains_key(id))
            {
                texts.add_scenario(source, setups);
                is_changed = true;
            }
        }
        Ok(is_changed.then(|| Content(Arc::new(texts))))
    }
}

impl Content {
    /// The cards and scripts that the program lacks or has otherwise.
    pub(crate) fn scripts_beyond_program(&self, deck: &Deck) -> BTreeMap<String, Source> {
        let program = Content::embedded();
        if self.is_of_program() {
            return BTreeMap::new();
        }
        let known = &program.0.scripts;
        let own = self.0.scripts.iter();
        let own = own.filter(|(name, source)| known.get(*name).is_none_or(|known| known.text() != source.text()));
        let mut texts: BTreeMap<String, Source> = own.map(|(name, source)| (name.clone(), source.clone())).collect();
        let known = Deck::parse_all(program.decks());
        let is_own = |card: &Card| known.as_ref().ok().and_then(|known| known.card(card.number)) != Some(card);
        if deck.cards().any(is_own) {
            texts.insert(DECK.into(), Source::new(DECK, deck.to_toml(is_own)));
        }
        texts
    }

    /// A scenario and its setup, if either is not as in the program.
    fn scenario_beyond_program(&self, id: &str) -> BTreeMap<String, Source> {
        let same = |one: &Source, other: Option<&Source>| other.is_some_and(|other| other.text() == one.text());
        let mut texts = BTreeMap::new();
        let Some(ScenarioText { source, setups }) = self.scenario(id) else { return texts };
        let program = Content::embedded();
        let named = value(&source, "setup").and_then(|setup| Some(setup.as_str()?.to_string()));
        let setup = named.and_then(|name| setups.into_iter().find(|setup| stem(setup) == name));
        let own_setup = setup.filter(|setup| !same(setup, program.0.setups.get(stem(setup))));
        if own_setup.is_some() || !same(&source, program.0.scenarios.get(id).map(|listed| &listed.source)) {
            texts.insert(scenario_file(id), source);
        }
        if let Some(setup) = own_setup {
            texts.insert(setup_file(stem(&setup)), setup);
        }
        texts
    }
}

/// Whether a name is that of a scenario or a setup.
fn is_of_scenario(name: &str) -> bool {
    name.starts_with("scenarios/")
}
