//! Playing step by step, and games that fork off where a step begins: for experiments.

use super::faces::{Copies, PastMut};
use super::{Checkpoint, Game};
use crate::agent::Agent;
use crate::record::GameStart;
use crate::rules::Rules;
use crate::side::Each;
use crate::table::{Halt, Known};
use std::sync::Arc;

/// Where a step of a game begins, with agents that have in mind what those of the game have there.
pub struct StepBeginning<R: Rules> {
    start: Checkpoint<R>,
    /// How many answers are known from there on: those of the beginning of the step.
    known: usize,
    agents: Each<Option<Box<dyn Agent<R>>>>,
}

impl<R: Rules> StepBeginning<R> {
    /// The same, where the step begins with the same answers, until this many are used. Agents are shown these decisions.
    pub fn up_to(self, answers: usize) -> StepBeginning<R> {
        StepBeginning { known: answers.max(self.start.answers), ..self }
    }
}

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

impl<R: Rules> Copies<'_, R> {
    /// Where the current step begins, before anything has happened in it; `None` if an agent cannot be copied.
    pub fn beginning(self) -> Option<StepBeginning<R>> {
        let start = self.game.checkpoints.last()?.clone();
        let mut agents = Each::default();
        for side in self.game.sides() {
            agents[side] = match &self.game.table.live().agents[side] {
                Some(agent) => Some(agent.copy()?),
                None => None,
            };
        }
        Some(StepBeginning { known: start.answers, start, agents })
    }
}

impl<R: Rules> PastMut<'_, R> {
    /// Lets a game without a log in which nothing has happened yet go on from where another was, as if it had taken the
    /// same course up to there, with agents that decided the same. Returns whether it began as that one did: otherwise it
    /// is as before.
    ///
    /// It is for games of which it is known that they take the same course, such as those with scripts that differ in
    /// functions which have not been called: see [`crate::script::ChangedFunctions`].
    pub fn go_on_from(self, StepBeginning { start, known, agents }: StepBeginning<R>, other: &Game<R>) -> bool {
        let (game, answers) = (self.game, other.history().get(..known).unwrap_or_default());
        let ([own], Some(first)) = (&game.checkpoints[..], other.checkpoints.first()) else { return false };
        if own.state != first.state || own.answers > 0 {
            return false;
        }
        if !Arc::ptr_eq(&start.state, &first.state) {
            game.checkpoints.push(Checkpoint { log: 0, ..start.clone() });
        }
        game.table.state.clone_from(&start.state);
        let live = game.table.live_mut();
        live.known = Known { answers: answers.to_vec(), next: start.answers };
        live.look_on = known > start.answers;
        live.agents = agents;
        true
    }
}
