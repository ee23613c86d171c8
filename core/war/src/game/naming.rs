//! Naming units for losses, and what the rules chose without asking: for lines that say more than one answer.

use super::{Game, Refused};
use crate::decision::{Ask, Choice};
use crate::run::Named;
use crate::sets::{CardSet, PieceSet};
use crate::table::Forced;

impl Game {
    /// Answers the open decision, and names units for the losses that follow from it without being asked about: a set
    /// for each word, in their order. Where the rules take one of several equal units, they take the first that is
    /// named.
    ///
    /// # Errors
    /// As [`Game::choose`].
    pub fn choose_naming(&mut self, choice: Choice, words: Vec<PieceSet>) -> Result<(), Refused> {
        if let Some(decision) = self.pending.as_ref().filter(|_| !words.is_empty()) {
            self.table.live_mut().named = Some(Named { side: decision.side, ask: decision.ask.clone(), words });
        }
        let chosen = self.choose(choice);
        self.table.live_mut().named = None;
        chosen
    }

    /// What the rules chose without asking since so many answers and results of chance were known, in order: single
    /// choices, and one of several equal units. Nothing in a game without a log.
    pub fn forced_since(&self, known: usize) -> impl Iterator<Item = &Forced> {
        self.table.forced.iter().flatten().filter(move |forced| forced.known >= known)
    }

    /// The cards for which the open window has opened (5.56): those that the side holds, or, where windows are open to
    /// all, every card that it might hold. Nothing if no window is open.
    pub fn fitting_responses(&self) -> CardSet {
        let is_window = self.pending.as_ref().is_some_and(|decision| matches!(decision.ask, Ask::Respond(_)));
        if is_window { self.table.fitting } else { CardSet::EMPTY }
    }
}
