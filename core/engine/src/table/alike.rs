//! Choices that the rules make without asking: a single one, and one of several equal ones. A person can still name one
//! of several equals; the record notes it in a line of its own.

use super::{Play, Table};
use crate::rules::Rules;

/// A choice that the rules made without asking.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Forced<R: Rules> {
    /// The side that would have chosen.
    pub side: R::Side,
    /// The question that was not asked.
    pub ask: R::Question,
    /// The choice taken.
    pub choice: R::Choice,
    /// The number of answers and results of chance used by then.
    pub known: usize,
}

impl<R: Rules> Table<R> {
    /// Asks for one of these choices. If all of them are equally good, takes the first without asking, or the one that
    /// a person has named.
    ///
    /// # Errors
    /// Like [`Table::ask`].
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

    /// Records a choice that was made without asking, if these are recorded.
    pub(super) fn note_forced(&mut self, side: R::Side, ask: &R::Question, choice: R::Choice) {
        let known = self.known().next;
        if let Some(forced) = self.forced.as_mut() {
            forced.push(Forced { side, ask: ask.clone(), choice, known });
        }
    }
}
