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

    /// Whether it goes on from the start of the current step as another game with the same seed does from there: in the same
    /// state, with agents that have the same in mind.
    pub fn goes_on_like(self, other: &Game<R>) -> bool {
        let in_mind = |game: &Game<R>| -> Option<Vec<String>> {
            let agents = game.sides().into_iter().map(|side| &game.table.live().agents[side]);
            agents.map(|agent| agent.as_ref().map_or(Some(String::new()), |agent| agent.in_mind())).collect()
        };
        let start = |game: &Game<R>| game.checkpoints.last().map(|start| start.state.clone());
        start(self.game) == start(other) && in_mind(self.game).is_some_and(|own| in_mind(other) == Some(own))
    }
}

impl<R: Rules> PastMut<'_, R> {
    /// Lets a game without a log go on from where another was, as if it had taken the same course up to there since both were
    /// alike, with agents that decided the same. Where that was, `alike` says: by the answers that were known in this game and in
    /// the other. None were at the beginning, which both may have in common. Returns whether they have: otherwise it is as before.
    ///
    /// It is for games of which it is known that they take the same course, such as those with scripts that differ in
    /// functions which have not been called: see [`crate::script::ChangedFunctions`].
    pub fn go_on_from(
        self,
        StepBeginning { start, known, agents }: StepBeginning<R>,
        other: &Game<R>,
        alike: [usize; 2],
    ) -> bool {
        let (game, [own, others]) = (self.game, alike);
        let (Some(first), Some(since)) = (other.checkpoints.first(), other.history().get(others..known)) else {
            return false;
        };
        let is_there = game.checkpoints.last().is_some_and(|last| last.answers == own);
        let begins_alike = own + others > 0 || game.checkpoints[0].state == first.state;
        let Some(next) = start.answers.checked_sub(others).filter(|_| is_there && begins_alike) else { return false };
        let answers = [game.history().get(..own).unwrap_or_default(), since].concat();
        let checkpoint = Checkpoint { log: 0, answers: own + next, ..start.clone() };
        match &mut game.checkpoints[..] {
            [_, .., last] => *last = checkpoint,
            _ if Arc::ptr_eq(&start.state, &first.state) => {}
            _ => game.checkpoints.push(checkpoint),
        }
        game.table.state.clone_from(&start.state);
        let live = game.table.live_mut();
        if let Some((turns, of_other)) = live.turns.as_mut().zip(other.table.live().turns.as_ref()) {
            turns.retain(|(at, _)| *at < own);
            let since = of_other.iter().filter(|(at, _)| (others..known).contains(at));
            turns.extend(since.map(|(at, side)| (at - others + own, *side)));
        }
        live.known = Known { answers, next: own + next };
        live.look_on = known > start.answers;
        live.agents = agents;
        true
    }
}
