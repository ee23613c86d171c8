//! What a comparison says of scripts that differ: the answers that they offer, and the lines that never run.

use super::lab::done;
use std::fs::write;
use tempfile::tempdir;

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

#[test]
fn what_no_bot_takes_and_what_never_runs_is_said() {
    let at = tempdir().expect("a directory");
    let at = at.path();
    wilderness_tests::copy_scripts(&at.join("b"));
    write(at.join("b/events/small_pox.rhai"), EVENT).expect("room");
    let run = "compare --scripts b --games 6 --french greedy --british greedy";
    let told = done(at, &format!("{run} --to-the-end"));
    let question = told.lines().find(|line| line.starts_with("\"A point or three?\": ")).expect("the question");
    assert!(question.contains("lose-a-point never, of ") && !question.contains("win-three never"), "{question}");
    let lines = "lines of events/small_pox.rhai that never ran in the games of B: 9, 12-13";
    assert!(told.lines().any(|line| line == lines), "{told}");
    let json: serde_json::Value = serde_json::from_str(&done(at, &format!("{run} --json --to-the-end"))).expect("JSON");
    assert_eq!(json["never_run"]["events/small_pox.rhai"], serde_json::json!([9, 12, 13]));
    assert_eq!(json["answers"][0]["taken"], 0, "{json}");
    // Merged shards say the same.
    (1..=2).for_each(|shard| drop(done(at, &format!("{run} --shard {shard}/2 --out {shard}.rows"))));
    assert_eq!(done(at, "merge 1.rows 2.rows"), told);
    // Bots that take anything take both.
    let random = done(at, "compare --scripts b --games 30 --to-the-end");
    assert!(random.contains("lose-a-point ") && !random.contains("lose-a-point never"), "{random}");
}

/// An event that brings three points, and does nothing else.
const THREE_POINTS: &str = r#"// Small Pox (34): a trial.
fn can_play() { true }

fn play() { game.score(game.side, 3, "a trial"); }
"#;

#[test]
fn an_event_is_worth_the_points_that_it_brings() {
    let at = tempdir().expect("a directory");
    let at = at.path();
    wilderness_tests::copy_scripts(&at.join("b"));
    write(at.join("b/events/small_pox.rhai"), THREE_POINTS).expect("room");
    let run = "compare --scripts b --worth --french greedy --british greedy --games 40 --to-the-end";
    let json: serde_json::Value = serde_json::from_str(&done(at, &format!("{run} --json"))).expect("JSON");
    let worth = json["worth"].as_array().expect("a list");
    assert!(!worth.is_empty() && worth.iter().all(|of_side| of_side["event"] == "small-pox"), "{json}");
    // The games go other ways afterwards, so it is not exactly three.
    let (sum, count) = worth.iter().fold((0.0, 0.0), |(sum, count), of_side| {
        let [mean, of] = ["mean", "of"].map(|field| of_side["brings"][field].as_f64().expect("a number"));
        (sum + mean * of, count + of)
    });
    assert!(count > 10.0 && (sum / count - 3.0).abs() < 1.5, "{json}");
    let told = done(at, run);
    assert!(told.contains("as an event, small-pox brings the French VP +"), "{told}");
    // The games of B are those that they are without the others, and merged shards say the same.
    let plain = done(at, &run.replace(" --worth", ""));
    let without =
        |text: &str| text.lines().filter(|line| !line.starts_with("as an event")).collect::<Vec<_>>().join("\n");
    assert_eq!(without(&told), without(&plain));
    (1..=2).for_each(|shard| drop(done(at, &format!("{run} --shard {shard}/2 --out {shard}.rows"))));
    assert_eq!(done(at, "merge 1.rows 2.rows"), told);
}
