//! What compiling does not notice about a script: calls of what does not exist, conditions that act, names that nothing
//! has. An error is what fails when it is reached, a warning what is probably a mistake.

use super::ast_walk::{self, FunctionNode, MomentCompared, Survey};
use super::compiled::Compiled;
use super::facts::{CardLexicon, LanguageFacts};
use super::markers::{MarkerCarrier, declared_on, marker_of};
use super::no_effect::no_effect;
use super::sandbox::side_constant;
use super::source_text::{self, span};
use super::types::MarkerNamed;
use super::types::MarkerOf;
use super::vocabulary::{Acts, Vocabulary};
use crate::faults::{Fault, Faults, Source, nearest};
use crate::language::{Call, Modifier, Role};
use std::collections::BTreeSet;

/// Functions that swallow what goes wrong in the function they are handed, and call it as often as they like.
const SWALLOWING: [&str; 5] = ["dedup", "order", "order_by", "sort", "sort_by"];

/// What is inspected.
pub(super) struct Inspected<'a> {
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
    facts: &'a LanguageFacts,
    /// The ids of the sides.
    sides: Vec<&'static str>,
    faults: Faults,
}

/// Inspects a script by itself. What it refers to in other scripts is for [`names`].
pub(super) fn lint(
    facts: &LanguageFacts,
    lexicon: &dyn CardLexicon,
    inspected: &Inspected<'_>,
    vocabulary: &Vocabulary,
) -> Faults {
    let &Inspected { script, survey, role } = inspected;
    let (entries, sides, faults) = (facts.entries(role), lexicon.sides(), Faults::none());
    let mut lint = Lint { script, survey, role, vocabulary, entries, facts, sides, faults };
    lint.entry_points();
    let reached = lint.reached();
    for (key @ (name, _), function) in &survey.functions {
        lint.calls(function);
        lint.constants(function);
        if role == Role::LIBRARY || reached.contains(key) {
            lint.parameters(name, function);
        }
        lint.context(name, function);
        for &position in &function.endless {
            let fault = Fault::warning("script::loop_without_end", "nothing ends this loop");
            let fault = fault.at(&script.source, span(&script.source, position), "no `break` or `return` leaves it");
            lint.faults.push(fault.help("a script that runs too long is stopped, and its event undone"));
        }
    }
    for &position in &survey.loose {
        let fault = Fault::warning("script::never_run", "this stands outside of every function and never runs");
        lint.faults.push(fault.at(&script.source, span(&script.source, position), "here"));
    }
    let acting = lint.conditions().into_iter().chain(lint.callbacks()).collect::<Vec<_>>();
    lint.faults.extend(acting);
    if role != Role::LIBRARY {
        lint.unreached(&reached);
    }
    // What is wrong comes first.
    if !lint.faults.has_errors() {
        lint.faults.append(no_effect(facts, inspected, vocabulary));
    }
    lint.faults
}

/// What the other scripts know of a script, and so what names in it may mean.
pub(super) struct Company<'a> {
    /// The id of any side.
    pub side: &'static str,
    /// The markers of all scripts.
    pub markers: &'a BTreeSet<&'a str>,
    /// The markers of this one.
    pub own: &'a dyn Fn(&str) -> bool,
    /// The moments that it answers, by name.
    pub moments: &'a [&'static str],
    /// The words that a property of the moment can be at those; empty if that is not known.
    pub carried_words: &'a dyn Fn(&str) -> Vec<&'static str>,
    /// What a service is meant for, if it is not for this script.
    pub meant_for: &'a dyn Fn(&str) -> Option<&'static str>,
}

/// Inspects the names of markers and what moments carry, once it is known which markers there are and which moments
/// the script answers.
pub(super) fn names(
    facts: &LanguageFacts,
    source: &Source,
    survey: &Survey,
    named: &[MarkerNamed],
    company: &Company<'_>,
) -> Faults {
    let mut faults = Faults::none();
    faults.extend(named.iter().filter_map(|named| wrong_marker(facts, source, named, company)));
    for function in survey.functions.values() {
        faults.extend(function.compared.iter().filter_map(|compared| never_called(facts, source, compared, company)));
        faults.extend(function.compared.iter().filter_map(|compared| never_the_word(source, compared, company)));
        faults.extend(function.calls.iter().filter_map(|call| out_of_place(source, call, company)));
        for property in function.properties.iter().filter(|property| property.of.as_deref() == Some("moment")) {
            let carrying = facts.moments.iter().filter(|facts| facts.carries.contains(&property.name.as_str()));
            let carrying: Vec<&str> = carrying.map(|facts| facts.name).collect();
            let answers = |name: &&str| company.moments.contains(name);
            if !carrying.is_empty() && !company.moments.is_empty() && !carrying.iter().any(answers) {
                let message = format!("none of the script's moments carries `{}`", property.name);
                let fault = Fault::warning("script::not_carried", message);
                let fault = fault.at(source, span(source, property.position), "nothing here");
                faults.push(fault.help(format!("it comes with {}", carrying.join(", "))));
            }
        }
    }
    faults
}

/// A call that names a marker which no script has, or which this one cannot put in force.
fn wrong_marker(facts: &LanguageFacts, source: &Source, named: &MarkerNamed, company: &Company<'_>) -> Option<Fault> {
    let MarkerNamed { service, of, name, place } = named;
    let of_side = marker_of(company.side, name);
    let on_things = |of_type: Option<&'static str>| {
        let carriers = facts.carriers.iter().filter(move |carrier| of_type.is_none_or(|of| carrier.of_type == of));
        carriers.map(|carrier| declared_on(carrier.kind, name)).collect::<Vec<_>>()
    };
    let (ways, per) = match of {
        MarkerOf::Game => (vec![name.clone()], ""),
        MarkerOf::Side => (vec![of_side.clone()], "side"),
        MarkerOf::Thing(of_type) => {
            let carrier = facts.carriers.iter().find(|carrier| of_type.is_none_or(|of| carrier.of_type == of));
            (on_things(*of_type), carrier.map_or("", |carrier| carrier.kind))
        }
        MarkerOf::Unknown => ([vec![of_side.clone()], on_things(None)].concat(), "side"),
    };
    let known = ways.iter().find(|way| company.markers.contains(way.as_str()));
    let Some(full) = known else {
        let fault = Fault::error("script::unknown_marker", format!("no script has a marker `{name}`"));
        let fault = fault.at(source, place.clone(), "in the `markers()` of no script");
        if company.markers.contains(of_side.as_str()) {
            return Some(fault.help(format!("each side has its own: write `game.{service}(side, \"{name}\")`")));
        }
        let on_some = facts.carriers.iter().find(|it| company.markers.contains(declared_on(it.kind, name).as_str()));
        if let Some(MarkerCarrier { kind, .. }) = on_some {
            return Some(fault.help(format!("each {kind} has its own: write `game.{service}({kind}, \"{name}\")`")));
        }
        let per = if per.is_empty() { String::new() } else { format!(" per {per}") };
        let ends = facts.ends.join(", ");
        let help = format!("add `\"{name}\": \"…{per}\"` to `markers()`, with what it lasts until: {ends}");
        let plain = company.markers.iter().filter(|marker| !marker.contains('@')).copied();
        return Some(fault.help(help).did_you_mean(name, plain));
    };
    if !["mark", "set", "add"].contains(&service.as_str()) || (company.own)(full) {
        return None;
    }
    let fault =
        Fault::error("script::marker_of_another", format!("`{name}` is not among the `markers()` of this script"));
    let fault = fault.at(source, place.clone(), "another script's");
    Some(fault.help("a script puts its own markers in force only"))
}

/// A moment that a script asks for and never answers.
fn never_called(
    facts: &LanguageFacts,
    source: &Source,
    MomentCompared { property, word: kind, position }: &MomentCompared,
    company: &Company<'_>,
) -> Option<Fault> {
    let is_moment = property == "kind" && facts.moments.iter().any(|moment| moment.name == kind);
    if !is_moment || company.moments.is_empty() || company.moments.contains(&kind.as_str()) {
        return None;
    }
    let message = format!("the moment is never `{kind}`: `moments()` does not answer it");
    let fault = Fault::warning("script::never_equal", message);
    let fault = fault.at(source, span(source, *position), "never so");
    Some(fault.help(format!("add `\"{kind}\"` to `moments()`, which has {}", company.moments.join(", "))))
}

/// A word that a property of the moment never is at the moments which the script answers.
fn never_the_word(
    source: &Source,
    MomentCompared { property, word, position }: &MomentCompared,
    company: &Company<'_>,
) -> Option<Fault> {
    let words = (company.carried_words)(property);
    if words.is_empty() || words.contains(&word.as_str()) {
        return None;
    }
    let at = company.moments.join(" and ");
    let fault = Fault::warning("script::never_equal", format!("`moment.{property}` is never `{word}` at {at}"));
    let fault = fault.at(source, span(source, *position), "never so");
    Some(fault.help(format!("it is one of {}", words.join(", "))).did_you_mean(word, words.iter().copied()))
}

/// A service that the moments of a script leave no place for.
fn out_of_place(source: &Source, call: &ast_walk::CallSite, company: &Company<'_>) -> Option<Fault> {
    let meant_for = call.on_game.then(|| (company.meant_for)(&call.name)).flatten()?;
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
        fault.at(&self.script.source, source_text::definition(&self.script.source, name).unwrap_or(0..0), label)
    }

    /// What the rules call is there, and takes what it is given.
    fn entry_points(&mut self) {
        for (name, count) in self.entries.clone() {
            let found: Vec<usize> = self.survey.named(name).map(|(_, count)| *count).collect();
            let needed = self.is_needed(name);
            if found.contains(&count) || (found.is_empty() && !needed) {
                continue;
            }
            let fault = if found.is_empty() {
                self.missing(name)
            } else {
                let message = format!("`{name}` takes {}", parameter_count(count));
                let fault = Fault::error("script::wrong_parameters", message);
                let fault = self.at_function(fault, name, &format!("with {}", parameter_count(found[0])));
                fault.help(format!("write `fn {name}({})`", self.facts.parameters(name)))
            };
            self.faults.push(fault);
        }
    }

    /// A function that the rules call is not there; another may be it, misspelt.
    fn missing(&self, name: &str) -> Fault {
        let fault = Fault::error("script::missing_function", format!("the script has no function `{name}`"));
        let own = self.survey.functions.keys().map(|(name, _)| name.as_str());
        if let Some(near) = nearest(name, own.filter(|own| !self.entries.iter().any(|(entry, _)| entry == own))) {
            return self.at_function(fault, near, "this one, perhaps").meaning(near, name);
        }
        let fault = fault.at(&self.script.source, 0..0, "in this script");
        let parameters = self.facts.parameters(name);
        fault.help(match self.of_another_kind() {
            Some(other) => format!(
                "`{other}` belongs to a script of another kind: give the card that `kind` in the deck, or add \
                 `fn {name}({parameters}) {{ … }}`"
            ),
            None => format!("add `fn {name}({parameters}) {{ … }}`"),
        })
    }

    /// A function of the script that the rules call only in scripts of another kind.
    fn of_another_kind(&self) -> Option<&str> {
        let names = self.survey.functions.keys().map(|(name, _)| name.as_str());
        let mut others = names.filter(|name| self.facts.entry_point(name).is_some());
        others.find(|name| self.entries.iter().all(|(entry, _)| entry != name))
    }

    /// Whether the script has to define an entry point: by itself, or together with another that it defines.
    fn is_needed(&self, name: &str) -> bool {
        let Role { needed, together, .. } = self.role;
        let others = || together.iter().filter(|other| **other != name);
        needed.contains(&name)
            || (together.contains(&name) && others().any(|other| self.survey.named(other).next().is_some()))
    }

    /// Everything that is called exists, takes this many arguments, and knows the names it is given.
    fn calls(&mut self, function: &FunctionNode) {
        for call in &function.calls {
            if !self.survey.functions.contains_key(&(call.name.clone(), call.args)) {
                let fault = self.unknown(call);
                self.faults.extend(fault);
            }
        }
    }

    /// What is wrong with a call of no function of the script.
    fn unknown(&self, call: &ast_walk::CallSite) -> Option<Fault> {
        let (name, receiver) = (&call.name, usize::from(call.method));
        let own: Vec<usize> = self.survey.named(name).map(|(_, count)| *count).collect();
        if !self.vocabulary.has(name) && own.is_empty() {
            if self.vocabulary.has_getter(name) {
                let fault = Fault::error("script::unknown_function", format!("`{name}` is a property"));
                let fault = fault.help(format!("leave out the parentheses: `.{name}`"));
                return Some(self.at(fault, call.position, "no function"));
            }
            let names = self.vocabulary.names().chain(self.survey.functions.keys().map(|(name, _)| name.as_str()));
            let fault = Fault::error("script::unknown_function", format!("unknown function `{name}`"));
            let fault = fault.help(format!("{} lists what scripts can call", self.facts.reference));
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

    /// The names of sides, such as `Side::RED`, exist.
    fn constants(&mut self, function: &FunctionNode) {
        let sides: Vec<String> = self.sides.iter().copied().map(side_constant).collect();
        for (space, name, position) in &function.constants {
            if space == "Side" && !sides.contains(name) {
                let fault = Fault::error("script::unknown_name", format!("there is no `Side::{name}`"));
                let all: Vec<String> = sides.iter().map(|side| format!("`Side::{side}`")).collect();
                let fault = self.at(fault.help(format!("there are {}", all.join(" and "))), *position, "not a side");
                self.faults.push(fault.did_you_mean(name, sides.iter().map(String::as_str)));
            }
        }
    }

    /// Parameters of helpers are used.
    fn parameters(&mut self, name: &str, function: &FunctionNode) {
        let unused = |variable: &str| !variable.starts_with('_') && !function.reads.contains(variable);
        if name.contains('$') || self.entries.iter().any(|(entry, _)| *entry == name) {
            return;
        }
        for parameter in function.parameters.iter().filter(|parameter| unused(parameter)) {
            let fault = Fault::warning("script::unused_variable", format!("`{name}` never uses its `{parameter}`"));
            self.faults.push(self.at_function(fault, name, "in this function").help("leave it out"));
        }
    }

    /// What a modifier looks up in its context is there.
    fn context(&mut self, name: &str, function: &FunctionNode) {
        let modifiers = self.facts.modifiers.iter().filter(|_| self.role.modifies);
        let Some(modifier) = modifiers.clone().find(|modifier| modifier.name == name) else { return };
        let Some(at) = function.parameters.get(1) else { return };
        for property in function.properties.iter().filter(|property| property.of.as_ref() == Some(at)) {
            let known = |modifier: &&Modifier| modifier.at.contains(&property.name.as_str());
            if known(&modifier) || !modifiers.clone().any(|other| known(&other)) {
                continue;
            }
            let message = format!("`{name}` is not told the `{}`", property.name);
            let fault =
                Fault::warning("script::not_carried", message).help(format!("it is told {}", modifier.at.join(", ")));
            self.faults.push(self.at(fault, property.position, "nothing here"));
        }
    }

    /// Conditions and modifiers look on; what only names things does not even look.
    fn conditions(&self) -> Vec<Fault> {
        let mut faults = Vec::new();
        for &(name, count) in &self.entries {
            let called_for = self.facts.called_for(name);
            if called_for == Some(Call::Act) {
                continue;
            }
            for (key, through) in self.survey.reach(&(name.to_string(), count)) {
                let Some(function) = self.survey.functions.get(&key) else { continue };
                let is_constant = called_for == Some(Call::Constant);
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
                let peeks = function.calls.iter().filter_map(|call| self.peek(name, call));
                faults.extend(peeks.map(|fault| self.at_function(fault, name, "it begins here")));
            }
        }
        faults
    }

    /// What is wrong with a call that tells what a side holds in a condition or modifier. The condition of a card may ask
    /// what its own side holds, and it may be a side in a variable.
    fn peek(&self, entry: &str, call: &ast_walk::CallSite) -> Option<Fault> {
        if !call.on_game || !self.facts.peeking.contains(&call.name.as_str()) {
            return None;
        }
        let source = &self.script.source;
        let rest = source.text().get(span(source, call.position).end..).unwrap_or_default();
        let is_of = |side: &str| rest.trim_start().trim_start_matches('(').trim_start().starts_with(side);
        let is_modifier = self.facts.modifier(entry).is_some();
        if is_of("game.side") && !is_modifier {
            return None;
        }
        let message = format!("`{entry}` cannot look at what a side hides: all see what it says");
        let code = "script::hidden_hand";
        let is_certain = is_modifier || is_of("game.enemy");
        let fault = if is_certain { Fault::error(code, message) } else { Fault::warning(code, message) };
        let label = if is_certain { "refused when it is called" } else { "refused for the other side" };
        Some(self.at(fault, call.position, label).help("look in `play`, `respond` or `act`"))
    }

    /// Whether a call asks or changes something.
    fn acts(&self, call: &ast_walk::CallSite) -> bool {
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

    /// The functions that the rules call, and those that are called by them.
    fn reached(&self) -> BTreeSet<(String, usize)> {
        let reach = |(name, count): &(&str, usize)| self.survey.reach(&(name.to_string(), *count)).into_keys();
        self.entries.iter().flat_map(reach).collect()
    }

    /// Every function is called. What is called nearly as something that the rules call, and the script
    /// lacks, is taken for that.
    fn unreached(&mut self, reached: &BTreeSet<(String, usize)>) {
        for key @ (name, _) in self.survey.functions.keys() {
            let is_entry = self.entries.iter().any(|(entry, _)| entry == name);
            if is_entry || name.contains('$') || reached.contains(key) {
                continue;
            }
            let lacks = |entry: &&str| self.survey.named(entry).next().is_none();
            let lacking = self.entries.iter().map(|(entry, _)| *entry).filter(lacks);
            let message = format!("nothing calls `{name}`");
            let meant = nearest(name, lacking);
            if meant.is_some_and(|meant| self.is_needed(meant)) {
                continue; // said of what is missing
            }
            let fault = match meant {
                Some(_) => Fault::error("script::misspelt_function", message),
                None => Fault::warning("script::unused_function", message),
            };
            let fault = self.at_function(fault, name, "never called");
            self.faults.push(meant.into_iter().fold(fault, |fault, meant| fault.did_you_mean(name, [meant])));
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
