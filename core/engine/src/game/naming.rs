//! Units that a person names for losses, and choices that the rules made without asking: for input lines that contain
//! more than one answer.

use super::Refused;
use crate::game::faces::{Beforehand, Why};
use crate::rules::Rules;
use crate::table::Forced;
use crate::table::NamedChoice;

impl<R: Rules> Beforehand<'_, R> {
    /// Answers the open decision, and names units for the choices that follow without a question: for each word, in
    /// order, everything that it can mean. Where the rules take one of several equal units, they take the first one
    /// named.
    ///
    /// # Errors
    /// Like [`Game::choose`](crate::Game::choose).
    pub fn choose_naming(self, choice: R::Choice, words: Vec<Vec<R::Choice>>) -> Result<(), Refused> {
        if let Some(decision) = self.game.pending.as_ref().filter(|_| !words.is_empty()) {
            self.game.table.live_mut().named =
                Some(NamedChoice { side: decision.side, ask: decision.ask.clone(), words });
        }
        let chosen = self.game.choose(choice);
        self.game.table.live_mut().named = None;
        chosen
    }
}

impl<'a, R: Rules> Why<'a, R> {
    /// The choices that the rules made without asking after the first `known` answers and results of chance, in order:
    /// single choices, and one of several equal units. Empty in a game without a log.
    pub fn forced_since(self, known: usize) -> impl Iterator<Item = &'a Forced<R>> {
        self.game.table.forced.iter().flatten().filter(move |forced| forced.known >= known)
    }
}
