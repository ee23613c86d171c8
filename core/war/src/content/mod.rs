//! Content: deck, scripts, components, scenarios with their setups, and presets, built in or from files. It holds texts;
//! [`Content::compile`] makes scripts of them. Cheap to clone, and goes to any thread.

pub mod preset;

use crate::components::{self, Components};
use crate::deck::Deck;
use crate::scenario::{Scenario, ScenarioText};
use crate::war::GAME;
use include_dir::{Dir, include_dir};
use preset::Preset;
use std::collections::BTreeMap;
use std::ops::Deref;
use std::path::Path;
use std::sync::Arc;
use wilderness_engine::content::{Carried, Catalogue, Directory, Edition, Family, FileName, Places, Texts, Used};
use wilderness_engine::faults::{Fault, Faults, Source};
use wilderness_engine::files::{LARGEST_TOML, is_same};
use wilderness_engine::value::Values;

/// The scripts that are part of the program.
static BUILT_IN_SCRIPTS: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/../../scripts/war");
/// The scenarios, setups and presets that are part of the program.
static BUILT_IN_SCENARIOS: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/../../scenarios/war");

/// The deck's file in the directory of scripts.
pub(crate) const DECK: &str = "deck.toml";
/// The directory of the events' scripts in it.
pub(crate) const EVENTS: &str = "events/";
/// The directory of the optional rules.
pub(crate) const OPTIONAL: &str = "optional/";
/// The directory of the functions that scripts share.
pub(crate) const LIBRARY: &str = "lib/";
/// The ending of the files of scripts.
pub(crate) const SCRIPT: &str = ".rhai";
/// The ending of all other files.
const DATA: &str = ".toml";
/// The files of components: map, pieces, country, sides.
const COMPONENTS: [&str; 5] = [
    "components/map.toml",
    "components/pieces.toml",
    "components/country.toml",
    "components/sides.toml",
    "components/symbols.toml",
];
/// What stands before the names of setups and presets.
const SETUPS: &str = "scenarios/setups/";
const PRESETS: &str = "scenarios/presets/";

/// The files of Wilderness War.
pub static CATALOGUE: Catalogue = Catalogue::new(
    GAME,
    Directory {
        places: &["scripts/war", "scripts"],
        needs: &[DECK],
        families: &SCRIPT_FAMILIES,
        built_in: &BUILT_IN_SCRIPTS,
    },
    Directory {
        places: &["scenarios/war", "scenarios"],
        needs: &[],
        families: &SCENARIO_FAMILIES,
        built_in: &BUILT_IN_SCENARIOS,
    },
    named,
);

static SCRIPT_FAMILIES: [Family; 4] = [
    Family::data("", "", FileName::Exactly(DECK), Used::InParts(cards)),
    Family::scripts(EVENTS, "events"),
    Family::scripts(OPTIONAL, "optional"),
    Family::scripts(LIBRARY, "lib"),
];

static SCENARIO_FAMILIES: [Family; 9] = [
    component("map.toml"),
    component("pieces.toml"),
    component("country.toml"),
    component("sides.toml"),
    component("symbols.toml"),
    Family::data("scenarios/", "", FileName::ById(DATA), Used::Fixed),
    Values::FAMILY,
    Family::data(SETUPS, "setups", FileName::Ending(DATA), Used::Fixed),
    Family::data(PRESETS, "presets", FileName::Ending(DATA), Used::Apart),
];

/// A file of components.
const fn component(file: &'static str) -> Family {
    Family::data("components/", "", FileName::Exactly(file), Used::FixedInParts(components::parts))
}

/// What a file that is named by itself is. A preset says what it is about, a scenario which it is.
fn named(source: &Source) -> Option<&'static Family> {
    let [.., scenario, _, _, preset] = &SCENARIO_FAMILIES;
    let table: toml::Table = source.text().parse().ok()?;
    let has = |key: &str| table.contains_key(key);
    match has("about") && !has("id") {
        true => Some(preset),
        false => ["first_year", "last_year", "hand_size"].into_iter().any(has).then_some(scenario),
    }
}

/// The cards of some decks that others lack, or have otherwise.
fn cards(decks: &[Source], others: &[Source], otherwise: bool) -> Result<Option<String>, Faults> {
    let (deck, others) = (Deck::parse_all(decks)?, Deck::parse_all(others)?);
    let text = deck.to_toml(|card| match others.card(card.number) {
        Some(known) => otherwise && known != card,
        None => true,
    });
    Ok(Some(text).filter(|text| !text.is_empty()))
}

/// The texts of everything that can be changed without touching the program.
#[derive(Clone, PartialEq, Debug)]
pub struct Content(Texts);

impl Deref for Content {
    type Target = Texts;

    fn deref(&self) -> &Texts {
        &self.0
    }
}

impl From<Texts> for Content {
    fn from(texts: Texts) -> Content {
        Content(texts)
    }
}

impl Content {
    /// The built-in content.
    pub fn embedded() -> Content {
        Content(Texts::built_in(&CATALOGUE))
    }

    /// The content in these places.
    ///
    /// # Errors
    /// Files that cannot be read, and a `content.toml` with faults.
    pub fn read(places: &Places) -> Result<Content, Faults> {
        places.read(&CATALOGUE).map(Content)
    }

    /// The same with other texts: each by its name, `deck.toml` for the whole deck, `events/small_pox.rhai` for a
    /// script, `scenarios/skirmish.toml` for a scenario.
    pub fn with_texts<N: Into<String>, T: Into<Arc<str>>>(&self, texts: impl IntoIterator<Item = (N, T)>) -> Content {
        Content(self.0.with_texts(texts))
    }

    /// The decks: later cards replace earlier ones.
    pub(crate) fn decks(&self) -> &[Source] {
        self.layers(DECK)
    }

    /// The components.
    ///
    /// # Errors
    /// Everything wrong with them.
    pub(crate) fn components(&self) -> Result<&'static Components, Faults> {
        Components::of(&COMPONENTS.map(|file| self.layers(file)))
    }

    /// The components of a game that carries this; the built-in ones of its edition if it carries none of its own.
    ///
    /// # Errors
    /// Everything wrong with them.
    pub(crate) fn carried_components(carried: &Carried, edition: Edition) -> Result<&'static Components, Faults> {
        let built_in = Texts::of_edition(&CATALOGUE, edition);
        let layers = COMPONENTS.map(|file| built_in.layers(file).iter().chain(carried.get(file)).cloned().collect());
        Components::of(&layers.each_ref().map(Vec::<Source>::as_slice))
    }

    /// Whether a text is a file of components.
    pub(crate) fn is_of_components(name: &str) -> bool {
        COMPONENTS.contains(&name)
    }

    /// Whether a word names a file of a scenario or preset, rather than its id.
    pub fn is_path(word: &str) -> bool {
        word.ends_with(DATA)
    }

    /// The ids of the scenarios: the program's first, each group from the shortest to the longest. The first is the
    /// recommended start.
    pub fn scenario_ids(&self) -> impl Iterator<Item = &str> {
        let program = Content::embedded();
        let rank = |id: &str| {
            let name = CATALOGUE.scenario(id);
            (program.get(&name).is_none(), self.get(&name).map_or(0, years))
        };
        let mut ids: Vec<_> = self.ids().map(|id| (rank(id), id)).collect();
        ids.sort_unstable();
        ids.into_iter().map(|(_, id)| id)
    }

    /// The text of a scenario, with the setups that it can name.
    pub(crate) fn scenario(&self, id: &str) -> Option<ScenarioText> {
        let name = CATALOGUE.scenario(id);
        Some(ScenarioText { source: self.get(&name)?.clone(), setups: setups(self.seen_by(&name)) })
    }

    /// A scenario with the cards of a deck, read and checked; none if there is none with this id.
    pub fn read_scenario(&self, id: &str, deck: &Deck) -> Option<Result<Scenario, Faults>> {
        let text = self.scenario(id)?;
        Some(self.components().and_then(|components| {
            components.enter();
            text.parse(deck)
        }))
    }

    /// The text of a scenario that a record carries, with the setups that it can name.
    pub(crate) fn carried_scenario(carried: &Carried, edition: Edition, id: &str) -> Option<ScenarioText> {
        let source = carried.get(&CATALOGUE.scenario(id))?.clone();
        Some(ScenarioText { source, setups: setups(&carried.seen(&CATALOGUE, edition)) })
    }

    /// Whether a text is the setup that a scenario names.
    pub(crate) fn is_setup_of(&self, name: &str, scenario: &str) -> bool {
        let named = self.get(&CATALOGUE.scenario(scenario)).and_then(|source| value(source, "setup"));
        setup_in(name).is_some_and(|name| named.as_ref().and_then(toml::Value::as_str) == Some(name))
    }

    /// The id of the scenario that a word names: its id, or the path of its file.
    ///
    /// # Errors
    /// The fault for an unknown word, with the words that exist.
    pub fn scenario_named(&self, word: &str) -> Result<String, Faults> {
        let is_file = |name: &str| name == word || is_same(Path::new(name), Path::new(word));
        let is_in = |id: &&str| self.get(&CATALOGUE.scenario(id)).is_some_and(|source| is_file(source.name()));
        match self.ids().find(|id| Content::is_path(word) && is_in(id)) {
            Some(id) => Ok(id.to_string()),
            None if self.ids().any(|id| id == word) => Ok(word.to_string()),
            None => Err(self.unknown_scenario("scenario::unknown", word).into()),
        }
    }

    /// There is no such scenario. The fault lists the scenarios that exist.
    pub(crate) fn unknown_scenario(&self, code: &str, word: &str) -> Fault {
        let list = self.scenario_ids().collect::<Vec<_>>().join(", ");
        let fault = Fault::error(code, format!("there is no scenario `{word}`"));
        fault.help(format!("there are {list}; or name a file")).did_you_mean(word, self.scenario_ids())
    }

    /// The names of the presets.
    pub fn preset_names(&self) -> impl Iterator<Item = &str> {
        self.within(PRESETS).filter_map(|(name, _)| name.strip_suffix(DATA))
    }

    /// The preset with a name, or in a file if the word ends in `.toml`.
    ///
    /// # Errors
    /// If there is none, it cannot be understood, or its scenario is not there.
    pub fn preset(&self, word: &str) -> Result<Preset, Faults> {
        if Content::is_path(word) {
            return Preset::parse(&Source::read_up_to(Path::new(word), LARGEST_TOML)?, self);
        }
        match self.get(&format!("{PRESETS}{word}{DATA}")) {
            Some(source) => Preset::parse(source, self),
            None => {
                let list = self.preset_names().collect::<Vec<_>>().join(", ");
                let fault = Fault::error("preset::unknown", format!("there is no preset `{word}`"));
                let fault = fault.help(format!("there are {list}; or name a file"));
                Err(fault.did_you_mean(word, self.preset_names()).into())
            }
        }
    }
}

/// The setups among some texts, by their own names.
fn setups<'a>(texts: impl IntoIterator<Item = (impl AsRef<str>, &'a Source)>) -> BTreeMap<String, Source> {
    let setup = |(name, source): (_, &Source)| Some((setup_in(AsRef::as_ref(&name))?.to_string(), source.clone()));
    texts.into_iter().filter_map(setup).collect()
}

/// The setup whose text has this name.
fn setup_in(name: &str) -> Option<&str> {
    name.strip_prefix(SETUPS)?.strip_suffix(DATA)
}

/// A value of a TOML text at its top level; nothing if it cannot be read.
fn value(source: &Source, key: &str) -> Option<toml::Value> {
    let table: toml::Table = source.text().parse().ok()?;
    table.get(key).cloned()
}

/// How many years a scenario lasts, as far as its text can be read.
fn years(source: &Source) -> i64 {
    let year = |key| value(source, key).and_then(|year| year.as_integer());
    year("last_year").zip(year("first_year")).map_or(0, |(last, first)| last.saturating_sub(first))
}

/// The name of the file with the script of an event.
pub(crate) fn file_of(event: &str) -> String {
    format!("{EVENTS}{}{SCRIPT}", event.replace('-', "_"))
}
