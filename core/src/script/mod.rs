//! The cards and, later, their scripts: everything a designer can change without touching the core.

mod deck;
mod moments;

pub use deck::{Card, Deck, EventKind};
pub use moments::{BattleKind, Capture, Moment, Responder};

use crate::faults::{Faults, Source};
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::path::Path;

/// The deck's file in the directory of scripts.
const DECK: &str = "deck.toml";

/// What a designer can change, read and checked, with a fingerprint of every file that it came from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Scripts {
    deck: Deck,
    hashes: BTreeMap<String, String>,
}

impl Scripts {
    /// The scripts that are part of the program.
    pub fn embedded() -> Result<Scripts, Faults> {
        Scripts::parse(&Source::new(format!("scripts/{DECK}"), include_str!("../../../scripts/deck.toml")))
    }

    /// Reads the scripts in a directory; everything wrong with any of them is reported.
    pub fn from_dir(path: &Path) -> Result<Scripts, Faults> {
        Scripts::parse(&Source::read(&path.join(DECK))?)
    }

    fn parse(deck: &Source) -> Result<Scripts, Faults> {
        let hashes = BTreeMap::from([(DECK.to_string(), fingerprint(deck.text()))]);
        Ok(Scripts { deck: Deck::parse(deck)?, hashes })
    }

    /// The cards.
    pub fn deck(&self) -> &Deck {
        &self.deck
    }

    /// Each file, by name relative to the directory, with the first 16 hexadecimal digits of the SHA-256 of its text.
    pub fn hashes(&self) -> impl Iterator<Item = (&str, &str)> {
        self.hashes.iter().map(|(name, hash)| (name.as_str(), hash.as_str()))
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
        let dir = tempfile::tempdir().expect("a directory");
        let text = include_str!("../../../scripts/deck.toml");
        std::fs::write(dir.path().join("deck.toml"), text).expect("written");
        let read = Scripts::from_dir(dir.path()).expect("sound scripts");
        assert_eq!(read, Scripts::embedded().expect("sound scripts"));
        std::fs::write(dir.path().join("deck.toml"), format!("{text}\n# touched\n")).expect("written");
        let touched = Scripts::from_dir(dir.path()).expect("sound scripts");
        assert_eq!(touched.deck(), read.deck());
        assert_ne!(touched.hashes().next(), read.hashes().next());
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
