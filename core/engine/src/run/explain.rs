//! The run that finds out why a choice is not among the answers to the open decision: the step is run again, and the
//! rules say so just before they ask.

use crate::decision::Decision;
use crate::refusal::Refusal;
use crate::rules::Rules;
use crate::table::{Halt, Live, Play, Run, Seen};

/// A run that ends with the reason for which a choice is not offered.
pub(crate) struct Explain<R: Rules> {
    run: Box<dyn Run<R>>,
    choice: R::Choice,
    refusal: Option<Refusal>,
}

impl<R: Rules> Explain<R> {
    /// Explains a choice at the decision at which another run stops.
    pub fn new(run: Box<dyn Run<R>>, choice: R::Choice) -> Explain<R> {
        Explain { run, choice, refusal: None }
    }
}

impl<R: Rules> Run<R> for Explain<R> {
    fn live(&self) -> &Live<R> {
        self.run.live()
    }

    fn live_mut(&mut self) -> &mut Live<R> {
        self.run.live_mut()
    }

    fn held(&self) -> Option<&dyn Run<R>> {
        Some(self.run.as_ref())
    }

    fn again(&self, next: usize) -> Box<dyn Run<R>> {
        Box::new(Explain::new(self.run.again(next), self.choice))
    }

    fn ask(&mut self, seen: Seen<'_, R>, decision: Decision<R>) -> Play<R::Choice, R> {
        let refusal = self.refusal.take();
        self.run.ask(seen, decision).map_err(|halt| match halt {
            Halt::Pending(decision) => Halt::Explained(refusal.unwrap_or_else(|| Refusal::not_offered(&decision.ask))),
            halt => halt,
        })
    }

    fn roll(&mut self, seen: Seen<'_, R>, throw: R::Throw, fresh: u8) -> Play<u8, R> {
        self.run.roll(seen, throw, fresh)
    }

    fn draw(&mut self, draw: R::Draw, among: &[R::Choice], fresh: R::Choice) -> Play<R::Choice, R> {
        self.run.draw(draw, among, fresh)
    }

    fn explaining(&self) -> Option<R::Choice> {
        Some(self.choice)
    }

    fn note_refusal(&mut self, refusal: Option<Refusal>) {
        self.refusal = refusal;
    }
}
