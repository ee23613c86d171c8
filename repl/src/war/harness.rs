//! The prompt of the war for tests and fuzzers, with the lines that leave it left out.

use crate::front::Session;
use crate::harness::Prompt;
use crate::options::start::Start;
use crate::prompt::command::{self, Command};
use crate::war::content::Origin;
use std::rc::Rc;
use wilderness_engine::Each;
use wilderness_engine::content::Places;
use wilderness_engine::faults::{Faults, Source};
use wilderness_lab::Player;
use wilderness_war::{Record, Scripts, War};

impl Prompt<War> {
    /// A game of Annus Mirabilis between two people.
    ///
    /// # Errors
    /// When a game cannot begin with these scripts.
    pub fn new(scripts: Rc<Scripts>, seed: u64) -> Result<Prompt<War>, Faults> {
        let origin = Origin::of_places(Places::default());
        Session::begin(&Start::default(), Some(seed), Each::default(), origin, scripts).map(Prompt::at)
    }

    /// The game of a record, resumed by two people.
    ///
    /// # Errors
    /// What is wrong with the record.
    pub fn resumed(scripts: Rc<Scripts>, record: &str) -> Result<Prompt<War>, Faults> {
        let (game, _) = Record::parse(&Source::new("resumed.record", record))?.take_up(scripts)?;
        Ok(Prompt::of(game, Origin::of_places(Places::default())))
    }

    /// Runs a line. Returns the reply; nothing for a line that would leave the prompt, touch a file, or search without
    /// a limit.
    ///
    /// # Errors
    /// Why the line failed.
    pub fn line(&mut self, line: &str) -> Result<Option<String>, String> {
        match command::parse(line, self.game().sides()) {
            Ok(command) if leaves_the_prompt(&command) => Ok(None),
            _ => self.run(line),
        }
    }
}

/// Whether a command reaches outside the game, or starts a search.
fn leaves_the_prompt(command: &Command<War>) -> bool {
    match command {
        Command::Save(..) | Command::Load(_) | Command::Quit => true,
        Command::New(_) | Command::Edit(_) => true,
        Command::Bot(_, player) => player.is_some_and(Player::searches),
        _ => false,
    }
}
