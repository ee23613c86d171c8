//! The steps of a game as it was played, each with the state at its start and the answers in it.

use super::Game;
use super::faces::Past;
use crate::record::Header as _;
use crate::rules::Rules;
use crate::table::{Answer, Windows};
use std::ops::Range;
use std::sync::Arc;

/// A step of the sequence of play that was played, or that is being played.
pub(crate) struct PlayedStep<R: Rules> {
    /// The state at its start.
    pub start: Arc<R::State>,
    /// The answers and results of chance in it.
    pub answers: Vec<Answer<R>>,
    /// How many were known before it.
    pub before: usize,
    /// Its part of the log.
    pub log: Range<usize>,
    /// When windows opened in it.
    pub windows: Windows,
    /// What was played.
    pub scenario: Arc<R::Scenario>,
}

impl<R: Rules> Game<R> {
    /// When windows open in a step before which this many answers are known.
    pub(super) fn windows_after(&self, answers: usize) -> Windows {
        let opened = self.opened.is_some_and(|after| answers >= after);
        if opened { Windows::Open } else { self.header.windows() }
    }
}

impl<R: Rules> Past<'_, R> {
    /// The steps so far; the last one may not be over. A game without a log knows only the first and the last.
    pub(crate) fn steps(self) -> Vec<PlayedStep<R>> {
        let Game { table, checkpoints, .. } = self.game;
        let end = (table.known().count(), table.log_length());
        let ends = checkpoints.iter().skip(1).map(|next| (next.answers, next.log)).chain([end]);
        let step = |(checkpoint, (answers, log)): (&super::Checkpoint<R>, (usize, usize))| PlayedStep {
            start: checkpoint.state.clone(),
            answers: table.known().answers.get(checkpoint.answers..answers).unwrap_or_default().to_vec(),
            before: checkpoint.answers,
            log: checkpoint.log..log.max(checkpoint.log),
            windows: self.game.windows_after(checkpoint.answers),
            scenario: table.scenario.clone(),
        };
        let played = |step: &PlayedStep<R>| !R::is_over(&step.start);
        checkpoints.iter().zip(ends).map(step).filter(played).collect()
    }

    /// The number of steps that were played or are being played.
    pub fn step_count(self) -> usize {
        self.steps().len()
    }

    /// The state at the start of the current step; the last one, if the game is over.
    pub(crate) fn last_start(self) -> Option<Arc<R::State>> {
        self.game.checkpoints.last().map(|last| last.state.clone())
    }
}
