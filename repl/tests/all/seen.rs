//! What a comparison says of scripts that differ: the answers that they offer, and the lines that never run.

use super::lab::done;
use serde_json::{Value, json};
use std::fs::write;
use tempfile::{TempDir, tempdir};

/// An event with a good and a bad answer, and with a line that no game comes to.
const EVENT: &str = r#"// Small Pox (34): a trial.
fn can_play() { true }

fn play() {
    let wish = game.choose_option("A point or three?", ["lose-a-point", "win-three"]);
    if wish == "win-three" {
        game.score(game.side, 3, "a wish");
    } else {
        game.score(game.enemy, 1, "a wish");
    }
    if game.year < 1755 {
        game.score(game.side, 1, "never");
        game.score(game.side, 1, "again");
    }
}
"#;

/// What it asks.
const QUESTION: &str = "A point or three?";

/// A directory with scripts in `b` in which this is the event of Small Pox.
fn scripts_with(event: &str) -> TempDir {
    let at = tempdir().expect("a directory");
    wilderness_tests::copy_scripts(&at.path().join("b"));
    write(at.path().join("b/events/small_pox.rhai"), event).expect("room");
    at
}

#[test]
fn what_no_bot_takes_and_what_never_runs_is_said() {
    let at = scripts_with(EVENT);
    let at = at.path();
    let run = "compare --scripts b --games 6 --french greedy --british greedy";
    let told = done(at, &format!("{run} --to-the-end"));
    let lines = "lines of events/small_pox.rhai that never ran in the games of B: 9, 12-13";
    assert!(told.lines().any(|line| line == lines), "{told}");
    let json: Value = serde_json::from_str(&done(at, &format!("{run} --json --to-the-end"))).expect("JSON");
    assert_eq!(json["never_run"]["events/small_pox.rhai"], json!([9, 12, 13]));
    let offered = json["answers"][0]["offered"].as_u64().filter(|times| *times > 0).expect("it was offered");
    let answers = |[lose, win]: [u64; 2]| {
        let answer =
            |answer, taken| json!({"question": QUESTION, "answer": answer, "offered": offered, "taken": taken});
        json!([answer("lose-a-point", lose), answer("win-three", win)])
    };
    assert_eq!(json["answers"], answers([0, offered]));
    let question = format!("\"{QUESTION}\": lose-a-point never, of {offered}; win-three {offered} of {offered}");
    assert!(told.lines().any(|line| line == question), "{told}");
    // Merged shards say the same.
    (1..=2).for_each(|shard| drop(done(at, &format!("{run} --shard {shard}/2 --out {shard}.rows"))));
    assert_eq!(done(at, "merge 1.rows 2.rows"), told);
    // Bots that take anything take both.
    let random: Value =
        serde_json::from_str(&done(at, "compare --scripts b --games 30 --to-the-end --json")).expect("JSON");
    let taken = |number: usize| random["answers"][number]["taken"].as_u64();
    assert!(taken(0) > Some(0) && taken(1) > Some(0), "{random}");
}

/// An event that brings three points, and does nothing else.
const THREE_POINTS: &str = r#"// Small Pox (34): a trial.
fn can_play() { true }

fn play() { game.score(game.side, 3, "a trial"); }
"#;

#[test]
fn an_event_is_worth_the_points_that_it_brings() {
    let at = scripts_with(THREE_POINTS);
    let at = at.path();
    let run = "compare --scripts b --worth --french greedy --british greedy --games 40 --to-the-end";
    let json: Value = serde_json::from_str(&done(at, &format!("{run} --json"))).expect("JSON");
    let worth = json["worth"].as_array().expect("a list");
    assert!(!worth.is_empty() && worth.iter().all(|of_side| of_side["event"] == "small-pox"), "{json}");
    // The games go other ways afterwards, so it is not exactly three.
    let (sum, count) = worth.iter().fold((0.0, 0.0), |(sum, count), of_side| {
        let [mean, of] = ["mean", "of"].map(|field| of_side["brings"][field].as_f64().expect("a number"));
        (sum + mean * of, count + of)
    });
    assert!(count > 10.0 && (sum / count - 3.0).abs() < 1.5, "{json}");
    let told = done(at, run);
    // The games of B are those that they are without the others, and merged shards say the same.
    let plain = done(at, &run.replace(" --worth", ""));
    let (of_worth, others): (Vec<&str>, Vec<&str>) =
        told.lines().partition(|line| line.strip_prefix("as an event, small-pox brings ").is_some());
    assert_eq!(of_worth.len(), worth.len(), "{told}");
    assert_eq!(others, plain.lines().collect::<Vec<_>>());
    (1..=2).for_each(|shard| drop(done(at, &format!("{run} --shard {shard}/2 --out {shard}.rows"))));
    assert_eq!(done(at, "merge 1.rows 2.rows"), told);
}

#[test]
fn a_card_for_both_sides_that_becomes_stronger_ends_the_run_for_who_plays_it() {
    let at = scripts_with(THREE_POINTS);
    let (at, six) = (at.path(), THREE_POINTS.replace("3, \"a trial\"", "6, \"a trial\""));
    wilderness_tests::copy_scripts(&at.join("c"));
    write(at.join("c/events/small_pox.rhai"), six).expect("room");
    let run = "compare --scripts b --scripts c --french greedy --british greedy --games 200 --json";
    let json: Value = serde_json::from_str(&done(at, run)).expect("JSON");
    assert_eq!(json["verdict"], json!({"for_who_plays": {"event": "small-pox", "better": "B"}}), "{json}");
    assert!(json["pairs"].as_u64() < Some(200), "{json}");
}
