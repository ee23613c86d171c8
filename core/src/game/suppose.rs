//! Supposing: what would come of answers, tried on a copy that knows no more than the person who asks.

use super::debug::Stepping;
use super::{Checkpoint, Game};
use crate::chance::{Purpose, Stream};
use crate::side::Side;
use crate::state::State;
use crate::table::{Halt, Table};
use std::sync::Arc;

impl Game {
    /// A copy on which a side can try answers, at the same decision. Its dice and leaders come from another seed, so that
    /// nobody learns what will come. The enemy has no cards to respond with; where a card is drawn, it stops, broken by
    /// [`Halt::Chance`]. It has no agents, and cannot go back beyond the current step. Nothing if no decision is open, or if
    /// it could not be copied.
    ///
    /// Decisions of the enemy are open in it as in the game: whoever shows it has to keep them from the side.
    pub fn suppose(&self, side: Side, seed: u64) -> Option<Game> {
        let start = self.checkpoints.last().filter(|_| self.pending.is_some())?;
        let mut state = State::clone(&start.state);
        state.dice = Stream::new(seed, Purpose::Dice);
        state.deck = Stream::new(seed, Purpose::Deck);
        let mut table = Table::new(state.clone(), self.table.scenario.clone(), self.table.scripts.clone());
        table.windows = self.table.windows;
        table.answers.clone_from(&self.table.answers);
        table.log.clone_from(&self.table.log);
        table.supposing = Some((side, table.answers.len()));
        let checkpoint = Checkpoint { state: Arc::new(state), answers: start.answers, log: start.log };
        let mut copy = Game {
            table,
            header: self.header.clone(),
            checkpoints: vec![checkpoint],
            pending: None,
            broken: None,
            undone: Vec::new(),
            lines: super::lines::Lines::new(),
            shown: self.shown,
            taken_back: Vec::new(),
            offered: None,
            played_with: self.played_with.clone(),
            stepping: Stepping::default(),
        };
        copy.proceed().ok().map(|()| copy)
    }

    /// Whether the game has stopped because a card would be drawn, which only a copy does that supposes something.
    pub fn stopped_at_a_draw(&self) -> bool {
        matches!(self.broken, Some(Halt::Chance))
    }
}
