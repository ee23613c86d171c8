//! The prompt without a terminal and without files, for tests and fuzzers: a line in, text out.

use crate::front::{Front, Reply, Session, Trouble};
use crate::prompt::autosave::Autosave;
use crate::prompt::menu::Menu;
use crate::prompt::session::Sharing;
use wilderness_engine::{Each, Game};

/// A game at the prompt.
pub struct Prompt<F: Front>(Session<F>);

impl<F: Front> Prompt<F> {
    /// A game about to begin, with people in all seats.
    pub fn of(game: Game<F>, origin: F::Origin) -> Prompt<F> {
        Prompt(Session::at(game, 0, Each::default(), origin))
    }

    /// The same prompt, behind a cover page for the first player, as between any two.
    pub fn covered(self) -> Prompt<F> {
        let mut session = self.0.share(Sharing::Covered);
        let _ = session.situation();
        Prompt(session)
    }

    /// A prompt with this session.
    pub(crate) fn at(session: Session<F>) -> Prompt<F> {
        Prompt(session)
    }

    /// Runs any line. Returns the reply, if it is text.
    ///
    /// # Errors
    /// Why the line failed.
    pub fn run(&mut self, line: &str) -> Result<Option<String>, String> {
        match self.0.run(line) {
            Ok(Reply::Text(text) | Reply::Moved(text) | Reply::Begun(text)) => Ok(Some(text)),
            Ok(Reply::Save(file, force)) => {
                let saved = Autosave::new(false).knowing(self.0.known()).save(&file, &self.0.record(), force);
                saved.map(|()| None).map_err(|unsaved| unsaved.to_string())
            }
            Ok(_) => Ok(None),
            Err(Trouble::Plain(reason) | Trouble::Question(reason) | Trouble::Midway { reason, .. }) => Err(reason),
            Err(Trouble::Faults(faults) | Trouble::Reload { faults, .. }) => Err(faults.to_string()),
        }
    }

    /// The menu number of a choice that has a line of its own.
    pub fn number(&self, choice: F::Choice) -> Option<String> {
        let item = Menu::of(self.game())?.items.into_iter().find(|item| item.choices == [choice])?;
        Some(item.number).filter(|number| !number.is_empty())
    }

    /// The completions at the end of a line, and where the completed word begins.
    pub fn complete(&self, line: &str) -> (usize, Vec<String>) {
        let (start, found) = self.0.typed_prompt().lexicon.complete(line);
        (start, found.into_iter().map(|candidate| candidate.word).collect())
    }

    /// What can be typed at the open decision, for completions at the end of any line: each with its description.
    pub fn completer(&self) -> impl Fn(&str) -> Vec<(String, String)> + use<F> {
        let lexicon = self.0.typed_prompt().lexicon;
        move |line| lexicon.complete(line).1.into_iter().map(|found| (found.word, found.note)).collect()
    }

    /// The prompt.
    pub fn prompt(&self) -> String {
        self.0.typed_prompt().text
    }

    /// The game.
    pub fn game(&self) -> &Game<F> {
        self.0.game()
    }
}
