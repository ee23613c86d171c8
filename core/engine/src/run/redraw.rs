//! The run of a copy that plays on from what is known with all cards open. The order in which a pile lies is chance that
//! is still to come, so what is not yet known to have been drawn comes in an order of the copy's own.

use crate::chance::scattered;
use crate::decision::{Choice as _, Decision};
use crate::rules::Rules;
use crate::table::{Chance as _, Live, Play, Run, Seen};

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
        let mix = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        let name = draw.kind().bytes().chain(card.token().bytes()).fold(0xcbf2_9ce4_8422_2325, mix);
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

    fn again(&self, next: usize) -> Box<dyn Run<R>> {
        self.live.again(next)
    }

    fn ask(&mut self, seen: Seen<'_, R>, decision: Decision<R>) -> Play<R::Choice, R> {
        self.live.ask(seen, decision)
    }

    fn roll(&mut self, seen: Seen<'_, R>, throw: R::Throw, fresh: u8) -> Play<u8, R> {
        self.live.roll(seen, throw, fresh)
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
