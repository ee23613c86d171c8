//! Conditions and modifiers that are debugged, and what modifiers have changed.

use super::compiled::Compiled;
use super::facts::LanguageFacts;
use super::host::Host;
use super::loaded::Script;
use super::seat::{Occasion, WorkedOn};
use super::source_text;
use crate::debug::{Probe, ScriptQuestion, Stop, Variable, brief, shown};
use crate::language::{Call, Language, LanguageOf, ScriptType};
use crate::rules::Rules;
use crate::table::{Halt, Play};
use rhai::{Dynamic, Map, NativeCallContext, Position};
use std::rc::Rc;

/// The property of what a modifier is told that names a card: with it, a question can tell what a side holds.
const CARD: &str = "card";

/// What looks at the scripts of a game until this goes.
struct WatchedGame<'a, R: Rules> {
    host: &'a Host<R>,
    before: Option<Rc<Probe<R>>>,
}

impl<R: Rules> Drop for WatchedGame<'_, R> {
    fn drop(&mut self) {
        self.host.probe.replace(self.before.take());
    }
}

impl<R: Rules> Host<R> {
    /// Plays something while its scripts are looked at.
    pub(crate) fn watched_by<T>(&self, probe: &Rc<Probe<R>>, play: impl FnOnce() -> T) -> T {
        let before = self.probe.replace(Some(probe.clone()));
        let _until_done = WatchedGame { host: self, before };
        play()
    }

    /// Does something that is not the game which is looked at: the thoughts of a bot.
    pub(crate) fn unwatched<T>(&self, work: impl FnOnce() -> T) -> T {
        let before = self.probe.take();
        let _until_done = WatchedGame { host: self, before };
        self.unobserved(work)
    }

    /// Does something, and notes what modifiers change meanwhile: "spaces 9 → 6 by Long Drought".
    pub fn noting<T>(&self, work: impl FnOnce() -> T) -> (T, Vec<String>) {
        let before = self.noted.replace(Some(Vec::new()));
        let done = work();
        (done, self.noted.replace(before).unwrap_or_default())
    }

    /// Notes what a script has made of a value, if that is wanted.
    pub(super) fn note_changed(&self, script: &Script<R>, modifier: &str, before: &Dynamic, found: &Dynamic) {
        if self.noted.borrow().is_none() {
            return;
        }
        let by = self.title_of(script);
        for change in changed::<R>(modifier, before, found) {
            let line = format!("{change} by {by}");
            if let Some(noted) = self.noted.borrow_mut().as_mut().filter(|noted| !noted.contains(&line)) {
                noted.push(line);
            }
        }
    }

    /// What people call a script: the name that it gives its rule, or that of its file.
    fn title_of(&self, script: &Script<R>) -> String {
        let rule = script.rule.as_ref().and_then(|_| script.constant(self, "rule").ok()?.try_cast::<Map>());
        let name = rule.and_then(|rule| rule.get("name").map(ToString::to_string));
        name.unwrap_or_else(|| title(script.compiled.source.name()))
    }

    /// Answers a question of the rules while the script is debugged; nothing if it is not.
    pub(super) fn answer_watched(
        &self,
        script: &Compiled,
        name: &str,
        (state, occasion): (&R::State, Occasion<R>),
        args: &[Dynamic],
    ) -> Option<Play<Dynamic, R>> {
        let probe = self.probe.borrow().clone()?;
        if let Some(stop) = probe.stopped() {
            return Some(Err(Halt::Stopped(stop)));
        }
        let modifier = self.facts().modifier(name).copied();
        if modifier.is_none() && !matches!(self.facts().called_for(name), Some(Call::Condition | Call::Report)) {
            return None;
        }
        let circumstances = self.circumstances(name, occasion.side, args);
        let source = script.source.name();
        let text = format!("{source} {name} {} {}", args.first().map(brief::<R>).unwrap_or_default(), circumstances);
        let is_private = modifier.is_none_or(|modifier| modifier.at.contains(&CARD));
        if !probe.ask(&ScriptQuestion { text: &text, side: occasion.side, is_private }) {
            return None;
        }
        self.watch.readings.end();
        let seat = self.seat(WorkedOn::Copy(Box::new(state.clone())), occasion);
        seat.borrow_mut().begin(occasion);
        seat.borrow_mut().probe = Some(probe.clone());
        self.watch.set(<LanguageOf<R> as Language>::setting(state));
        let answer = self.call(self.stepper(), script, name, Some(&seat), args.to_vec());
        if let Err(Halt::Stopped(mut stop)) = answer {
            self.show_carried(&mut stop, name, args);
            probe.note_stop(&stop);
            return Some(Err(Halt::Stopped(stop)));
        }
        probe.answer();
        if let Ok(found) = &answer {
            let told = match modifier {
                Some(_) => told_of_modifier::<R>(&probe, name, args.first(), found),
                None => probe.watched().conditions.then(|| format!("{name} = {}", brief::<R>(found))),
            };
            let line = source_text::definition(&script.source, name)
                .map_or(1, |place| 1 + script.source.text()[..place.start].matches('\n').count());
            if let Some(told) = told {
                probe.tell(source, line, format!("{told} {circumstances}"));
            }
        }
        Some(answer)
    }

    /// Where a script has stopped, shows what the moment or context that it was given carries.
    pub(super) fn show_carried(&self, stop: &mut Stop<R>, name: &str, args: &[Dynamic]) {
        let Some(given) = args.last() else { return };
        let is_given = |kind: &ScriptType| kind.compared.is_none() && (kind.path)() == given.type_name();
        if !<LanguageOf<R> as Language>::TYPES.iter().any(is_given) {
            return;
        }
        let carried = self.circumstances(name, stop.side, args);
        let same = |variable: &&mut Variable| {
            variable.held().type_name() == given.type_name() && !variable.value.starts_with('(')
        };
        stop.variables.iter_mut().filter(same).for_each(|variable| variable.carrying(&carried));
    }

    /// For whom, where and with what a question is asked: `(side North, space Harbour)`.
    fn circumstances(&self, name: &str, side: R::Side, args: &[Dynamic]) -> String {
        let told = args.last().filter(|_| !args.is_empty());
        let side = ("side".to_string(), side.to_string());
        let mut fields = vec![side];
        if let Some(told) = told {
            for field in carried(self.facts(), name, |field| self.property(told, field)) {
                let value = self.property(told, field).filter(|value| !is_empty(self.facts(), value));
                if let Some(value) = value.filter(|_| field != "side") {
                    fields.push((field.to_string(), brief::<R>(&value)));
                }
            }
        }
        let fields: Vec<String> = fields.into_iter().map(|(name, value)| format!("{name} {value}")).collect();
        format!("({})", fields.join(", "))
    }

    /// A property of a moment, or of what a modifier is told.
    fn property(&self, told: &Dynamic, name: &str) -> Option<Dynamic> {
        if let Some(fields) = told.read_lock::<Map>() {
            return fields.get(name).cloned();
        }
        let engine = self.engine();
        let global = engine.new_global_runtime_state();
        let getter = format!("get${name}");
        let context = NativeCallContext::new_with_all_fields(engine, &getter, None, &global, Position::NONE);
        context.call_native_fn_raw(&getter, true, &mut [&mut told.clone()]).ok()
    }
}

/// The properties of what a function is told that mean something.
fn carried(facts: &LanguageFacts, function: &str, property: impl Fn(&str) -> Option<Dynamic>) -> Vec<&'static str> {
    if let Some(modifier) = facts.modifier(function) {
        return modifier.at.to_vec();
    }
    let kind = property("kind").map(|kind| kind.to_string()).unwrap_or_default();
    let moment = facts.moments.iter().find(|moment| moment.name == kind);
    moment.map(|moment| moment.carries.to_vec()).unwrap_or_default()
}

/// Whether a value says nothing.
fn is_empty(facts: &LanguageFacts, value: &Dynamic) -> bool {
    value.is_unit() || ScriptType::items(facts.types, value).is_some_and(|items| items.is_empty())
}

/// What is told of a modifier: what it has changed; with calls, also that it has changed nothing.
fn told_of_modifier<R: Rules>(
    probe: &Probe<R>,
    name: &str,
    before: Option<&Dynamic>,
    found: &Dynamic,
) -> Option<String> {
    let watched = probe.watched();
    let changes = changed::<R>(name, before?, found);
    match watched.modifiers {
        true if !changes.is_empty() => Some(changes.join(", ")),
        true if watched.trace => Some(format!("{name}: no change")),
        _ => None,
    }
}

/// What a script has made of a value: `spaces 9 → 6`, or `siege 0 → 2` of a value without fields.
fn changed<R: Rules>(modifier: &str, before: &Dynamic, found: &Dynamic) -> Vec<String> {
    let differ = |name: &str, before: &Dynamic, after: &Dynamic| {
        let (before, after) = (shown::<R>(before), shown::<R>(after));
        (before != after).then(|| format!("{name} {before} → {after}"))
    };
    if found.is_unit() {
        return Vec::new();
    }
    match (before.read_lock::<Map>(), found.read_lock::<Map>()) {
        (Some(before), Some(found)) => {
            let of_field = |(name, after): (&_, &Dynamic)| {
                let name: &rhai::Identifier = name;
                Some(format!("{modifier}: {}", differ(name, before.get(name)?, after)?))
            };
            found.iter().filter_map(of_field).collect()
        }
        _ => differ(modifier, before, found).into_iter().collect(),
    }
}

/// The name of a file as a title: "Long Drought" of `events/long_drought.rhai`.
fn title(file: &str) -> String {
    let name = file.rsplit(['/', '\\']).next().unwrap_or(file).trim_end_matches(".rhai");
    let word = |word: &str| {
        let mut letters = word.chars();
        letters.next().map(|first| first.to_uppercase().chain(letters).collect::<String>())
    };
    name.split(['_', '-']).filter_map(word).collect::<Vec<_>>().join(" ")
}
