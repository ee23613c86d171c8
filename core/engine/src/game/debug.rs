//! Debugging scripts in a running game. Only what is new stops or is told: answers that are given, and what agents do
//! then. Whatever leads the game to a place where it stood already runs through.

use super::{Game, Refused};
use crate::debug::{Pace, Probe, Stop, Traced, Watched};
use crate::faults::Faults;
use crate::rules::Rules;
use crate::script::{Occasion, ScriptSet};
use crate::table::Halt;
use std::rc::Rc;

/// How a game goes on from where a script has stopped.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Onward {
    /// To the next statement of the function, or of one that called it; not down into those that it calls.
    Next,
    /// To the next breakpoint.
    Continue,
}

/// How the scripts of a game are debugged.
pub(super) struct Stepping<R: Rules> {
    /// What is wanted to be seen of them.
    watched: Watched,
    /// Where one has stopped, and how many answers were known then.
    pub(super) stop: Option<Box<Stop<R>>>,
    known: usize,
    /// Whether what is run is new, and so stops at breakpoints.
    is_live: bool,
}

impl<R: Rules> Default for Stepping<R> {
    fn default() -> Stepping<R> {
        Stepping { watched: Watched::default(), stop: None, known: 0, is_live: false }
    }
}

impl<R: Rules> Stepping<R> {
    /// A script has stopped when so many answers were known.
    pub(super) fn stopped(&mut self, stop: Box<Stop<R>>, known: usize) {
        (self.stop, self.known) = (Some(stop), known);
    }
}

impl<R: Rules> Game<R> {
    /// From now on scripts stop at these breakpoints, and tell what they call; or not any more. A script that has
    /// stopped stays where it is.
    pub fn watch(&mut self, watched: Watched) {
        self.stepping.watched = watched;
        self.insert_probe();
        // What was run so far is counted.
        if self.pending.is_some() || self.stop().is_some() {
            let _ = self.run();
        }
    }

    /// Where scripts stop, and whether they tell what they call.
    pub fn watched(&self) -> &Watched {
        &self.stepping.watched
    }

    /// The place where a script has stopped, if one has. No decision is open then.
    pub fn stop(&self) -> Option<&Stop<R>> {
        self.stepping.stop.as_deref()
    }

    /// Goes on from where a script has stopped.
    ///
    /// # Errors
    /// If none has, or if it fails now; the game is then as it was before the card was used.
    pub fn resume(&mut self, onward: Onward) -> Result<(), Refused> {
        let Some(stop) = self.stepping.stop.take() else { return Err(Refused::NotStopped) };
        let next = (onward == Onward::Next).then(|| stop.frame.clone());
        if let Some(probe) = &self.table.probe {
            probe.count(|counts| counts.go_on(next));
        }
        let result = self.live(Game::run);
        if let (Err(Halt::Script(fault)), Some(own)) = (result, self.last_own_choice()) {
            self.abandon_event(own);
            return Err(Refused::ScriptFailed(fault));
        }
        // Where the game looks back, decisions of agents are known.
        if self.pending.as_ref().is_some_and(|decision| self.has_agent(decision.side)) && self.looks_back() {
            self.live(Game::go_along);
        }
        Ok(())
    }

    /// The calls into the game that scripts have made since this was last asked.
    pub fn take_traced(&mut self) -> Vec<Traced> {
        self.table.probe.as_ref().map(|probe| probe.take_traced()).unwrap_or_default()
    }

    /// How many answers were known before the last card was put to its use by a person, or else before a person's last
    /// choice: what a script did that has stopped is undone from there.
    pub fn before_card(&self) -> Option<usize> {
        let start = self.checkpoints.last().map_or(0, |start| start.answers).min(self.table.known().count());
        let began = |index: &usize| self.is_persons(*index) && super::began(&self.table.known().answers[*index]);
        (start..self.table.known().count()).rev().find(began).or_else(|| self.last_own_choice())
    }

    /// What an expression of the script language is worth to a side, which sees no more in it than elsewhere. Where a
    /// script has stopped, its variables can be named.
    ///
    /// # Errors
    /// What is wrong with it, pointed at.
    pub fn evaluate(&self, side: R::Side, expression: &str) -> Result<String, Faults> {
        let variables = self.stop().map_or(&[][..], |stop| &stop.variables);
        let occasion = Occasion::seen_by(side);
        self.table.scripts.host().evaluate(&self.table.state, occasion, variables, expression)
    }

    /// Puts a probe into the scripts of today if they are debugged, or takes it out.
    pub(super) fn insert_probe(&mut self) {
        let needed = self.stepping.watched != Watched::default() || self.stop().is_some();
        let probe = needed.then(|| Rc::new(Probe::new(&self.stepping.watched, self.table.scripts.code())));
        self.table.probe = probe;
    }

    /// Does something that is new in the game.
    pub(super) fn live<T>(&mut self, play: impl FnOnce(&mut Game<R>) -> T) -> T {
        let before = std::mem::replace(&mut self.stepping.is_live, true);
        let result = play(self);
        self.stepping.is_live = before;
        result
    }

    /// How the current step is run, if its scripts are debugged.
    pub(super) fn pace(&mut self) -> Pace {
        let stop = self.stepping.stop.take();
        match stop {
            _ if self.stepping.is_live => Pace::Live,
            // Unless something was taken back, the script stops again.
            Some(stop) if self.table.known().count() >= self.stepping.known => Pace::Until(stop.number),
            _ => Pace::Quiet,
        }
    }
}
