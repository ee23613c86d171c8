//! The luck of the dice, removed from what `compare` says.

use super::lab::{done, refused};
use serde_json::Value;
use std::fs::{read, read_to_string, write};
use std::path::Path;
use std::process::Command;
use tempfile::tempdir;

/// A game in which Red rolls a die and scores what it shows, or by the option another die and a point more; Blue does nothing.
const GAME: &str = r##"
name = "One Die"
author = "A. Maker"
licence = "CC0-1.0"
phases = ["act"]
turns = 2
side = [{ id = "red", name = "Red", colour = "#a33327" }, { id = "blue", name = "Blue", colour = "#27548c" }]
die = [{ id = "low", faces = 6 }, { id = "high", faces = 6 }]
option = [{ id = "other", name = "The Other Die", about = "Red rolls the other die, and scores one more." }]

[board]
shape = "places"
place = [{ id = "here", at = [0, 0] }]
"##;

/// Its rules.
const RULES: &str = r#"fn setup() { }

fn act(side) {
    if side == Side::BLUE { return; }
    game.score(side, if game.option("other") { game.roll("high") + 1 } else { game.roll("low") });
}
"#;

/// What a pip of either die is worth: what it scores.
const VALUES: &str = "[weights.red]\nconstant = [0.1]\n\n[luck.red]\nlow = [1.0, -1.0]\nhigh = [1.0, -1.0]\n";

fn json(at: &Path, words: &str) -> Value {
    serde_json::from_str(&done(at, words)).expect("JSON")
}

/// Each of the two games has another die, so that nothing but the luck is in the way, and all of it is known.
#[test]
fn of_games_that_are_nothing_but_luck_exactly_the_truth_is_left() {
    let at = tempdir().expect("a directory");
    let at = at.path();
    for (file, text) in [("game.toml", GAME), ("rules.rhai", RULES), ("values/standard.toml", VALUES)] {
        wilderness_tests::write(at, &format!("one/{file}"), text);
    }
    let run = "compare --game ./one --rules= --rules other --games 60 --to-the-end --json";
    let said = json(at, run);
    let [mean, half] = ["mean", "plus_minus"].map(|field| said["leads"]["red"][field].as_f64().expect("a number"));
    assert_eq!((mean, half), (1.0, 0.0), "{said}");
    assert_eq!(said["luck_removed"], 1.0, "{said}");
    let with_luck = json(at, &format!("{run} --with-luck"));
    assert!(with_luck["leads"]["red"]["plus_minus"].as_f64() > Some(0.2), "{with_luck}");
    assert_eq!(with_luck["luck_removed"], Value::Null);
    // Nothing is said where nobody has learned what pips are worth.
    std::fs::remove_dir_all(at.join("one/values")).expect("removed");
    assert_eq!(json(at, run), with_luck);
}

#[test]
fn what_is_left_of_a_change_is_the_same_and_known_better() {
    let at = tempdir().expect("a directory");
    let at = at.path();
    let run = "compare --scenario early-war --handicap 0 --handicap 2 --french greedy --british greedy --games 60 --to-the-end";
    let [without, with] = ["", " --with-luck"].map(|luck| json(at, &format!("{run} --json{luck}")));
    let of =
        |said: &Value| ["mean", "plus_minus"].map(|field| said["leads"]["french"][field].as_f64().expect("a number"));
    let ([mean, half], [_, wide]) = (of(&without), of(&with));
    assert!(half < wide && (mean - 2.0).abs() < 2.0 * half, "{without} {with}");
    assert!(without["luck_removed"].as_f64().is_some_and(|share| (0.01..0.4).contains(&share)), "{without}");
    let told = done(at, run);
    assert!(told.lines().any(|line| line.starts_with("luck ")), "{told}");
    assert!(!done(at, &format!("{run} --with-luck")).contains("luck"));
}

/// The numbers in the line of standard error that begins so.
fn numbers_told(run: &str, beginning: &str) -> Vec<f64> {
    let at = tempdir().expect("a directory");
    let mut command = Command::new(env!("CARGO_BIN_EXE_wilderness"));
    let output = command.current_dir(at.path()).args(run.split_whitespace()).output().expect("it runs");
    let errors = String::from_utf8_lossy(&output.stderr);
    let told = errors.lines().find_map(|line| line.strip_prefix(beginning)).unwrap_or_default();
    told.split(' ').filter_map(|word| word.parse().ok()).collect()
}

#[test]
fn what_was_saved_is_told_in_time() {
    let run = "compare --scenario early-war --handicap 0 --handicap 6 --french greedy --british greedy --games 1000";
    // On a fast machine, less than a tenth of a second is saved.
    assert_eq!(numbers_told(run, "luck removed: ").len(), 1);
    assert!(numbers_told(&format!("{run} --with-luck"), "luck removed: ").is_empty());
    let early = numbers_told(run, "clear early: ");
    assert!(matches!(early[..], [pairs, seconds] if pairs > 0.0 && pairs < 1000.0 && seconds > 0.0), "{early:?}");
    assert!(numbers_told(&format!("{} --to-the-end", run.replace("1000", "20")), "clear early: ").is_empty());
}

#[test]
fn rows_carry_the_luck_and_those_without_it_do_not_go_with_them() {
    let at = tempdir().expect("a directory");
    let at = at.path();
    let run = "compare --handicap 0 --handicap 2 --french greedy --british greedy --games 12";
    let told = done(at, &format!("{run} --out whole.rows"));
    assert!(told.contains("\nluck "), "{told}");
    for shard in 1..=3 {
        done(at, &format!("{run} --shard {shard}/3 --out {shard}.rows"));
    }
    assert_eq!(done(at, "merge 2.rows 3.rows 1.rows --out merged.rows"), told);
    let [whole, merged] = ["whole.rows", "merged.rows"].map(|file| read(at.join(file)).expect("rows"));
    assert_eq!(whole, merged);
    done(at, &format!("{run} --with-luck --shard 1/3 --out other.rows"));
    assert!(!read_to_string(at.join("other.rows")).expect("rows").contains("\"luck\":["));
    let said = refused(at, "merge other.rows 2.rows 3.rows");
    assert!(said.contains("with luck"), "{said}");
    let said = refused(at, &format!("{run} --with-luck --out whole.rows"));
    assert!(said.contains("with luck"), "{said}");
    // A luck of sides that the game does not have is no row of it.
    let wrong = read_to_string(at.join("1.rows")).expect("rows").replacen("\"luck\":[", "\"luck\":[1,", 1);
    write(at.join("1.rows"), wrong).expect("room");
    assert!(refused(at, "merge 1.rows 2.rows 3.rows").contains("1.rows:2:"));
}
