//! Markers that a script declares and that do nothing: that no script places, that change nothing, or that belong to a
//! side without anything asking to which.

use super::diagnose;
use super::host::Host;
use super::markers::marker_of;
use super::reader::Read;
use super::source_text;
use crate::faults::{Fault, Faults};
use crate::language::Modifier;
use crate::rules::Rules;
use crate::side::Side as _;
use std::collections::BTreeSet;

/// Services that put a marker in force.
pub(super) const PLACING: [&str; 3] = ["mark", "set", "add"];
/// Services that end a marker: what ends one that it never places expects it from a scenario.
const ENDING: [&str; 1] = ["unmark"];
/// Services that tell of a marker.
const ASKING: [&str; 4] = ["has_marker", "get", "add", "marked"];

/// Finds the markers of scripts that do nothing. `placed` says which something else than a script places.
pub(super) fn idle_markers<'r, R: Rules>(
    host: &Host<R>,
    all: impl Iterator<Item = &'r Read<R>> + Clone,
    placed: &dyn Fn(&str) -> bool,
) -> Faults {
    let mut faults = Faults::none();
    for read in all.clone() {
        let mut said = BTreeSet::new();
        for full in read.script.marker_names() {
            let name = written(host, read, full);
            if !said.insert(name) {
                continue;
            }
            let declaring = || all.clone().filter(|other| other.script.markers.contains_key(full));
            let places = |other: &Read<R>| {
                [&PLACING[..], &ENDING].into_iter().any(|services| other.may_name_marker(host, full, services))
            };
            let is_placed = declaring().any(places) || placed(full);
            let works = |other: &Read<R>| other.script.has_modifiers(host) || other.script.compiled.has("act", 1);
            // Another script that asks for this one names it.
            let is_asked = declaring().any(|other| works(other) || other.may_name_marker(host, full, &ASKING))
                || all.clone().any(|other| other.names_marker(host, full, &ASKING));
            let fault = if !is_placed {
                let fault = Fault::warning("script::idle_marker", format!("no script places the marker `{name}`"));
                fault.help(format!("place it with `game.mark(…)`, or leave `{name}` out of `markers()`"))
            } else if !is_asked {
                let message = format!("the marker `{name}` changes nothing while it is in force");
                let fault = Fault::warning("script::idle_marker", message);
                fault.help("add a modifier or `fn act(moment)`, or ask for it with `game.has_marker(…)`")
            } else if let Some(modifier) = ignores_side(host, read, full, name) {
                let message = format!("each side has its own `{name}`, but `{modifier}` works for both");
                let fault = Fault::warning("script::both_sides", message);
                fault.help(format!("ask in `{modifier}` whether `game.has_marker(at.side, \"{name}\")`"))
            } else {
                continue;
            };
            faults.push(diagnose::at_text(fault, &read.script.compiled, "markers", name, "declared here"));
        }
    }
    faults
}

/// The name of a marker as `markers()` has it.
fn written<'m, R: Rules>(host: &Host<R>, read: &Read<R>, full: &'m str) -> &'m str {
    if read.script.owners.contains_key(full) {
        let of = host.sides().into_iter().find_map(|side| full.strip_prefix(&marker_of(side.id(), "")));
        return of.unwrap_or(full);
    }
    full.split('@').next().unwrap_or(full)
}

/// The first modifier of a script that does not ask which side has the marker, if none of its modifiers does.
fn ignores_side<R: Rules>(host: &Host<R>, read: &Read<R>, full: &str, name: &str) -> Option<&'static str> {
    if !read.script.owners.contains_key(full) {
        return None;
    }
    let modifiers = host.facts().modifiers.iter().map(|modifier| modifier.name);
    let own: Vec<&'static str> =
        modifiers.filter(|name| read.script.compiled.has(name, Modifier::PARAMETERS)).collect();
    let survey = read.survey();
    let reached = own.iter().flat_map(|name| survey.reach(&(name.to_string(), Modifier::PARAMETERS)).into_keys());
    let reached: BTreeSet<String> = reached.map(|(name, _)| name).collect();
    let bodies = source_text::definitions(&read.script.compiled.source).into_iter();
    let bodies: Vec<_> = bodies.filter(|(name, ..)| reached.contains(*name)).map(|(_, _, body)| body).collect();
    let asks = read.asks_of_side(name, |place| bodies.iter().any(|body| body.contains(&place)));
    if asks { None } else { own.first().copied() }
}
