//! What a search has tried, and what came of it.

use crate::rules::Rules;

/// A way to go on from the decision that is searched.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Way<C> {
    /// An answer.
    Answer(C),
    /// A plan, by its number.
    Plan(usize),
}

/// A way, with the results of its playouts.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct TriedWay<R: Rules> {
    pub way: Way<R::Choice>,
    pub visits: u32,
    /// The sum of what they are worth to the side that searches, each from 0 to 1.
    pub value: f64,
}

impl<R: Rules> TriedWay<R> {
    /// The number of the plan, if it is one.
    pub fn plan(&self) -> Option<usize> {
        match self.way {
            Way::Plan(plan) => Some(plan),
            Way::Answer(_) => None,
        }
    }

    /// Notes the result of a playout.
    pub fn note(&mut self, worth: f64) {
        self.value += worth;
        self.visits += 1;
    }

    /// The mean result, from 0 to 1.
    pub fn mean(&self) -> f64 {
        self.value / f64::from(self.visits.max(1))
    }
}

/// What several searches have tried, added up: what has the most playouts first.
pub(super) fn together<R: Rules>(searches: impl IntoIterator<Item = TriedWay<R>>) -> Vec<TriedWay<R>> {
    let mut all: Vec<TriedWay<R>> = Vec::new();
    for found in searches {
        match all.iter_mut().find(|tried| tried.way == found.way) {
            Some(tried) => {
                tried.visits += found.visits;
                tried.value += found.value;
            }
            None => all.push(found),
        }
    }
    all.sort_by(|a, b| b.visits.cmp(&a.visits).then(b.value.total_cmp(&a.value)).then(a.way.cmp(&b.way)));
    all
}
