//! What a playout is worth to each side.

use crate::rules::{Rules, Searched};
use crate::side::{Each, Sides};
use std::rc::Rc;

/// The results of playouts, added up: for the side that searches, and in a game of more than two sides for each of the
/// others. Of two sides, one has what the other lacks.
#[derive(Clone, PartialEq, Debug, Default)]
pub(super) struct Worth {
    searcher: f64,
    others: Option<Box<Each<f64>>>,
}

impl Worth {
    /// What a state is worth in which a playout has ended.
    pub fn of<R: Rules>(
        state: &R::State,
        (searcher, sides): (R::Side, Sides<R::Side>),
        scripts: &Rc<R::Scripts>,
        scenario: &R::Scenario,
    ) -> Worth {
        let worth = |side| R::Search::worth(state, side, scripts, scenario);
        let others = (sides.count() > 2).then(|| Box::new(Each::new(sides, worth)));
        let own = others.as_ref().map_or_else(|| worth(searcher), |others| others[searcher]);
        Worth { searcher: own, others }
    }

    /// The worst result for a side, which is as good for each of the others.
    pub fn worst<R: Rules>(loser: R::Side, (searcher, sides): (R::Side, Sides<R::Side>)) -> Worth {
        let share = 1.0 / sides.count().saturating_sub(1).max(1) as f64;
        let worth = |side| if side == loser { 0.0 } else { share };
        let others = (sides.count() > 2).then(|| Box::new(Each::new(sides, worth)));
        Worth { searcher: worth(searcher), others }
    }

    /// Adds the result of another playout.
    pub fn add(&mut self, other: &Worth) {
        self.searcher += other.searcher;
        if let Some(others) = &other.others {
            let sums = self.others.get_or_insert_default();
            sums.0.iter_mut().zip(others.0).for_each(|(sum, other)| *sum += other);
        }
    }

    /// The sum for the side that searches.
    pub fn own(&self) -> f64 {
        self.searcher
    }

    /// The mean of this many results, for a side.
    pub fn mean<R: Rules>(&self, side: R::Side, searcher: R::Side, of: f64) -> f64 {
        match &self.others {
            _ if side == searcher => self.searcher / of,
            None => 1.0 - self.searcher / of,
            Some(others) => others[side] / of,
        }
    }
}
