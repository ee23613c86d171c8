//! Agents: players that answer without a person.

use crate::decision::Decision;
use crate::rules::Rules;

/// A player that answers decisions at once.
pub trait Agent<R: Rules> {
    /// Chooses one of the decision's choices. The view shows what the agent's side may see.
    fn choose(&mut self, view: &R::View<'_>, decision: &Decision<R>) -> R::Choice;

    /// Whether it does not answer now: the decision then stays open, as at an empty seat.
    fn waits(&self) -> bool {
        false
    }

    /// Why it made its last choice, as a sentence without capital and full stop; `None` if it has no reasons. The
    /// scripts provide the names of the cards.
    fn explain(&self, _scripts: &R::Scripts) -> Option<String> {
        None
    }
}

/// The reason that an agent gave for an answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reason<S> {
    /// The side that answered.
    pub side: S,
    /// The number of known answers before it.
    pub answer: usize,
    /// A sentence without capital and full stop.
    pub sentence: String,
}

/// The rollout policy: the agent that plays the playouts of a search.
pub trait Playout<R: Rules>: Agent<R> + Clone + Send + 'static {
    /// An agent for a side. The same seed plays the same way.
    fn new(seed: u64, side: R::Side) -> Self;

    /// A copy with the same plans and a seed of its own.
    fn again(&self, seed: u64, side: R::Side) -> Self;
}
