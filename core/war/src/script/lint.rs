//! What compiling does not notice about a script: calls of what does not exist, conditions that act, names that nothing
//! has. An error is what fails when it is reached, a warning what is probably a mistake.

mod comparisons;

use super::api;
use super::host::Compiled;
use super::loaded::{ENDS, Script};
use super::modifiers::MODIFIERS;
use super::role::Role;
use super::survey::{Call, Function, Survey};
use super::text::{self, span};
use super::vocabulary::{Acts, Vocabulary};
use crate::moments::MomentKind;
use std::collections::BTreeSet;
use wilderness_engine::faults::{Fault, Faults};

/// Functions that swallow what goes wrong in the function they are handed, and call it as often as they like.
const SWALLOWING: [&str; 5] = ["dedup", "order", "order_by", "sort", "sort_by"];
/// Services whose first argument is the name of a marker.
const OF_MARKERS: [&str; 3] = ["mark", "unmark", "has_marker"];

/// What is inspected.
pub(crate) struct Inspected<'a> {
    pub script: &'a Compiled,
    pub survey: &'a Survey,
    pub role: Role,
}

/// A script under inspection.
struct Lint<'a> {
    script: &'a Compiled,
    survey: &'a Survey,
    role: Role,
    vocabulary: &'a Vocabulary,
    /// What the rules call in a script of its role: names, and the number of parameters of each.
    entries: Vec<(&'static str, usize)>,
    /// The events of the deck.
    events: &'a BTreeSet<String>,
    faults: Faults,
}

/// Inspects a script by itself. What it refers to in other scripts is for [`names`].
pub(crate) fn lint(inspected: &Inspected<'_>, vocabulary: &Vocabulary, events: &BTreeSet<String>) -> Faults {
    let &Inspected { script, survey, role } = inspected;
    let (entries, faults) = (role.entries(), Faults::none());
    let mut lint = Lint { script, survey, role, vocabulary, entries, events, faults };
    lint.entry_points();
    for ((name, _), function) in &survey.functions {
        lint.calls(function);
        lint.constants(function);
        lint.variables(name, function);
        lint.properties(function);
        lint.comparisons(name, function);
        for &position in &function.endless {
            let fault = Fault::warning("script::loop_without_end", "nothing ends this loop");
            let fault = fault.at(&script.source, span(&script.source, position), "no `break` or `return` leaves it");
            lint.faults.push(fault.help("a script that goes on for ever is stopped, and its event undone"));
        }
    }
    for &position in &survey.loose {
        let fault = Fault::warning("script::never_run", "this stands outside of every function and never runs");
        lint.faults.push(fault.at(&script.source, span(&script.source, position), "here"));
    }
    let acting = lint.conditions().into_iter().chain(lint.callbacks()).collect::<Vec<_>>();
    lint.faults.extend(acting);
    if role != Role::Library {
        lint.reachable();
    }
    lint.faults
}

/// Inspects the names of markers and what moments carry, once it is known which markers there are and which moments
/// the script answers.
pub(crate) fn names(script: &Script, survey: &Survey, markers: &BTreeSet<&str>) -> Faults {
    let (source, mut faults) = (&script.compiled.source, Faults::none());
    for function in survey.functions.values() {
        for call in function.calls.iter().filter(|call| call.args == 1 && OF_MARKERS.contains(&call.name.as_str())) {
            let Some((name, position)) = &call.text else { continue };
            if !markers.contains(name.as_str()) {
                let fault = Fault::error("script::unknown_marker", format!("no script has a marker `{name}`"));
                let fault = fault.at(source, span(source, *position), "in the `markers()` of no script");
                let help =
                    format!("add `\"{name}\": \"…\"` to `markers()`, with what it lasts until: {}", ENDS.join(", "));
                faults.push(fault.help(help).did_you_mean(name, markers.iter().copied()));
            } else if call.name == "mark" && !script.markers.contains_key(name.as_str()) {
                let message = format!("`{name}` is not among the `markers()` of this script");
                let fault = Fault::error("script::marker_of_another", message);
                let fault = fault.at(source, span(source, *position), "another script's");
                faults.push(fault.help("a script puts its own markers in force only"));
            }
        }
        faults.extend(function.calls.iter().filter_map(|call| out_of_place(script, survey, call)));
        for property in function.properties.iter().filter(|property| property.of.as_deref() == Some("moment")) {
            let carries = |kind: &MomentKind| kind.carries().contains(&property.name.as_str());
            let is_known = MomentKind::all().any(|kind| carries(&kind));
            if is_known && !script.moments().is_empty() && !script.moments().iter().any(carries) {
                let message = format!("none of the script's moments carries `{}`", property.name);
                let fault = Fault::warning("script::not_carried", message);
                let fault = fault.at(source, span(source, property.position), "nothing here");
                let carrying: Vec<&str> = MomentKind::all().filter(carries).map(MomentKind::name).collect();
                faults.push(fault.help(format!("it comes with {}", carrying.join(", "))));
            }
        }
    }
    faults
}

/// A service that the moments of a script leave no place for.
fn out_of_place(script: &Script, survey: &Survey, call: &Call) -> Option<Fault> {
    let defines = |name: &str| survey.named(name).next().is_some();
    let answers = |kind| script.moments().contains(&kind);
    let meant_for = match call.name.as_str() {
        _ if !call.on_game => return None,
        "land" if !answers(MomentKind::MoveStart) => "scripts that answer `move_start`",
        "turn_back" if !answers(MomentKind::StepMade) => "scripts that answer `step_made`",
        "activate_two_forces" if !defines("play") => "events with a `play`",
        "remove_this_card" if defines("rule") => "the events of cards: an optional rule belongs to no card",
        _ => return None,
    };
    let source = &script.compiled.source;
    let fault = Fault::error("script::out_of_place", format!("`{}` is meant for {meant_for}", call.name));
    Some(fault.at(source, span(source, call.position), "refused when it is called"))
}

impl Lint<'_> {
    /// Points at a place of Rhai.
    fn at(&self, fault: Fault, position: rhai::Position, label: impl Into<String>) -> Fault {
        fault.at(&self.script.source, span(&self.script.source, position), label)
    }

    /// Points at a function.
    fn at_function(&self, fault: Fault, name: &str, label: &str) -> Fault {
        fault.at(&self.script.source, text::definition(&self.script.source, name).unwrap_or(0..0), label)
    }

    /// What the rules call is there, and takes what it is given.
    fn entry_points(&mut self) {
        for (name, count) in self.entries.clone() {
            let found: Vec<usize> = self.survey.named(name).map(|(_, count)| *count).collect();
            let needed = self.is_needed(name, count);
            if found.contains(&count) || (found.is_empty() && !needed) {
                continue;
            }
            let fault = if found.is_empty() {
                let message = format!("the script has no function `{name}`");
                let fault =
                    Fault::error("script::missing_function", message).at(&self.script.source, 0..0, "in this script");
                let near = self.survey.functions.keys().map(|(name, _)| name.as_str());
                let near = near.filter(|name| !self.entries.iter().any(|(entry, _)| entry == name));
                fault.help(format!("add `fn {name}({}) {{ … }}`", parameters(count))).did_you_mean(name, near)
            } else {
                let message = format!("`{name}` takes {}", parameter_count(count));
                let fault = Fault::error("script::wrong_parameters", message);
                let fault = self.at_function(fault, name, &format!("with {}", parameter_count(found[0])));
                fault.help(format!("write `fn {name}({})`", entry_parameters(name, count)))
            };
            self.faults.push(fault);
        }
    }

    /// Whether the script has to define an entry point. A rule that answers moments acts at them, and the other way
    /// round.
    fn is_needed(&self, name: &str, count: usize) -> bool {
        let pair = match (self.role, name) {
            (Role::Rule, "moments") => "act",
            (Role::Rule, "act") => "moments",
            _ => return self.role.needed().contains(&(name, count)),
        };
        self.survey.named(pair).next().is_some()
    }

    /// Everything that is called exists, takes so many arguments, and knows the names it is given.
    fn calls(&mut self, function: &Function) {
        for call in &function.calls {
            if !self.survey.functions.contains_key(&(call.name.clone(), call.args)) {
                let fault = self.unknown(call);
                self.faults.extend(fault);
            }
            if let (Some((name, position)), 1, Some(named)) = (&call.text, call.args, api::named_by(&call.name))
                && !self.survey.functions.contains_key(&(call.name.clone(), call.args))
                && !named.names.contains(&name.as_str())
            {
                let message = format!("no {} `{name}`", named.what);
                let fault = Fault::error(named.code, message).help(named.help);
                self.faults.push(self.at(fault, *position, "no such name").did_you_mean(name, named.names));
            }
        }
    }

    /// What is wrong with a call of no function of the script.
    fn unknown(&self, call: &Call) -> Option<Fault> {
        let (name, receiver) = (&call.name, usize::from(call.method));
        let own: Vec<usize> = self.survey.named(name).map(|(_, count)| *count).collect();
        if !self.vocabulary.has(name) && own.is_empty() {
            let names = self.vocabulary.names().chain(self.survey.functions.keys().map(|(name, _)| name.as_str()));
            let fault = Fault::error("script::unknown_function", format!("unknown function `{name}`"));
            let fault = fault.help("`wilderness api` lists what scripts can call");
            return Some(self.at(fault, call.position, "not known").did_you_mean(name, names));
        }
        let counts = match self.vocabulary.counts(name) {
            None if self.vocabulary.has(name) => return None,
            counts => counts.unwrap_or_default(),
        };
        if counts.contains(&(call.args + receiver)) {
            return None;
        }
        let mut fitting: BTreeSet<usize> = counts.iter().filter_map(|count| count.checked_sub(receiver)).collect();
        fitting.extend(own);
        let fitting: Vec<String> = fitting.iter().map(usize::to_string).collect();
        let is_service = counts.iter().any(|count| self.vocabulary.acts(name, *count) != Acts::Never);
        let message = format!("`{name}` does not take {}", argument_count(call.args));
        let fault = Fault::error("script::wrong_argument_count", message);
        let fault = self.at(fault, call.position, format!("with {}", argument_count(call.args)));
        Some(if is_service && !call.method {
            fault.help(format!("call it on the game: `game.{name}(…)`"))
        } else {
            fault.help(format!("it takes {}", fitting.join(" or ")))
        })
    }

    /// Names such as `Side::FRENCH` exist.
    fn constants(&mut self, function: &Function) {
        const SIDES: [&str; 2] = ["FRENCH", "BRITISH"];
        for (space, name, position) in &function.constants {
            if space == "Side" && !SIDES.contains(&name.as_str()) {
                let fault = Fault::error("script::unknown_name", format!("there is no `Side::{name}`"));
                let fault = fault.help("there are `Side::FRENCH` and `Side::BRITISH`");
                self.faults.push(self.at(fault, *position, "not a side"));
            }
        }
    }

    /// Variables and parameters of helpers are used.
    fn variables(&mut self, name: &str, function: &Function) {
        let unused = |variable: &str| !variable.starts_with('_') && !function.reads.contains(variable);
        for (variable, position) in function.variables.iter().filter(|(variable, _)| unused(variable)) {
            let fault = Fault::warning("script::unused_variable", format!("`{variable}` is never used"));
            let fault = fault.help(format!("leave it out, or call it `_{variable}`"));
            self.faults.push(self.at(fault, *position, "never read"));
        }
        if name.contains('$') || self.entries.iter().any(|(entry, _)| *entry == name) {
            return;
        }
        for parameter in function.parameters.iter().filter(|parameter| unused(parameter)) {
            let fault = Fault::warning("script::unused_variable", format!("`{name}` never uses its `{parameter}`"));
            self.faults.push(self.at_function(fault, name, "in this function").help("leave it out"));
        }
    }

    /// Properties exist somewhere. Object maps can have any, so this is no more than a suspicion.
    fn properties(&mut self, function: &Function) {
        let mut faults = std::mem::take(&mut self.faults);
        for property in &function.properties {
            let name = property.name.as_str();
            if self.vocabulary.has_getter(name) || self.survey.keys.contains(name) {
                continue;
            }
            faults.add_warning(|| {
                let fault = Fault::warning("script::unknown_property", format!("nothing has a property `{name}`"));
                let fault = if self.vocabulary.has(name) {
                    fault.help(format!("it is called with parentheses: `{name}(…)`"))
                } else {
                    fault.did_you_mean(name, self.vocabulary.getters())
                };
                self.at(fault, property.position, "not known")
            });
        }
        self.faults = faults;
    }

    /// Conditions and modifiers look on; what only names things does not even look.
    fn conditions(&self) -> Vec<Fault> {
        let mut faults = Vec::new();
        for &(name, count) in &self.entries {
            if Role::acts(name) {
                continue;
            }
            for (key, through) in self.survey.reach(&(name.to_string(), count)) {
                let Some(function) = self.survey.functions.get(&key) else { continue };
                let is_constant = Role::is_constant(name);
                if let (true, Some(position)) = (is_constant, function.game.first()) {
                    let fault =
                        Fault::error("script::game_unknown", format!("`{name}` is called when there is no game"));
                    let fault = self.at(fault, *position, "no game yet").help("return the same names always");
                    faults.push(self.at_function(fault, name, "called from here"));
                    continue;
                }
                for call in function.calls.iter().filter(|call| self.acts(call)) {
                    let message = format!("`{name}` looks on: it cannot ask or change anything");
                    let fault = Fault::error("script::acting_condition", message);
                    let mut fault = self.at(fault, call.position, format!("`{}` does", call.name));
                    if let Some(position) = through {
                        fault = self.at(fault, position, "reached through here");
                    }
                    let fault = self.at_function(fault, name, "it begins here");
                    faults.push(fault.help("move it to `play`, `respond` or `act`"));
                }
            }
        }
        faults
    }

    /// Whether a call asks or changes something.
    fn acts(&self, call: &Call) -> bool {
        if !call.method && self.survey.functions.contains_key(&(call.name.clone(), call.args)) {
            return false; // a function of the script, which is looked at itself
        }
        self.vocabulary.call_acts(call)
    }

    /// Nothing acts in a function that is called as often as a sort likes, and whose errors are swallowed.
    fn callbacks(&self) -> Vec<Fault> {
        let mut faults = Vec::new();
        let calls = self.survey.functions.values().flat_map(|function| &function.calls);
        for call in calls.filter(|call| SWALLOWING.contains(&call.name.as_str())) {
            let started = call.callbacks.iter().flat_map(|callback| self.survey.named(callback));
            for key in started.flat_map(|start| self.survey.reach(start).into_keys()) {
                let inner = self.survey.functions.get(&key).into_iter().flat_map(|function| &function.calls);
                for acting in inner.filter(|call| self.acts(call)) {
                    let message = format!("nothing can be asked or changed inside of `{}`", call.name);
                    let fault = Fault::error("script::acting_callback", message);
                    let fault = self.at(fault, acting.position, format!("`{}` does", acting.name));
                    let fault = self.at(fault, call.position, "called as often as it likes");
                    faults.push(fault.help("ask first, then sort what was chosen"));
                }
            }
        }
        faults
    }

    /// Every function is called by somebody.
    fn reachable(&mut self) {
        let mut reached = BTreeSet::new();
        for (name, count) in &self.entries {
            reached.extend(self.survey.reach(&(name.to_string(), *count)).into_keys());
        }
        for (name, count) in self.survey.functions.keys() {
            let is_entry = self.entries.iter().any(|(entry, _)| entry == name);
            if is_entry || name.contains('$') || reached.contains(&(name.clone(), *count)) {
                continue;
            }
            let entries = self.entries.iter().map(|(entry, _)| *entry);
            let fault = Fault::warning("script::unused_function", format!("nothing calls `{name}`"));
            let fault = self.at_function(fault, name, "never called").did_you_mean(name, entries);
            self.faults.push(fault);
        }
    }
}

fn counted(count: usize, what: &str) -> String {
    match count {
        0 => format!("no {what}s"),
        1 => format!("1 {what}"),
        _ => format!("{count} {what}s"),
    }
}

fn argument_count(count: usize) -> String {
    counted(count, "argument")
}

fn parameter_count(count: usize) -> String {
    counted(count, "parameter")
}

/// The parameters of an entry point that is not a modifier.
fn parameters(count: usize) -> &'static str {
    if count == 0 { "" } else { "moment" }
}

fn entry_parameters(name: &str, count: usize) -> String {
    let modifier = MODIFIERS.iter().find(|modifier| modifier.name == name);
    modifier.map_or_else(|| parameters(count).into(), |modifier| modifier.parameters.join(", "))
}

#[cfg(test)]
mod tests;
