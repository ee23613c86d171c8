//! The greedy agent, the features by which a position is judged, and which choices the random agent seldom takes.

mod assault;
mod attack;
mod eye;
pub(crate) mod features;
mod fire;
mod greedy;
mod known;
mod moves;
mod promise;
mod reason;
mod temper;
mod weights;

pub use greedy::Greedy;

use crate::decision::Choice;

/// How seldom the random agent stops while there is more to do: one time in this many.
const SELDOM: u32 = 8;

/// Once it is drawn, a choice is carried out one time in this many.
pub(crate) fn reluctance(choice: Choice) -> u32 {
    match choice {
        Choice::Done | Choice::Stop | Choice::Exit | Choice::None => SELDOM,
        _ => 1,
    }
}
