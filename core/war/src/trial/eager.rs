//! The agent that plays in a trial.

use crate::agents::Random;
use crate::decision::{Ask, Choice, Decision, Word};
use crate::side::Side;
use crate::view::View;
use crate::war::War;
use wilderness_engine::{Agent, Purpose, Stream};

/// Plays at random, but seldom misses a chance to play an event or a response.
pub(super) struct Eager {
    random: Random,
    stream: Stream,
}

impl Eager {
    pub fn new(seed: u64, side: Side) -> Eager {
        Eager { random: Random::new(seed, side), stream: Stream::new(seed ^ 1, Purpose::Agent(side as usize)) }
    }
}

impl Agent<War> for Eager {
    fn choose(&mut self, view: &View<'_>, decision: &Decision) -> Choice {
        let wanted = |choice: &Choice| match decision.ask {
            Ask::Use(_) => *choice == Choice::Word(Word::Event),
            Ask::Respond(_) => matches!(choice, Choice::Card(_)),
            _ => false,
        };
        match decision.choices.iter().copied().find(wanted) {
            Some(choice) if self.stream.below(4) > 0 => choice,
            _ => self.random.choose(view, decision),
        }
    }
}
