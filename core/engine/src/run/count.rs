//! The run that counts sequences: at the first thing that is not known it takes the first way, and notes that there are
//! others.

use super::Forks;
use crate::decision::Decision;
use crate::rules::Rules;
use crate::table::{Halt, Live, Play, Run, Seen};
use std::cell::RefCell;
use std::rc::Rc;

/// A run with the places at which its ways part.
pub(crate) struct Count<R: Rules> {
    live: Live<R>,
    forks: Rc<RefCell<Forks<R>>>,
}

impl<R: Rules> Count<R> {
    /// Counts what follows on what is known.
    pub fn new(live: Live<R>, forks: Rc<RefCell<Forks<R>>>) -> Count<R> {
        Count { live, forks }
    }
}

impl<R: Rules> Run<R> for Count<R> {
    fn live(&self) -> &Live<R> {
        &self.live
    }

    fn live_mut(&mut self) -> &mut Live<R> {
        &mut self.live
    }

    fn ask(&mut self, seen: Seen<'_, R>, decision: Decision<R>) -> Play<R::Choice, R> {
        match self.live.ask(seen, decision) {
            Err(Halt::Pending(decision)) => match self.forks.borrow_mut().decide(&decision) {
                Some(choice) => self.live.choose(decision, choice),
                None => Err(Halt::Pending(decision)),
            },
            answered => answered,
        }
    }

    fn roll(&mut self, _: Seen<'_, R>, throw: R::Throw, _: u8) -> Play<u8, R> {
        match self.live.known.die(throw)? {
            Some(die) => Ok(die),
            None => {
                let die = self.forks.borrow_mut().roll(throw);
                self.live.note_die(throw, die)
            }
        }
    }

    fn draw(&mut self, draw: R::Draw, among: &[R::Choice], fresh: R::Choice) -> Play<R::Choice, R> {
        match self.live.known.drawn(draw, among)? {
            Some(drawn) => Ok(drawn),
            None => {
                let drawn = self.forks.borrow_mut().draw(draw, among, fresh);
                self.live.note_draw(draw, drawn)
            }
        }
    }
}
