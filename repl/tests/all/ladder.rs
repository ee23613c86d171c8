//! `wilderness arena` with several players: a ladder that can be stopped and resumed.

use super::golden::talk;
use super::lab::{done, refused};
use serde_json::Value;
use std::fs::{read_to_string, write};
use std::path::Path;
use tempfile::tempdir;

const LADDER: &str = "arena random greedy search:2 --game draughts";

fn json(at: &Path, words: &str) -> Value {
    serde_json::from_str(&done(at, words)).expect("JSON")
}

#[test]
fn everybody_meets_everybody_in_every_scenario() {
    let at = tempdir().expect("a directory");
    let ladder = "arena random greedy search:1 --scenarios quebec,lake-george --games 2";
    let result = json(at.path(), &format!("{ladder} --json"));
    let meetings = result["meetings"].as_array().expect("a list");
    let met = |meeting: &Value| {
        assert_eq!((&meeting["units"], &meeting["all"]["games"]), (&1.into(), &2.into()), "{meeting}");
        ["first", "second", "scenario"].map(|field| meeting[field].as_str().expect("a text").to_string())
    };
    let met: Vec<[String; 3]> = meetings.iter().map(met).collect();
    let pairs = [["random", "greedy"], ["random", "search:1"], ["greedy", "search:1"]];
    let expected = ["quebec", "lake-george"].iter().flat_map(|id| pairs.map(|[one, other]| [one, other, id]));
    assert_eq!(met, expected.map(|one| one.map(str::to_string)).collect::<Vec<_>>());
    let shares = result["contestants"].as_array().expect("a list").iter();
    let sum: f64 = shares.map(|one| one["score"]["share"].as_f64().expect("a share")).sum();
    assert!((sum - 1.5).abs() < 1e-9, "each game is shared out among its players: {result}");
    assert!(result["seats"]["lake-george"]["british"]["elo"].is_number(), "{result}");
    let table = done(at.path(), &format!("{ladder} --markdown"));
    let of = |name: &str| table.lines().filter(|line| line.starts_with(&format!("| {name}"))).count();
    assert_eq!([of("`random`"), of("`greedy`"), of("`search:1`"), of("quebec"), of("lake-george")], [1; 5], "{table}");
}

#[test]
fn a_ladder_resumes_from_its_rows() {
    let at = tempdir().expect("a directory");
    let at = at.path();
    let whole = json(at, &format!("{LADDER} --games 6 --json"));
    json(at, &format!("{LADDER} --games 2 --out rows.csv --json"));
    assert_eq!(json(at, &format!("{LADDER} --games 6 --out rows.csv --jobs 3 --json")), whole);
    let rows = read_to_string(at.join("rows.csv")).expect("rows");
    assert_eq!(rows.lines().count(), 1 + 3 * 6);
    // What is in the file is believed: nothing of it is played again.
    let column = rows.lines().next().and_then(|heads| heads.split(',').position(|head| head == "winner"));
    let column = column.expect("a column");
    let turned = rows.lines().map(|line| {
        let mut words: Vec<&str> = line.split(',').collect();
        words[column] = if words[column] == "winner" { "winner" } else { "draw" };
        words.join(",")
    });
    write(at.join("rows.csv"), turned.collect::<Vec<_>>().join("\n") + "\n").expect("room");
    let drawn = json(at, &format!("{LADDER} --games 6 --out rows.csv --json"));
    assert!(drawn["meetings"].as_array().is_some_and(|all| all.iter().all(|one| one["all"]["draws"] == 6)), "{drawn}");
}

#[test]
fn rows_of_other_games_were_counted_in_a_ladder() {
    let at = tempdir().expect("a directory");
    let at = at.path();
    done(at, "arena random greedy --game draughts --games 2 --out rows.csv");
    let rows = read_to_string(at.join("rows.csv")).expect("rows");
    let other = refused(at, "arena random search:2 --game draughts --games 2 --out rows.csv");
    assert!(other.contains("`greedy`"), "{other}");
    let (before, rest) = rows.split_once(" build ").expect("the build");
    let build = &rest[..16];
    write(at.join("older.csv"), rows.replace(build, "0123456789abcdef")).expect("room");
    let other = refused(at, "arena random greedy --game draughts --games 2 --out older.csv");
    assert!(other.contains("0123456789abcdef") && other.contains(build), "{other}");
    let setup = before.rsplit(',').next().expect("a setup");
    write(at.join("changed.csv"), rows.replace(setup, "0")).expect("room");
    let changed = refused(at, "arena random greedy --game draughts --games 2 --out changed.csv");
    assert!(changed.contains("settings"), "{changed}");
    // None of them has been touched.
    assert_eq!(read_to_string(at.join("older.csv")).expect("rows"), rows.replace(build, "0123456789abcdef"));
    let simulated = "simulate --game draughts --white random --black greedy --games 2 --out simulated.csv";
    done(at, simulated);
    assert!(refused(at, "arena random greedy --game draughts --games 2 --out simulated.csv").contains("build"));
    assert_ne!(talk(at, &["arena", "random"], "").code, 0, "one player plays nobody");
}
