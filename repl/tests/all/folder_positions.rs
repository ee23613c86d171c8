//! Games of folders that begin from a position in place of their setup.

use crate::golden::{Talk, talk};
use serde_json::{Value, json};
use std::path::Path;
use tempfile::{TempDir, tempdir};
use wilderness_tests::write;

const GAMES: [&str; 4] = ["draughts", "crown-and-league", "alder-fords", "fen"];

fn home() -> TempDir {
    tempdir().expect("a directory")
}

#[track_caller]
fn done(home: &Path, words: &str, typed: &str) -> String {
    let said = talk(home, &words.split(' ').collect::<Vec<_>>(), typed);
    assert_eq!(said.code, 0, "{words}: {}", said.text);
    said.text
}

/// Where everything stands at the end of a record.
fn replayed(home: &Path, record: &str) -> Value {
    let text = done(home, &format!("replay {record} --json"), "");
    let json: Value = serde_json::from_str(&text).unwrap_or_else(|why| panic!("{why}: {text}"));
    json["position"].clone()
}

fn refused(home: &Path, position: &str) -> Talk {
    write(home, "p.toml", position);
    let said = talk(home, &["play", "--game", "draughts", "--position", "p.toml"], "");
    assert_eq!(said.code, 2, "{}", said.text);
    said
}

#[test]
fn a_folder_began_from_its_setup_only() {
    for game in GAMES {
        let home = home();
        done(home.path(), &format!("play --game {game} --seed 4 --open-hands"), "save a.record\n");
        let first = replayed(home.path(), "a.record");
        write(home.path(), "p.json", &first.to_string());
        done(home.path(), &format!("play --game {game} --seed 9 --open-hands --position p.json"), "save b.record\n");
        std::fs::remove_file(home.path().join("p.json")).expect("removed");
        assert_eq!(replayed(home.path(), "b.record"), first, "{game}: the record carries the position");
    }
}

#[test]
fn a_position_in_toml_is_played_and_counted() {
    let home = home();
    let position = "active = \"white\"\nturn = 7\n\
        pieces = [{ kind = \"king\", side = \"black\", at = \"1\" }, { kind = \"man\", side = \"white\", at = \"32\" }]\n";
    write(home.path(), "p.toml", position);
    done(home.path(), "play --game draughts --open-hands --position p.toml", "32-28\n1-5\nsave g.record\n");
    let end = replayed(home.path(), "g.record");
    let placed = |number: usize| (&end["pieces"][number]["kind"], &end["pieces"][number]["at"]);
    assert_eq!((placed(0), placed(1)), ((&json!("king"), &json!("5")), (&json!("man"), &json!("28"))), "{end}");
    assert_eq!(end["turn"], 9);
    let counted = done(home.path(), "perft --game draughts --position p.toml --depth 2 --json", "");
    let counted: Value = serde_json::from_str(&counted).expect("JSON");
    assert_eq!(counted["sequences"], 4, "two moves of the man, and two of the king");
    done(home.path(), "simulate --game draughts --position p.toml --games 2", "");
    done(home.path(), "board --game draughts --position p.toml --out b.svg", "");
}

#[test]
fn a_position_that_cannot_be_says_what_is_wrong() {
    let home = home();
    let piece = |kind: &str, side: &str, at: &str| {
        format!("pieces = [{{ kind = \"{kind}\", side = \"{side}\", at = \"{at}\" }}]\n")
    };
    for (position, code) in [
        (piece("queen", "black", "1"), "position::unknown"),
        (piece("man", "green", "1"), "position::unknown"),
        (piece("man", "black", "33"), "position::unknown"),
        ("tracks = { quiet = 1000 }".into(), "position::impossible"),
        ("turn = 65000".into(), "position::impossible"),
        ("phase = \"tunr\"".into(), "position::unknown"),
        ("colour = 3".into(), "position::"),
        ("{ \"turn\": ".into(), "position::unreadable"),
    ] {
        let said = refused(home.path(), &position);
        assert!(said.text.contains(code), "{position}: {}", said.text);
    }
}

#[test]
fn a_position_seen_by_one_side_is_no_start() {
    let home = home();
    done(home.path(), "play --game crown-and-league --seed 4 --open-hands", "save a.record\n");
    let text = done(home.path(), "replay a.record --json --as crown", "");
    let json: Value = serde_json::from_str(&text).expect("JSON");
    write(home.path(), "p.json", &json["position"].to_string());
    let said = talk(home.path(), &["play", "--game", "crown-and-league", "--position", "p.json"], "");
    assert!(said.code == 2 && said.text.contains("position::impossible"), "{}", said.text);
}
