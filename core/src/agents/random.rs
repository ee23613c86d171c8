//! The random agent: any legal choice is as likely as any other, but it seldom harms itself on purpose.

use super::Agent;
use crate::chance::{Purpose, Stream};
use crate::decision::{Choice, Decision, Word};
use crate::side::Side;
use crate::view::View;

/// Plays at random.
pub struct Random {
    stream: Stream,
}

/// How often a choice to demolish is thought over: one in this many is carried out. Uniform choice would raze every
/// fort of the map in the first season, and what random games show about the rest of the rules would be worth little.
const DEMOLISH_ONE_IN: u32 = 20;

impl Random {
    /// A random agent for a side. The same seed plays the same way.
    pub fn new(seed: u64, side: Side) -> Random {
        Random { stream: Stream::new(seed, Purpose::Agent(side)) }
    }
}

impl Agent for Random {
    fn choose(&mut self, _view: &View<'_>, decision: &Decision) -> usize {
        loop {
            let index = self.stream.below(decision.choices.len() as u32) as usize;
            if decision.choices[index] != Choice::Word(Word::Demolish) || self.stream.below(DEMOLISH_ONE_IN) == 0 {
                return index;
            }
        }
    }
}
