//! Sets of scripts as a whole, and what the engine finds out and says about scripts of this game.

mod diagnose;
mod document;
mod evaluate;
mod events;
mod every_service;
mod lint;
mod lookup_cache;
mod moments;
mod no_effect;
mod odd;
mod planted;
mod remembered;
mod stoppable;
mod trial;

use std::path::Path;
use wilderness_war::{CardId, Scripts};

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
    let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scripts/war");
    let read = Scripts::from_dir(&dir).expect("sound scripts");
    assert_eq!(read.deck(), scripts.deck());
    assert_eq!(read.fingerprints(), scripts.fingerprints());
}

#[test]
fn a_directory_without_a_deck_is_a_fault() {
    let dir = tempfile::tempdir().expect("a directory");
    assert!(Scripts::from_dir(dir.path()).is_err());
}
