//! What a position is worth where an imagined game stops before its end.

use crate::agents::greedy::{hand, promise, troops};
use crate::map::Map;
use crate::script::Scripts;
use crate::side::Side;
use crate::state::{Season, State, Step};
use crate::view::View;
use std::rc::Rc;

/// The points of lead at which a side has three quarters of what there is to win, three years before the end.
const LEAD: f64 = 6.0;

/// The seasons of three years.
const LONG: f64 = 6.0;

/// Cards of a full hand.
const HAND: f64 = 8.0;

/// What a side may expect of a position, from 0 to 1, in a scenario that ends with this year.
pub(super) fn value(state: &State, side: Side, scripts: &Rc<Scripts>, last_year: u16) -> f64 {
    if let Step::Over(victory) = state.step {
        return match victory.winner {
            None => 0.5,
            Some(winner) if winner == side => 1.0,
            Some(_) => 0.0,
        };
    }
    let left = seasons_left(state, side, last_year);
    let worth = |side: Side| {
        let view = View::new(state, scripts, side);
        let hopes = left.min(1.0) * f64::from(promise(&view));
        works_and_raids(state, side) + f64::from(troops(&view) + hand(&view)) + hopes
    };
    let lead = f64::from(state.vp_of(side)) + worth(side) - worth(side.enemy());
    // The less time is left, the more a lead is worth.
    let half = LEAD * (left.max(0.25) / LONG).sqrt();
    0.5 + 0.5 * lead / (lead.abs() + half)
}

/// How many seasons a game still goes on, the cards in hand being what is left of this one.
fn seasons_left(state: &State, side: Side, last_year: u16) -> f64 {
    let whole = 2 * last_year.saturating_sub(state.year) + u16::from(state.season == Season::Early);
    f64::from(whole) + state.hands[side].len() as f64 / HAND
}

/// What a side has on the map that may score or be lost, in victory points: works, and Raided markers, which score at the
/// end of the year (13.22).
fn works_and_raids(state: &State, side: Side) -> f64 {
    let works = &state.works[side];
    let settled = (works.stockades & Map::get().cultivated).len() as f64;
    works.fortresses.len() as f64 * 0.5
        + works.forts.len() as f64 * 0.4
        + settled * 0.1
        + state.raided[side].len() as f64 * 0.5
}
