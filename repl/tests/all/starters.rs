//! Beginning content of one's own: `init`, `export`, and `edit` of a file that is in the program.

use crate::golden::talk;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

const GAMES: [&str; 2] = ["war", "battles"];

/// The files below a directory with their texts, by their paths in it.
fn files(directory: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut found = BTreeMap::new();
    for entry in std::fs::read_dir(directory).expect("a directory").flatten() {
        let (path, name) = (entry.path(), PathBuf::from(entry.file_name()));
        match path.is_dir() {
            true => found.extend(files(&path).into_iter().map(|(inner, text)| (name.join(inner), text))),
            false => drop(found.insert(name, std::fs::read(&path).expect("a file"))),
        }
    }
    found
}

#[test]
fn what_init_makes_is_sound_and_plays_as_it_says() {
    for game in GAMES {
        let home = tempfile::tempdir().expect("a directory");
        let made = talk(home.path(), &["init", "mine", "--game", game], "");
        assert_eq!(made.code, 0, "{}", made.text);
        let commands: Vec<&str> = made.text.lines().filter_map(|line| line.strip_prefix("  wilderness ")).collect();
        assert!(commands.len() >= 3, "{}", made.text);
        for command in commands {
            let arguments: Vec<&str> = command.split(' ').map(|word| if word == "100" { "3" } else { word }).collect();
            let said = talk(home.path(), &arguments, "hint\nquit\n");
            assert_eq!(said.code, 0, "{command}: {}", said.text);
        }
        let before = files(home.path());
        assert!(before.contains_key(Path::new("mine/content.toml")));
        let again = talk(home.path(), &["init", "mine", "--game", game], "");
        assert_eq!((again.code, files(home.path())), (2, before), "{}", again.text);
    }
}

#[test]
fn export_writes_all_that_the_program_has_and_overwrites_nothing() {
    let tree = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the tree");
    for game in GAMES {
        let home = tempfile::tempdir().expect("a directory");
        assert_eq!(talk(home.path(), &["export", "all", "--game", game], "").code, 0);
        let written = files(&home.path().join("all"));
        for part in ["scripts", "scenarios"] {
            let present =
                files(&tree.join(part).join(game)).into_iter().filter(|(name, _)| !name.starts_with("editions"));
            for (name, text) in present {
                let path = Path::new(part).join(game).join(name);
                assert_eq!(written.get(&path), Some(&text), "{}", path.display());
            }
        }
        assert!(
            !written.keys().any(|path| path.iter().any(|part| part == "editions")),
            "they are for games of the program"
        );
        let checked = talk(home.path(), &["check", "all"], "");
        assert_eq!(checked.code, 0, "{}", checked.text);
        // One file that was changed, and another that was deleted.
        let names: Vec<&PathBuf> = written.keys().filter(|path| path.starts_with("scripts")).collect();
        std::fs::write(home.path().join("all").join(names[0]), "changed").expect("a file");
        std::fs::remove_file(home.path().join("all").join(names[1])).expect("a file");
        let before = files(home.path());
        let again = talk(home.path(), &["export", "all", "--game", game], "");
        assert_eq!((again.code, files(home.path())), (2, before), "{}", again.text);
    }
}

#[test]
fn export_of_one_file_finds_it_by_its_name() {
    let home = tempfile::tempdir().expect("a directory");
    assert_eq!(talk(home.path(), &["export", "one", "small-pox"], "").code, 0);
    let written: Vec<PathBuf> = files(&home.path().join("one")).into_keys().collect();
    assert_eq!(written, ["content.toml", "scripts/war/events/small_pox.rhai"].map(PathBuf::from));
    let unknown = talk(home.path(), &["export", "other", "small-box"], "");
    assert_eq!((unknown.code, home.path().join("other").exists()), (2, false), "{}", unknown.text);
}

#[test]
fn edit_copies_a_script_of_the_program_that_is_then_used_in_its_place() {
    let home = tempfile::tempdir().expect("a directory");
    assert_eq!(talk(home.path(), &["init", "mine"], "").code, 0);
    let copy = home.path().join("mine/scripts/war/events/small_pox.rhai");
    assert!(!copy.exists());
    let said = talk(home.path(), &["play", "--content", "mine"], "edit 34\nedit 34\nquit\n");
    assert_eq!(said.code, 0, "{}", said.text);
    let built_in = Path::new(env!("CARGO_MANIFEST_DIR")).join("../scripts/war/events/small_pox.rhai");
    assert_eq!(std::fs::read(&copy).expect("a copy"), std::fs::read(built_in).expect("a script"));
    // A change of the copy counts.
    std::fs::write(&copy, "fn play() { game.nonsense(); }").expect("a file");
    assert_eq!(talk(home.path(), &["check", "mine"], "").code, 1);
}
