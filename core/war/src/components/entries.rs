//! The entries of the files of components: layers of them laid over each other, and what one set has that another lacks.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use wilderness_engine::faults::{Fault, Faults, Source};

/// The key that says that nothing of the layers below counts.
pub(super) const ALONE: &str = "alone";

/// The list of an entry, and what tells it from the others of the list; of a single value no list, and its key.
type EntryKey = (String, String);
/// An entry with its number: the order in which entries first appeared.
type Entry = (usize, toml::Value);
type Entries = BTreeMap<EntryKey, Entry>;

/// The entries that some layers have and others lack, or have otherwise, as a file that can be laid over the others.
///
/// # Errors
/// A file that is not TOML.
pub(crate) fn parts(layers: &[Source], others: &[Source], otherwise: bool) -> Result<Option<String>, Faults> {
    let (own, others) = (merged(layers)?, merged(others)?);
    let is_over = others.keys().all(|key| own.contains_key(key));
    let is_wanted = |key: &EntryKey, value: &toml::Value| match others.get(key) {
        Some((_, known)) => otherwise && (known != value || !is_over),
        None => true,
    };
    let is_wanted = |(key, (_, value)): &(&EntryKey, &Entry)| is_wanted(key, value);
    let mut wanted: Vec<(&EntryKey, &Entry)> = own.iter().filter(is_wanted).collect();
    wanted.sort_by_key(|(_, (number, _))| *number);
    let mut text = String::new();
    // Single values stand before all lists.
    let is_list = |list: &str| !list.is_empty();
    for ((_, key), (_, value)) in wanted.iter().filter(|((list, _), _)| !is_list(list)) {
        let _ = writeln!(text, "{key} = {}", inline(value));
    }
    for ((list, _), (_, value)) in wanted.iter().filter(|((list, _), _)| is_list(list)) {
        let _ = writeln!(text, "[[{list}]]");
        for (key, value) in value.as_table().into_iter().flatten() {
            let _ = writeln!(text, "{key} = {}", inline(value));
        }
    }
    let is_alone = otherwise && !is_over && !others.is_empty();
    let alone = if is_alone { format!("{ALONE} = true\n") } else { String::new() };
    Ok(Some(format!("{alone}{text}")).filter(|text| !text.is_empty()))
}

/// The entries of some layers: a later one replaces the one with the same key, in its place.
fn merged(layers: &[Source]) -> Result<Entries, Faults> {
    let mut entries = Entries::new();
    for source in layers {
        let file: toml::Table = source.text().parse().map_err(|error: toml::de::Error| {
            let fault = Fault::error("map::syntax", error.message().to_string());
            Faults::from(fault.at(source, error.span().unwrap_or(0..0), "cannot be understood"))
        })?;
        if file.get(ALONE).and_then(toml::Value::as_bool) == Some(true) {
            entries.clear();
        }
        for (list, value) in file {
            let add = |entries: &mut Entries, key: EntryKey, value: toml::Value| {
                let number = entries.get(&key).map_or(entries.len(), |(number, _)| *number);
                entries.insert(key, (number, value));
            };
            match value {
                toml::Value::Array(items) if items.iter().all(toml::Value::is_table) => {
                    items.into_iter().for_each(|item| add(&mut entries, (list.clone(), key_of(&item)), item));
                }
                _ if list == ALONE => {}
                value => add(&mut entries, (String::new(), list), value),
            }
        }
    }
    Ok(entries)
}

/// What tells an entry from the others of its list: its id, the spaces that it joins, or everything in it.
fn key_of(item: &toml::Value) -> String {
    let text = |key: &str| item.get(key).and_then(toml::Value::as_str);
    let between = item.get("between").and_then(toml::Value::as_array).map(Vec::as_slice);
    match (text("id"), text("from"), text("to"), between) {
        (Some(id), ..) => id.to_string(),
        (_, Some(from), Some(to), _) => arrow(from, to),
        (.., Some([one, other])) => connection(one.as_str().unwrap_or_default(), other.as_str().unwrap_or_default()),
        _ => inline(item),
    }
}

/// The key of a one-way arrow.
pub(super) fn arrow(from: &str, to: &str) -> String {
    format!("{from}>{to}")
}

/// The key of a connection, whichever of the two spaces is named first.
pub(super) fn connection(one: &str, other: &str) -> String {
    let (first, second) = if one <= other { (one, other) } else { (other, one) };
    format!("{first} {second}")
}

/// A value on one line. JSON is read like TOML, but for objects.
fn inline(value: &toml::Value) -> String {
    match value {
        toml::Value::String(text) => serde_json::Value::from(text.as_str()).to_string(),
        toml::Value::Integer(number) => number.to_string(),
        toml::Value::Float(number) => format!("{number:?}"),
        toml::Value::Boolean(is) => is.to_string(),
        toml::Value::Datetime(time) => time.to_string(),
        toml::Value::Array(items) => format!("[{}]", items.iter().map(inline).collect::<Vec<_>>().join(", ")),
        toml::Value::Table(table) => {
            let pairs: Vec<String> = table.iter().map(|(key, value)| format!("{key} = {}", inline(value))).collect();
            format!("{{ {} }}", pairs.join(", "))
        }
    }
}
