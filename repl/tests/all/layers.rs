//! The layers of the program: only the list of games and a game's own front end name a game.

use std::path::{Path, PathBuf};

fn sources(path: &Path, found: &mut Vec<PathBuf>) {
    match std::fs::read_dir(path) {
        Ok(entries) => entries.for_each(|entry| sources(&entry.expect("an entry").path(), found)),
        Err(_) => found.push(path.into()),
    }
}

#[test]
fn the_prompt_and_the_text_name_nothing_of_a_game() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = Vec::new();
    ["prompt", "text"].iter().for_each(|part| sources(&root.join(part), &mut files));
    assert!(files.len() > 30, "{files:?}");
    for file in files {
        let text = std::fs::read_to_string(&file).expect("a source");
        for name in [
            "wilderness_war",
            "wilderness_battles",
            "crate::battles",
            "crate::war",
            "crate::commands",
            "wilderness_tabletop",
            "crate::tabletop",
        ] {
            assert!(!text.contains(name), "{} names {name}", file.display());
        }
    }
}

/// What only a front end may name: the crates of the games, their sides, pieces, files and words.
const NAMES: [&str; 15] = [
    "wilderness_war",
    "wilderness_battles",
    "crate::war",
    "crate::battles",
    "french",
    "british",
    "montcalm",
    "quebec",
    "deck.toml",
    "tables.toml",
    "\"war\"",
    "\"battles\"",
    "wilderness_tabletop",
    "crate::tabletop",
    "\"tabletop\"",
];

/// The code of a text, without its comments.
fn code(text: &str) -> String {
    let lines = text.lines().map(|line| line.split_once("//").map_or(line, |(code, _)| code));
    lines.collect::<Vec<_>>().join("\n").to_lowercase()
}

#[test]
fn only_the_list_and_the_front_ends_name_a_game() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = Vec::new();
    sources(&root, &mut files);
    // `lib.rs` declares the modules, and `testing.rs` is not part of the program.
    let excepted = ["war", "battles", "tabletop", "list.rs", "lib.rs", "testing.rs"].map(|name| root.join(name));
    files.retain(|file| {
        file.extension().is_some_and(|end| end == "rs") && !excepted.iter().any(|name| file.starts_with(name))
    });
    assert!(files.len() > 100, "{files:?}");
    for file in files {
        let code = code(&std::fs::read_to_string(&file).expect("a source"));
        let named: Vec<&str> = NAMES.into_iter().filter(|name| code.contains(name)).collect();
        assert!(named.is_empty(), "{} names {named:?}", file.display());
    }
}

#[test]
fn nothing_of_the_program_names_a_game_that_is_a_folder() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folders = std::fs::read_dir(root.join("../scenarios/folders")).expect("the folders");
    let folders: Vec<String> =
        folders.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned()).collect();
    let mut files = Vec::new();
    [root.join("src"), root.join("../core/tabletop/src")].iter().for_each(|part| sources(part, &mut files));
    for file in files.iter().filter(|file| file.extension().is_some_and(|end| end == "rs")) {
        let code = code(&std::fs::read_to_string(file).expect("a source"));
        let words: Vec<&str> = code.split(|c: char| !c.is_alphanumeric() && c != '-').collect();
        let named: Vec<&String> = folders.iter().filter(|name| words.contains(&name.as_str())).collect();
        assert!(named.is_empty(), "{} names {named:?}", file.display());
    }
}
