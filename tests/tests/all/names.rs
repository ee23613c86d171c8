//! One type name stands for one type: in what all games share, and within each game and each front end.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// What counts as one: directories, from the root.
const UNITS: [&[&str]; 8] = [
    &["core/engine/src", "core/hexes/src", "core/lab/src", "repl/src"],
    // A ready-made vocabulary has the words of a game.
    &["core/engine/src/plain", "core/engine/src/plain.rs"],
    &["core/war/src"],
    &["core/battles/src"],
    &["core/tabletop/src"],
    &["repl/src/war"],
    &["repl/src/battles"],
    &["repl/src/tabletop"],
];

/// The arguments of each command are called so in its module, as `clap` has it.
const EXCEPTED: &str = "Args";

fn sources(path: &Path, apart: &[PathBuf], found: &mut Vec<PathBuf>) {
    if apart.iter().any(|other| other == path) {
        return;
    }
    match std::fs::read_dir(path) {
        Ok(entries) => entries.for_each(|entry| sources(&entry.expect("an entry").path(), apart, found)),
        Err(_) => found.push(path.into()),
    }
}

/// The name of the type that a line defines.
fn defined(line: &str) -> Option<&str> {
    let line = line.trim_start();
    let line = line.strip_prefix("pub").map_or(line, |rest| match rest.split_once(") ") {
        Some((inside, rest)) if inside.starts_with('(') => rest,
        _ => rest.trim_start(),
    });
    let name = ["struct ", "enum ", "trait "].iter().find_map(|word| line.strip_prefix(word))?;
    name.split(|c: char| !c.is_alphanumeric()).next().filter(|name| !name.is_empty())
}

/// The names that more than one file of a unit defines, each with the files.
fn doubled(unit: &[&str]) -> Vec<(String, Vec<PathBuf>)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let others: Vec<PathBuf> = UNITS.iter().flat_map(|other| other.iter()).map(|other| root.join(other)).collect();
    let mut files = Vec::new();
    for directory in unit {
        let directory = root.join(directory);
        let apart: Vec<PathBuf> = others.iter().filter(|other| **other != directory).cloned().collect();
        sources(&directory, &apart, &mut files);
    }
    assert!(files.len() > 1, "{unit:?}");
    let mut names: BTreeMap<String, Vec<PathBuf>> = BTreeMap::new();
    for file in files.into_iter().filter(|file| file.extension().is_some_and(|end| end == "rs")) {
        let text = std::fs::read_to_string(&file).expect("a source");
        for name in text.lines().filter_map(defined).filter(|name| *name != EXCEPTED) {
            names.entry(name.to_string()).or_default().push(file.clone());
        }
    }
    names.into_iter().filter(|(_, files)| files.len() > 1).collect()
}

#[test]
fn one_type_name_stands_for_one_type() {
    for unit in UNITS {
        let doubled = doubled(unit);
        assert!(doubled.is_empty(), "these names have several definitions: {doubled:#?}");
    }
}

#[test]
fn definitions_are_recognized() {
    assert_eq!(defined("pub struct Table<R: Rules> {"), Some("Table"));
    assert_eq!(defined("    pub(in crate::game) enum Part {"), Some("Part"));
    assert_eq!(defined("trait Goal: Clone {"), Some("Goal"));
    assert_eq!(defined("structure"), None);
}
