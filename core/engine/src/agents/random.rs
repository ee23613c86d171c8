//! The random agent. It takes any legal choice, but those that the game calls reluctant less often: a game in which
//! both sides demolish what they have built would exercise few of the rules.

use crate::agent::{Agent, Playout};
use crate::chance::{Purpose, Stream};
use crate::decision::Decision;
use crate::rules::{Rules, Searched};
use crate::side::Side;

/// How many choices of a decision have their reluctance remembered while one is drawn.
const KNOWN: usize = 16;

/// Plays at random.
#[derive(Clone)]
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
        // How reluctant the first choices are, once they have been drawn.
        let mut known = [0; KNOWN];
        loop {
            let index = self.stream.below(decision.choices.len() as u32) as usize;
            let choice = decision.choices[index];
            // Takes a reluctant choice only once in this many draws; otherwise draws again.
            let one_in = match known.get_mut(index) {
                Some(one_in) if *one_in > 0 => *one_in,
                one_in => {
                    let found = R::Search::reluctance(view, decision, choice);
                    one_in.into_iter().for_each(|one_in| *one_in = found);
                    found
                }
            };
            if one_in == 1 || self.stream.below(one_in) == 0 {
                return choice;
            }
        }
    }

    fn copy(&self) -> Option<Box<dyn Agent<R>>> {
        Some(Box::new(self.clone()))
    }

    fn in_mind(&self) -> Option<String> {
        Some(self.stream.place())
    }
}

impl<R: Rules> Playout<R> for Random {
    fn new(seed: u64, side: R::Side) -> Random {
        Random::new(seed, side)
    }

    fn again(&self, seed: u64, side: R::Side) -> Random {
        Random::new(seed, side)
    }
}
