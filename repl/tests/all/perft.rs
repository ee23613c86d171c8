//! `wilderness perft`: counting the ways in which a game can go on.

use assert_cmd::Command;
use serde_json::Value;

/// What the count with these arguments prints, and with which code it ends.
fn perft(arguments: &[&str]) -> (String, String, Option<i32>) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_wilderness"));
    let output = command.arg("perft").args(arguments).output().expect("the program runs");
    let text = |bytes| String::from_utf8(bytes).expect("text");
    (text(output.stdout), text(output.stderr), output.status.code())
}

#[test]
fn a_scenario_is_counted_and_divided() {
    let (out, err, code) = perft(&["--depth", "2", "--divide"]);
    assert_eq!((err.as_str(), code), ("", Some(0)));
    assert!(out.contains("depth 2: 57 ") && out.contains(" 52.00 "), "{out}");
    let shares = out.lines().take_while(|line| !line.is_empty());
    let sum: u64 = shares.filter_map(|line| line.split_whitespace().nth(1)?.parse::<u64>().ok()).sum();
    assert_eq!(sum, 57, "{out}");
}

#[test]
fn a_position_is_counted_after_some_choices() {
    let directory = tempfile::tempdir().expect("a directory");
    let file = directory.path().join("position.json");
    let position = r#"{"year": 1757, "hands": {"french": [1, 2], "british": [3]}, "draw_pile": [5],
        "pieces": {"bearn": {"at": "quebec"}}}"#;
    std::fs::write(&file, position).expect("written");
    let (out, err, code) = perft(&[file.to_str().expect("text"), "--after", "card:1,individual,piece:bearn", "--json"]);
    assert_eq!((err.as_str(), code), ("", Some(0)));
    let found: Value = serde_json::from_str(&out).expect("JSON");
    assert_eq!((&found["sequences"], &found["over"]), (&5.into(), &0.into()), "{out}");
    assert_eq!(found["decisions"]["march"]["branches"], 5, "{out}");
}

#[test]
fn a_choice_that_is_not_there_is_refused() {
    let (_, err, code) = perft(&["--after", "card:99"]);
    assert_eq!(code, Some(2));
    assert!(err.contains("card:99"), "{err}");
}
