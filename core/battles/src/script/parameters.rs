//! What scenarios give their scripts: parameters, which the script declares with their kinds.

use super::{DUE, Scripts};
use crate::battle::{Battle, NamedScript, Parameter};
use crate::id::Id;
use crate::side::Side;
use crate::state::Options;
use crate::unit::Class;
use rhai::Dynamic;
use std::collections::BTreeMap;
use std::ops::Range;
use wilderness_engine::Side as _;
use wilderness_engine::faults::{Fault, Faults, Source};
use wilderness_hexes::Hex;

/// What stands behind the kind of a parameter that may be missing.
const OPTIONAL: char = '?';
/// The kinds of parameters.
const KINDS: [&str; 9] = ["truth", "number", "text", "die", "side", "unit", "leader", "hex", "hexes"];

impl NamedScript {
    /// The parameters, as the script gets them: a text that is the id of a side is that side.
    pub fn to_map(&self) -> rhai::Map {
        self.parameters.iter().map(|parameter| (parameter.name.as_str().into(), dynamic(&parameter.value))).collect()
    }
}

fn side_of(text: &str) -> Option<Side> {
    Side::BOTH.into_iter().find(|side| side.id() == text)
}

fn dynamic(value: &toml::Value) -> Dynamic {
    match value {
        toml::Value::String(text) => side_of(text).map_or_else(|| text.clone().into(), Dynamic::from),
        toml::Value::Integer(number) => (*number).into(),
        toml::Value::Boolean(truth) => (*truth).into(),
        toml::Value::Array(all) => all.iter().map(dynamic).collect::<Vec<_>>().into(),
        _ => Dynamic::UNIT,
    }
}

/// What is wrong with the scripts that a battle names: those that are not there, and parameters that they do not take.
pub(crate) fn check(battle: &Battle, scripts: &Scripts, source: &Source, faults: &mut Faults) {
    let of_arrivals = battle.arrivals.iter().filter_map(|arrival| arrival.script.as_ref());
    let all = battle.scripts.iter().map(|named| (named, false)).chain(of_arrivals.map(|named| (named, true)));
    for (named, is_of_arrival) in all {
        let Some(rule) = scripts.rules.get(&named.script) else {
            // A script with faults of its own is reported once.
            if !faults.has_errors() {
                let fault = Fault::error("scenario::script", format!("there is no script `{}`", named.script));
                let fault = fault.at(source, named.at.clone(), "not in scripts/battles");
                faults.push(fault.did_you_mean(&named.script, scripts.rules.keys().map(String::as_str)));
            }
            continue;
        };
        if is_of_arrival && !rule.script.compiled.has(DUE, 1) {
            let message = format!("the script `{}` does not say when a group arrives", named.script);
            let fault = Fault::error("scenario::script", message).at(source, named.at.clone(), "it has no `due`");
            faults.push(fault);
        }
        let declared = if rule.script.compiled.has("parameters", 0) {
            match rule.script.constant(&scripts.host, "parameters") {
                Ok(found) => declared(&found),
                Err(more) => {
                    faults.append(more);
                    continue;
                }
            }
        } else {
            BTreeMap::new()
        };
        for fault in wrong(battle, named, &declared) {
            faults.push(fault.at_source(source));
        }
    }
}

/// The kinds of the parameters that a script declares, by their names.
fn declared(found: &Dynamic) -> BTreeMap<String, String> {
    let Some(map) = found.read_lock::<rhai::Map>() else { return BTreeMap::new() };
    map.iter().map(|(name, kind)| (name.to_string(), kind.to_string())).collect()
}

/// A fault in a scenario, before its source is known.
struct Wrong {
    code: String,
    message: String,
    at: Range<usize>,
    label: String,
    known: Vec<String>,
    meant: String,
}

impl Wrong {
    fn at_source(self, source: &Source) -> Fault {
        let fault = Fault::error(format!("scenario::{}", self.code), self.message).at(source, self.at, self.label);
        fault.did_you_mean(&self.meant, self.known.iter().map(String::as_str))
    }
}

/// What is wrong with the parameters of a script.
fn wrong(battle: &Battle, named: &NamedScript, declared: &BTreeMap<String, String>) -> Vec<Wrong> {
    let mut all = Vec::new();
    let script = &named.script;
    for Parameter { name, value, at } in &named.parameters {
        let fault = |code: &str, message: String, label: &str| Wrong {
            code: code.into(),
            message,
            at: at.clone(),
            label: label.into(),
            known: Vec::new(),
            meant: name.clone(),
        };
        let Some(kind) = declared.get(name).map(|kind| kind.trim_end_matches(OPTIONAL)) else {
            let fault = fault("parameter", format!("`{script}` takes no `{name}`"), "unknown");
            all.push(Wrong { known: declared.keys().cloned().collect(), ..fault });
            continue;
        };
        if !KINDS.contains(&kind) {
            let message = format!("`{script}` declares `{name}` to be a `{kind}`; kinds are {}", KINDS.join(", "));
            all.push(fault("parameter", message, "of no kind"));
        } else if let Some((code, message)) = unfit(battle, kind, value) {
            all.push(fault(code, format!("`{name}` of `{script}`: {message}"), "here"));
        }
    }
    let is_given = |name: &str| named.parameters.iter().any(|parameter| parameter.name == name);
    for (name, _) in declared.iter().filter(|(name, kind)| !kind.ends_with(OPTIONAL) && !is_given(name)) {
        let (message, at) = (format!("`{script}` needs `{name}`"), named.at.clone());
        let (code, label) = ("parameter".into(), "without it".into());
        all.push(Wrong { code, message, at, label, known: Vec::new(), meant: String::new() });
    }
    all
}

/// Why a value is not of a kind: the code of the fault, and the reason.
fn unfit(battle: &Battle, kind: &str, value: &toml::Value) -> Option<(&'static str, String)> {
    let text = value.as_str().unwrap_or_default();
    let unit = || Id::new(text).and_then(|id| battle.find(id)).map(|unit| battle.unit(unit));
    let is_hex = |text: &str| Hex::new(text).is_some_and(|hex| battle.map.grid.has(hex));
    let (fits, code, what) = match kind {
        "truth" => (value.is_bool(), "parameter", "write true or false"),
        "number" => (value.is_integer(), "parameter", "write a whole number"),
        "text" => (value.is_str(), "parameter", "write a text"),
        "die" => (value.as_integer().is_some_and(|face| (1..=6).contains(&face)), "die", "a die shows 1 to 6"),
        "side" => (side_of(text).is_some(), "side", "write \"french\" or \"british\""),
        "unit" => (unit().is_some(), "unit", "no such unit is among the counters"),
        "leader" if unit().is_none() => (false, "unit", "no such unit is among the counters"),
        "leader" => (unit().is_some_and(|unit| unit.class() == Class::Leader), "leader", "this is not a leader"),
        "hex" => (is_hex(text), "hex", "this is not a hex of the map"),
        _ => {
            let all = value.as_array().is_some_and(|all| all.iter().all(|hex| hex.as_str().is_some_and(is_hex)));
            (all, "hex", "write a list of hexes of the map")
        }
    };
    (!fits).then(|| (code, what.to_string()))
}

impl Battle {
    /// The scripts that the scenario names: those of its special rules and arrivals, and of optional rules with
    /// parameters.
    pub fn scripts(&self) -> impl Iterator<Item = &str> {
        let of_arrivals = self.arrivals.iter().filter_map(|arrival| arrival.script.as_ref());
        self.scripts.iter().chain(of_arrivals).map(|named| named.script.as_str())
    }

    /// Whether a script matters to a game of this battle with these options.
    pub(crate) fn uses(&self, script: &str, options: &[&str]) -> bool {
        options.contains(&script) || (!Options::WORDS.contains(&script) && self.scripts().any(|name| name == script))
    }
}
