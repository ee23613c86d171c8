//! Trying things out on a copy, which knows no more than the players do.

use super::{Checkpoint, Game};
use crate::decision::Choice;
use crate::rules;
use crate::table::{Halt, Table};
use crate::why::Refusal;

impl Game {
    /// A copy to try answers on. Nobody learns from it how the dice will fall or which card comes next: it stops, broken
    /// by [`Halt::Chance`], where the game would roll or draw. It has no agents and no log, and cannot be undone to
    /// before the current step.
    pub fn trial(&self) -> Game {
        let mut table = self.bare_table();
        table.blind = true;
        let start = self.checkpoints.last().map(|start| Checkpoint { log: 0, ..start.clone() });
        Game {
            table,
            header: self.header.clone(),
            checkpoints: start.into_iter().collect(),
            pending: self.pending.clone(),
            broken: self.broken.clone(),
            undone: Vec::new(),
            taken_back: Vec::new(),
            offered: None,
            played_with: Vec::new(),
        }
    }

    /// Why a choice is not among the answers to the open decision; nothing if it is, or if nothing is to be decided. The
    /// step is run once more, on a copy, for the rules to say.
    pub fn why_not(&self, choice: Choice) -> Option<Refusal> {
        let decision = self.pending.as_ref()?;
        if decision.choices.contains(&choice) {
            return None;
        }
        let mut table = self.bare_table();
        table.state.clone_from(&self.checkpoints.last()?.state);
        table.explaining = Some(choice);
        match rules::step(&mut table) {
            Err(Halt::Explained(refusal)) => Some(refusal),
            _ => Some(Refusal::not_offered(&decision.ask)),
        }
    }

    /// The table as it is now, with the answers known, but with nobody at it and no log.
    fn bare_table(&self) -> Table {
        let mut table = Table::new(self.table.state.clone(), self.table.scenario.clone(), self.table.scripts.clone());
        table.windows = self.table.windows;
        table.answers.clone_from(&self.table.answers);
        table.next = self.checkpoints.last().map_or(0, |start| start.answers);
        table.log = None;
        table
    }
}
