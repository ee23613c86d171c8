//! Tempers of the greedy agent: how bold, careful and eager it is in a player turn, and which ground it takes a fancy to. A
//! search compares plans in many, drawn at random: that did better than a list made by hand.

use super::weights;
use crate::battle::Battle;
use crate::rules::victory;
use crate::side::Side;
use crate::state::State;
use wilderness_engine::{Purpose, Stream};
use wilderness_hexes::Hex;

/// How much the ground that it takes a fancy to differs, in hexes of marching: the standard deviation.
const FANCY: f64 = 1.0;

/// How it weighs what it sees, compared with how it usually does.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Temper {
    /// What attacks promise.
    pub boldness: f64,
    /// What the enemy could gain.
    pub caution: f64,
    /// The points of hexes that are not held.
    pub zeal: f64,
    /// What tells its likings for hexes from those of others; it has none as usual.
    fancies: Option<u64>,
}

impl Temper {
    /// As usual.
    pub const EVEN: Temper = Temper { boldness: 1.0, caution: 1.0, zeal: 1.0, fancies: None };

    /// Looks at the ground alone while it moves: at no attack, neither its own nor the enemy's.
    pub const MYOPIC: Temper = Temper { boldness: 0.0, caution: 0.0, ..Temper::EVEN };

    /// Another, at random.
    pub fn random(stream: &mut Stream) -> Temper {
        let mut factor = || normal(stream).exp();
        let (boldness, caution, zeal) = (factor(), factor(), factor());
        let fancies = u64::from(stream.below(u32::MAX)) << 32 | u64::from(stream.below(u32::MAX));
        Temper { boldness, caution, zeal, fancies: Some(fancies) }
    }

    /// The temper of a side in a battle as it stands: it depends on whether the side comes for what the other holds, on how
    /// many turns are left, and on whether it would win if the battle ended now.
    pub fn as_it_stands(self, battle: &Battle, state: &State, side: Side) -> Temper {
        let elapsed = f64::from(state.turn.saturating_sub(1)) / f64::from(battle.turns.saturating_sub(1).max(1));
        let late = |grown: f64| 1.0 + (grown - 1.0) * elapsed;
        let comes = battle.players[0] == side;
        let is_winning = victory::outcome(battle, state).winner == Some(side);
        let (bolder, keener) = if is_winning { (1.0, 1.0) } else { (weights::BEHIND_BOLDNESS, weights::BEHIND_ZEAL) };
        let usual = if comes { weights::BOLDNESS } else { weights::FIRMNESS };
        Temper {
            boldness: self.boldness * usual * bolder,
            caution: self.caution * late(weights::LATE_CAUTION),
            zeal: self.zeal * keener * late(weights::LATE_ZEAL),
            ..self
        }
    }

    /// How much it likes a hex for no reason, in hexes of marching.
    pub fn fancy(&self, hex: Hex) -> f64 {
        let like = |fancies: u64| normal(&mut Stream::new(fancies.wrapping_add(hex.index() as u64), Purpose::Agent(0)));
        self.fancies.map_or(0.0, |fancies| FANCY * like(fancies))
    }
}

/// A number at random, near enough to the normal distribution: with mean 0 and standard deviation 1, never above 3.5.
fn normal(stream: &mut Stream) -> f64 {
    let sum: f64 = (0..4).map(|_| f64::from(stream.below(u32::MAX)) / f64::from(u32::MAX)).sum();
    (sum - 2.0) * 3.0_f64.sqrt()
}
