//! `watch balance`: after each change of the scripts, what it does to the balance is measured in the background.

use super::input::Input;
use super::session::{Session, Trouble};
use crate::prompt::front::{Front, Origin as _, Running, Tell};
use std::rc::Rc;
use std::sync::mpsc::{Receiver, Sender, channel};
use wilderness_engine::script::{ScriptSet as _, differences};
use wilderness_lab::Player;

/// What later scripts are compared with, and the games that are being played.
pub struct BalanceWatch<F: Front> {
    before: Rc<F::Scripts>,
    /// The scripts that were measured last.
    measured: wilderness_engine::script::Fingerprints,
    /// Who plays.
    bot: Player,
    running: Option<Running>,
    /// What the games have to say where nothing can be shown while a line is typed.
    said: (Sender<String>, Receiver<String>),
}

impl<F: Front> BalanceWatch<F> {
    /// Lets a bot compare later scripts with those of now.
    ///
    /// # Errors
    /// Scripts that cannot change, or in which something is wrong.
    pub fn new(session: &Session<F>, bot: Player) -> Result<BalanceWatch<F>, Trouble> {
        let before = session.watched()?.0.load().map_err(Trouble::Faults)?;
        let measured = before.fingerprints().clone();
        Ok(BalanceWatch { before, measured, bot, running: None, said: channel() })
    }

    /// Begins to measure if the scripts have changed; what was being measured is given up. Returns what there is to say
    /// at once.
    pub fn measure(&mut self, session: &Session<F>, input: &Input) -> String {
        // What is wrong with the scripts has been said where they were taken up.
        let Some(now) = session.watched().ok().and_then(|(origin, _)| origin.load().ok()) else { return String::new() };
        if differences(&self.measured, now.fingerprints()).is_empty() {
            return String::new();
        }
        self.measured = now.fingerprints().clone();
        self.running = None;
        if differences(self.before.fingerprints(), now.fingerprints()).is_empty() {
            return "balance: as before the changes\n".into();
        }
        let sender = self.said.0.clone();
        let tell: Tell = input.teller().unwrap_or_else(|| Box::new(move |text| sender.send(text.to_string()).is_ok()));
        match F::measure(session.game(), self.bot, [&self.before, &now], tell) {
            Ok(running) => {
                self.running = running;
                String::new()
            }
            Err(error) => format!("balance: not measured: {error}\n"),
        }
    }

    /// What was said and not heard yet.
    pub fn heard(&self) -> String {
        self.said.1.try_iter().collect()
    }
}
