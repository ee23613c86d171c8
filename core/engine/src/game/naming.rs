//! Naming units for losses, and what the rules chose without asking: for lines that say more than one answer.

use super::{Game, Refused};
use crate::rules::Rules;
use crate::table::Forced;
use crate::table::Named;

impl<R: Rules> Game<R> {
    /// Answers the open decision, and names what is to be taken in what follows from it without being asked about: for
    /// each word, in their order, everything that it may mean. Where the rules take one of several equals, they take the
    /// first that is named.
    ///
    /// # Errors
    /// As [`Game::choose`].
    pub fn choose_naming(&mut self, choice: R::Choice, words: Vec<Vec<R::Choice>>) -> Result<(), Refused> {
        if let Some(decision) = self.pending.as_ref().filter(|_| !words.is_empty()) {
            self.table.live_mut().named = Some(Named { side: decision.side, ask: decision.ask.clone(), words });
        }
        let chosen = self.choose(choice);
        self.table.live_mut().named = None;
        chosen
    }

    /// What the rules chose without asking since so many answers and results of chance were known, in order: single
    /// choices, and one of several equal units. Nothing in a game without a log.
    pub fn forced_since(&self, known: usize) -> impl Iterator<Item = &Forced<R>> {
        self.table.forced.iter().flatten().filter(move |forced| forced.known >= known)
    }
}
