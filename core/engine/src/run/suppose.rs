//! The run that supposes something for a side. Behind what is known no window opens for the other side, and the run
//! stops where a die is rolled, something is drawn, or what is hidden from the side matters.

use crate::decision::{Choice as _, Decision, Question as _};
use crate::rules::Rules;
use crate::table::{Halt, Live, Play, Run, Seen};

/// Supposes answers for a side.
pub(crate) struct Suppose<R: Rules> {
    live: Live<R>,
    side: R::Side,
    /// How many answers were known before the side supposed anything.
    known: usize,
}

impl<R: Rules> Suppose<R> {
    /// A run that goes on from what is known.
    pub fn new(live: Live<R>, side: R::Side) -> Suppose<R> {
        Suppose { known: live.known.count(), live, side }
    }
}

impl<R: Rules> Run<R> for Suppose<R> {
    fn live(&self) -> &Live<R> {
        &self.live
    }

    fn live_mut(&mut self) -> &mut Live<R> {
        &mut self.live
    }

    fn again(&self, next: usize) -> Box<dyn Run<R>> {
        Box::new(Suppose { live: self.live.knowing_the_same(next), ..*self })
    }

    fn ask(&mut self, seen: Seen<'_, R>, decision: Decision<R>) -> Play<R::Choice, R> {
        let opens = decision.side != self.side && decision.ask.is_window() && !self.may_respond(decision.side);
        match R::Choice::PASS {
            pass if opens && decision.choices.contains(&pass) => Ok(pass),
            _ => self.live.ask(seen, decision),
        }
    }

    fn roll(&mut self, _: Seen<'_, R>, throw: R::Throw, _: u8) -> Play<u8, R> {
        self.live.known_or_by_hand(throw)?.ok_or(Halt::Die(throw))
    }

    fn draw(&mut self, draw: R::Draw, among: &[R::Choice], _: R::Choice) -> Play<R::Choice, R> {
        self.live.known.drawn(draw, among)?.ok_or(Halt::Chance)
    }

    fn may_respond(&self, side: R::Side) -> bool {
        // The question that is open stays so.
        let next = self.live.known.next;
        next < self.known || (next == self.known && side == self.side)
    }

    fn hides(&self, _: Seen<'_, R>, owner: R::Side, _: R::Side) -> bool {
        owner != self.side
    }

    fn stops_at_what_is_hidden(&self) -> bool {
        self.live.known.next > self.known
    }
}
