//! What a position is worth where an imagined game stops before its end.

use crate::map::Map;
use crate::side::Side;
use crate::state::{State, Step};

/// The points of lead at which a side has three quarters of what there is to win.
const LEAD: f64 = 6.0;

/// What a side may expect of a position, from 0 to 1.
pub(super) fn value(state: &State, side: Side) -> f64 {
    if let Step::Over(victory) = state.step {
        return match victory.winner {
            None => 0.5,
            Some(winner) if winner == side => 1.0,
            Some(_) => 0.0,
        };
    }
    let lead = match side {
        Side::French => points(state),
        Side::British => -points(state),
    };
    0.5 + 0.5 * lead / (lead.abs() + LEAD)
}

/// Victory points, and what may become some: works, and troops in play. Above 0 for the French.
fn points(state: &State) -> f64 {
    let worth = |side: Side| {
        let works = &state.works[side];
        let besieged = (works.besiegeable() & state.besieged_spaces()).len() as f64;
        let settled = (works.stockades & Map::get().cultivated).len() as f64;
        let troops = state.on_map(side).units();
        let steps: usize = troops.iter().map(|unit| usize::from(state.steps(unit))).sum();
        works.fortresses.len() as f64 * 0.5 + works.forts.len() as f64 * 0.4 + settled * 0.1 - besieged * 0.5
            + steps as f64 * 0.08
    };
    let raids = |side: Side| state.raided[side].len() as f64 * 0.5;
    f64::from(state.vp) + raids(Side::French) - raids(Side::British) + worth(Side::French) - worth(Side::British)
}
