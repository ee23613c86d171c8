//! `wilderness inspect` of positions of battles, and of lines of sight on empty maps.

use serde_json::Value;
use wilderness_battles::inspect::{InspectQuery, inspect, sights};
use wilderness_battles::{Battles, PositionEntry};
use wilderness_engine::faults::{Fault, Faults, Source};

/// Lines of sight are told within so many hexes.
const RANGE: u32 = 6;

/// Everything that follows from the positions of a text: an array for an array or a list under `positions`, otherwise an
/// object.
///
/// # Errors
/// Positions that cannot be, and questions about units that are not in the battle.
pub fn answers(source: &Source, battles: &Battles) -> Result<Value, Faults> {
    let value = serde_json::from_str::<Value>(source.text())
        .map_err(|error| Faults::from(Fault::error("position::form", format!("{}: {error}", source.name()))))?;
    let all = match (&value, value.get("positions")) {
        (Value::Array(all), _) | (_, Some(Value::Array(all))) => all.clone(),
        _ => vec![value.clone()],
    };
    let position = |entry: &Value| entry.get("position").unwrap_or(entry).clone();
    let answers: Vec<Value> =
        all.iter().map(|entry| answer(entry, &position(entry), battles)).collect::<Result<_, _>>()?;
    let several = value.is_array() || value.get("positions").is_some();
    Ok(if several { Value::Array(answers) } else { answers.into_iter().next().unwrap_or_default() })
}

fn answer(entry: &Value, position: &Value, battles: &Battles) -> Result<Value, Faults> {
    let id = entry.get("id").and_then(Value::as_str);
    let entry_of = PositionEntry::read(&Source::new(id.unwrap_or("position"), position.to_string()))?;
    let battle = battles.find(&entry_of.position.scenario)?;
    let state = entry_of.check(battle, 0)?;
    let asked: InspectQuery = match entry.get("ask") {
        None | Some(Value::Null) => InspectQuery::default(),
        Some(ask) => serde_json::from_value(ask.clone())
            .map_err(|error| Faults::from(Fault::error("ask::form", format!("`ask` cannot be read: {error}"))))?,
    };
    asked.check(battle)?;
    let mut answer = inspect(battles, battle, &state, &asked);
    if let (Some(id), Some(object)) = (id, answer.as_object_mut()) {
        object.insert("id".into(), id.into());
    }
    Ok(answer)
}

/// What sees what on an empty map.
///
/// # Errors
/// The fault of a map that does not exist.
pub fn lines_of_sight(map: &str, battles: &Battles) -> Result<Value, Faults> {
    let found = battles.iter().find(|battle| battle.map.id == map);
    found.map(|battle| sights(battle, RANGE)).ok_or_else(|| {
        let maps: Vec<&str> = battles.iter().map(|battle| battle.map.id.as_str()).collect();
        let fault = Fault::error("inspect::unknown_map", format!("there is no map `{map}`"));
        fault.help(format!("known here: {}", maps.join(", "))).did_you_mean(map, maps).into()
    })
}
