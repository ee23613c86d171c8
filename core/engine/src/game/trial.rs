//! Trying answers on a copy that knows no more than the players do.

use super::branches::Branches;
use super::debug::Stepping;
use super::{Checkpoint, Game};
use crate::game::faces::{Copies, Why};
use crate::refusal::Refusal;
use crate::rules::Rules;
use crate::run::{Blind, Explain};
use crate::table::{Halt, Table};

impl<R: Rules> Copies<'_, R> {
    /// A copy to try answers on. It does not reveal the next dice or cards: it stops, broken by [`Halt::Chance`], where
    /// the game would roll or draw. It has no agents and no log, and cannot go back beyond the current step.
    pub fn trial(self) -> Game<R> {
        let mut table = self.game.copies().copy().with_run(Blind(self.game.table.run.again(0)));
        table.windows = self.game.table.windows;
        table.forced = Some(Vec::new());
        let start = self.game.checkpoints.last().map(|start| Checkpoint { log: 0, ..start.clone() });
        Game {
            table,
            header: self.game.header.clone(),
            checkpoints: start.into_iter().collect(),
            pending: self.game.pending.clone(),
            broken: self.game.broken.clone(),
            undone: Vec::new(),
            branches: Branches::forgetful(),
            shown: self.game.shown,
            remarks: Vec::new(),
            opened: self.game.opened,
            offered: None,
            played_with: super::reload::PlayedWith::default(),
            stepping: Stepping::default(),
            rewritten: 0,
        }
    }

    /// A copy of the table at the start of the current step, with the answers known since: for a run that only looks.
    /// `None` if no decision is open.
    pub fn rerun(self) -> Option<Table<R>> {
        self.game.pending.as_ref()?;
        self.game.copies().step_again()
    }

    /// Like [`Copies::rerun`], whether or not a decision is open.
    pub fn step_again(self) -> Option<Table<R>> {
        let start = self.game.checkpoints.last()?;
        let mut table = self.game.copies().copy();
        table.state.clone_from(&start.state);
        table.windows = self.game.table.windows;
        table.run = self.game.table.run.again(start.answers);
        Some(table)
    }

    /// A copy of the table as it is, without known answers: for a run that only looks.
    pub fn copy(self) -> Table<R> {
        Table::new(self.game.table.state.clone(), self.game.table.scenario.clone(), self.game.table.scripts.clone())
    }
}

impl<R: Rules> Why<'_, R> {
    /// Why a choice is not an answer to the open decision; `None` if it is one, or if no decision is open. The rules
    /// give the reason in another run of the step, on a copy.
    pub fn why_not(self, choice: R::Choice) -> Option<Refusal> {
        let decision = self.game.pending.as_ref()?;
        let table = self.game.copies().rerun()?;
        let mut run = table.run.again(table.known().next);
        // The run must stop at a die that the players roll, too.
        run.live_mut().dice = self.game.table.live().dice;
        let mut table = table.with_run(Explain::new(run, choice));
        let refusal = match R::step(&mut table) {
            Err(Halt::Explained(refusal)) => refusal,
            _ => Refusal::not_offered(&decision.ask),
        };
        // An offered choice is refused by no rule.
        (refusal.says_why() || !decision.choices.contains(&choice)).then_some(refusal)
    }
}
