//! The cards and their scripts: everything a designer can change without touching the core.

mod api;
mod deck;
mod diagnose;
pub mod document;
mod events;
mod files;
mod host;
mod lint;
mod modifiers;
mod moments;
mod survey;
mod text;
mod trial;
mod varied;
mod vocabulary;

pub use deck::{Card, Deck, EventKind};
pub use files::{Fingerprints, GONE, differences};
pub use host::{Cost, Costs};
pub use modifiers::{FireModifiers, MODIFIERS, Modifier, MovementLimits};
pub use moments::{BattleKind, Capture, Moment, MomentKind};
pub use trial::{Tried, trial};

use crate::faults::{Fault, Faults, Source};
use crate::sets::CardSet;
use crate::side::PerSide;
use crate::state::Until;
use events::Event;
use host::Host;
use include_dir::{Dir, include_dir};
use sha2::{Digest, Sha256};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::rc::Rc;
use std::sync::Arc;
use survey::Survey;
use vocabulary::Vocabulary;

/// The scripts that are part of the program.
static EMBEDDED: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/../scripts");

/// The deck's file in the directory of scripts.
const DECK: &str = "deck.toml";
/// The directory of the events' scripts in it.
const EVENTS: &str = "events";

/// What a designer can change, read, compiled and checked, with a fingerprint of every file that it came from.
pub struct Scripts {
    deck: Rc<Deck>,
    hashes: Fingerprints,
    host: Host,
    /// By the event's id in the deck.
    events: BTreeMap<String, Event>,
    /// The cards that answer a kind of moment, by the side that may play them.
    answering: BTreeMap<MomentKind, PerSide<CardSet>>,
    /// For each modifier the events that define it.
    modifying: BTreeMap<&'static str, Vec<String>>,
    /// What is probably a mistake in them.
    warnings: Faults,
}

impl Scripts {
    /// The scripts that are part of the program.
    ///
    /// # Errors
    /// Everything wrong with any of them.
    pub fn embedded() -> Result<Scripts, Faults> {
        Scripts::load(&Scripts::embedded_sources())
    }

    /// The scripts that are part of the program, with some of them replaced or added: each by its name relative to the
    /// directory of scripts, such as `events/small_pox.rhai`, and its text.
    ///
    /// # Errors
    /// Everything wrong with any of them.
    pub fn from_sources<N: Into<String>, T: Into<Arc<str>>>(
        sources: impl IntoIterator<Item = (N, T)>,
    ) -> Result<Scripts, Faults> {
        let mut all = Scripts::embedded_sources();
        for (name, text) in sources {
            let name: String = name.into();
            all.insert(name.clone(), Source::new(name, text));
        }
        Scripts::load(&all)
    }

    fn embedded_sources() -> BTreeMap<String, Source> {
        let mut sources = BTreeMap::new();
        let files = EMBEDDED.files().chain(EMBEDDED.get_dir(EVENTS).into_iter().flat_map(Dir::files));
        for file in files {
            if let (Some(name), Some(text)) = (file.path().to_str(), file.contents_utf8()) {
                sources.insert(name.to_string(), Source::new(format!("scripts/{name}"), text));
            }
        }
        sources
    }

    /// Reads the scripts in a directory.
    ///
    /// # Errors
    /// Everything wrong with any of them.
    pub fn from_dir(path: &Path) -> Result<Scripts, Faults> {
        Scripts::load(&files::sources_in(path)?)
    }

    /// Reads the deck, and compiles the script of each event in it.
    fn load(sources: &BTreeMap<String, Source>) -> Result<Scripts, Faults> {
        let Some(deck) = sources.get(DECK) else {
            return Err(Fault::error("script::no_deck", format!("the scripts have no `{DECK}`")).into());
        };
        let deck = Rc::new(Deck::parse(deck)?);
        let host = Host::new();
        let mut faults = Faults::none();
        let mut hashes = BTreeMap::new();
        for (name, source) in sources.iter().filter(|(name, _)| *name == DECK || name.ends_with(".rhai")) {
            hashes.insert(name.clone(), fingerprint(source.text()));
        }
        let events = read_events(&host, &deck, sources, &mut faults);
        let mut answering = BTreeMap::<MomentKind, PerSide<CardSet>>::new();
        for card in deck.cards() {
            for &moment in events.get(&card.event).map_or(&[][..], Event::moments) {
                let cards = answering.entry(moment).or_default();
                card.sides.iter().for_each(|&side| cards[side].insert(card.number));
            }
        }
        let modifying = MODIFIERS.map(|Modifier { name, parameters, .. }| {
            let defines = |event: &&String| events.get(*event).is_some_and(|e| e.script.has(name, parameters.len()));
            (name, events.keys().filter(defines).cloned().collect())
        });
        let modifying = modifying.into_iter().collect();
        let scripts = Scripts { deck, hashes, host, events, answering, modifying, warnings: Faults::none() };
        let (scripts, warnings) = faults.with_warnings(scripts)?;
        Ok(Scripts { warnings, ..scripts })
    }

    /// What is probably a mistake in the scripts, but does no harm.
    pub fn warnings(&self) -> &Faults {
        &self.warnings
    }

    /// The cards.
    pub fn deck(&self) -> &Deck {
        &self.deck
    }

    /// Each file, by name relative to the directory, with the first 16 hexadecimal digits of the SHA-256 of its text.
    pub fn hashes(&self) -> impl Iterator<Item = (&str, &str)> {
        self.hashes.iter().map(|(name, hash)| (name.as_str(), hash.as_str()))
    }

    /// What a marker lasts until, as the script that places it says.
    pub fn lifetime(&self, marker: &str) -> Option<Until> {
        self.events.values().find_map(|event| event.markers.get(marker).copied())
    }

    /// Measures from now on what calls into the scripts cost.
    pub fn measure(&self) {
        self.host.measure();
    }

    /// What calls into the scripts have cost since they were measured.
    pub fn costs(&self) -> Costs {
        self.host.costs()
    }

    /// Gives up the seats kept ready for calls: each of them holds on to scripts, maybe these, which would never be freed.
    pub(crate) fn vacate(&self) {
        self.host.vacate();
    }

    /// The names of all markers that scripts place.
    pub fn markers(&self) -> impl Iterator<Item = &str> {
        self.events.values().flat_map(|event| event.markers.keys().map(AsRef::as_ref))
    }
}

/// Compiles and inspects the script of each event in the deck. Everything wrong with any of them is reported.
fn read_events(
    host: &Host,
    deck: &Deck,
    sources: &BTreeMap<String, Source>,
    faults: &mut Faults,
) -> BTreeMap<String, Event> {
    let vocabulary = Vocabulary::new(host.engine());
    let mut events = BTreeMap::new();
    let mut surveys = BTreeMap::new();
    let mut all_read = true;
    let kinds: BTreeMap<&str, EventKind> = deck.cards().map(|card| (card.event.as_str(), card.kind)).collect();
    for (id, kind) in kinds {
        let Some(source) = sources.get(&file_of(id)) else {
            let fault = Fault::error("script::no_script", format!("the event `{id}` of the deck has no script"));
            faults.push(fault.help(format!("write `{}`", file_of(id))));
            continue;
        };
        let read = host.compile(source).and_then(|(written, script)| {
            let survey = Survey::new(&written);
            // What the script says of itself is asked for only if it can be trusted to answer.
            let warnings = lint::lint(&script, &survey, kind, &vocabulary).with_warnings(())?.1;
            Ok((Event::load(host, script, kind)?, survey, warnings))
        });
        match read {
            Ok((event, survey, warnings)) => {
                faults.append(warnings);
                surveys.insert(id, survey);
                events.insert(id.to_string(), event);
            }
            Err(more) => {
                all_read = false;
                faults.append(more);
            }
        }
    }
    // A name that seems unknown may stand in a script that could not be read.
    if all_read {
        let markers: BTreeSet<&str> = events.values().flat_map(Event::marker_names).collect();
        for (id, event) in &events {
            if let Some(survey) = surveys.get(id.as_str()) {
                faults.append(lint::names(event, survey, &markers));
            }
        }
    }
    events
}

/// The name of the file with the script of an event.
fn file_of(event: &str) -> String {
    format!("{EVENTS}/{}.rhai", event.replace('-', "_"))
}

/// The first 16 hexadecimal digits of the SHA-256 of a text.
fn fingerprint(text: &str) -> String {
    Sha256::digest(text).iter().take(8).map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sets::CardId;

    #[test]
    fn the_deck_has_70_cards() {
        let scripts = Scripts::embedded().expect("sound scripts");
        assert_eq!(scripts.deck().numbers().len(), 70);
        assert_eq!(scripts.deck().numbers(), (1..=70).map(CardId).collect());
        assert_eq!(scripts.deck().value(CardId(1)), 3);
    }

    #[test]
    fn a_directory_reads_like_what_is_embedded() {
        let scripts = Scripts::embedded().expect("sound scripts");
        let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("../scripts");
        let read = Scripts::from_dir(&dir).expect("sound scripts");
        assert_eq!(read.deck(), scripts.deck());
        assert!(read.hashes().eq(scripts.hashes()));
    }

    #[test]
    fn a_fingerprint_is_the_beginning_of_the_sha_256() {
        assert_eq!(fingerprint("abc"), "ba7816bf8f01cfea");
    }

    #[test]
    fn a_directory_without_a_deck_is_a_fault() {
        let dir = tempfile::tempdir().expect("a directory");
        assert!(Scripts::from_dir(dir.path()).is_err());
    }
}
