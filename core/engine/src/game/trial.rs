//! Trying answers on a copy that knows no more than the players do.

use super::branches::Branches;
use super::debug::Stepping;
use super::{Checkpoint, Game};
use crate::refusal::Refusal;
use crate::rules::Rules;
use crate::run::{Blind, Explain};
use crate::table::{Halt, Table};

impl<R: Rules> Game<R> {
    /// A copy to try answers on. It does not reveal the next dice or cards: it stops, broken by [`Halt::Chance`], where
    /// the game would roll or draw. It has no agents and no log, and cannot go back beyond the current step.
    pub fn trial(&self) -> Game<R> {
        let mut table = self.copy().with_run(Blind(self.table.run.again(0)));
        table.windows = self.table.windows;
        table.forced = Some(Vec::new());
        let start = self.checkpoints.last().map(|start| Checkpoint { log: 0, ..start.clone() });
        Game {
            table,
            header: self.header.clone(),
            checkpoints: start.into_iter().collect(),
            pending: self.pending.clone(),
            broken: self.broken.clone(),
            undone: Vec::new(),
            branches: Branches::forgetful(),
            shown: self.shown,
            remarks: Vec::new(),
            offered: None,
            played_with: Vec::new(),
            stepping: Stepping::default(),
        }
    }

    /// Why a choice is not an answer to the open decision; `None` if it is one, or if no decision is open. The rules
    /// give the reason in another run of the step, on a copy.
    pub fn why_not(&self, choice: R::Choice) -> Option<Refusal> {
        let decision = self.pending.as_ref()?;
        let table = self.rerun()?;
        let mut run = table.run.again(table.known().next);
        // The run must stop at a die that the players roll, too.
        run.live_mut().dice = self.table.live().dice;
        let mut table = table.with_run(Explain::new(run, choice));
        let refusal = match R::step(&mut table) {
            Err(Halt::Explained(refusal)) => refusal,
            _ => Refusal::not_offered(&decision.ask),
        };
        // An offered choice is refused by no rule.
        let is_refused = refusal.says_why() || !decision.choices.contains(&choice);
        is_refused.then_some(refusal)
    }

    /// A copy of the table at the start of the current step, with the answers known since: for a run that only looks.
    /// `None` if no decision is open.
    pub fn rerun(&self) -> Option<Table<R>> {
        self.pending.as_ref()?;
        self.step_again()
    }

    /// Like [`Game::rerun`], whether or not a decision is open.
    pub fn step_again(&self) -> Option<Table<R>> {
        let start = self.checkpoints.last()?;
        let mut table = self.copy();
        table.state.clone_from(&start.state);
        table.windows = self.table.windows;
        table.run = self.table.run.again(start.answers);
        Some(table)
    }

    /// A copy of the table as it is, without known answers: for a run that only looks.
    pub fn copy(&self) -> Table<R> {
        Table::new(self.table.state.clone(), self.table.scenario.clone(), self.table.scripts.clone())
    }
}
