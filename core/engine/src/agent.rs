//! What an agent is: one that answers decisions at once.

use crate::decision::Decision;
use crate::rules::Rules;

/// Somebody who answers decisions at once.
pub trait Agent<R: Rules> {
    /// Chooses one of the decision's choices. The view shows what the agent's side may see.
    fn choose(&mut self, view: &R::View<'_>, decision: &Decision<R>) -> R::Choice;

    /// Whether it does not answer now: then the decision stays open, as if nobody sat there.
    fn waits(&self) -> bool {
        false
    }

    /// Why it chose as it did last, in a sentence without its capital and full stop; nothing if it has no reasons. The
    /// scripts know the names of the cards.
    fn explain(&self, _scripts: &R::Scripts) -> Option<String> {
        None
    }
}

/// The agent that plays imagined games to their ends.
pub trait Playout<R: Rules>: Agent<R> + Clone + Send + 'static {
    /// An agent for a side. The same seed plays the same way.
    fn new(seed: u64, side: R::Side) -> Self;

    /// One that has the same in mind, with a seed of its own.
    fn again(&self, seed: u64, side: R::Side) -> Self;
}
