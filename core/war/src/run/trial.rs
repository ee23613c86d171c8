//! The run that only tries answers: it learns nothing that the players do not know, and stops where the game would roll or
//! draw.

use super::{Live, Run, Seen};
use crate::decision::{Choice, Decision};
use crate::side::Side;
use crate::state::State;
use crate::table::{Draw, Halt, Play, Throw};

/// A run that stops at unknown results of chance.
pub(crate) struct Blind(pub Box<dyn Run>);

impl Run for Blind {
    fn live(&self) -> &Live {
        self.0.live()
    }

    fn live_mut(&mut self) -> &mut Live {
        self.0.live_mut()
    }

    fn again(&self, next: usize) -> Box<dyn Run> {
        Box::new(Blind(self.0.again(next)))
    }

    fn ask(&mut self, seen: Seen<'_>, decision: Decision) -> Play<Choice> {
        self.0.ask(seen, decision)
    }

    fn roll(&mut self, _: Seen<'_>, throw: Throw, _: u8) -> Play<u8> {
        self.live_mut().known.die(throw)?.ok_or(Halt::Chance)
    }

    fn draw(&mut self, draw: Draw, among: &[Choice], _: Choice) -> Play<Choice> {
        self.live_mut().known.drawn(draw, among)?.ok_or(Halt::Chance)
    }

    fn may_respond(&self, side: Side) -> bool {
        self.0.may_respond(side)
    }

    fn hides(&self, state: &State, owner: Side, player: Side) -> bool {
        self.0.hides(state, owner, player)
    }

    fn stops_at_what_is_hidden(&self) -> bool {
        self.0.stops_at_what_is_hidden()
    }
}
