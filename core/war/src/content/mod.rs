//! Content: deck, scripts, scenarios with their setups, and presets as one value, from the program or from files. It
//! holds texts; [`Content::compile`] makes scripts of them. Cheap to clone, and goes to any thread.

mod carried;
mod places;
pub mod preset;

pub use carried::Carried;
pub use places::Places;

use crate::deck::Deck;
use crate::scenario::{Scenario, ScenarioText, stem};
use include_dir::{Dir, include_dir};
use preset::Preset;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::{Arc, LazyLock};
use wilderness_engine::faults::{Fault, Faults, Source};
use wilderness_engine::files::LARGEST_TOML;
use wilderness_engine::script::{Fingerprints, fingerprint};

/// The scripts that are part of the program.
static SCRIPTS: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/../../scripts/war");
/// The scenarios, setups and presets that are part of the program.
static SCENARIOS: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/../../scenarios/war");

/// The most bytes of a script.
pub(crate) const LONGEST_SCRIPT: usize = 65_536;
/// The deck's file in the directory of scripts.
pub(crate) const DECK: &str = "deck.toml";
/// The directory of the events' scripts in it.
pub(crate) const EVENTS: &str = "events";
/// The directory of the optional rules.
pub(crate) const OPTIONAL: &str = "optional";
/// The directory of the functions that scripts share.
pub(crate) const LIBRARY: &str = "lib";
/// The directories with scripts.
const DIRECTORIES: [&str; 3] = [EVENTS, OPTIONAL, LIBRARY];
/// The directory with setups, beside the scenarios.
const SETUPS: &str = "setups";
/// The directory with presets, beside the scenarios.
const PRESETS: &str = "presets";

/// The texts of everything that can be changed without touching the program.
#[derive(Clone, Debug)]
pub struct Content(Arc<Texts>);

#[derive(Clone, PartialEq, Debug, Default)]
struct Texts {
    /// Whether no file was read: a record that carries its own content is then played with that.
    is_of_program: bool,
    /// The decks. A card replaces the card with the same number in earlier decks.
    decks: Vec<Source>,
    /// The scripts, by their names relative to the directory of scripts, such as `events/small_pox.rhai`.
    scripts: BTreeMap<String, Source>,
    /// The scenarios, by id.
    scenarios: BTreeMap<String, Listed>,
    /// The setups, by name.
    setups: BTreeMap<String, Source>,
    /// The presets, by name.
    presets: BTreeMap<String, Source>,
}

/// A scenario in the list of those that can be played.
#[derive(Clone, PartialEq, Debug)]
struct Listed {
    source: Source,
    /// The setups beside a file that is named by itself.
    beside: Vec<Source>,
    /// How many years it lasts: the shorter ones are listed first.
    years: i64,
}

impl PartialEq for Content {
    fn eq(&self, other: &Content) -> bool {
        Arc::ptr_eq(&self.0, &other.0) || self.0 == other.0
    }
}

impl Content {
    /// The content of the program.
    pub fn embedded() -> Content {
        static CONTENT: LazyLock<Content> = LazyLock::new(Content::read_embedded);
        CONTENT.clone()
    }

    fn read_embedded() -> Content {
        let mut texts = Texts { is_of_program: true, ..Texts::default() };
        let sources = |root: &'static Dir<'static>, within: Option<&str>, ending: &'static str, under: &'static str| {
            let directory = within.map_or(Some(root), |within| root.get_dir(within));
            let files = directory.into_iter().flat_map(Dir::files);
            files.filter_map(move |file| {
                let name = file.path().to_str().filter(|name| name.ends_with(ending))?;
                Some((name.to_string(), Source::new(format!("{under}/{name}"), file.contents_utf8()?)))
            })
        };
        texts.decks.extend(sources(&SCRIPTS, None, DECK, "scripts/war").map(|(_, deck)| deck));
        for directory in DIRECTORIES {
            texts.scripts.extend(sources(&SCRIPTS, Some(directory), ".rhai", "scripts/war"));
        }
        let of_scenarios = |within| sources(&SCENARIOS, within, ".toml", "scenarios/war").map(|(_, source)| source);
        let named = |source: Source| (stem(&source).to_string(), source);
        texts.setups.extend(of_scenarios(Some(SETUPS)).map(named));
        texts.presets.extend(of_scenarios(Some(PRESETS)).map(named));
        for source in of_scenarios(None) {
            let listed = Listed { years: years(&source), source, beside: Vec::new() };
            texts.scenarios.insert(id_of(&listed.source), listed);
        }
        Content(Arc::new(texts))
    }

    /// The same with other texts: each by its name, `deck.toml` for the whole deck, `events/small_pox.rhai` for a
    /// script, `scenarios/skirmish.toml` for a scenario.
    pub fn with_texts<N: Into<String>, T: Into<Arc<str>>>(&self, texts: impl IntoIterator<Item = (N, T)>) -> Content {
        let mut all = Texts { is_of_program: false, ..(*self.0).clone() };
        for (name, text) in texts {
            let name: String = name.into();
            let source = Source::new(name.clone(), text);
            match name.strip_prefix("scenarios/") {
                _ if name == DECK => all.decks = vec![source],
                Some(_) => all.add_scenario(source, Vec::new()),
                None => drop(all.scripts.insert(name, source)),
            }
        }
        Content(Arc::new(all))
    }

    /// The same with what an editor has open in place of what is in the files; `open` gives the text of a file by its
    /// name. A scenario under another id replaces none.
    pub fn overlaid(&self, open: &dyn Fn(&str) -> Option<Arc<str>>) -> Content {
        let mut all = Texts { is_of_program: false, ..(*self.0).clone() };
        let over = |source: &mut Source| {
            if let Some(text) = open(source.name()) {
                *source = Source::new(source.name(), text);
            }
        };
        all.decks.iter_mut().for_each(over);
        [&mut all.scripts, &mut all.setups, &mut all.presets]
            .into_iter()
            .for_each(|files| files.values_mut().for_each(over));
        for Listed { source, beside, .. } in std::mem::take(&mut all.scenarios).into_values() {
            let (mut source, mut beside) = (source, beside);
            over(&mut source);
            beside.iter_mut().for_each(over);
            all.add_scenario(source, beside);
        }
        Content(Arc::new(all))
    }

    /// All texts, each with its name: decks, scripts, scenarios, setups and presets.
    pub fn sources(&self) -> impl Iterator<Item = &Source> {
        let Texts { decks, scripts, scenarios, setups, presets, .. } = &*self.0;
        let scenarios = scenarios.values().map(|listed| &listed.source);
        decks.iter().chain(scripts.values()).chain(scenarios).chain(setups.values()).chain(presets.values())
    }

    /// Whether it is all from the program.
    pub(crate) fn is_of_program(&self) -> bool {
        Arc::ptr_eq(&self.0, &Content::embedded().0)
    }

    /// Whether a text is that of a script in the program.
    pub fn has_script_of_program(source: &Source) -> bool {
        static TEXTS: LazyLock<BTreeSet<Arc<str>>> = LazyLock::new(|| {
            let Texts { decks, scripts, .. } = &*Content::embedded().0;
            decks.iter().chain(scripts.values()).map(|source| source.text().into()).collect()
        });
        TEXTS.contains(source.text())
    }

    /// The decks: later cards replace earlier ones.
    pub(crate) fn decks(&self) -> &[Source] {
        &self.0.decks
    }

    /// The scripts, by name.
    pub(crate) fn scripts(&self) -> &BTreeMap<String, Source> {
        &self.0.scripts
    }

    /// Whether a word names a file of a scenario or preset, rather than its id.
    pub fn is_path(word: &str) -> bool {
        word.ends_with(".toml")
    }

    /// The ids of the scenarios: the program's first, each group from the shortest to the longest. The first is the
    /// recommended start.
    pub fn scenario_ids(&self) -> impl Iterator<Item = &str> {
        let program = Content::embedded();
        let rank = |id: &str, listed: &Listed| (!program.0.scenarios.contains_key(id), listed.years);
        let mut ids: Vec<_> = self.0.scenarios.iter().map(|(id, listed)| (rank(id, listed), id.as_str())).collect();
        ids.sort_unstable();
        ids.into_iter().map(|(_, id)| id)
    }

    /// The text of a scenario, with the setups that it can name.
    pub(crate) fn scenario(&self, id: &str) -> Option<ScenarioText> {
        let Listed { source, beside, .. } = self.0.scenarios.get(id)?;
        let setups = beside.iter().chain(self.0.setups.values()).cloned().collect();
        Some(ScenarioText { source: source.clone(), setups })
    }

    /// A scenario with the cards of a deck, read and checked; none if there is none with this id.
    pub fn read_scenario(&self, id: &str, deck: &Deck) -> Option<Result<Scenario, Faults>> {
        Some(self.scenario(id)?.parse(deck))
    }

    /// The file that a scenario is in, as it was named.
    pub fn file_of_scenario(&self, id: &str) -> Option<&str> {
        Some(self.0.scenarios.get(id)?.source.name())
    }

    /// Whether a scenario is built in, not read from a file.
    pub fn is_scenario_of_program(&self, id: &str) -> bool {
        let listed = |content: &Content| content.0.scenarios.get(id).cloned();
        listed(self) == listed(&Content::embedded())
    }

    /// The id of the scenario that a word names: its id, or the path of its file.
    ///
    /// # Errors
    /// The fault for an unknown word, with the words that exist.
    pub fn scenario_named(&self, word: &str) -> Result<String, Faults> {
        let by_file =
            self.0.scenarios.iter().find(|(_, listed)| Content::is_path(word) && is_file(listed.source.name(), word));
        match by_file {
            Some((id, _)) => Ok(id.clone()),
            None if self.0.scenarios.contains_key(word) => Ok(word.to_string()),
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
        self.0.presets.keys().map(String::as_str)
    }

    /// The preset with a name, or in a file if the word ends in `.toml`.
    ///
    /// # Errors
    /// If there is none, it cannot be understood, or its scenario is not there.
    pub fn preset(&self, word: &str) -> Result<Preset, Faults> {
        if Content::is_path(word) {
            return Preset::parse(&Source::read_up_to(Path::new(word), LARGEST_TOML)?, self);
        }
        match self.0.presets.get(word) {
            Some(source) => Preset::parse(source, self),
            None => {
                let list = self.preset_names().collect::<Vec<_>>().join(", ");
                let fault = Fault::error("preset::unknown", format!("there is no preset `{word}`"));
                let fault = fault.help(format!("there are {list}; or name a file"));
                Err(fault.did_you_mean(word, self.preset_names()).into())
            }
        }
    }

    /// Whether a file contains a preset, not a scenario: a preset says what it is about, a scenario which it is. `false`
    /// if it cannot be read.
    pub fn is_preset(file: &Path) -> bool {
        let source = Source::read_up_to(file, LARGEST_TOML);
        source.is_ok_and(|source| value(&source, "about").is_some() && value(&source, "id").is_none())
    }

    /// A fingerprint of all scripts, and of the scenarios and setups that are not the program's.
    pub(crate) fn fingerprint(&self) -> String {
        let program = Content::embedded();
        let deck = self.0.decks.iter().map(|source| (DECK, source));
        let scripts = self.0.scripts.iter().map(|(name, source)| (name.as_str(), source));
        let mut text: String =
            deck.chain(scripts).map(|(name, source)| format!("{name} {}\n", source.text())).collect();
        let same = |one: &Source, other: Option<&Source>| other.is_some_and(|other| other.text() == one.text());
        for (id, listed) in &self.0.scenarios {
            if !same(&listed.source, program.0.scenarios.get(id).map(|other| &other.source)) {
                text.push_str(listed.source.text());
            }
            listed.beside.iter().for_each(|setup| text.push_str(setup.text()));
        }
        for (name, setup) in &self.0.setups {
            if !same(setup, program.0.setups.get(name)) {
                text.push_str(setup.text());
            }
        }
        fingerprint(&text)
    }

    /// The fingerprint of each script, of the deck, and of each scenario and setup.
    pub fn fingerprints(&self) -> Fingerprints {
        let Texts { decks, scripts, scenarios, setups, .. } = &*self.0;
        let of = |name: String, source: &Source| (name, fingerprint(source.text()));
        let mut prints: Fingerprints = scripts.iter().map(|(name, source)| of(name.clone(), source)).collect();
        prints.insert(DECK.into(), fingerprint_of_deck(decks));
        for (id, Listed { source, beside, .. }) in scenarios {
            let all: String = [source].into_iter().chain(beside).map(Source::text).collect();
            prints.insert(scenario_file(id), fingerprint(&all));
        }
        prints.extend(setups.iter().map(|(name, source)| of(setup_file(name), source)));
        prints
    }
}

impl Texts {
    /// Adds a scenario, which replaces one with the same id.
    fn add_scenario(&mut self, source: Source, beside: Vec<Source>) {
        self.scenarios.insert(id_of(&source), Listed { years: years(&source), source, beside });
    }
}

/// The name that a record and a fingerprint give to a scenario.
pub(crate) fn scenario_file(id: &str) -> String {
    format!("scenarios/{id}.toml")
}

/// The name that a record and a fingerprint give to a setup.
pub(crate) fn setup_file(name: &str) -> String {
    format!("scenarios/{SETUPS}/{name}.toml")
}

/// The fingerprint of a deck: that of the program's text if the cards are the same, or else of what the cards are.
fn fingerprint_of_deck(decks: &[Source]) -> String {
    let text = |decks: &[Source]| decks.iter().map(Source::text).collect::<String>();
    let program = Content::embedded();
    if text(decks) == text(program.decks()) {
        return fingerprint(&text(decks));
    }
    let cards = |decks| Deck::parse_all(decks).map(|deck| deck.to_toml(|_| true));
    match (cards(decks), cards(program.decks())) {
        (Ok(own), Ok(known)) if own == known => fingerprint(&text(program.decks())),
        (Ok(own), _) => fingerprint(&own),
        (Err(_), _) => fingerprint(&text(decks)),
    }
}

/// Whether two names name the same file.
fn is_file(name: &str, word: &str) -> bool {
    name == word || wilderness_engine::files::is_same(Path::new(name), Path::new(word))
}

/// A value of a TOML text at its top level; nothing if it cannot be read.
fn value(source: &Source, key: &str) -> Option<toml::Value> {
    let table: toml::Table = source.text().parse().ok()?;
    table.get(key).cloned()
}

/// The id of a scenario, as its text says; the name of its file if it cannot be read.
fn id_of(source: &Source) -> String {
    value(source, "id").and_then(|id| Some(id.as_str()?.to_string())).unwrap_or_else(|| stem(source).to_string())
}

/// How many years a scenario lasts, as far as its text can be read.
fn years(source: &Source) -> i64 {
    let year = |key| value(source, key).and_then(|year| year.as_integer());
    year("last_year").zip(year("first_year")).map_or(0, |(last, first)| last.saturating_sub(first))
}

/// The name of the file with the script of an event.
pub(crate) fn file_of(event: &str) -> String {
    format!("{EVENTS}/{}.rhai", event.replace('-', "_"))
}
