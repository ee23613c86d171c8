//! A script with what it says of itself: the moments that it answers and the markers that it puts in force.

use super::compiled::Compiled;
use super::diagnose;
use super::host::{Host, faults};
use super::markers::{declared_on, is_in_force, marker_of};
use super::returned::wrong_result;
use crate::faults::{Fault, Faults};
use crate::harmless::is_harmful;
use crate::language::{Card, End, Language, LanguageOf, Markers, Modifier, Moment, markers_in_force};
use crate::rules::Rules;
use crate::side::Side as _;
use rhai::{Array, Dynamic};
use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;

/// Markers, and those of a side with the side.
type OfSides<R> = (Markers<End<R>>, BTreeMap<Arc<str>, <R as Rules>::Side>);

/// What stands behind the end of a marker of which each side, or each thing of a kind, has its own.
const PER: &str = " per ";
/// The word for sides behind that.
const SIDE: &str = "side";

/// A script, with what it says of itself.
pub struct Script<R: Rules> {
    /// The script itself.
    pub compiled: Compiled,
    /// The moments that it answers.
    moments: Vec<Moment<R>>,
    /// The markers that it puts in force, and what they last until.
    pub markers: Rc<Markers<End<R>>>,
    /// Those of its markers that belong to a side, and the side.
    pub(super) owners: BTreeMap<Arc<str>, R::Side>,
    /// The card whose event it is, or the first of them.
    pub card: Option<Card<R>>,
    /// The marker that an optional rule is: in force from the beginning of the game to its end.
    pub rule: Option<Arc<str>>,
}

impl<R: Rules> Script<R> {
    /// Reads the names that a compiled script gives: the moments that it answers, the markers that it places.
    pub(super) fn load(host: &Host<R>, compiled: Compiled) -> Result<Script<R>, Faults> {
        let mut faults = Faults::none();
        let (moments, markers, owners) = (Vec::new(), Rc::default(), BTreeMap::new());
        let mut read = Script { compiled, moments, markers, owners, card: None, rule: None };
        if read.compiled.has("moments", 0) {
            match read.constant(host, "moments").and_then(|found| read.read_moments(host, found)) {
                Ok(moments) => read.moments = moments,
                Err(more) => faults.append(more),
            }
        }
        if read.compiled.has("markers", 0) {
            match read.constant(host, "markers").and_then(|found| read.read_markers(host, found)) {
                Ok((markers, owners)) => (read.markers, read.owners) = (Rc::new(markers), owners),
                Err(more) => faults.append(more),
            }
        }
        faults.into_result(read)
    }

    /// What a function without parameters returns.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn constant(&self, host: &Host<R>, name: &str) -> Result<Dynamic, Faults> {
        host.constant(&self.compiled, name).map_err(faults)
    }

    fn read_moments(&self, host: &Host<R>, found: Dynamic) -> Result<Vec<Moment<R>>, Faults> {
        let Some(names) = found.clone().try_cast::<Array>() else {
            return Err(wrong_result(host, &self.compiled, "moments", found.type_name()).into());
        };
        let (known, mut faults) = (<LanguageOf<R> as Language>::moments(host.deck()), Faults::none());
        let mut moments = Vec::new();
        for name in names.iter().map(ToString::to_string) {
            match known.iter().find(|facts| facts.name == name) {
                Some(facts) => moments.push(facts.kind),
                None => {
                    let fault = Fault::error("script::unknown_moment", format!("no moment `{name}`"));
                    let fault = diagnose::at_text(fault, &self.compiled, "moments", &name, "no such moment");
                    let fault = fault.help(format!("{} lists the moments", host.facts().reference));
                    faults.push(fault.did_you_mean(&name, known.iter().map(|facts| facts.name)));
                }
            }
        }
        if moments.is_empty() && faults.is_empty() {
            let fault = Fault::error("script::no_moments", "the script is never called: it answers no moment");
            faults.push(diagnose::at_function(fault, &self.compiled, "moments"));
        }
        faults.into_result(moments)
    }

    /// The markers and what they last until; and those that belong to a side, and the side.
    #[allow(clippy::type_complexity)]
    fn read_markers(&self, host: &Host<R>, found: Dynamic) -> Result<OfSides<R>, Faults> {
        let Some(names) = found.clone().try_cast::<rhai::Map>() else {
            return Err(wrong_result(host, &self.compiled, "markers", found.type_name()).into());
        };
        let mut faults = Faults::none();
        let ends = <LanguageOf<R> as Language>::ends(host.deck());
        let (mut markers, mut owners) = (Markers::new(), BTreeMap::new());
        for (name, until) in names {
            let written = until.to_string();
            let (word, per) = written.split_once(PER).unwrap_or((written.as_str(), ""));
            let carrier = <LanguageOf<R> as Language>::CARRIERS.iter().find(|carrier| carrier.kind == per);
            let is_of_side = per == SIDE;
            if !per.is_empty() && !is_of_side && carrier.is_none() {
                let kinds =
                    [SIDE].into_iter().chain(<LanguageOf<R> as Language>::CARRIERS.iter().map(|known| known.kind));
                let kinds: Vec<&str> = kinds.collect();
                let fault = Fault::error("script::unknown_carrier", format!("no marker is had by each `{per}`"));
                let fault = diagnose::at_text(fault, &self.compiled, "markers", &written, "not known");
                let fault = fault.help(format!("each of these can have its own: {}", kinds.join(", ")));
                faults.push(fault.did_you_mean(per, kinds.iter().copied()));
                continue;
            }
            if name.contains(is_harmful) || name.contains(['@', ':']) {
                let message = format!("the marker `{name}` has a character that no name of a marker has");
                let fault = Fault::error("script::bad_marker", message);
                let fault = diagnose::at_function(fault, &self.compiled, "markers");
                faults.push(fault.help("a marker has a name of letters, digits and hyphens"));
            }
            match ends.iter().find(|(end, _)| *end == word) {
                Some((_, until)) if is_of_side => {
                    for side in host.sides() {
                        let name: Arc<str> = marker_of(side.id(), &name).into();
                        markers.insert(name.clone(), *until);
                        owners.insert(name, side);
                    }
                }
                Some((_, until)) => {
                    let declared = carrier.map(|carrier| declared_on(carrier.kind, &name));
                    markers.insert(declared.unwrap_or_else(|| name.to_string()).into(), *until);
                }
                None => {
                    let message = format!("the marker `{name}` lasts until `{word}`, which never comes");
                    let fault = Fault::error("script::unknown_end", message);
                    let fault = diagnose::at_text(fault, &self.compiled, "markers", &written, "not an end");
                    let known = &host.facts().ends;
                    let fault = fault.help(format!("markers last until {}", known.join(", ")));
                    faults.push(fault.did_you_mean(word, known.iter().copied()));
                }
            }
        }
        faults.into_result((markers, owners))
    }

    /// The moments that it answers.
    pub fn moments(&self) -> &[Moment<R>] {
        &self.moments
    }

    /// Whether it defines a modifier.
    pub fn has_modifiers(&self, host: &Host<R>) -> bool {
        let mut modifiers = host.facts().modifiers.iter();
        modifiers.any(|modifier| self.compiled.has(modifier.name, Modifier::PARAMETERS))
    }

    /// The names of its markers.
    pub fn marker_names(&self) -> impl Iterator<Item = &str> {
        self.markers.keys().map(AsRef::as_ref)
    }

    /// Whether one of its markers is in force. An optional rule is a marker of its own.
    pub(crate) fn is_in_force(&self, state: &R::State) -> bool {
        let placed = markers_in_force::<R>(state);
        self.markers.keys().chain(&self.rule).any(|name| is_in_force(placed, name))
    }
}
