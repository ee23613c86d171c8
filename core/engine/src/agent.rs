//! Agents: players that answer without a person.

use crate::decision::Decision;
use crate::rules::Rules;

/// A player that answers decisions at once.
pub trait Agent<R: Rules> {
    /// Chooses one of the decision's choices. The view shows what the agent's side may see. Called once for each decision
    /// of its seat, and not again when known answers are replayed; anything but one of the choices stops the game.
    fn choose(&mut self, view: &R::View<'_>, decision: &Decision<R>) -> R::Choice;

    /// Whether it does not answer now: the decision then stays open, as at an empty seat. Asked before each decision.
    fn waits(&self) -> bool {
        false
    }

    /// A copy that will choose as this one would from here on; `None` if it cannot be copied.
    fn copy(&self) -> Option<Box<dyn Agent<R>>> {
        None
    }

    /// What it will choose by from here on besides what it is shown, as text: two of a kind that have the same in mind choose
    /// alike. `None` if that cannot be told.
    fn in_mind(&self) -> Option<String> {
        None
    }

    /// Why it made its last choice; `None` if it has no reasons. The scripts and the scenario provide the names of cards
    /// and places.
    fn explain(&self, _scripts: &R::Scripts, _scenario: &R::Scenario) -> Option<Explanation> {
        None
    }
}

/// Why an agent made a choice, in sentences without capital and full stop.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Explanation {
    /// For those who see what its side sees.
    pub sentence: String,
    /// For everybody else. What the agent could have done instead would tell them what its side has.
    pub openly: String,
}

impl From<String> for Explanation {
    /// The same for everybody.
    fn from(sentence: String) -> Explanation {
        Explanation { openly: sentence.clone(), sentence }
    }
}

/// The reason that an agent gave for an answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reason<S> {
    /// The side that answered.
    pub side: S,
    /// The number of known answers before it.
    pub answer: usize,
    /// What it said.
    pub explanation: Explanation,
}

/// The rollout policy: the agent that plays the playouts of a search. It plays most of the time that a search takes, so
/// what it computes for each decision should be cheap.
pub trait Playout<R: Rules>: Agent<R> + Clone + Send + 'static {
    /// An agent for a side. The same seed plays the same way, or searches with the same number of playouts differ.
    fn new(seed: u64, side: R::Side) -> Self;

    /// A copy with the same plans and a seed of its own. It plays the side that searches, in each playout, so that what
    /// the agent has begun in the real game is carried on.
    fn again(&self, seed: u64, side: R::Side) -> Self;

    /// An agent that is blind to what the others could do next, if there is one: the easiest bot of the game.
    fn myopic(seed: u64, side: R::Side) -> Self {
        Self::new(seed, side)
    }

    /// Up to `most` copies of the agent, each with something else that it could do from this decision on, and what it
    /// would do by itself first: a search compares them from end to end before it thinks about single answers. Each answers
    /// this decision by its plan, and goes on with it. Nothing where it does not plan; asked once for each decision that is
    /// searched.
    fn plans(&mut self, _view: &R::View<'_>, _decision: &Decision<R>, _most: usize) -> Vec<Self> {
        Vec::new()
    }

    /// Whether a decision only carries out what it has planned, and nothing has happened since that the plan could not
    /// foresee: a search that has chosen the plan does not think about it again.
    fn carries_on(&self, _view: &R::View<'_>, _decision: &Decision<R>) -> bool {
        false
    }
}
