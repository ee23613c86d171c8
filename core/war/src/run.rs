//! Runs: who answers while the rules run. A table asks; the run that it holds answers. Each kind of run is a type of its
//! own, so that no two ways of asking "what if" get in each other's way; where two of them are wanted together, one holds
//! the other: odds are weighed, and refusals are explained, in a supposed game too.

mod count;
mod explain;
mod imagine;
mod live;
mod suppose;
mod trial;
mod weigh;

pub(crate) use count::Count;
pub(crate) use explain::Explain;
pub(crate) use imagine::Imagine;
pub(crate) use live::Live;
pub use live::Named;
pub(crate) use suppose::Suppose;
pub(crate) use trial::Blind;
pub(crate) use weigh::{StandIn, Weigh};

use crate::decision::{Ask, Choice, Decision};
use crate::rules::combat::{Begun, Combat};
use crate::scenario::Scenario;
use crate::script::Scripts;
use crate::side::Side;
use crate::state::State;
use crate::table::{Draw, Play, Throw, Windows};
use crate::why::Refusal;
use std::rc::Rc;
use std::sync::Arc;

/// What lies on the table while the rules wait for an answer.
#[derive(Clone, Copy)]
pub struct Seen<'a> {
    /// Where everything stands.
    pub state: &'a State,
    /// What is being played.
    pub scenario: &'a Arc<Scenario>,
    /// The cards.
    pub scripts: &'a Rc<Scripts>,
    /// When a window for responses opens.
    pub windows: Windows,
    /// The state at the start of the current step, and how many answers were known by then.
    pub start: Option<&'a (Arc<State>, usize)>,
}

/// Who answers: a kind of run. What it does not do in a way of its own it does as the run that it holds.
pub trait Run {
    /// The answers that are known, and those who give new ones.
    fn live(&self) -> &Live;

    /// The same, to be changed.
    fn live_mut(&mut self) -> &mut Live;

    /// A run of the same kind that knows the same answers, asks nobody for new ones and has used the first `next`.
    fn again(&self, next: usize) -> Box<dyn Run>;

    /// Answers a decision.
    ///
    /// # Errors
    /// `Pending` if nobody answers; `Misfit` if the known answer is to another question.
    fn ask(&mut self, seen: Seen<'_>, decision: Decision) -> Play<Choice>;

    /// The face of a die; `fresh` is the one that the generator gives.
    ///
    /// # Errors
    /// `Die` or `Chance` if the run stops at dice; `Misfit` if the known answer is another one.
    fn roll(&mut self, seen: Seen<'_>, throw: Throw, fresh: u8) -> Play<u8>;

    /// What is drawn; `fresh` is what the generator gives.
    ///
    /// # Errors
    /// `Chance` if the run stops at draws; `Misfit` if the known answer is another one.
    fn draw(&mut self, draw: Draw, among: &[Choice], fresh: Choice) -> Play<Choice>;

    /// The number of the next known answer, if this is asked.
    fn next_for(&self, _side: Side, _ask: &Ask) -> usize {
        self.live().known.next
    }

    /// Whether moments are noticed at all: rules act at them, and windows open.
    fn notices_moments(&self) -> bool {
        true
    }

    /// Whether a side may be asked now whether it responds.
    fn may_respond(&self, _side: Side) -> bool {
        true
    }

    /// Whether what a side holds or chooses in secret is hidden from somebody who looks on while a script runs for
    /// `player`. Who plays a card sees his own hand.
    fn hides(&self, state: &State, owner: Side, player: Side) -> bool {
        let is_person = |side: Side| self.live().agents[state.seat(side)].is_none();
        is_person(owner.enemy()) && !(player == owner && is_person(owner))
    }

    /// Whether a script that has seen what is hidden may not go on.
    fn stops_at_what_is_hidden(&self) -> bool {
        false
    }

    /// The choice about which somebody wants to know why it is not offered.
    fn explaining(&self) -> Option<Choice> {
        None
    }

    /// Why that choice is not among the answers to the decision that comes next, as far as a rule knows.
    fn note_refusal(&mut self, _refusal: Option<Refusal>) {}

    /// Whether the run weighs combats, and wants to know when one begins and ends.
    fn weighs(&self) -> bool {
        false
    }

    /// A combat begins.
    fn begin_combat(&mut self, _combat: Combat, _state: &State) {}

    /// The combat that began has ended.
    fn end_combat(&mut self) {}

    /// The combat that is under way.
    fn combat(&self) -> Option<&Begun> {
        None
    }
}
