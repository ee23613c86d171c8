//! Debugging scripts in a running game. Scripts stop and are traced only during new play: a new answer, and what agents
//! do after it. A replay of known answers runs through.

use super::{Game, Refused};
use crate::debug::{Pace, Probe, Stop, Traced, Watched};
use crate::faults::{Fault, Faults};
use crate::game::faces::{Debugger, DebuggerMut};
use crate::rules::Rules;
use crate::script::{Occasion, ScriptSet};
use crate::table::{Halt, Play};
use std::rc::Rc;

/// How far a stopped script runs on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Onward {
    /// To the next statement of the function or of one of its callers, stepping over calls.
    Next,
    /// To the next breakpoint.
    Continue,
}

/// The state of the script debugger.
pub(super) struct Stepping<R: Rules> {
    /// The breakpoints, and whether calls are traced.
    watched: Watched,
    /// Where a script has stopped, and the number of answers known then.
    pub(super) stop: Option<Box<Stop<R>>>,
    known: usize,
    /// Whether the run is new play, and so stops at breakpoints.
    is_live: bool,
}

impl<R: Rules> Default for Stepping<R> {
    fn default() -> Stepping<R> {
        Stepping { watched: Watched::default(), stop: None, known: 0, is_live: false }
    }
}

impl<R: Rules> Stepping<R> {
    /// Notes where a script has stopped, after the first `known` answers.
    pub(super) fn stopped(&mut self, stop: Box<Stop<R>>, known: usize) {
        (self.stop, self.known) = (Some(stop), known);
    }
}

impl<R: Rules> Game<R> {
    /// Inserts a probe into the current scripts if they are debugged, or removes it.
    pub(super) fn insert_probe(&mut self) {
        let scripts = &self.table.scripts;
        let sources = || scripts.script_files().filter_map(|file| scripts.source_of(file).cloned());
        let needed = self.stepping.watched.needs(sources()) || self.debugger().stop().is_some();
        let probe = needed.then(|| Rc::new(Probe::new(&self.stepping.watched, self.table.scripts.code())));
        self.table.probe = probe;
    }

    /// Runs a step whose scripts are looked at.
    pub(super) fn step_with(&mut self, probe: &Rc<Probe<R>>, pace: Pace) -> Play<(), R> {
        let sides = self.sides();
        let shown = sides.iter().filter(|side| self.now().is_shown(*side));
        probe.begin(pace, shown, self.table.log_length());
        let scripts = self.table.scripts.clone();
        let result = match scripts.host() {
            Some(host) => host.watched_by(probe, || R::step(&mut self.table)),
            None => R::step(&mut self.table),
        };
        // The stop counts, whatever the rules made of a question without an answer.
        let result = probe.stopped().map_or(result, |stop| Err(Halt::Stopped(stop)));
        probe.end(result.is_ok());
        result
    }

    /// Runs new play.
    pub(super) fn live<T>(&mut self, play: impl FnOnce(&mut Game<R>) -> T) -> T {
        let before = std::mem::replace(&mut self.stepping.is_live, true);
        let result = play(self);
        self.stepping.is_live = before;
        result
    }

    /// The debugger's pace for the current step.
    pub(super) fn pace(&mut self) -> Pace {
        let stop = self.stepping.stop.take();
        match stop {
            _ if self.stepping.is_live => Pace::Live,
            // The script stops again, unless an undo went back before its stop.
            Some(stop) if self.table.known().count() >= self.stepping.known => match stop.question {
                Some(at) => Pace::UntilIn(at.question, stop.number),
                None => Pace::Until(stop.number),
            },
            _ => Pace::Quiet,
        }
    }
}

impl<R: Rules> DebuggerMut<'_, R> {
    /// Sets the breakpoints, and whether calls are traced. A stopped script stays where it is.
    pub fn watch(self, watched: Watched) {
        self.game.stepping.watched = watched;
        let had_none = self.game.table.probe.is_none();
        self.game.insert_probe();
        if had_none && self.game.table.probe.is_none() {
            return;
        }
        // A quiet run counts the calls that have been made so far.
        if self.game.pending.is_some() || self.game.debugger().stop().is_some() {
            let _ = self.game.run();
        }
    }

    /// Runs a stopped script on.
    ///
    /// # Errors
    /// If no script is stopped, or if it now fails; the game is then as it was before the card was used.
    pub fn resume(self, onward: Onward) -> Result<(), Refused> {
        let Some(stop) = self.game.stepping.stop.take() else { return Err(Refused::NotStopped) };
        if let Some(probe) = &self.game.table.probe {
            probe.go_on(&stop, onward == Onward::Next);
        }
        let result = self.game.live(Game::run);
        if let (Err(Halt::Script(fault)), Some(own)) = (result, self.game.last_own_choice()) {
            self.game.abandon_event(own);
            return Err(Refused::ScriptFailed(fault));
        }
        // Where the game looks back, the answers of agents are known.
        if self.game.pending.as_ref().is_some_and(|decision| self.game.now().has_agent(decision.side))
            && self.game.past().looks_back()
        {
            self.game.live(Game::go_along);
        }
        Ok(())
    }

    /// The calls into the game that scripts have made since the last call of this function.
    pub fn take_traced(self) -> Vec<Traced> {
        self.game.table.probe.as_ref().map(|probe| probe.take_traced()).unwrap_or_default()
    }
}

impl<'a, R: Rules> Debugger<'a, R> {
    /// The breakpoints, and whether calls are traced.
    pub fn watched(self) -> &'a Watched {
        &self.game.stepping.watched
    }

    /// Where a script has stopped, if one has. No decision is open then.
    pub fn stop(self) -> Option<&'a Stop<R>> {
        self.game.stepping.stop.as_deref()
    }

    /// The number of answers before a person last used a card, or else before a person's last choice: undoing a stopped
    /// script goes back to there.
    pub fn before_card(self) -> Option<usize> {
        let start = self.game.checkpoints.last().map_or(0, |start| start.answers).min(self.game.table.known().count());
        let began = |index: &usize| {
            self.game.past().is_persons(*index) && super::began(&self.game.table.known().answers[*index])
        };
        (start..self.game.table.known().count()).rev().find(began).or_else(|| self.game.last_own_choice())
    }

    /// What a script expression evaluates to for a side, which sees only what its view shows. It can use the variables
    /// and functions of a stopped script; if none has stopped, the functions of the script of a game that has only one.
    ///
    /// # Errors
    /// What is wrong with the expression, with its place.
    pub fn evaluate(self, side: R::Side, expression: &str) -> Result<String, Faults> {
        let stop = self.stop();
        let scripts = &self.game.table.scripts;
        let mut all = scripts.all();
        let only = all.next().filter(|_| all.next().is_none()).map(|only| &only.compiled.source);
        let callable = stop.map(|stop| &stop.source).or(only);
        let known = (callable, stop.map_or(&[][..], |stop| &stop.variables));
        match scripts.host() {
            Some(host) => host.evaluate(&self.game.table.state, Occasion::seen_by(side), known, expression),
            None => Err(Fault::error("eval::no_scripts", "this game has no scripts, and so no expressions").into()),
        }
    }
}
