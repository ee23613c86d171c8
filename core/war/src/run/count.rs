//! The run that counts sequences: at the first thing that is not known it takes the first way, and notes that there are
//! others.

use super::{Live, Run, Seen};
use crate::decision::{Choice, Decision};
use crate::perft::Forks;
use crate::table::{Draw, Halt, Play, Throw};
use std::cell::RefCell;
use std::rc::Rc;

/// A run with the places at which its ways part.
pub(crate) struct Count {
    live: Live,
    forks: Rc<RefCell<Forks>>,
}

impl Count {
    /// Counts what follows on what is known.
    pub fn new(live: Live, forks: Rc<RefCell<Forks>>) -> Count {
        Count { live, forks }
    }
}

impl Run for Count {
    fn live(&self) -> &Live {
        &self.live
    }

    fn live_mut(&mut self) -> &mut Live {
        &mut self.live
    }

    fn again(&self, next: usize) -> Box<dyn Run> {
        self.live.again(next)
    }

    fn ask(&mut self, seen: Seen<'_>, decision: Decision) -> Play<Choice> {
        match self.live.ask(seen, decision) {
            Err(Halt::Pending(decision)) => match self.forks.borrow_mut().decide(&decision) {
                Some(choice) => self.live.choose(decision, choice),
                None => Err(Halt::Pending(decision)),
            },
            answered => answered,
        }
    }

    fn roll(&mut self, _: Seen<'_>, throw: Throw, _: u8) -> Play<u8> {
        match self.live.known.die(throw)? {
            Some(die) => Ok(die),
            None => {
                let die = self.forks.borrow_mut().roll(throw);
                self.live.note_die(throw, die)
            }
        }
    }

    fn draw(&mut self, draw: Draw, among: &[Choice], fresh: Choice) -> Play<Choice> {
        match self.live.known.drawn(draw, among)? {
            Some(drawn) => Ok(drawn),
            None => {
                let drawn = self.forks.borrow_mut().draw(draw, among, fresh);
                self.live.note_draw(draw, drawn)
            }
        }
    }
}
