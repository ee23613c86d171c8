//! `wilderness inspect` of positions of battles, and of lines of sight on empty maps.

use serde_json::Value;
use wilderness_battles::inspect::{InspectQuery, inspect, sights};
use wilderness_battles::{Battles, PositionEntry};
use wilderness_engine::Generator;
use wilderness_engine::faults::{Fault, Faults, Source};

/// The greatest distance at which lines of sight are told, in hexes.
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
    let several = value.is_array() || value.get("positions").is_some();
    let answered = |(index, entry): (usize, &Value)| {
        let id = entry.get("id").and_then(Value::as_str).map(|id| format!(", `{id}`")).unwrap_or_default();
        let name =
            if several { format!("{}, position {}{id}", source.name(), index + 1) } else { source.name().into() };
        answer(entry, &Source::new(name, position(entry).to_string()), battles)
    };
    let answers: Vec<Value> = all.iter().enumerate().map(answered).collect::<Result<_, _>>()?;
    Ok(if several { Value::Array(answers) } else { answers.into_iter().next().unwrap_or_default() })
}

/// What follows from a position; `position` is its text, under the name by which faults call it.
fn answer(entry: &Value, position: &Source, battles: &Battles) -> Result<Value, Faults> {
    let id = entry.get("id").and_then(Value::as_str);
    let at_its_place = |faults: Faults| {
        faults.map(|fault| match fault.source_text() {
            Some(_) => fault,
            None => fault.at(position, 0..1, "in this position"),
        })
    };
    let entry_of = PositionEntry::read(position)?;
    let battle = battles.find(&entry_of.position.scenario).map_err(at_its_place)?;
    let state = entry_of.check(battle, Generator::seeded(0)).map_err(at_its_place)?;
    let asked: InspectQuery = match entry.get("ask") {
        None | Some(Value::Null) => InspectQuery::default(),
        Some(ask) => serde_json::from_value(ask.clone())
            .map_err(|error| Faults::from(Fault::error("ask::form", format!("`ask` cannot be read: {error}"))))?,
    };
    asked.check(battle).map_err(at_its_place)?;
    let mut answer = inspect(battles, battle, &state, &asked);
    if let (Some(id), Some(object)) = (id, answer.as_object_mut()) {
        object.insert("id".into(), id.into());
    }
    Ok(answer)
}

/// Answers as text: a line for each, with what belongs to it indented.
pub fn as_text(answers: &Value) -> String {
    match answers {
        Value::Array(several) => several.iter().map(|answer| lines(answer, 0)).collect::<Vec<_>>().join("\n"),
        one => lines(one, 0),
    }
}

fn lines(object: &Value, margin: usize) -> String {
    let line = |(key, value): (&String, &Value)| {
        let name = format!("{:margin$}{}", "", key.replace('_', " "));
        match value {
            Value::Object(parts) if parts.is_empty() => format!("{name}: none\n"),
            Value::Object(_) => format!("{name}\n{}", lines(value, margin + 2)),
            value => format!("{name}: {}\n", in_line(value)),
        }
    };
    object.as_object().map_or_else(|| in_line(object) + "\n", |parts| parts.iter().map(line).collect())
}

fn in_line(value: &Value) -> String {
    match value {
        Value::Null => "none".into(),
        Value::Bool(is_so) => if *is_so { "yes" } else { "no" }.into(),
        Value::String(text) => text.clone(),
        Value::Array(all) if all.is_empty() => "none".into(),
        Value::Array(all) => all.iter().map(in_line).collect::<Vec<_>>().join(" "),
        Value::Object(parts) => {
            parts.iter().map(|(key, value)| format!("{key} {}", in_line(value))).collect::<Vec<_>>().join(", ")
        }
        number @ Value::Number(_) => number.to_string(),
    }
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
