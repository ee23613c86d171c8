//! Where tests are: a crate's sources contain none, because it would be compiled a second time for them. Its
//! `Cargo.toml` says `test = false`, so that tests there would never run.

use std::fs;
use std::path::{Path, PathBuf};

/// The directories of all crates.
const CRATES: [&str; 8] =
    ["core/battles", "core/engine", "core/hexes", "core/tabletop", "core/war", "fuzz", "repl", "tests"];

/// The Rust files below a directory.
fn sources(directory: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(directory).expect("a directory of sources");
    let paths = entries.map(|entry| entry.expect("an entry of a directory").path());
    let below = |path: PathBuf| if path.is_dir() { sources(&path) } else { vec![path] };
    paths.flat_map(below).filter(|path| path.extension().is_some_and(|extension| extension == "rs")).collect()
}

#[test]
fn no_source_contains_tests() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    for name in CRATES {
        let files = sources(&root.join(name).join("src"));
        assert!(!files.is_empty(), "{name} has no sources");
        for file in files {
            let text = fs::read_to_string(&file).expect("a source is text");
            let found = ["#[test]", "cfg(test)"].into_iter().find(|word| text.contains(word));
            assert_eq!(found, None, "{} contains tests: move them to {name}/tests/all", file.display());
        }
    }
}
