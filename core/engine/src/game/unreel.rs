//! A game played again, entry by entry of its log.

use super::Game;
use super::faces::Past;
use crate::record::GameStart;
use crate::rules::Rules;
use crate::table::{Halt, Known};

impl<R: Rules> Past<'_, R> {
    /// Plays the game again from its start to where it stands, and shows it at each entry of its log: the state is that
    /// when the entry was told, and the log ends with it. What is shown depends on nothing but the log, the answers up
    /// to the end of the step, and the state: no decision is open, even if one was asked in between.
    ///
    /// # Errors
    /// If the answers do not fit the current scripts.
    pub fn unreel(self, mut look: impl FnMut(&Game<R>)) -> Result<(), Halt<R>> {
        let Game { table, header, checkpoints, shown, opened, .. } = self.game;
        let (scenario, scripts) = (table.scenario.clone(), table.scripts.clone());
        let state = checkpoints.first().map_or(&table.state, |start| &start.state).clone();
        let mut again = (R::inner_loops().begin)(GameStart { header: header.clone(), scenario, scripts, state });
        again.shown = *shown;
        // Windows that were opened in the middle of the game ask no more before that than they did.
        again.opened = *opened;
        again.table.live_mut().known = Known::new(table.known().answers.clone());
        loop {
            let told = again.log().len();
            again.table.told = Some(Vec::new());
            let goes_on = (R::inner_loops().run_steps)(&mut again, 1)?;
            // Where a script is stopped here, it runs on there.
            let most = table.log_length().saturating_sub(told);
            again.show_entries(told, most, &mut look);
            if !goes_on {
                return Ok(());
            }
        }
    }
}

impl<R: Rules> Game<R> {
    /// Shows the game at this many entries of its log from a number on, and leaves it as it is.
    fn show_entries(&mut self, from: usize, most: usize, look: &mut impl FnMut(&Game<R>)) {
        let pending = self.pending.take();
        let mut rest = self.table.log.as_mut().map_or(Vec::new(), |log| log.split_off(from.min(log.len()))).into_iter();
        for state in self.table.told.take().unwrap_or_default().into_iter().take(most) {
            let Some(entry) = rest.next() else { break };
            self.table.log.get_or_insert_default().push(entry);
            let now = std::mem::replace(&mut self.table.state, state);
            look(self);
            self.table.state = now;
        }
        self.table.log.get_or_insert_default().extend(rest);
        self.pending = pending;
    }
}
