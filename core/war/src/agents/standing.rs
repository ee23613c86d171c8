//! The evaluation of a playout that stops before its end: how likely each side is to win from there. The weights come
//! from many games of greedy agents with occasional random moves; `tests/examples/weigh.rs` plays them, and prints the
//! weights.

use crate::agents::greedy::{hand, promise, troops};
use crate::rules::victory;
use crate::scenario::VictoryTerms;
use crate::script::Scripts;
use crate::side::Side;
use crate::state::{Season, State, Step};
use crate::view::View;
use std::rc::Rc;

/// How many features the evaluation has.
const FACTS: usize = 15;

/// Each fact, and what one of it adds to the logarithm of the odds that the French win: all along, and what is divided
/// by the square root of the seasons that are left.
const WEIGHTS: [(&str, f64, f64); FACTS] = [
    ("before anything is looked at", 1.373, -1.743),
    ("victory points", 0.035, 0.805),
    ("hopes of the French armies", 0.015, 0.052),
    ("hopes of the British armies", -0.243, -0.079),
    ("French hand", 0.075, 0.020),
    ("British hand", -0.049, -0.095),
    ("French troops", 0.238, -0.091),
    ("British troops", -0.165, 0.184),
    ("French fortresses", 0.495, -0.360),
    ("French forts", -0.071, 0.101),
    ("British forts", -0.267, 0.186),
    ("French stockades", -0.146, -0.079),
    ("British stockades", -0.135, 0.162),
    ("French Raided markers", 0.027, 0.433),
    ("British Raided markers", -0.207, -0.350),
];

/// The least that can be left of a game, in seasons.
const LEAST_LEFT: f64 = 0.15;

/// Cards in both hands when a season begins.
const CARDS: f64 = 18.0;

/// The features of a position.
#[derive(Clone, Copy, Debug)]
pub struct Features {
    facts: [f64; FACTS],
    /// The square root of the seasons that are left.
    left: f64,
}

impl Features {
    /// What is looked at, by name.
    #[cfg(feature = "testing")]
    pub fn names() -> [&'static str; FACTS] {
        WEIGHTS.map(|(name, ..)| name)
    }

    /// The features of a position in a scenario that ends with this year.
    pub fn new(state: &State, scripts: &Rc<Scripts>, last_year: u16) -> Features {
        let (french, british) = (Side::French, Side::British);
        let (canada, colonies) = (View::new(state, scripts, french), View::new(state, scripts, british));
        let works = &state.works;
        let count = |number: usize| number as f64;
        let facts = [
            1.0,
            f64::from(state.vp) - victory::even_vp(&VictoryTerms::of_the_rules(last_year)),
            promise(&canada).into(),
            promise(&colonies).into(),
            hand(&canada).into(),
            hand(&colonies).into(),
            troops(&canada).into(),
            troops(&colonies).into(),
            count(works.french.fortresses.len()),
            count(works.french.forts.len()),
            count(works.british.forts.len()),
            count(works.french.stockades.len()),
            count(works.british.stockades.len()),
            count(state.raided.french.len()),
            count(state.raided.british.len()),
        ];
        Features { facts, left: seasons_left(state, last_year).max(LEAST_LEFT).sqrt() }
    }

    /// What the weights belong to: each fact, then each divided by the square root of the seasons that are left.
    #[cfg(feature = "testing")]
    pub fn inputs(&self) -> impl Iterator<Item = f64> {
        self.facts.into_iter().chain(self.facts.map(|fact| fact / self.left))
    }

    /// How likely the French are to win, from 0 to 1.
    pub fn chance(&self) -> f64 {
        let speaks = |(fact, (_, always, late)): (&f64, &(&str, f64, f64))| fact * (always + late / self.left);
        let odds: f64 = self.facts.iter().zip(&WEIGHTS).map(speaks).sum();
        1.0 / (1.0 + (-odds).exp())
    }
}

/// What a side may expect of a position, from 0 to 1, in a scenario that ends with this year.
pub(crate) fn value(state: &State, side: Side, scripts: &Rc<Scripts>, last_year: u16) -> f64 {
    let french = match state.step {
        Step::Over(victory) => match victory.winner {
            None => 0.5,
            Some(Side::French) => 1.0,
            Some(Side::British) => 0.0,
        },
        _ => Features::new(state, scripts, last_year).chance(),
    };
    if side == Side::French { french } else { 1.0 - french }
}

/// The seasons left in a game; the cards in hand are the rest of the current one.
fn seasons_left(state: &State, last_year: u16) -> f64 {
    let whole = 2 * last_year.saturating_sub(state.year) + u16::from(state.season == Season::Early);
    f64::from(whole) + (state.hands.french.len() + state.hands.british.len()) as f64 / CARDS
}
