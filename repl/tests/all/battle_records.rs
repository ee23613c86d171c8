//! Records of battles on the command line: what `replay` prints, and what it refuses.

use super::golden::{commands, golden, talk};
use assert_cmd::Command;
use serde_json::Value;
use std::path::Path;
use tempfile::{TempDir, tempdir};

/// Runs the program in a directory: what it prints, what it complains of, and whether it ended well.
fn run(at: &Path, words: &str) -> (String, String, bool) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_wilderness"));
    let output = command.current_dir(at).args(words.split_whitespace()).output().expect("it runs");
    let [out, errors] = [&output.stdout, &output.stderr].map(|text| String::from_utf8_lossy(text).to_string());
    let errors: Vec<&str> = errors.split_whitespace().filter(|word| *word != "│").collect();
    (out, errors.join(" "), output.status.success())
}

const HEADER: &str = "wilderness-record 1\ngame battles\nscenario quebec\nposition {\"scenario\": \"quebec\", \
    \"turn\": 3, \"phasing\": \"british\", \"units\": {\"15-foot\": {\"at\": \"1106\"}, \"ra-1\": {\"at\": \"1106\"}, \
    \"bearn\": {\"at\": \"1306\"}, \"guyenne\": {\"at\": \"1407\"}}}\n";
const LINES: &str = "british gun unit:ra-1\nbritish target hex:1306\nroll bombardment 4\n";

fn with_record(text: &str) -> TempDir {
    let at = tempdir().expect("a directory");
    std::fs::write(at.path().join("b.record"), text).expect("a record");
    at
}

/// The record of a whole battle with special tactics markers.
fn lake_george() -> TempDir {
    with_record(include_str!("../../../core/battles/tests/records/lake-george.record"))
}

/// What `replay --json` prints.
fn replayed(at: &Path, words: &str) -> (Value, String) {
    let (out, errors, success) = run(at, &format!("replay b.record --json {words}"));
    assert!(success, "{errors}");
    (serde_json::from_str(&out).expect("JSON"), errors)
}

#[test]
fn replay_ends_with_the_kind_and_the_tokens_of_the_open_question() {
    let at = with_record(&format!("{HEADER}{LINES}"));
    let (_, errors, success) = run(at.path(), "replay b.record --strict");
    assert!(success && errors.is_empty(), "{errors}");
    let lines = ["replay b.record --strict", "replay b.record --to line:5", "replay b.record --to line:9"];
    golden("replay-of-a-battle", &commands(at.path(), &lines));
    let (out, ..) = run(at.path(), "replay b.record --to line:5");
    assert_eq!(run(at.path(), "replay b.record --to 1").0, out, "the only answer up to line 5");
}

#[test]
fn a_battle_of_an_earlier_edition_says_so_and_one_of_an_unknown_edition_is_refused() {
    let edition = |line: &str| with_record(&format!("{HEADER}{line}{LINES}"));
    let (first, present) = (edition(""), edition("edition 2\n"));
    assert_eq!(replayed(first.path(), "").0["edition"], 1);
    assert!(replayed(present.path(), "").0.get("edition").is_none());
    let played = |at: &TempDir| talk(at.path(), &["play", "--load", "b.record"], "new quebec seed 5\n").text;
    assert_eq!(played(&first).matches("edition").count(), 1, "not in the new battle");
    assert!(!played(&present).contains("edition"), "{}", played(&present));
    let (_, errors, success) = run(edition("edition 3\n").path(), "replay b.record");
    assert!(!success && errors.contains("record::edition") && errors.contains("b.record:5:9"), "{errors}");
}

#[test]
fn a_line_that_does_not_fit_is_shown_with_what_would() {
    let at = with_record(&format!("{HEADER}{}", LINES.replace("hex:1306", "hex:1206")));
    let (_, errors, success) = run(at.path(), "replay b.record");
    assert!(!success && errors.contains("record::does_not_fit") && errors.contains("b.record:6:"), "{errors}");
    assert!(["hex:1306", "hex:1407"].iter().all(|token| errors.contains(token)), "{errors}");
    let (_, errors, success) = run(at.path(), "replay b.record --as french");
    assert!(!success && !errors.contains("hex:1306"), "{errors}");
}

#[test]
fn what_comes_from_the_seed_is_counted_or_refused() {
    let at = with_record(&format!("{HEADER}{}", LINES.replace("roll bombardment 4\n", "")));
    let (_, errors, success) = run(at.path(), "replay b.record");
    assert!(success && errors.contains(" 1 die; "), "{errors}");
    let (_, errors, success) = run(at.path(), "replay b.record --strict");
    assert!(
        !success && errors.contains("record::does_not_fit") && errors.contains("`roll bombardment 1-6`"),
        "{errors}"
    );
    let (_, errors, success) = run(at.path(), "replay b.record --rules balk");
    assert!(!success && errors.contains("`--rules`"), "{errors}");
}

#[test]
fn the_position_and_the_log_are_given_as_json() {
    let at = with_record(&format!("{HEADER}{LINES}"));
    let (json, errors) = replayed(at.path(), "");
    assert!(errors.is_empty(), "{errors}");
    assert_eq!(json["position"]["units"]["ra-1"], serde_json::json!({ "at": "1106", "fired": true }));
    assert_eq!(json["position"]["phase"], "movement");
    let fired = json["news"].as_array().and_then(|news| news.iter().find(|entry| entry["kind"] == "fired"));
    let fired = fired.expect("the gun fires");
    for (name, value) in [("unit", "ra-1"), ("hex", "1306"), ("rule", "6.1"), ("side", "british")] {
        assert_eq!(fired[name], value, "{fired}");
    }
    assert!(fired["die"] == 4 && fired["strength"] == 3, "{fired}");
    // The position is one that `inspect` reads.
    std::fs::write(at.path().join("position.json"), json["position"].to_string()).expect("a file");
    assert!(run(at.path(), "inspect position.json").2);
}

#[test]
fn a_position_from_which_no_battle_can_start_is_noted() {
    let at = lake_george();
    let length = std::fs::read_to_string(at.path().join("b.record")).expect("a record").lines().count();
    let (mut noted, mut sound) = (0, 0);
    for line in (40..length).step_by(length / 12).chain([length]) {
        let (json, errors) = replayed(at.path(), &format!("--to line:{line}"));
        let is_noted = errors.contains("note: ");
        std::fs::write(at.path().join("position.json"), json["position"].to_string()).expect("a file");
        let (_, errors, begun) = run(at.path(), "play --position position.json --seed 1");
        assert!(begun || is_noted, "line {line}: {errors}");
        (noted, sound) = (noted + usize::from(is_noted), sound + usize::from(!is_noted));
    }
    assert!(noted > 0 && sound > 0, "{noted} noted, {sound} not");
}

#[test]
fn a_side_is_shown_its_own_markers_alone() {
    let at = lake_george();
    // Behind the choice of markers.
    let markers = |words: &str| replayed(at.path(), &format!("--to line:20 {words}")).0["position"]["markers"].clone();
    assert!(markers("")["french"].is_array() && markers("")["british"].is_array());
    assert!(markers("--as french")["french"].is_array() && markers("--as french")["british"].is_null());
    let (out, ..) = run(at.path(), "replay b.record --to line:20 --as french");
    assert!(out.contains("the British") && !out.contains("next line") && !out.contains(" CHOICE"), "{out}");
    assert!(out.contains("French: ") && out.contains(" marker") && !out.contains("British: "), "{out}");
}

#[test]
fn a_simulated_battle_is_replayed_and_saved() {
    let at = tempdir().expect("a directory");
    let (out, errors, success) =
        run(at.path(), "replay --from-sim 5 --scenario carillon --french greedy --british greedy --save b.record");
    assert!(success && errors.is_empty(), "{errors}");
    assert!(out.contains("turn 1"), "{out}");
    let (again, errors, success) = run(at.path(), "replay b.record --strict");
    assert!(success, "{errors}");
    assert_eq!(again, out, "the record has all of it");
    let (news, _) = replayed(at.path(), "");
    let last = news["news"].as_array().and_then(|news| news.last()).expect("news");
    assert_eq!(last["kind"], "over");
}
