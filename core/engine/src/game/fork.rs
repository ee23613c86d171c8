//! Playing step by step, and games that fork off where a step begins: for experiments.

use super::Game;
use super::faces::{Copies, PastMut};
use crate::record::GameStart;
use crate::rules::Rules;
use crate::table::Halt;

impl<R: Rules> PastMut<'_, R> {
    /// Plays to the end of the current step of the sequence of play. Returns whether it got there: otherwise a person
    /// has to decide first, a script has stopped, or the game is over.
    ///
    /// # Errors
    /// As [`Game::proceed`].
    pub fn proceed_step(self) -> Result<bool, Halt<R>> {
        self.game.live(|game| (R::inner_loops().run_steps)(game, 1))
    }
}

impl<R: Rules> Copies<'_, R> {
    /// A game of its own that continues from the start of the current step, with the same dice and draws to come, once
    /// `change` has changed its state. It has no agents and no log. It begins there, so it cannot go back any
    /// further, and its header and record do not tell how it came about.
    ///
    /// It is for the crate of a game, which knows what may be changed.
    ///
    /// # Errors
    /// What `change` says.
    pub fn fork<E>(self, change: impl FnOnce(&mut R::State) -> Result<(), E>) -> Result<Game<R>, E> {
        self.twin(change).map(Game::without_log)
    }

    /// The same with a log, which begins there.
    ///
    /// # Errors
    /// What `change` says.
    pub fn twin<E>(self, change: impl FnOnce(&mut R::State) -> Result<(), E>) -> Result<Game<R>, E> {
        let mut state = self.game.checkpoints.last().map_or(&self.game.table.state, |start| &start.state).clone();
        change(&mut state)?;
        let (scenario, scripts) = (self.game.table.scenario.clone(), self.game.table.scripts.clone());
        let start = GameStart { header: self.game.header.clone(), scenario, scripts, state };
        Ok((R::inner_loops().begin)(start))
    }
}
