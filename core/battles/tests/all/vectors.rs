//! Positions with everything that follows from them, and lines of sight, as other programs computed them.

use serde_json::Value;
use wilderness_battles::inspect::{InspectQuery, inspect, sights};
use wilderness_battles::{Battles, PositionEntry};
use wilderness_engine::Generator;
use wilderness_engine::faults::Source;

const POSITIONS: &str = include_str!("../vectors/battles.json");
/// The example of the description of positions.
const EXAMPLE: &str = include_str!("../vectors/example.json");
const SIGHTS: &str = include_str!("../vectors/los-lake-george.json");

#[test]
fn every_position_has_the_answers_that_stand_beside_it() {
    let battles = Battles::embedded().expect("sound content");
    let vectors = [POSITIONS, EXAMPLE].map(|text| serde_json::from_str::<Value>(text).expect("JSON"));
    let mut differences = Vec::new();
    let all: Vec<&Value> = vectors.iter().flat_map(|file| file["positions"].as_array().expect("a list")).collect();
    for vector in &all {
        let id = vector["id"].as_str().expect("an id");
        let entry = PositionEntry::read(&Source::new(id, vector["position"].to_string())).expect("a position");
        let battle = battles.find(&entry.position.scenario).expect("a battle");
        let state = entry.check(battle, Generator::seeded(0)).expect("a position that can be");
        let asked: InspectQuery = match &vector["ask"] {
            Value::Null => InspectQuery::default(),
            ask => serde_json::from_value(ask.clone()).expect("something asked"),
        };
        asked.check(battle).expect("units and hexes of the battle");
        compare(id, &vector["expect"], &inspect(&battles, battle, &state, &asked), &mut differences);
    }
    assert!(
        all.len() >= 13 && differences.is_empty(),
        "{} differences:\n{}",
        differences.len(),
        differences.join("\n")
    );
}

#[test]
fn every_line_of_sight_of_an_empty_map_is_as_it_should_be() {
    let battles = Battles::embedded().expect("sound content");
    let expected: Value = serde_json::from_str(SIGHTS).expect("JSON");
    let battle = battles.find("lake-george").expect("a battle");
    let mut differences = Vec::new();
    compare("sights", &expected, &sights(battle, 6), &mut differences);
    assert!(differences.is_empty(), "{} differences:\n{}", differences.len(), differences.join("\n"));
}

/// Both must have the same keys and values.
fn compare(path: &str, expect: &Value, found: &Value, differences: &mut Vec<String>) {
    match (expect, found) {
        (Value::Object(expect), Value::Object(found)) => {
            for key in expect.keys().chain(found.keys().filter(|key| !expect.contains_key(*key))) {
                let (expect, found) = (expect.get(key), found.get(key));
                let null = Value::Null;
                compare(&format!("{path}.{key}"), expect.unwrap_or(&null), found.unwrap_or(&null), differences);
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
