//! The layers of the program: the prompt and what it is made of know no game.

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
        for name in
            ["wilderness_war", "wilderness_battles", "crate::battles", "crate::war", "crate::commands", "crate::lab"]
        {
            assert!(!text.contains(name), "{} names {name}", file.display());
        }
    }
}
