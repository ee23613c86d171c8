//! The run that weighs a combat: a stand-in answers what is still to be decided, no windows open once the known answers are
//! used up, and the run stops at the first die that is not known.

use super::{Live, Run, Seen};
use crate::decision::{Choice, Decision};
use crate::rules::combat::{Begun, Combat};
use crate::side::Side;
use crate::state::State;
use crate::table::{Draw, Halt, Play, Throw};
use std::rc::Rc;

/// Who answers for both sides; nothing is said to what only a player can decide.
pub(crate) type StandIn = Rc<dyn Fn(&State, &Decision) -> Option<Choice>>;

/// A run that stops at the dice of a combat.
pub(crate) struct Weigh {
    run: Box<dyn Run>,
    stand_in: StandIn,
    /// The combat that is under way.
    begun: Option<Box<Begun>>,
}

impl Weigh {
    /// Weighs what another run comes to.
    pub fn new(run: Box<dyn Run>, stand_in: StandIn) -> Weigh {
        Weigh { run, stand_in, begun: None }
    }
}

impl Run for Weigh {
    fn live(&self) -> &Live {
        self.run.live()
    }

    fn live_mut(&mut self) -> &mut Live {
        self.run.live_mut()
    }

    fn again(&self, next: usize) -> Box<dyn Run> {
        Box::new(Weigh::new(self.run.again(next), self.stand_in.clone()))
    }

    fn ask(&mut self, seen: Seen<'_>, decision: Decision) -> Play<Choice> {
        match self.run.ask(seen, decision) {
            Err(Halt::Pending(decision)) => match (self.stand_in)(seen.state, &decision) {
                Some(choice) => self.live_mut().choose(decision, choice),
                None => Err(Halt::Pending(decision)),
            },
            answered => answered,
        }
    }

    fn roll(&mut self, _: Seen<'_>, throw: Throw, _: u8) -> Play<u8> {
        self.live_mut().known_or_by_hand(throw)?.ok_or(Halt::Die(throw))
    }

    fn draw(&mut self, draw: Draw, among: &[Choice], fresh: Choice) -> Play<Choice> {
        self.run.draw(draw, among, fresh)
    }

    fn notices_moments(&self) -> bool {
        !self.live().known.is_used_up()
    }

    fn may_respond(&self, side: Side) -> bool {
        self.run.may_respond(side)
    }

    fn hides(&self, state: &State, owner: Side, player: Side) -> bool {
        self.run.hides(state, owner, player)
    }

    fn stops_at_what_is_hidden(&self) -> bool {
        self.run.stops_at_what_is_hidden()
    }

    fn weighs(&self) -> bool {
        true
    }

    fn begin_combat(&mut self, combat: Combat, state: &State) {
        let known = self.live().known.next;
        self.begun = Some(Box::new(Begun { combat, state: state.clone(), known }));
    }

    fn end_combat(&mut self) {
        self.begun = None;
    }

    fn combat(&self) -> Option<&Begun> {
        self.begun.as_deref()
    }
}
