//! The view of a game in which nothing is hidden.

use super::{Rules, SideView};
use crate::imagine::Situation;
use crate::side::Sides;
use crate::table::{Answer, Known, Seen};
use std::rc::Rc;

/// What every side sees of a game of perfect information: everything but the dice to come.
pub struct OpenView<'a, R: Rules> {
    seen: Seen<'a, R>,
    known: &'a Known<R>,
    side: R::Side,
}

impl<'a, R: Rules<Hidden = ()>> OpenView<'a, R> {
    /// The view of a side.
    pub fn new(seen: Seen<'a, R>, known: &'a Known<R>, side: R::Side) -> OpenView<'a, R> {
        OpenView { seen, known, side }
    }

    /// The side whose view it is.
    pub fn side(&self) -> R::Side {
        self.side
    }

    /// The sides of the game.
    pub fn sides(&self) -> Sides<R::Side> {
        self.seen.sides()
    }

    /// Where everything stands.
    pub fn state(&self) -> &'a R::State {
        self.seen.state
    }

    /// What is being played.
    pub fn scenario(&self) -> &'a R::Scenario {
        self.seen.scenario
    }

    /// The answers and results of chance since the current step began.
    pub fn answers_of_step(&self) -> &'a [Answer<R>] {
        self.known.used_since(self.seen.start.map_or(0, |(_, known)| *known))
    }
}

impl<R: Rules> SideView<R> for OpenView<'_, R> {
    fn situation(&self) -> Option<Situation<R>> {
        Situation::new(self.seen, self.known, self.side)
    }

    fn scripts(&self) -> &Rc<R::Scripts> {
        self.seen.scripts
    }
}
