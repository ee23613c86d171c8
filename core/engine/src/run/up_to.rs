//! The run that stops at the first thing that is not known, and notes what could be drawn there.

use crate::rules::Rules;
use crate::table::{Halt, Live, Play, Run, Seen};
use std::cell::RefCell;
use std::rc::Rc;

/// A run up to the first thing that is not known.
pub(crate) struct UpTo<R: Rules> {
    live: Live<R>,
    /// What can be drawn where it stopped.
    among: Rc<RefCell<Vec<R::Choice>>>,
}

impl<R: Rules> UpTo<R> {
    /// A run with what is known, and where what can be drawn is noted.
    pub fn new(live: Live<R>, among: Rc<RefCell<Vec<R::Choice>>>) -> UpTo<R> {
        UpTo { live, among }
    }
}

impl<R: Rules> Run<R> for UpTo<R> {
    fn live(&self) -> &Live<R> {
        &self.live
    }

    fn live_mut(&mut self) -> &mut Live<R> {
        &mut self.live
    }

    fn roll(&mut self, _: Seen<'_, R>, throw: R::Throw, _: u8) -> Play<u8, R> {
        self.live.known.die(throw)?.ok_or(Halt::Die(throw))
    }

    fn draw(&mut self, draw: R::Draw, among: &[R::Choice], _: R::Choice) -> Play<R::Choice, R> {
        let known = self.live.known.drawn(draw, among)?;
        known.ok_or_else(|| {
            self.among.replace(among.to_vec());
            Halt::Chance
        })
    }
}
