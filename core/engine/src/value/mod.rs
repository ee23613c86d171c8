//! The learned value of positions: how likely each side is to win, from a few named numbers of the position and a weight
//! for each. The weights are data of the content, a file for each scenario; `weigh` fits them to games that bots play.
//!
//! Each side has a sum: its [features](Searched::measure), each times its weight. Its chance is its share of the powers of
//! e to these sums, which for two sides is a logistic model. A weight has two parts, one that counts all along, and one that
//! is divided by the square root of what is [left](Searched::left) of the game: a lead in points decides more at its end.

mod file;
mod luck;
mod measured;

pub use file::{BEGINNING, Fitted, Values, features_with_constant};
pub use luck::{PARTS, PipWorth, RolledDie};
pub use measured::{Observed, ObservedPosition};

use crate::rules::{Rules, Searched};
use crate::side::Side as _;
use std::rc::Rc;

/// The most features of all sides together: they are to be read by people.
pub const MOST_FEATURES: usize = 60;
/// The feature that is 1 in each position.
pub const CONSTANT: &str = "constant";
/// The least that can be left of a game.
const LEAST_LEFT: f64 = 0.15;

/// What a feature adds to the sum of its side.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Weight {
    /// All along.
    pub always: f64,
    /// Divided by the square root of what is left of the game.
    pub late: f64,
}

/// The weights of a scenario.
#[derive(Clone, PartialEq, Debug)]
pub struct PositionValue {
    /// For each side, the weight of each feature, that of the constant first.
    weights: Vec<Vec<Weight>>,
    /// What the pips of dice are worth.
    luck: PipWorth,
}

/// The features of a position.
#[derive(Clone, PartialEq, Debug)]
pub struct Features {
    /// For each side its own, the constant first.
    of_sides: Vec<Vec<f64>>,
    /// By what the late part of a weight is multiplied; 0 in a game of which nobody can tell how much is left.
    late: f64,
}

impl Features {
    /// The features of each side, without the constant, and how much is left of the game.
    pub fn new(of_sides: impl IntoIterator<Item = Vec<f64>>, left: Option<f64>) -> Features {
        let with_constant = |mut own: Vec<f64>| {
            own.insert(0, 1.0);
            own
        };
        let mut of_sides: Vec<Vec<f64>> = of_sides.into_iter().map(with_constant).collect();
        let most = MOST_FEATURES / of_sides.len().max(1);
        of_sides.iter_mut().for_each(|own| own.truncate(most));
        Features { of_sides, late: left.map_or(0.0, |left| left.max(LEAST_LEFT).sqrt().recip()) }
    }

    /// The features of a position.
    pub fn of<R: Rules>(state: &R::State, scripts: &Rc<R::Scripts>, scenario: &R::Scenario) -> Features {
        let own = |side| R::Search::measure(state, side, scripts, scenario);
        Features::new(R::sides(scripts).iter().map(own), R::Search::left(state, scripts, scenario))
    }

    /// What the weights of a side are multiplied by: those of all along, then the late ones.
    pub fn inputs(&self, side: usize) -> impl Iterator<Item = f64> {
        let own = &self.of_sides[side];
        own.iter().copied().chain(own.iter().map(|number| number * self.late))
    }
}

impl PositionValue {
    /// Weights: for each side those of all along, then the late ones, in the order of its features.
    pub fn of_inputs(weights: &[Vec<f64>]) -> PositionValue {
        let of_side = |side: &Vec<f64>| {
            let (always, late) = side.split_at(side.len() / 2);
            always.iter().zip(late).map(|(always, late)| Weight { always: *always, late: *late }).collect()
        };
        PositionValue { weights: weights.iter().map(of_side).collect(), luck: PipWorth::default() }
    }

    /// What the pips of dice are worth; nothing if that is not known.
    pub fn luck(&self) -> Option<&PipWorth> {
        Some(&self.luck).filter(|luck| !luck.is_empty())
    }

    /// How likely each side is to win, from 0 to 1; together 1.
    pub fn chances(&self, features: &Features) -> Vec<f64> {
        let sum = |(own, weights): (&Vec<f64>, &Vec<Weight>)| -> f64 {
            own.iter().zip(weights).map(|(number, it)| number * (it.always + it.late * features.late)).sum()
        };
        shares(features.of_sides.iter().zip(&self.weights).map(sum))
    }
}

/// The share of each power of e to these sums.
pub fn shares(sums: impl Iterator<Item = f64>) -> Vec<f64> {
    let sums: Vec<f64> = sums.collect();
    let most = sums.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let powers: Vec<f64> = sums.iter().map(|sum| (sum - most).exp()).collect();
    let all: f64 = powers.iter().sum();
    powers.into_iter().map(|power| power / all).collect()
}

/// What each side may expect of a position: the result if the game is over, or else its chance by the weights of the
/// scenario, or by points where there are none.
pub fn chances<R: Rules>(state: &R::State, scripts: &Rc<R::Scripts>, scenario: &R::Scenario) -> Vec<f64> {
    let sides = R::sides(scripts);
    let results: Option<Vec<f64>> = sides.iter().map(|side| R::Search::result(state, side, scripts)).collect();
    results.unwrap_or_else(|| match R::Search::value(state, scripts, scenario) {
        Some(value) => value.chances(&Features::of::<R>(state, scripts, scenario)),
        None => by_points::<R>(state, scripts, scenario),
    })
}

/// What one side may expect of a position.
pub(crate) fn chance<R: Rules>(
    state: &R::State,
    side: R::Side,
    scripts: &Rc<R::Scripts>,
    scenario: &R::Scenario,
) -> f64 {
    match R::Search::result(state, side, scripts) {
        Some(result) => result,
        None => chances::<R>(state, scripts, scenario)[side.index()],
    }
}

/// What counting points says: the odds of two sides are e to the power of the lead, divided by the square root of one
/// more than all points together.
pub fn by_points<R: Rules>(state: &R::State, scripts: &Rc<R::Scripts>, scenario: &R::Scenario) -> Vec<f64> {
    let sides = R::sides(scripts);
    let points: Vec<f64> = sides.iter().map(|side| R::Search::points(state, side, scripts, scenario)).collect();
    let scale = (1.0 + points.iter().map(|points| points.abs()).sum::<f64>()).sqrt();
    shares(points.into_iter().map(|points| points / scale))
}
