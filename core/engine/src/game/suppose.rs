//! Supposing: trying answers on a copy that knows no more than the person who asks.

use super::Game;
use super::debug::Stepping;
use super::faces::Copies;
use crate::rules::Rules;
use crate::run::Suppose;
use crate::table::{Known, Live};

impl<R: Rules> Copies<'_, R> {
    /// A copy on which a side can try answers, at the same decision. It tells nothing that the side does not know: no
    /// side responds with cards, and it stops
    /// - where a die is rolled, broken by [`Halt::Die`], unless its face was given with `give_rolls`;
    /// - where a card or a leader is drawn, broken by [`Halt::Chance`];
    /// - where a script depends on the other hand, or on a secret choice of the other side, broken by [`Halt::Hidden`].
    ///
    /// It has no agents, and cannot go back beyond the current step. `None` if no decision is open, or if the copy does
    /// not reach it.
    ///
    /// Enemy decisions are open in it as in the game: the caller must not show them to the side.
    ///
    /// [`Halt::Die`]: crate::table::Halt::Die
    /// [`Halt::Chance`]: crate::table::Halt::Chance
    /// [`Halt::Hidden`]: crate::table::Halt::Hidden
    pub fn suppose(self, side: R::Side) -> Option<Game<R>> {
        let start = self.game.checkpoints.last().filter(|_| self.game.pending.is_some())?;
        let live = Live::new(Known { next: 0, ..self.game.table.known().clone() });
        let mut table = self.game.copies().copy().with_run(Suppose::new(live, side));
        table.windows = self.game.table.windows;
        table.log.clone_from(&self.game.table.log);
        let mut copy = Game {
            table,
            header: self.game.header.clone(),
            checkpoints: vec![start.clone()],
            pending: None,
            broken: None,
            undone: Vec::new(),
            branches: super::branches::Branches::forgetful(),
            shown: self.game.shown,
            remarks: Vec::new(),
            opened: self.game.opened,
            offered: None,
            played_with: self.game.played_with.clone(),
            stepping: Stepping::default(),
            rewritten: 0,
        };
        copy.proceed().ok().map(|()| copy)
    }
}
