//! Other scripts for a running game. The current step is run again from its checkpoint with the answers given, so that a
//! change in the middle of an event takes effect at once. If an answer does not fit any more, the old scripts stay, and
//! the person may have the new ones at the price of going back to before the card.

use super::{Checkpoint, Game, began};
use crate::debug::Stop;
use crate::decision::Question;
use crate::faults::{Fault, Faults};
use crate::record::{Header, Note, Noted};
use crate::rules::Rules;
use crate::script::{Fingerprints, ScriptSet, differences};
use crate::table::{Answer, Chance, Halt, Misfit};
use std::collections::VecDeque;
use std::rc::Rc;
use std::sync::Arc;

/// Why a game goes on with the scripts that it had; nothing in it has changed.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NotReloaded {
    /// The new deck does not serve this game.
    #[error("{0}")]
    Deck(Faults),
    /// An answer that was given does not fit the new scripts: [`Game::rewind_to_card`] drops it and takes them.
    #[error("{}", .0.message())]
    DoesNotFit(Box<Fault>),
    /// A new script fails where the game stands: [`Game::rewind_to_card`] goes back to before it was run.
    #[error("{}", .0.line())]
    ScriptFailed(Box<Fault>),
    /// No scripts wait for the game to be rewound.
    #[error("no changed scripts are waiting for the game to go back")]
    NothingOffered,
}

impl NotReloaded {
    /// What is wrong, each with its place; nothing if nothing was offered.
    pub fn faults(&self) -> Faults {
        match self {
            NotReloaded::Deck(faults) => faults.clone(),
            NotReloaded::DoesNotFit(fault) | NotReloaded::ScriptFailed(fault) => (**fault).clone().into(),
            NotReloaded::NothingOffered => Faults::none(),
        }
    }
}

/// Scripts, with the scenario as it is with their deck.
pub(super) struct Set<R: Rules> {
    scripts: Rc<R::Scripts>,
    scenario: Arc<R::Scenario>,
}

/// What is needed to go on as if no other scripts had been tried.
struct Kept<R: Rules> {
    set: Set<R>,
    answers: Vec<Answer<R>>,
    rolled: VecDeque<u8>,
    checkpoints: usize,
    /// The start of the step, held so that it is not written over.
    start: Option<Checkpoint<R>>,
    stop: Option<Box<Stop<R>>>,
}

impl<R: Rules> Game<R> {
    /// Goes on with other scripts. What is over stays as it was: only the current step is run again, with the answers
    /// given in it.
    ///
    /// # Errors
    /// Why not. The game then goes on with the scripts that it had, at the same decision.
    pub fn reload(&mut self, scripts: Rc<R::Scripts>) -> Result<(), NotReloaded> {
        self.offered = None;
        let scenario = self.scenario_with(&scripts).map_err(NotReloaded::Deck)?;
        let set = Set { scripts, scenario };
        let kept = self.exchange(&set);
        match self.run_again() {
            Ok(()) => {
                self.settle(&kept);
                Ok(())
            }
            Err(reason) => {
                self.put_back(kept);
                self.offered = Some(set);
                Err(reason)
            }
        }
    }

    /// Whether [`Game::rewind_to_card`] has scripts to offer.
    pub fn offers_rewind(&self) -> bool {
        self.offered.is_some()
    }

    /// Gives up the scripts that the last reload could not take.
    pub fn keep_scripts(&mut self) {
        self.offered = None;
    }

    /// Takes the scripts that the last reload could not, and goes back as far as needed: to before the card was put to
    /// its use, or a response was played. What is dropped so is kept as a line of its own.
    ///
    /// # Errors
    /// If there are no such scripts, or they fail wherever the step is begun. The game is then as it was.
    pub fn rewind_to_card(&mut self) -> Result<(), NotReloaded> {
        let set = self.offered.take().ok_or(NotReloaded::NothingOffered)?;
        let kept = self.exchange(&set);
        let floor = self.checkpoints.last().map_or(0, |start| start.answers);
        let mut known = kept.answers.len();
        while let Err(reason) = self.run_again() {
            // An answer that does not fit is dropped with its card, an answer after it cannot have been the reason.
            let limit = match reason {
                NotReloaded::DoesNotFit(_) => known.min(self.table.known().next + 1),
                _ => known,
            };
            if limit <= floor {
                self.put_back(kept);
                return Err(reason);
            }
            let card = self.table.known().answers[floor..limit].iter().rposition(began);
            known = floor + card.unwrap_or(0);
            self.table.live_mut().known.answers.truncate(known);
            self.checkpoints.truncate(kept.checkpoints);
        }
        if known < kept.answers.len() {
            self.undone.clear();
            let whole = kept.answers.iter().chain(&self.lines.ahead).cloned().collect();
            self.leave_line(whole, known);
            // Agents waited if something lay ahead.
            let _ = self.run();
        }
        self.remarks.iter_mut().for_each(|note| note.after = note.after.min(known));
        self.settle(&kept);
        Ok(())
    }

    /// The scenario with other scripts, if they serve this game.
    fn scenario_with(&self, scripts: &R::Scripts) -> Result<Arc<R::Scenario>, Faults> {
        // A card that is being played is nowhere: it is looked for where the step began.
        let state = self.checkpoints.last().map_or(&self.table.state, |start| &start.state);
        self.header.scenario_with(state, &self.table.seen(), scripts)
    }

    fn exchange(&mut self, set: &Set<R>) -> Kept<R> {
        let table = &mut self.table;
        let kept = Kept {
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
        kept
    }

    /// Runs the current step again.
    fn run_again(&mut self) -> Result<(), NotReloaded> {
        let known = self.table.known().count();
        match self.run() {
            Ok(()) if self.table.known().next < known && self.stop().is_none() => {
                let over = Misfit { expected: "nothing, the game is over".into(), ..Misfit::default() };
                Err(NotReloaded::DoesNotFit(Box::new(self.misfit(&over))))
            }
            Ok(()) => Ok(()),
            Err(Halt::Misfit(misfit)) => Err(NotReloaded::DoesNotFit(Box::new(self.misfit(&misfit)))),
            Err(Halt::Script(fault)) => Err(NotReloaded::ScriptFailed(fault)),
            Err(halt) => Err(NotReloaded::ScriptFailed(Box::new(Fault::error("reload::stops", halt.to_string())))),
        }
    }

    /// What does not fit, in the words in which it was asked and answered, unless that is hidden from those who look.
    fn misfit(&self, misfit: &Misfit) -> Fault {
        if let Some(Answer::Choice { side, .. }) = self.table.known().answers.get(self.table.known().next)
            && !self.is_shown(*side)
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

    /// The new scripts stay. They were in force since the step began.
    fn settle(&mut self, kept: &Kept<R>) {
        let since = kept.start.as_ref().map_or(0, |start| start.answers);
        self.note_scripts(since, self.table.scripts.fingerprints().clone());
        kept.set.scripts.host().vacate();
    }

    fn put_back(&mut self, kept: Kept<R>) {
        self.table.scripts.host().vacate();
        self.table.scripts = kept.set.scripts;
        self.table.scenario = kept.set.scenario;
        self.table.live_mut().known.answers = kept.answers;
        self.table.live_mut().rolled = kept.rolled;
        self.checkpoints.truncate(kept.checkpoints);
        self.stepping.stop = kept.stop;
        self.insert_probe();
        // It leads to where it led before; if that was a fault, it is kept in `broken` again.
        let _ = self.run();
    }

    /// Remembers that scripts were in force since so many answers were known.
    pub(super) fn note_scripts(&mut self, since: usize, fingerprints: Fingerprints) {
        self.played_with.retain(|(answers, _)| *answers < since);
        self.played_with.push((since, fingerprints));
        self.header.carry(&self.table.scripts);
        if since == 0 && !self.header.scripts().is_empty() {
            self.header.name_scripts(&self.table.scripts);
        }
    }

    /// After going back: the steps that are run again are run with the scripts of today.
    pub(super) fn scripts_after_rewind(&mut self) {
        let since = self.checkpoints.last().map_or(0, |start| start.answers);
        if self.played_with.last().is_some_and(|(answers, _)| *answers > since) {
            self.note_scripts(since, self.table.scripts.fingerprints().clone());
        }
    }

    /// Which scripts were exchanged in the course of the game, and when.
    pub(super) fn exchanged(&self) -> Vec<Note> {
        let pairs = self.played_with.windows(2).map(|pair| (pair[1].0, differences(&pair[0].1, &pair[1].1)));
        let notes = |(after, files): (usize, Vec<(String, String)>)| {
            files.into_iter().map(move |(name, hash)| Note { after, noted: Noted::Script { name, hash } })
        };
        pairs.flat_map(notes).collect()
    }
}
