//! The run of a copy that plays on from what is known with all cards open. The order in which a pile lies is chance that
//! is still to come, so what is not yet known to have been drawn comes in an order of the copy's own.

use crate::chance::{hash_of, scattered};
use crate::decision::Choice as _;
use crate::rules::Rules;
use crate::table::{Chance as _, Live, Play, Run};

/// A run that draws anew.
pub(crate) struct Redraw<R: Rules> {
    live: Live<R>,
    seed: u64,
    /// How many draws there were, known ones included: the same draw of two copies gives the same card if both piles
    /// have it.
    draws: u64,
}

impl<R: Rules> Redraw<R> {
    /// A run that goes on from what is known. The same seed draws alike.
    pub fn new(live: Live<R>, seed: u64) -> Redraw<R> {
        Redraw { live, seed, draws: 0 }
    }

    /// The place of a card in the order in which the pile of a draw lies.
    fn rank(&self, draw: R::Draw, card: R::Choice) -> u64 {
        let name = hash_of(draw.kind(), &card.token());
        scattered(scattered(self.seed ^ self.draws) ^ name)
    }
}

impl<R: Rules> Run<R> for Redraw<R> {
    fn live(&self) -> &Live<R> {
        &self.live
    }

    fn live_mut(&mut self) -> &mut Live<R> {
        &mut self.live
    }

    fn draw(&mut self, draw: R::Draw, among: &[R::Choice], fresh: R::Choice) -> Play<R::Choice, R> {
        self.draws += 1;
        if let Some(drawn) = self.live.known.drawn(draw, among)? {
            return Ok(drawn);
        }
        let drawn = among.iter().copied().min_by_key(|card| self.rank(draw, *card)).unwrap_or(fresh);
        self.live.note_draw(draw, drawn)
    }
}
