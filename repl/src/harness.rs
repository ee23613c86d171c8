//! The prompt without a terminal and without files, for tests and fuzzers: a line in, text out.

use crate::front::{Front, Reply, Session, Trouble};
use crate::prompt::autosave::Autosave;
use crate::prompt::command::{self, Command};
use crate::prompt::menu::Menu;
use crate::prompt::player::Player;
use crate::war::content::ContentArg;
use crate::war::prompt::command::Command as Own;
use crate::war::start::Start;
use std::rc::Rc;
use wilderness_engine::faults::Faults;
use wilderness_engine::game::Game;
use wilderness_engine::side::Each;
use wilderness_war::{Scripts, War};

/// A game at the prompt.
pub struct Prompt<F: Front = War>(Session<F>);

impl Prompt<War> {
    /// A game of Annus Mirabilis that two people play.
    ///
    /// # Errors
    /// A game that cannot begin with these scripts.
    pub fn new(scripts: Rc<Scripts>, seed: u64) -> Result<Prompt, Faults> {
        let origin = ContentArg::default().named();
        Session::begin(&Start::default(), Some(seed), Each::default(), origin, scripts).map(Prompt)
    }

    /// Does what a line says. Returns what is said to it; nothing to a line that would leave the prompt, touch a file,
    /// or think for as long as it likes.
    ///
    /// # Errors
    /// Why it cannot be done.
    pub fn line(&mut self, line: &str) -> Result<Option<String>, String> {
        match command::parse(line) {
            Ok(command) if leaves_the_prompt(&command) => Ok(None),
            _ => self.run(line),
        }
    }
}

impl<F: Front> Prompt<F> {
    /// A game that is about to begin, which people play until a bot sits down.
    pub fn of(game: Game<F>, origin: F::Origin) -> Prompt<F> {
        Prompt(Session::at(game, 0, Each::default(), origin))
    }

    /// Does what a line says, whatever it is. Returns what is said to it, if it is text.
    ///
    /// # Errors
    /// Why it cannot be done.
    pub fn run(&mut self, line: &str) -> Result<Option<String>, String> {
        match self.0.run(line) {
            Ok(Reply::Text(text) | Reply::Moved(text) | Reply::Begun(text)) => Ok(Some(text)),
            Ok(Reply::Save(file, force)) => {
                let saved = Autosave::new(false).knowing(self.0.known()).save(&file, &self.0.record(), force);
                saved.map(|()| None).map_err(|unsaved| unsaved.to_string())
            }
            Ok(_) => Ok(None),
            Err(Trouble::Plain(reason) | Trouble::Midway { reason, .. }) => Err(reason),
            Err(Trouble::Faults(faults) | Trouble::Reload { faults, .. }) => Err(faults.to_string()),
        }
    }

    /// The number in the menu that stands for a choice and nothing else, if there is one.
    pub fn number(&self, choice: F::Choice) -> Option<String> {
        let item = Menu::of(self.game())?.items.into_iter().find(|item| item.choices == [choice])?;
        Some(item.number).filter(|number| !number.is_empty())
    }

    /// What can stand where a line ends, and where that word begins.
    pub fn complete(&self, line: &str) -> (usize, Vec<String>) {
        self.0.typed_prompt().lexicon.complete(line)
    }

    /// What stands before the cursor.
    pub fn prompt(&self) -> String {
        self.0.typed_prompt().text
    }

    /// The game.
    pub fn game(&self) -> &Game<F> {
        self.0.game()
    }
}

/// Whether a command reaches out of the game, or is a search, which takes its time.
fn leaves_the_prompt(command: &Command<War>) -> bool {
    match command {
        Command::Save(..) | Command::Load(_) | Command::Quit => true,
        Command::Own(Own::New(_) | Own::Edit(_)) => true,
        Command::Bot(_, player) => matches!(player, Some(Player::Search(_))),
        _ => false,
    }
}
