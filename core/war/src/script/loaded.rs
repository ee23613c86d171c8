//! A script with what it says of itself: the moments that it answers and the markers that it puts in force.

use super::diagnose;
use super::host::{Compiled, Host};
use super::modifiers::MODIFIERS;
use crate::moments::MomentKind;
use crate::state::{State, Until};
use crate::table::Halt;
use rhai::{Array, Dynamic};
use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;
use wilderness_engine::faults::{Fault, Faults};
use wilderness_engine::harmless::is_harmful;

/// What markers last until, as scripts say it.
pub(crate) const ENDS: [&str; 6] = ["battle", "activation", "action-phase", "season", "year", "game"];

/// A script, with what it says of itself.
pub(crate) struct Script {
    pub compiled: Compiled,
    /// The moments that it answers.
    moments: Vec<MomentKind>,
    /// The markers that it puts in force, and what they last until.
    pub markers: Rc<BTreeMap<Arc<str>, Until>>,
    /// The marker that an optional rule is: in force from the beginning of the game to its end.
    pub rule: Option<Arc<str>>,
}

impl Script {
    /// Reads the names that a compiled script gives: the moments that it answers, the markers that it places.
    pub fn load(host: &Host, compiled: Compiled) -> Result<Script, Faults> {
        let mut faults = Faults::none();
        let mut read = Script { compiled, moments: Vec::new(), markers: Rc::default(), rule: None };
        if read.compiled.has("moments", 0) {
            match read.constant(host, "moments").and_then(|found| read.read_moments(found)) {
                Ok(moments) => read.moments = moments,
                Err(more) => faults.append(more),
            }
        }
        if read.compiled.has("markers", 0) {
            match read.constant(host, "markers").and_then(|found| read.read_markers(found)) {
                Ok(markers) => read.markers = Rc::new(markers),
                Err(more) => faults.append(more),
            }
        }
        faults.into_result(read)
    }

    /// What a function without parameters returns.
    pub fn constant(&self, host: &Host, name: &str) -> Result<Dynamic, Faults> {
        host.constant(&self.compiled, name).map_err(|halt| match halt {
            Halt::Script(fault) => Faults::from(*fault),
            other => Fault::error("script::failed", other.to_string()).into(),
        })
    }

    fn read_moments(&self, found: Dynamic) -> Result<Vec<MomentKind>, Faults> {
        let Some(names) = found.clone().try_cast::<Array>() else {
            return Err(diagnose::wrong_result(&self.compiled, "moments", found.type_name()).into());
        };
        let mut faults = Faults::none();
        let mut moments = Vec::new();
        for name in names.iter().map(ToString::to_string) {
            match MomentKind::from_name(&name) {
                Some(kind) => moments.push(kind),
                None => {
                    let fault = Fault::error("script::unknown_moment", format!("no moment `{name}`"));
                    let fault = diagnose::at_text(fault, &self.compiled, "moments", &name, "no such moment");
                    let fault = fault.help("`wilderness api` lists the moments");
                    faults.push(fault.did_you_mean(&name, MomentKind::names()));
                }
            }
        }
        if moments.is_empty() && faults.is_empty() {
            let fault = Fault::error("script::no_moments", "the script is never called: it answers no moment");
            faults.push(diagnose::at_function(fault, &self.compiled, "moments"));
        }
        faults.into_result(moments)
    }

    fn read_markers(&self, found: Dynamic) -> Result<BTreeMap<Arc<str>, Until>, Faults> {
        let Some(names) = found.clone().try_cast::<rhai::Map>() else {
            return Err(diagnose::wrong_result(&self.compiled, "markers", found.type_name()).into());
        };
        let mut faults = Faults::none();
        let mut markers = BTreeMap::new();
        for (name, until) in names {
            let word = until.to_string();
            if name.contains(is_harmful) {
                let message = format!("the marker `{name}` has a character that is not shown but acts on the screen");
                let fault = Fault::error("script::bad_marker", message);
                let fault = diagnose::at_function(fault, &self.compiled, "markers");
                faults.push(fault.help("a marker has a name of letters, digits and hyphens"));
            }
            match serde_json::from_value(serde_json::Value::String(word.clone())) {
                Ok(until) => drop(markers.insert(Arc::from(name.as_str()), until)),
                Err(_) => {
                    let message = format!("the marker `{name}` lasts until `{word}`, which never comes");
                    let fault = Fault::error("script::unknown_end", message);
                    let fault = diagnose::at_text(fault, &self.compiled, "markers", &word, "not an end");
                    let fault = fault.help(format!("markers last until {}", ENDS.join(", ")));
                    faults.push(fault.did_you_mean(&word, ENDS));
                }
            }
        }
        faults.into_result(markers)
    }

    /// The moments that it answers.
    pub fn moments(&self) -> &[MomentKind] {
        &self.moments
    }

    /// Whether it defines a modifier.
    pub fn has_modifiers(&self) -> bool {
        MODIFIERS.iter().any(|modifier| self.compiled.has(modifier.name, modifier.parameters.len()))
    }

    /// The names of its markers.
    pub fn marker_names(&self) -> impl Iterator<Item = &str> {
        self.markers.keys().map(AsRef::as_ref)
    }

    /// Whether one of its markers is in force. An optional rule is a marker of its own.
    pub fn is_in_force(&self, state: &State) -> bool {
        self.markers.keys().chain(&self.rule).any(|name| state.markers.contains_key(name))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_end_has_its_word() {
        let word = |until: Until| serde_json::to_value(until).expect("a word");
        let all = [Until::Battle, Until::Activation, Until::ActionPhase, Until::Season, Until::Year, Until::Game];
        assert_eq!(all.map(word).to_vec(), ENDS.map(serde_json::Value::from).to_vec());
    }
}
