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
    let whole = json(at, &format!("{LADDER} --games 6 --out whole.rows --json"));
    json(at, &format!("{LADDER} --games 2 --out rows.rows --json"));
    assert_eq!(json(at, &format!("{LADDER} --games 6 --out rows.rows --jobs 3 --json")), whole);
    let rows = read_to_string(at.join("rows.rows")).expect("rows");
    assert_eq!(rows, read_to_string(at.join("whole.rows")).expect("rows"));
    // A line for each pair.
    assert_eq!(rows.lines().count(), 1 + 3 * 3);
    // What is in the file is believed: nothing of it is played again.
    let drawn = rows.lines().enumerate().map(|(number, line)| match number {
        0 => format!("{line}\n"),
        _ => {
            line.replace("],[1,", "],[0,").replace("],[2,", "],[0,").replace("[[1,", "[[0,").replace("[[2,", "[[0,")
                + "\n"
        }
    });
    write(at.join("rows.rows"), drawn.collect::<String>()).expect("room");
    let drawn = json(at, &format!("{LADDER} --games 6 --out rows.rows --json"));
    assert!(drawn["meetings"].as_array().is_some_and(|all| all.iter().all(|one| one["all"]["draws"] == 6)), "{drawn}");
}

#[test]
fn rows_of_other_games_were_counted_in_a_ladder() {
    let at = tempdir().expect("a directory");
    let at = at.path();
    done(at, "arena random greedy --game draughts --games 2 --out rows.rows");
    let rows = read_to_string(at.join("rows.rows")).expect("rows");
    let other = refused(at, "arena random search:2 --game draughts --games 2 --out rows.rows");
    assert!(other.contains("`greedy`"), "{other}");
    let (_, rest) = rows.split_once("\"build\":\"").expect("the build");
    let build = &rest[..16];
    write(at.join("older.rows"), rows.replace(build, "0123456789abcdef")).expect("room");
    let other = refused(at, "arena random greedy --game draughts --games 2 --out older.rows");
    assert!(other.contains("0123456789abcdef") && other.contains(build), "{other}");
    let (_, rest) = rows.split_once("\"setup\":\"").expect("a setup");
    write(at.join("changed.rows"), rows.replace(&rest[..16], "0")).expect("room");
    let changed = refused(at, "arena random greedy --game draughts --games 2 --out changed.rows");
    assert!(changed.contains("settings"), "{changed}");
    // None of them has been touched.
    assert_eq!(read_to_string(at.join("older.rows")).expect("rows"), rows.replace(build, "0123456789abcdef"));
    done(at, "simulate --game draughts --white random --black greedy --games 2 --out simulated.rows");
    let other = refused(at, "arena random greedy --game draughts --games 2 --out simulated.rows");
    assert!(other.contains("`simulate`"), "{other}");
    assert_ne!(talk(at, &["arena", "random"], "").code, 0, "one player plays nobody");
}
