//! The reasons that agents give for their answers.

use super::Game;
use crate::agent::Reason;
use crate::rules::Rules;

impl<R: Rules> Game<R> {
    /// The reasons that agents gave for the remaining answers since [`Game::forget_reasons`], in order. Empty in a game
    /// without a log.
    pub fn reasons(&self) -> &[Reason<R::Side>] {
        self.table.live().reasons.as_deref().unwrap_or_default()
    }

    /// The reasons for the answers of the last step for which an agent gave any: where a side is asked for its card,
    /// those for the last action phase.
    pub fn reasons_of_last_step(&self) -> &[Reason<R::Side>] {
        let reasons = self.reasons();
        let last = reasons.last().map_or(0, |reason| reason.answer);
        let start = self.checkpoints.iter().rev().map(|start| start.answers).find(|start| *start <= last);
        let before = reasons.partition_point(|reason| reason.answer < start.unwrap_or(0));
        &reasons[before..]
    }

    /// Clears the reasons of agents: other agents play.
    pub fn forget_reasons(&mut self) {
        self.table.live_mut().reasons.as_mut().map(Vec::clear);
    }

    /// Drops the reasons for answers that have been taken back.
    pub(super) fn drop_reasons(&mut self) {
        let known = self.table.known().count();
        let reasons = self.table.live_mut().reasons.as_mut();
        reasons.into_iter().for_each(|reasons| reasons.retain(|reason| reason.answer < known));
    }
}
