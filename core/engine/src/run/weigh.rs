//! The run that weighs a combat: a stand-in answers what is still to be decided, no windows open once the known answers
//! are used up, and the run stops at the first die that is not known.

use crate::decision::Decision;
use crate::rules::Rules;
use crate::table::{BegunCombat, Halt, Known, Live, Play, Run, Seen, Table};
use std::rc::Rc;

/// Who answers for both sides; nothing is said to what only a player can decide.
pub type StandIn<R> = Rc<dyn Fn(&<R as Rules>::State, &Decision<R>) -> Option<<R as Rules>::Choice>>;

/// A run that stops at the dice of a combat.
pub(crate) struct Weigh<R: Rules> {
    run: Box<dyn Run<R>>,
    stand_in: StandIn<R>,
    /// The combat that is under way.
    begun: Option<Box<BegunCombat<R>>>,
}

impl<R: Rules> Weigh<R> {
    /// Weighs what another run comes to.
    pub fn new(run: Box<dyn Run<R>>, stand_in: StandIn<R>) -> Weigh<R> {
        Weigh { run, stand_in, begun: None }
    }
}

impl<R: Rules> Run<R> for Weigh<R> {
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
        Box::new(Weigh::new(self.run.again(next), self.stand_in.clone()))
    }

    fn ask(&mut self, seen: Seen<'_, R>, decision: Decision<R>) -> Play<R::Choice, R> {
        match self.run.ask(seen, decision) {
            Err(Halt::Pending(decision)) => match (self.stand_in)(seen.state, &decision) {
                Some(choice) => self.live_mut().choose(decision, choice),
                None => Err(Halt::Pending(decision)),
            },
            answered => answered,
        }
    }

    fn roll(&mut self, _: Seen<'_, R>, throw: R::Throw, _: u8) -> Play<u8, R> {
        self.live_mut().known_or_by_hand(throw)?.ok_or(Halt::Die(throw))
    }

    fn draw(&mut self, draw: R::Draw, among: &[R::Choice], fresh: R::Choice) -> Play<R::Choice, R> {
        self.run.draw(draw, among, fresh)
    }

    fn notices_moments(&self) -> bool {
        !self.live().known.is_used_up()
    }

    fn weighs(&self) -> bool {
        true
    }

    fn begin_combat(&mut self, combat: R::Combat, state: &R::State) {
        let known = self.live().known.next;
        self.begun = Some(Box::new(BegunCombat { combat, state: state.clone(), known }));
    }

    fn end_combat(&mut self) {
        self.begun = None;
    }

    fn combat(&self) -> Option<&BegunCombat<R>> {
        self.begun.as_deref()
    }
}

impl<R: Rules> Table<R> {
    /// The table with a run that computes odds, with a stand-in for both sides: it stops at the first unknown die.
    pub fn weighing(mut self, stand_in: StandIn<R>) -> Table<R> {
        let run = std::mem::replace(&mut self.run, Box::new(Live::new(Known::default())));
        self.with_run(Weigh::new(run, stand_in))
    }
}
