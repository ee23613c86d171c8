//! The agent that plays imagined games to their ends: any answer, but it seldom ends a phase or a move while it could
//! go on.

use crate::decision::{Choice, Decision};
use crate::game::{FrenchAndIndianWarBattles, View};
use crate::side::Side;
use wilderness_engine::agent::{Agent, Playout};
use wilderness_engine::agents::Random;

/// How seldom who plays at random stops while there is more to do: one time in so many.
const SELDOM: u32 = 8;

/// Once it is drawn, a choice is carried out one time in so many.
pub(crate) fn reluctance(choice: Choice) -> u32 {
    match choice {
        Choice::Done | Choice::Stop | Choice::Exit | Choice::None => SELDOM,
        _ => 1,
    }
}

/// Plays at random.
pub struct Careless {
    seed: u64,
    side: Side,
    random: Random,
}

impl Clone for Careless {
    fn clone(&self) -> Careless {
        Playout::<FrenchAndIndianWarBattles>::again(self, self.seed, self.side)
    }
}

impl Agent<FrenchAndIndianWarBattles> for Careless {
    fn choose(&mut self, view: &View<'_>, decision: &Decision) -> Choice {
        self.random.choose(view, decision)
    }
}

impl Playout<FrenchAndIndianWarBattles> for Careless {
    fn new(seed: u64, side: Side) -> Careless {
        Careless { seed, side, random: Random::new(seed, side) }
    }

    fn again(&self, seed: u64, side: Side) -> Careless {
        Playout::<FrenchAndIndianWarBattles>::new(seed, side)
    }
}
