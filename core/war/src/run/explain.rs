//! The run that finds out why a choice is not among the answers to the open decision: the step is run again, and the rules
//! say so just before they ask.

use super::{Live, Run, Seen};
use crate::decision::{Choice, Decision};
use crate::side::Side;
use crate::state::State;
use crate::table::{Draw, Halt, Play, Throw};
use crate::why::Refusal;

/// A run that ends with the reason for which a choice is not offered.
pub(crate) struct Explain {
    run: Box<dyn Run>,
    choice: Choice,
    refusal: Option<Refusal>,
}

impl Explain {
    /// Explains a choice at the decision at which another run stops.
    pub fn new(run: Box<dyn Run>, choice: Choice) -> Explain {
        Explain { run, choice, refusal: None }
    }
}

impl Run for Explain {
    fn live(&self) -> &Live {
        self.run.live()
    }

    fn live_mut(&mut self) -> &mut Live {
        self.run.live_mut()
    }

    fn again(&self, next: usize) -> Box<dyn Run> {
        Box::new(Explain::new(self.run.again(next), self.choice))
    }

    fn ask(&mut self, seen: Seen<'_>, decision: Decision) -> Play<Choice> {
        let refusal = self.refusal.take();
        match self.run.ask(seen, decision) {
            Err(Halt::Pending(decision)) => {
                Err(Halt::Explained(refusal.unwrap_or_else(|| Refusal::not_offered(&decision.ask))))
            }
            answered => answered,
        }
    }

    fn roll(&mut self, seen: Seen<'_>, throw: Throw, fresh: u8) -> Play<u8> {
        self.run.roll(seen, throw, fresh)
    }

    fn draw(&mut self, draw: Draw, among: &[Choice], fresh: Choice) -> Play<Choice> {
        self.run.draw(draw, among, fresh)
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

    fn explaining(&self) -> Option<Choice> {
        Some(self.choice)
    }

    fn note_refusal(&mut self, refusal: Option<Refusal>) {
        self.refusal = refusal;
    }
}
