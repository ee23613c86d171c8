//! Layers of content, and what counts as content.

use std::path::Path;
use wilderness_engine::content::{Layers, MANIFEST, files_in};

fn with(manifests: &[(&str, &str)]) -> tempfile::TempDir {
    let root = tempfile::tempdir().expect("a directory");
    for (directory, text) in manifests {
        std::fs::create_dir_all(root.path().join(directory)).expect("a directory");
        std::fs::write(root.path().join(directory).join(MANIFEST), text).expect("a file");
    }
    root
}

fn wrong(root: &Path) -> (String, String) {
    let faults = Layers::find(root, "chess").expect_err("a fault");
    let fault = faults.iter().next().expect("a fault");
    (fault.code().to_string(), fault.pointed().to_string())
}

#[test]
fn bases_come_before_what_is_based_on_them() {
    let root = with(&[("a", "game = \"chess\"\nname = \"A\"\nbase = \"../b\""), ("b", "base = \"chess\"")]);
    let layers = Layers::find(&root.path().join("a"), "chess").expect("layers");
    assert_eq!(layers.directories, [root.path().join("a/../b"), root.path().join("a")]);
    assert!(layers.on_program);
    let alone = with(&[("a", "")]);
    assert!(!Layers::find(&alone.path().join("a"), "chess").expect("layers").on_program);
}

#[test]
fn circles_missing_bases_other_games_and_unknown_keys_are_faults() {
    let root = with(&[
        ("a", "base = \"../b\""),
        ("b", "base = \"../a\""),
        ("c", "base = \"../nowhere\""),
        ("d", "game = \"go\""),
        ("e", "bass = \"chess\""),
    ]);
    let wrong = |name: &str| wrong(&root.path().join(name));
    assert_eq!(wrong("a"), ("content::base_circle".into(), "\"../a\"".into()));
    assert_eq!(wrong("c"), ("content::no_base".into(), "\"../nowhere\"".into()));
    assert_eq!(wrong("d"), ("content::other_game".into(), "\"go\"".into()));
    assert_eq!(wrong("e"), ("content::unknown_key".into(), "bass".into()));
    assert_eq!(wrong("none").0, "content::no_directory");
}

#[test]
fn what_editors_leave_behind_is_not_content() {
    let root = tempfile::tempdir().expect("a directory");
    for name in ["night_raid.rhai", "night_raid.rhai~", ".night_raid.rhai.swp", ".#night_raid.rhai", "4913"] {
        std::fs::write(root.path().join(name), "").expect("a file");
    }
    assert_eq!(files_in(root.path(), ".rhai").into_keys().collect::<Vec<_>>(), ["night_raid.rhai"]);
}
