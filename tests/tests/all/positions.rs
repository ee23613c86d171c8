//! Positions with their expected evaluation: every `.json` file in `tests/positions` is a test.

use serde_json::Value;
use std::path::Path;
use std::rc::Rc;
use wilderness_engine::Generator;
use wilderness_war::pieces::Pieces;
use wilderness_war::{Position, Scripts};

/// The cards whose events the positions cover: all that need more than a unit to restore or a place to enter.
const JUDGED: [u64; 30] =
    [1, 2, 3, 4, 5, 21, 22, 23, 24, 25, 28, 30, 31, 32, 34, 35, 36, 37, 39, 40, 41, 42, 49, 50, 51, 52, 62, 67, 69, 70];

#[test]
fn every_position_has_its_expected_values() {
    let scripts = Rc::new(Scripts::embedded().expect("sound scripts"));
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("positions");
    let mut differences = Vec::new();
    for file in std::fs::read_dir(directory).expect("a directory").map(|file| file.expect("a file").path()) {
        let text = std::fs::read_to_string(&file).expect("readable");
        let json: Value = serde_json::from_str(&text).expect("JSON");
        let expected = json.as_array().expect("a list of positions");
        for case in expected {
            let (id, expect) = (case["id"].as_str().expect("an id"), &case["expect"]);
            let entries = Position::read(id, &case.to_string()).expect("a position");
            let checked = entries[0].check(&scripts, Generator::seeded(0)).expect("a position that can be");
            let reach = expect["reach"].as_object().expect("reach").keys();
            let pieces = reach.map(|id| Pieces::get().find(id).expect("a piece")).collect();
            let inspection = checked.view(&scripts).inspect(Some(pieces)).expect("sound scripts");
            let mut found = serde_json::to_value(inspection).expect("JSON");
            for side in ["french", "british"] {
                let playable = found[side]["playable_events"].as_array_mut().expect("a list");
                playable.retain(|card| JUDGED.contains(&card.as_u64().unwrap_or_default()));
            }
            compare(id, expect, &found, &mut differences);
        }
    }
    assert!(differences.is_empty(), "{} differences:\n{}", differences.len(), differences.join("\n"));
}

/// Every key in `expect` must be present and equal.
fn compare(path: &str, expect: &Value, found: &Value, differences: &mut Vec<String>) {
    match (expect, found) {
        (Value::Object(expect), Value::Object(found)) => {
            for (key, value) in expect {
                compare(&format!("{path}.{key}"), value, found.get(key).unwrap_or(&Value::Null), differences);
            }
        }
        (Value::Array(a), Value::Array(b)) if a != b => {
            let missing: Vec<_> = a.iter().filter(|x| !b.contains(x)).collect();
            let extra: Vec<_> = b.iter().filter(|x| !a.contains(x)).collect();
            differences.push(format!("{path}: missing {missing:?}, too many {extra:?}"));
        }
        (expect, found) if expect != found => differences.push(format!("{path}: expected {expect}, found {found}")),
        _ => {}
    }
}
