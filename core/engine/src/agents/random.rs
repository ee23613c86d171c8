//! The random agent: it takes any legal choice, but not each as often, where the game says so. A game in which both sides
//! undo what they have built would say little about most of the rules.

use crate::agent::Agent;
use crate::chance::{Purpose, Stream};
use crate::decision::Decision;
use crate::rules::Rules;
use crate::side::Side;

/// Plays at random.
pub struct Random {
    stream: Stream,
}

impl Random {
    /// A random agent for a side. The same seed plays the same way.
    pub fn new(seed: u64, side: impl Side) -> Random {
        Random { stream: Stream::new(seed, Purpose::Agent(side.index())) }
    }
}

impl<R: Rules> Agent<R> for Random {
    fn choose(&mut self, view: &R::View<'_>, decision: &Decision<R>) -> R::Choice {
        loop {
            let choice = decision.choices[self.stream.below(decision.choices.len() as u32) as usize];
            // Once drawn, a choice is carried out one time in this many; otherwise the agent draws again.
            let one_in = R::reluctance(view, decision, choice);
            if one_in == 1 || self.stream.below(one_in) == 0 {
                return choice;
            }
        }
    }
}
