//! The cards and their scripts: everything a designer can change without touching the core.

mod api;
mod deck;
mod diagnose;
mod events;
mod files;
mod host;
mod modifiers;
mod moments;

pub use deck::{Card, Deck, EventKind};
pub use files::{Fingerprints, GONE, differences};
pub use modifiers::{FireModifiers, MovementLimits};
pub use moments::{BattleKind, Capture, Moment, MomentKind};

use crate::faults::{Fault, Faults, Source};
use crate::state::Until;
use events::Event;
use host::Host;
use include_dir::{Dir, include_dir};
use sha2::{Digest, Sha256};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::rc::Rc;

/// The scripts that are part of the program.
static EMBEDDED: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/../scripts");

/// The deck's file in the directory of scripts.
const DECK: &str = "deck.toml";
/// The directory of the events' scripts in it.
const EVENTS: &str = "events";
/// The functions with which a script changes what the rules compute, and their parameters.
const MODIFIERS: [(&str, usize); 6] =
    [("movement", 1), ("battle", 2), ("siege", 1), ("raid", 1), ("hand_size", 2), ("first_side", 0)];

/// What a designer can change, read, compiled and checked, with a fingerprint of every file that it came from.
pub struct Scripts {
    deck: Rc<Deck>,
    hashes: Fingerprints,
    host: Host,
    /// By the event's id in the deck.
    events: BTreeMap<String, Event>,
    /// The kinds of moments that some response answers.
    answered: BTreeSet<MomentKind>,
    /// For each modifier the events that define it.
    modifying: BTreeMap<&'static str, Vec<String>>,
}

impl Scripts {
    /// The scripts that are part of the program.
    ///
    /// # Errors
    /// Everything wrong with any of them.
    pub fn embedded() -> Result<Scripts, Faults> {
        let mut sources = BTreeMap::new();
        let files = EMBEDDED.files().chain(EMBEDDED.get_dir(EVENTS).into_iter().flat_map(Dir::files));
        for file in files {
            if let (Some(name), Some(text)) = (file.path().to_str(), file.contents_utf8()) {
                sources.insert(name.to_string(), Source::new(format!("scripts/{name}"), text));
            }
        }
        Scripts::load(&sources)
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
        let mut events = BTreeMap::new();
        for (name, source) in sources.iter().filter(|(name, _)| *name == DECK || name.ends_with(".rhai")) {
            hashes.insert(name.clone(), fingerprint(source.text()));
        }
        for card in deck.cards() {
            let name = format!("{EVENTS}/{}.rhai", card.event.replace('-', "_"));
            if events.contains_key(&card.event) {
                continue;
            }
            let Some(source) = sources.get(&name) else { continue };
            match Event::load(&host, source, card.kind) {
                Ok(event) => drop(events.insert(card.event.clone(), event)),
                Err(more) => faults.append(more),
            }
        }
        let answered = events.values().flat_map(|event| event.moments().iter().copied()).collect();
        let modifying = MODIFIERS.map(|(modifier, parameters)| {
            let defines = |event: &&String| events.get(*event).is_some_and(|e| e.script.has(modifier, parameters));
            (modifier, events.keys().filter(defines).cloned().collect())
        });
        let modifying = modifying.into_iter().collect();
        faults.into_result(Scripts { deck, hashes, host, events, answered, modifying })
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

    /// Gives up the seats kept ready for calls: each of them holds on to scripts, maybe these, which would never be freed.
    pub(crate) fn vacate(&self) {
        self.host.vacate();
    }

    /// The names of all markers that scripts place.
    pub fn markers(&self) -> impl Iterator<Item = &str> {
        self.events.values().flat_map(|event| event.markers.keys().map(AsRef::as_ref))
    }
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
