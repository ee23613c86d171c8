//! The run that supposes something for a side. Behind what is known nobody responds with a card, and the run stops where
//! a die is rolled, something is drawn, or what is hidden from the side matters.

use super::{Live, Run, Seen};
use crate::decision::{Choice, Decision};
use crate::side::Side;
use crate::state::State;
use crate::table::{Draw, Halt, Play, Throw};

/// Supposes answers for a side.
pub(crate) struct Suppose {
    live: Live,
    side: Side,
    /// How many answers were known before the side supposed anything.
    known: usize,
}

impl Suppose {
    /// A run that goes on from what is known.
    pub fn new(live: Live, side: Side) -> Suppose {
        Suppose { known: live.known.len(), live, side }
    }
}

impl Run for Suppose {
    fn live(&self) -> &Live {
        &self.live
    }

    fn live_mut(&mut self) -> &mut Live {
        &mut self.live
    }

    fn again(&self, next: usize) -> Box<dyn Run> {
        Box::new(Suppose { live: self.live.knowing_the_same(next), ..*self })
    }

    fn ask(&mut self, seen: Seen<'_>, decision: Decision) -> Play<Choice> {
        self.live.ask(seen, decision)
    }

    fn roll(&mut self, _: Seen<'_>, throw: Throw, _: u8) -> Play<u8> {
        self.live.known_or_by_hand(throw)?.ok_or(Halt::Die(throw))
    }

    fn draw(&mut self, draw: Draw, among: &[Choice], _: Choice) -> Play<Choice> {
        self.live.known.drawn(draw, among)?.ok_or(Halt::Chance)
    }

    fn may_respond(&self, side: Side) -> bool {
        // The question that is open stays so.
        let next = self.live.known.next;
        next < self.known || (next == self.known && side == self.side)
    }

    fn hides(&self, _: &State, owner: Side, _: Side) -> bool {
        owner != self.side
    }

    fn stops_at_what_is_hidden(&self) -> bool {
        self.live.known.next > self.known
    }
}
