//! The findings of a trial of scripts: faults, each once, and events whose condition never or always holds. The game
//! knows how to bring them about.

use super::diagnose;
use super::host::{Cost, Costs, Host};
use super::loaded::Script;
use super::source_text::{definition, definitions};
use super::{Compiled, ScriptSet};
use crate::faults::{Fault, Faults, Source};
use crate::rules::Rules;
use crate::table::Halt;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// How often an event could be played and was.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tried {
    /// How often its condition held.
    pub playable: u32,
    /// How often it did not.
    pub refused: u32,
    /// How often it was played to its end.
    pub played: u32,
}

impl Tried {
    /// Counts an answer of the condition.
    pub fn note(&mut self, playable: bool) {
        *(if playable { &mut self.playable } else { &mut self.refused }) += 1;
    }

    fn add(&mut self, other: Tried) {
        self.playable += other.playable;
        self.refused += other.refused;
        self.played += other.played;
    }

    /// Whether everything was seen that a trial looks for.
    fn is_enough(&self) -> bool {
        self.playable > 0 && self.refused > 0 && self.played > 0
    }
}

/// The progress of a trial: parts done, and all parts. A part is a game, or the plays of an event.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct TrialProgress {
    /// Parts that are done.
    pub done: u64,
    /// All parts.
    pub parts: u64,
}

/// What a trial has found so far.
pub struct Findings<'a, R: Rules> {
    scripts: &'a Rc<R::Scripts>,
    tried: BTreeMap<String, Tried>,
    faults: Faults,
    /// Faults already reported, so that each is reported once.
    seen: BTreeSet<String>,
    progress: TrialProgress,
    go_on: &'a mut dyn FnMut(TrialProgress) -> bool,
    /// Whether the trial was ended early.
    stopped: bool,
}

impl<'a, R: Rules> Findings<'a, R> {
    /// Begins a trial of these events, of this many parts. It goes on for as long as `go_on` says so.
    pub fn new(
        scripts: &'a Rc<R::Scripts>,
        events: impl IntoIterator<Item = String>,
        parts: u64,
        go_on: &'a mut dyn FnMut(TrialProgress) -> bool,
    ) -> Findings<'a, R> {
        scripts.host().into_iter().for_each(Host::measure);
        let tried = events.into_iter().map(|event| (event, Tried::default())).collect();
        let (faults, seen, progress) = (Faults::none(), BTreeSet::new(), TrialProgress { done: 0, parts });
        Findings { scripts, tried, faults, seen, progress, go_on, stopped: false }
    }

    /// Whether the trial continues.
    pub fn goes_on(&mut self) -> bool {
        self.stopped = self.stopped || !(self.go_on)(self.progress);
        !self.stopped
    }

    /// Counts a finished part.
    pub fn part(&mut self) {
        self.progress.done += 1;
    }

    /// Adds how often an event was played.
    pub fn add(&mut self, event: &str, tried: Tried) {
        if let Some(sum) = self.tried.get_mut(event) {
            sum.add(tried);
        }
    }

    /// Whether everything has been seen of an event that a trial looks for.
    pub fn is_enough(&self, event: &str) -> bool {
        self.tried.get(event).is_none_or(Tried::is_enough)
    }

    /// Reports what stopped a script, once. If the rules cannot continue, the fault is attributed to the script that
    /// acted last in the step, if there was one.
    pub fn report(&mut self, acted: Option<(Source, &'static str)>, halt: Halt<R>) {
        let fault = match (halt, acted) {
            (Halt::Script(fault), _) => fault.revealed(),
            (other, Some((source, name))) => {
                let message = format!("the game cannot go on after `{name}` of `{}`: {other}", source.name());
                let span = definition(&source, name).unwrap_or(0..0);
                Fault::error("trial::stuck", message).at(&source, span, "the last function of a script that acted")
            }
            (other, None) => Fault::error("trial::stuck", format!("a random game cannot go on: {other}")),
        };
        // The message may name pieces, and vary.
        let place = fault.line().split_once(": ").map(|(place, _)| place.to_string());
        if self.seen.insert(format!("{place:?} {}", fault.code())) {
            self.faults.push(fault);
        }
    }

    /// Everything that was found, with warnings of conditions that always or never held; or with the slowest function,
    /// if the trial was ended before it could tell. What is a consequence of what is `known` already is left out: faults
    /// in the same line, and what is odd about the condition of a script in which something is wrong. `condition` gives
    /// the script of an event and the name of its condition.
    pub fn conclude<'s>(
        mut self,
        known: &Faults,
        condition: impl Fn(&str) -> Option<(&'s Script<R>, &'static str)>,
    ) -> (Faults, BTreeMap<String, Tried>) {
        if self.stopped {
            self.faults.push(self.too_slow());
            return (self.faults, self.tried);
        }
        let lines: BTreeSet<_> = known.iter().filter_map(line_of).collect();
        let found = std::mem::replace(&mut self.faults, Faults::none());
        self.faults
            .extend(found.iter().filter(|fault| !line_of(fault).is_some_and(|line| lines.contains(&line))).cloned());
        let wrong: BTreeSet<String> =
            known.iter().chain(found.iter()).filter_map(line_of).map(|(name, _)| name).collect();
        for (id, tried) in &self.tried {
            let Some((script, name)) = condition(id) else { continue };
            if wrong.contains(script.compiled.source.name()) {
                continue;
            }
            let total = tried.playable + tried.refused;
            let fault = if tried.playable == 0 {
                let message = format!("`{id}` could not be played in any of {total} trials");
                Fault::warning("trial::never_playable", message).help("is its condition too strict?")
            } else if tried.refused == 0 && !is_always_true(&script.compiled, name) {
                let message = format!("`{id}` could be played in each of {total} trials");
                Fault::warning("trial::never_refused", message).help("does its condition omit something?")
            } else {
                continue;
            };
            self.faults.push(diagnose::at_function(fault, &script.compiled, name));
        }
        (self.faults, self.tried)
    }

    /// The fault for a trial that took too long, with the function of the scripts that took most of the time.
    fn too_slow(&self) -> Fault {
        let TrialProgress { done, parts } = self.progress;
        let message = format!("the trial was ended early: {done} of {parts} games and events had been tried");
        let fault = Fault::warning("trial::too_slow", message);
        let costs = self.scripts.host().map_or_else(Costs::new, Host::costs);
        let Some(((file, function), Cost { calls, time })) = costs.iter().max_by_key(|(_, cost)| cost.time) else {
            return fault;
        };
        let seconds = time.as_secs_f64();
        let fault =
            fault.help(format!("the slowest function is `{function}` in {file}: {seconds:.1} s for {calls} calls"));
        let script = self.scripts.all().find(|script| script.compiled.source.name() == file);
        script.map_or(fault.clone(), |script| diagnose::at_function(fault, &script.compiled, function))
    }
}

/// The file and the line that a fault points at.
fn line_of(fault: &Fault) -> Option<(String, usize)> {
    let (source, (span, _)) = fault.source_text().zip(fault.labels().next())?;
    Some((source.name().to_string(), source.line_and_column(span.start).0))
}

/// Whether a condition is always true, or left out.
fn is_always_true(script: &Compiled, name: &str) -> bool {
    let source = &script.source;
    let body = definitions(source).into_iter().find(|(other, ..)| *other == name).map(|(_, _, body)| body);
    body.is_none_or(|body| source.slice(body).trim_matches(['{', '}', ' ', '\n']) == "true")
}
