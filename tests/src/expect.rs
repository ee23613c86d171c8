//! Expectations: part of a position, as JSON. The keys that it names must match; the others may have any value.

use crate::{pending, position};
use serde_json::{Map, Value};
use wilderness_war::Game;

/// A game as expectations see it: its position, the open decision as `next` (`french card`, or `over`), the `winner`
/// once it is over (`french`, `british`, `nobody`), and the `log`.
pub fn seen(game: &Game) -> Value {
    let mut seen = serde_json::to_value(position(game)).unwrap_or_default();
    if let Some(seen) = seen.as_object_mut() {
        seen.insert("next".into(), pending(game).into());
        seen.insert("log".into(), game.log().iter().map(|entry| entry.text()).collect());
        if let Some(victory) = game.outcome() {
            seen.insert("winner".into(), victory.winner.map_or("nobody", |side| side.id()).into());
        }
    }
    seen
}

/// All differences between the expected and the actual values, with their paths. Objects are compared key by key,
/// everything else as a whole; `null` means that a key must be missing. Each line of `log` must be part of a line of
/// the game's log, in this order, with any others between them.
pub fn differences(expected: &Value, found: &Value) -> Vec<String> {
    let mut differences = Vec::new();
    compare("", expected, found, &mut differences);
    differences
}

fn compare(path: &str, expected: &Value, found: &Value, differences: &mut Vec<String>) {
    match (expected, found) {
        (Value::Array(lines), Value::Array(log)) if path == "log" => {
            let mut log = log.iter().filter_map(Value::as_str);
            let missing = lines.iter().filter_map(Value::as_str).find(|line| !log.any(|entry| entry.contains(line)));
            differences.extend(missing.map(|line| format!("log: `{line}` is missing, or comes too early")));
        }
        (Value::Object(expected), Value::Object(found)) => {
            for (key, value) in expected {
                let path = if path.is_empty() { key.clone() } else { format!("{path}.{key}") };
                compare(&path, value, found.get(key).unwrap_or(&Value::Null), differences);
            }
        }
        _ if expected == found => {}
        _ => differences.push(format!("{path}: expected {expected}, found {found}")),
    }
}

/// The expectation with the actual values of the keys that it names, except for the log.
pub fn updated(expected: &Value, found: &Value) -> Value {
    match (expected, found) {
        (Value::Object(expected), Value::Object(found)) => {
            let update =
                |(key, value): (&String, &Value)| (key.clone(), updated(value, found.get(key).unwrap_or(&Value::Null)));
            Value::Object(expected.iter().map(update).collect::<Map<_, _>>())
        }
        _ => found.clone(),
    }
}
