//! Words of comments, messages, help and scripts that a native reader stumbles over stay out of the sources.

use std::path::{Path, PathBuf};

/// The words, and what to write instead.
const FORBIDDEN: [(&str, &str); 8] = [
    ("somebody", "the player, the caller, or a passive sentence"),
    ("whoever", "the side that, anyone who"),
    ("hardly anybody", "few"),
    ("so many", "this many, the most, how many"),
    ("who sat down as", "the first player"),
    ("die for the event:", "event die:"),
    ("answer this question first", "the question itself"),
    ("content of the program", "built-in content"),
];

/// Directories with sources, and with texts that people read.
const SEARCHED: [&str; 12] = [
    "core",
    "repl/allocator",
    "repl/classifier",
    "repl/layout",
    "repl/src",
    "repl/help",
    "repl/benches",
    "scripts",
    "scenarios",
    "tests/causeways",
    "tests/outpost",
    "fuzz",
];
/// Files of the root with text.
const TEXTS: [&str; 3] = ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md"];

fn sources(path: &Path, found: &mut Vec<PathBuf>) {
    if ["target", "corpus", "records"].iter().any(|apart| path.ends_with(apart)) {
        return;
    }
    match std::fs::read_dir(path) {
        Ok(entries) => entries.for_each(|entry| sources(&entry.expect("an entry").path(), found)),
        Err(_) => found.push(path.into()),
    }
}

/// Whether a line has a word or phrase that is not part of a longer word.
fn has(line: &str, phrase: &str) -> bool {
    let line = line.to_lowercase();
    line.match_indices(phrase).any(|(start, _)| {
        let (before, after) = (line[..start].chars().next_back(), line[start + phrase.len()..].chars().next());
        ![before, after].into_iter().flatten().any(char::is_alphanumeric)
    })
}

#[test]
fn words_that_sound_translated_stay_out_of_the_sources() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut files: Vec<PathBuf> = TEXTS.iter().map(|file| root.join(file)).collect();
    SEARCHED.iter().for_each(|directory| sources(&root.join(directory), &mut files));
    let is_text = |file: &&PathBuf| {
        ["rs", "md", "toml", "rhai"].iter().any(|end| file.extension().is_some_and(|extension| extension == *end))
    };
    let mut found = String::new();
    for file in files.iter().filter(is_text) {
        let text = std::fs::read_to_string(file).expect("a text");
        for (number, line) in text.lines().enumerate() {
            for (phrase, instead) in FORBIDDEN.iter().filter(|(phrase, _)| has(line, phrase)) {
                let place = format!("{}:{}", file.display(), number + 1);
                found.push_str(&format!("{place}: \"{phrase}\": write {instead}\n"));
            }
        }
    }
    assert!(found.is_empty(), "{found}");
}
