//! Choices that the rules make without asking: a single one, and one of several that serve equally well. A person who
//! named what is to be taken still has his way among equals: the record says which, in a line of its own.

use super::{Play, Table};
use crate::rules::Rules;

/// A choice that the rules made without asking.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Forced<R: Rules> {
    /// Whose choice it would have been.
    pub side: R::Side,
    /// What would have been asked.
    pub ask: R::Question,
    /// The choice.
    pub choice: R::Choice,
    /// How many answers and results of chance were known by then.
    pub known: usize,
}

impl<R: Rules> Table<R> {
    /// Asks for one of these. Those that would serve equally well are not told apart: if all of them are such, the first is
    /// taken without asking, unless somebody has named another.
    ///
    /// # Errors
    /// As [`Table::ask`].
    pub fn ask_for_any(
        &mut self,
        side: R::Side,
        ask: R::Question,
        choices: impl Into<Vec<R::Choice>>,
        alike: impl Fn(&R::State, R::Choice, R::Choice) -> bool,
    ) -> Play<R::Choice, R> {
        let choices = choices.into();
        match choices.first() {
            Some(&first) if choices.iter().all(|&choice| alike(&self.state, choice, first)) => {
                self.run.note_refusal(None);
                let at = self.run.next_for(side, &ask);
                let taken = self.live_mut().take_among_equals(at, side, &ask, &choices, first)?;
                self.note_forced(side, &ask, taken);
                Ok(taken)
            }
            _ => self.ask(side, ask, choices),
        }
    }

    /// Remembers a choice that was made without asking, if somebody wants to know.
    pub(super) fn note_forced(&mut self, side: R::Side, ask: &R::Question, choice: R::Choice) {
        let known = self.known().next;
        if let Some(forced) = self.forced.as_mut() {
            forced.push(Forced { side, ask: ask.clone(), choice, known });
        }
    }
}
