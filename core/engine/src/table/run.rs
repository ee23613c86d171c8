//! Who answers at a table: what every kind of run does.

use super::{BegunCombat, Live, Play, Windows};
use crate::decision::Decision;
use crate::refusal::Refusal;
use crate::rules::Rules;
use crate::side::Sides;
use std::rc::Rc;
use std::sync::Arc;

/// What lies on the table while the rules wait for an answer.
pub struct Seen<'a, R: Rules> {
    /// Where everything stands.
    pub state: &'a R::State,
    /// What is being played.
    pub scenario: &'a Arc<R::Scenario>,
    /// The cards.
    pub scripts: &'a Rc<R::Scripts>,
    /// When a window for responses opens.
    pub windows: Windows,
    /// The state at the start of the current step, and how many answers were known by then.
    pub start: Option<&'a (Arc<R::State>, usize)>,
}

impl<R: Rules> Seen<'_, R> {
    /// The sides of the game.
    pub fn sides(&self) -> Sides<R::Side> {
        R::sides(self.scripts)
    }
}

impl<R: Rules> Clone for Seen<'_, R> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<R: Rules> Copy for Seen<'_, R> {}

/// Who answers: a kind of run. What it does not do in a way of its own it does as the run that it holds.
pub trait Run<R: Rules> {
    /// The answers that are known, and those who give new ones.
    fn live(&self) -> &Live<R>;

    /// The same, to be changed.
    fn live_mut(&mut self) -> &mut Live<R>;

    /// The run that it holds, if it is one around another.
    fn held(&self) -> Option<&dyn Run<R>> {
        None
    }

    /// A run of the same kind that knows the same answers, asks nobody for new ones and has used the first `next`.
    /// A run around another says how; by default it is one that only answers.
    fn again(&self, next: usize) -> Box<dyn Run<R>> {
        Box::new(self.live().knowing_the_same(next))
    }

    /// Answers a decision.
    ///
    /// # Errors
    /// `Pending` if nobody answers; `Misfit` if the known answer is to another question.
    fn ask(&mut self, seen: Seen<'_, R>, decision: Decision<R>) -> Play<R::Choice, R> {
        self.live_mut().ask(seen, decision)
    }

    /// The face of a die; `fresh` is the one that the generator gives.
    ///
    /// # Errors
    /// `Die` or `Chance` if the run stops at dice; `Misfit` if the known answer is another one.
    fn roll(&mut self, seen: Seen<'_, R>, throw: R::Throw, fresh: u8) -> Play<u8, R> {
        self.live_mut().roll(seen, throw, fresh)
    }

    /// What is drawn; `fresh` is what the generator gives.
    ///
    /// # Errors
    /// `Chance` if the run stops at draws; `Misfit` if the known answer is another one.
    fn draw(&mut self, draw: R::Draw, among: &[R::Choice], fresh: R::Choice) -> Play<R::Choice, R>;

    /// Whether it would take whatever lies on a pile: it knows of no other card.
    fn draws_what_lies(&self) -> bool {
        false
    }

    /// The number of the next known answer, if this is asked.
    fn next_for(&self, _side: R::Side, _ask: &R::Question) -> usize {
        self.live().known.next
    }

    /// Whether moments are noticed at all: rules act at them, and windows open.
    fn notices_moments(&self) -> bool {
        true
    }

    /// Whether a side may be asked now whether it responds.
    fn may_respond(&self, side: R::Side) -> bool {
        self.held().is_none_or(|held| held.may_respond(side))
    }

    /// Whether what a side holds or chooses in secret is hidden from a player who looks on while a script runs for
    /// `player`. Who plays a card sees his own hand.
    fn hides(&self, seen: Seen<'_, R>, owner: R::Side, player: R::Side) -> bool {
        let is_person = |side: R::Side| self.live().agents[R::seat(seen.state, side)].is_none();
        match self.held() {
            Some(held) => held.hides(seen, owner, player),
            None => seen.sides().others(owner).any(is_person) && !(player == owner && is_person(owner)),
        }
    }

    /// Whether a script that has seen what is hidden may not go on.
    fn stops_at_what_is_hidden(&self) -> bool {
        self.held().is_some_and(|held| held.stops_at_what_is_hidden())
    }

    /// The choice about which a player wants to know why it is not offered.
    fn explaining(&self) -> Option<R::Choice> {
        None
    }

    /// Why that choice is not among the answers to the decision that comes next, as far as a rule knows.
    fn note_refusal(&mut self, _refusal: Option<Refusal>) {}

    /// Whether the run weighs combats, and wants to know when one begins and ends.
    fn weighs(&self) -> bool {
        false
    }

    /// A combat begins.
    fn begin_combat(&mut self, _combat: R::Combat, _state: &R::State) {}

    /// The combat that began has ended.
    fn end_combat(&mut self) {}

    /// The combat that is under way.
    fn combat(&self) -> Option<&BegunCombat<R>> {
        None
    }
}
