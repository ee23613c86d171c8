//! Games that earlier versions of the program wrote (`tests/records/YEAR-MONTH`) play through to the same end, and are
//! saved as they were. ARCHITECTURE.md names those that no longer do, and why.

use serde_json::Value;
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs::read_to_string;
use std::path::{Path, PathBuf};
use wilderness_repl::replay;

/// The directories with old games: the month in which they were written, and how many they are.
const WRITTEN: [(&str, usize); 1] = [("2026-11", 212)];

fn directory(month: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/records").join(month)
}

/// What differs from the expected end. Later versions may add keys, but change none.
fn differences(expected: &Value, found: &Value) -> Vec<String> {
    let mut wrong = Vec::new();
    let entries = found["news"].as_array().map_or(0, Vec::len);
    if expected["entries"] != entries {
        wrong.push(format!("{entries} entries of the log instead of {}", expected["entries"]));
    }
    if expected["next"] != found["next"] {
        wrong.push(format!("next is {} instead of {}", found["next"], expected["next"]));
    }
    for (key, value) in expected["position"].as_object().expect("a position") {
        if *value != found["position"][key] {
            wrong.push(format!("`{key}` is {} instead of {value}", found["position"][key]));
        }
    }
    wrong
}

/// A record without its notes about the scripts that it was played with.
fn without_notes(record: &str) -> Vec<&str> {
    record.lines().filter(|line| !line.starts_with("script ")).collect()
}

#[test]
fn old_games_end_as_they_did_and_are_saved_as_they_were() {
    let mut wrong = String::new();
    for (month, number) in WRITTEN {
        let directory = directory(month);
        let ends = read_to_string(directory.join("ends.jsonl")).expect("the ends of the games");
        let ends: Vec<Value> = ends.lines().map(|line| serde_json::from_str(line).expect("an end")).collect();
        let named: BTreeSet<String> =
            ends.iter().map(|end| format!("{}.record", end["record"].as_str().unwrap_or(""))).collect();
        let files = std::fs::read_dir(&directory).expect("old games").flatten();
        let files: BTreeSet<String> = files.map(|file| file.file_name().to_string_lossy().into_owned()).collect();
        let records: BTreeSet<String> = files.into_iter().filter(|name| name.ends_with(".record")).collect();
        assert_eq!(named, records, "each game of {month} has its end in `ends.jsonl`");
        assert_eq!(records.len(), number, "no game of {month} may get lost");
        for end in &ends {
            let name = end["record"].as_str().unwrap_or_default();
            let file = directory.join(format!("{name}.record"));
            match replay(&file) {
                Err(faults) => wrong += &format!("{month}/{name}: {faults}\n"),
                Ok((found, saved)) => {
                    let text = read_to_string(&file).expect("a record");
                    let first = without_notes(&text).into_iter().zip(without_notes(&saved)).find(|(was, is)| was != is);
                    if let Some((was, is)) = first {
                        let _ = writeln!(wrong, "{month}/{name}: `{was}` is saved as `{is}`");
                    } else if without_notes(&text).len() != without_notes(&saved).len() {
                        let _ = writeln!(wrong, "{month}/{name}: lines are lost when it is saved");
                    }
                    for what in differences(end, &found) {
                        let _ = writeln!(wrong, "{month}/{name}: {what}");
                    }
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

#[test]
fn a_different_end_is_noticed() {
    let end = serde_json::json!({"entries": 1, "next": {"side": "french"}, "position": {"vp": 3, "pieces": {"a": 1}}});
    let found = |text: &str| differences(&end, &serde_json::from_str(text).expect("JSON"));
    assert!(
        found(r#"{"news": [{}], "next": {"side": "french"}, "position": {"vp": 3, "pieces": {"a": 1}, "new": 0}}"#)
            .is_empty()
    );
    assert_eq!(
        found(r#"{"news": [{}], "next": {"side": "french"}, "position": {"vp": 3, "pieces": {"a": 1, "b": 1}}}"#).len(),
        1
    );
    assert_eq!(found(r#"{"news": [], "position": {"vp": 4, "pieces": {"a": 1}}}"#).len(), 3);
}
