//! Reloading scripts in a running game. The current step runs again from its checkpoint with the known answers, so that
//! a change in the middle of an event takes effect at once. If an answer no longer fits, the game continues with the
//! old scripts, and offers the new ones with a rewind to before the card.

use super::{Checkpoint, Game, began};
use crate::debug::Stop;
use crate::decision::Question;
use crate::faults::{Fault, Faults};
use crate::game::faces::{Now, Reloading};
use crate::record::{Header, Note, Noted};
use crate::rules::Rules;
use crate::script::{Fingerprints, Host, ScriptSet, differences};
use crate::table::{Answer, Chance, Halt, Misfit};
use std::collections::VecDeque;
use std::rc::Rc;
use std::sync::Arc;

/// Why a game continues with its old scripts, unchanged.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NotReloaded {
    /// The new deck cannot be used in this game.
    #[error("{0}")]
    Deck(Faults),
    /// A known answer does not fit the new scripts: [`Reloading::rewind_to_card`] drops it and loads them.
    #[error("{}", .0.message())]
    DoesNotFit(Box<Fault>),
    /// A new script fails where the game stands: [`Reloading::rewind_to_card`] goes back to before it ran.
    #[error("{}", .0.line())]
    ScriptFailed(Box<Fault>),
    /// No rewind is on offer.
    #[error("no changed scripts are waiting for a rewind")]
    NothingOffered,
}

impl NotReloaded {
    /// The faults, with their places; empty if no rewind is on offer.
    pub fn faults(&self) -> Faults {
        match self {
            NotReloaded::Deck(faults) => faults.clone(),
            NotReloaded::DoesNotFit(fault) | NotReloaded::ScriptFailed(fault) => (**fault).clone().into(),
            NotReloaded::NothingOffered => Faults::none(),
        }
    }
}

/// Scripts, with the scenario built with their deck.
pub(super) struct Set<R: Rules> {
    scripts: Rc<R::Scripts>,
    scenario: Arc<R::Scenario>,
}

/// The scripts that a game has been played with.
#[derive(Clone, Default)]
pub(super) struct PlayedWith {
    /// Those that were replaced, each with the number of answers known when they were loaded.
    replaced: Vec<(usize, Fingerprints)>,
    /// How many were known when the present ones were loaded.
    since: usize,
}

/// What is needed to restore the game if new scripts do not fit.
struct Previous<R: Rules> {
    set: Set<R>,
    answers: Vec<Answer<R>>,
    rolled: VecDeque<u8>,
    checkpoints: usize,
    /// The start of the step, shared so that it is not overwritten.
    start: Option<Checkpoint<R>>,
    stop: Option<Box<Stop<R>>>,
}

impl<R: Rules> Game<R> {
    /// The scenario with other scripts, if they can be used in this game.
    fn scenario_with(&self, scripts: &R::Scripts) -> Result<Arc<R::Scenario>, Faults> {
        // A card in play is in no pile, so the check uses the state at the start of the step.
        let state = self.checkpoints.last().map_or(&self.table.state, |start| &start.state);
        self.header.scenario_with(state, &self.table.seen(), scripts)
    }

    fn exchange(&mut self, set: &Set<R>) -> Previous<R> {
        let table = &mut self.table;
        let previous = Previous {
            set: Set {
                scripts: std::mem::replace(&mut table.scripts, set.scripts.clone()),
                scenario: std::mem::replace(&mut table.scenario, set.scenario.clone()),
            },
            answers: table.known().answers.clone(),
            rolled: table.live().rolled.clone(),
            checkpoints: self.checkpoints.len(),
            start: self.checkpoints.last().cloned(),
            stop: self.stepping.stop.clone(),
        };
        self.insert_probe();
        previous
    }

    /// Runs the current step again.
    fn run_again(&mut self) -> Result<(), NotReloaded> {
        let known = self.table.known().count();
        match self.run() {
            Ok(()) if self.table.known().next < known && self.debugger().stop().is_none() => {
                let over = Misfit { expected: "nothing, the game is over".into(), ..Misfit::default() };
                Err(NotReloaded::DoesNotFit(Box::new(self.misfit(&over))))
            }
            Ok(()) => Ok(()),
            Err(Halt::Misfit(misfit)) => Err(NotReloaded::DoesNotFit(Box::new(self.misfit(&misfit)))),
            Err(Halt::Script(fault)) => Err(NotReloaded::ScriptFailed(fault)),
            Err(halt) => Err(NotReloaded::ScriptFailed(Box::new(Fault::error("reload::stops", halt.to_string())))),
        }
    }

    /// The fault of an answer that does not fit: the question and the answer in words, unless they are hidden from the
    /// viewers.
    fn misfit(&self, misfit: &Misfit) -> Fault {
        if let Some(Answer::Choice { side, .. }) = self.table.known().answers.get(self.table.known().next)
            && !self.now().is_shown(*side)
        {
            let message = format!("what the {side} answered does not fit the changed scripts");
            return Fault::error("reload::does_not_fit", message);
        }
        let given = match self.table.known().answers.get(self.table.known().next) {
            Some(Answer::Choice { side, ask, choice }) => {
                format!("the {side} answered \"{}\" with {choice}", ask.prompt())
            }
            Some(Answer::Named { side, ask, choice }) => {
                format!("the {side} named {choice} for \"{}\"", ask.prompt())
            }
            Some(Answer::Roll { throw, die }) => format!("a {die} was rolled ({})", throw.kind()),
            Some(Answer::Draw { draw, .. }) if !self.shows_everything() => {
                format!("a card was drawn ({})", draw.kind())
            }
            Some(Answer::Draw { draw, drawn }) => format!("{drawn} was drawn ({})", draw.kind()),
            None => misfit.found.clone(),
        };
        let now = match misfit.prompt.as_str() {
            "" => format!("`{}`", misfit.expected),
            prompt => format!("\"{prompt}\" (`{}`)", misfit.expected),
        };
        let choices = match misfit.choices.as_slice() {
            [] => String::new(),
            choices => format!("\nit could be one of: {}", choices.join(" ")),
        };
        let message = format!("{given}; that does not fit the changed scripts");
        Fault::error("reload::does_not_fit", message).help(format!("the game would now ask for {now}{choices}"))
    }

    /// Commits the new scripts, which apply from the start of the step.
    fn settle(&mut self, previous: &Previous<R>) {
        let since = previous.start.as_ref().map_or(0, |start| start.answers);
        self.note_scripts(since, Some(&previous.set.scripts));
        previous.set.scripts.host().into_iter().for_each(Host::vacate);
    }

    fn put_back(&mut self, previous: Previous<R>) {
        self.table.scripts.host().into_iter().for_each(Host::vacate);
        self.table.scripts = previous.set.scripts;
        self.table.scenario = previous.set.scenario;
        self.table.live_mut().known.answers = previous.answers;
        self.table.live_mut().rolled = previous.rolled;
        self.checkpoints.truncate(previous.checkpoints);
        self.stepping.stop = previous.stop;
        self.insert_probe();
        // The run leads to where it led before; a fault is in `broken` again.
        let _ = self.run();
    }

    /// Notes that the present scripts apply after the first `since` answers, in place of others.
    pub(super) fn note_scripts(&mut self, since: usize, others: Option<&R::Scripts>) {
        self.rewritten += 1;
        let PlayedWith { replaced, since: before } = &mut self.played_with;
        replaced.extend(others.map(|others| (*before, others.fingerprints().clone())));
        replaced.retain(|(answers, _)| *answers < since);
        *before = since;
        self.header.carry(&self.table.scripts);
        if since == 0 && !self.header.scripts.is_empty() {
            self.header.name_scripts(&self.table.scripts);
        }
    }

    /// After going back: the current scripts run the steps that are played again.
    pub(super) fn scripts_after_rewind(&mut self) {
        let since = self.checkpoints.last().map_or(0, |start| start.answers);
        if self.played_with.since > since {
            self.note_scripts(since, None);
        }
    }

    /// Notes of the scripts that were exchanged during the game.
    pub(super) fn exchanged(&self) -> Vec<Note> {
        let PlayedWith { replaced, since } = &self.played_with;
        let present = (*since, self.table.scripts.fingerprints());
        let all: Vec<_> = replaced.iter().map(|(since, files)| (*since, files)).chain([present]).collect();
        let pairs = all.windows(2).map(|pair| (pair[1].0, differences(pair[0].1, pair[1].1)));
        let notes = |(after, files): (usize, Vec<(String, String)>)| {
            files.into_iter().map(move |(name, hash)| Note { after, noted: Noted::Script { name, hash } })
        };
        pairs.flat_map(notes).collect()
    }
}

impl<R: Rules> Reloading<'_, R> {
    /// Loads other scripts. Earlier steps stay as they were: only the current step runs again, with its known answers.
    ///
    /// # Errors
    /// Why not. The game then continues with its old scripts, at the same decision.
    pub fn reload(self, scripts: Rc<R::Scripts>) -> Result<(), NotReloaded> {
        self.game.offered = None;
        let scenario = self.game.scenario_with(&scripts).map_err(NotReloaded::Deck)?;
        let set = Set { scripts, scenario };
        let previous = self.game.exchange(&set);
        match self.game.run_again() {
            Ok(()) => {
                self.game.settle(&previous);
                Ok(())
            }
            Err(reason) => {
                self.game.put_back(previous);
                self.game.offered = Some(set);
                Err(reason)
            }
        }
    }

    /// Drops the scripts that the last reload could not use.
    pub fn keep_scripts(self) {
        self.game.offered = None;
    }

    /// Loads the scripts that the last reload could not use, and goes back as far as needed: to before the card was
    /// used, or a response was played. The dropped answers become a branch of their own.
    ///
    /// # Errors
    /// If no rewind is on offer, or the scripts fail even at the start of the step. The game is then unchanged.
    pub fn rewind_to_card(self) -> Result<(), NotReloaded> {
        let set = self.game.offered.take().ok_or(NotReloaded::NothingOffered)?;
        let previous = self.game.exchange(&set);
        let floor = self.game.checkpoints.last().map_or(0, |start| start.answers);
        let mut known = previous.answers.len();
        while let Err(reason) = self.game.run_again() {
            // Drop the answer that does not fit together with its card; later answers cannot be the reason.
            let limit = match reason {
                NotReloaded::DoesNotFit(_) => known.min(self.game.table.known().next + 1),
                _ => known,
            };
            if limit <= floor {
                self.game.put_back(previous);
                return Err(reason);
            }
            let card = self.game.table.known().answers[floor..limit].iter().rposition(began);
            known = floor + card.unwrap_or(0);
            self.game.table.live_mut().known.answers.truncate(known);
            self.game.checkpoints.truncate(previous.checkpoints);
        }
        if known < previous.answers.len() {
            self.game.undone.clear();
            let whole = previous.answers.iter().chain(&self.game.branches.ahead).cloned().collect();
            self.game.leave_branch(whole, known);
            // Agents waited if answers lay ahead.
            let _ = self.game.run();
        }
        self.game.remarks.iter_mut().for_each(|note| note.after = note.after.min(known));
        self.game.opened = self.game.opened.map(|after| after.min(known));
        self.game.settle(&previous);
        Ok(())
    }
}

impl<R: Rules> Now<'_, R> {
    /// Whether [`Reloading::rewind_to_card`] has scripts to offer.
    pub fn offers_rewind(self) -> bool {
        self.game.offered.is_some()
    }
}
