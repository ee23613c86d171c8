//! The reasons that agents give for their answers.

use super::Game;
use super::faces::{PastMut, Why};
use crate::agent::Reason;
use crate::rules::Rules;

impl<R: Rules> Game<R> {
    /// Drops the reasons for answers that have been taken back.
    pub(super) fn drop_reasons(&mut self) {
        let known = self.table.known().count();
        let reasons = self.table.live_mut().reasons.as_mut();
        reasons.into_iter().for_each(|reasons| reasons.retain(|reason| reason.answer < known));
    }
}

impl<'a, R: Rules> Why<'a, R> {
    /// The reasons that agents gave for the remaining answers since [`PastMut::forget_reasons`], in order. Empty in a game
    /// without a log.
    pub fn reasons(self) -> &'a [Reason<R::Side>] {
        self.game.table.live().reasons.as_deref().unwrap_or_default()
    }

    /// The reasons for the answers of the last step for which an agent gave any: where a side is asked for its card,
    /// those for the last action phase.
    pub fn reasons_of_last_step(self) -> &'a [Reason<R::Side>] {
        let reasons = self.game.why().reasons();
        let last = reasons.last().map_or(0, |reason| reason.answer);
        let start = self.game.checkpoints.iter().rev().map(|start| start.answers).find(|start| *start <= last);
        let before = reasons.partition_point(|reason| reason.answer < start.unwrap_or(0));
        &reasons[before..]
    }
}

impl<R: Rules> PastMut<'_, R> {
    /// Clears the reasons of agents: other agents play.
    pub fn forget_reasons(self) {
        self.game.table.live_mut().reasons.as_mut().map(Vec::clear);
    }
}
