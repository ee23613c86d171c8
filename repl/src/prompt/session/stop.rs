//! A stopped script: what has to wait, and how it continues.

use super::{Reply, Session, Trouble, plain};
use crate::prompt::command::Command;
use crate::prompt::front::Front;
use crate::prompt::own::{Effect, OwnCommand};
use crate::prompt::session::navigation::Navigation;
use crate::prompt::stopped::line;
use wilderness_engine::Onward;

impl<F: Front> Session<F> {
    /// Whether a script has stopped.
    pub fn is_stopped(&self) -> bool {
        self.game.debugger().stop().is_some()
    }

    /// Continues a stopped script.
    pub(crate) fn resume_script(&mut self, onward: Onward) -> Result<Reply, Trouble> {
        self.game.debugger_mut().resume(onward).map_err(plain)?;
        Ok(Reply::Moved(self.situation()))
    }

    /// Checks that a command need not wait for a stopped script.
    ///
    /// # Errors
    /// When it has to wait.
    pub(super) fn check_not_stopped(&self, command: &Command<F>) -> Result<(), Trouble> {
        let Some(stop) = self.game.debugger().stop() else { return Ok(()) };
        let waits = match command {
            Command::Own(word, _) => {
                OwnCommand::<F>::find(word).is_some_and(|own| !matches!(own.effect, Effect::Shows | Effect::Computes))
            }
            Command::Answer(_)
            | Command::Until
            | Command::Redo(_)
            | Command::Bot(..)
            | Command::Rewind
            | Command::WhatIf(_)
            | Command::Compare(_)
            | Command::Tutorial(_)
            | Command::Rules(Some(_)) => true,
            Command::Navigation(time) => !matches!(time, Navigation::Autosave(_)),
            _ => false,
        };
        let message = format!(
            "the script is stopped at {}: `next` or `continue` first, or `undo` to go back to before {}",
            stop.place,
            F::RUN_BY
        );
        if waits { Err(plain(message)) } else { Ok(()) }
    }

    /// Goes back from a stopped script to before its card was played.
    pub(super) fn undo_to_card(&mut self) -> Result<Reply, Trouble> {
        let Some(known) = self.game.debugger().before_card() else { return Err(plain("there is nothing to undo")) };
        let noted = self.game.record().results_taken_back();
        let undone = self.game.past_mut().undo_to(known);
        self.begun.retain(|begun| *begun < known);
        self.told = self.game.log().len();
        let noted = match self.game.record().results_taken_back() - noted {
            0 => "",
            _ => "; the record notes what was revealed",
        };
        self.moved(usize::from(undone), &format!("back to before {}{noted}", F::RUN_BY), "there is nothing to undo")
    }

    /// Adds the calls that scripts made before a failure.
    pub(super) fn with_trace(&mut self, reply: Result<Reply, Trouble>) -> Result<Reply, Trouble> {
        match reply {
            Err(Trouble::Plain(reason)) => match self.game.debugger_mut().take_traced() {
                calls if calls.is_empty() => Err(Trouble::Plain(reason)),
                calls => Err(Trouble::Midway { reason, now: calls.iter().map(line).collect() }),
            },
            reply => reply,
        }
    }
}
