//! The run that only tries answers: it learns nothing that the players do not know, and stops where the game would roll
//! or draw.

use crate::decision::Decision;
use crate::rules::Rules;
use crate::table::{Halt, Live, Play, Run, Seen};

/// A run that stops at unknown results of chance.
pub(crate) struct Blind<R: Rules>(pub Box<dyn Run<R>>);

impl<R: Rules> Run<R> for Blind<R> {
    fn live(&self) -> &Live<R> {
        self.0.live()
    }

    fn live_mut(&mut self) -> &mut Live<R> {
        self.0.live_mut()
    }

    fn held(&self) -> Option<&dyn Run<R>> {
        Some(self.0.as_ref())
    }

    fn again(&self, next: usize) -> Box<dyn Run<R>> {
        Box::new(Blind(self.0.again(next)))
    }

    fn ask(&mut self, seen: Seen<'_, R>, decision: Decision<R>) -> Play<R::Choice, R> {
        self.0.ask(seen, decision)
    }

    fn roll(&mut self, _: Seen<'_, R>, throw: R::Throw, _: u8) -> Play<u8, R> {
        self.live_mut().known.die(throw)?.ok_or(Halt::Chance)
    }

    fn draw(&mut self, draw: R::Draw, among: &[R::Choice], _: R::Choice) -> Play<R::Choice, R> {
        self.live_mut().known.drawn(draw, among)?.ok_or(Halt::Chance)
    }
}
