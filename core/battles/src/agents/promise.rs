//! What a combat promises, by the column of its table.

use super::weights;
use crate::tables::{Column, Combat, CombatResult};

/// No unit is eliminated.
const NONE: [f64; 2] = [0.0, 0.0];
/// Disordered units are eliminated.
const BROKEN: [f64; 2] = [0.0, 1.0];

/// What a combat promises: the shares of their factors that each side loses, of units in good order and of disordered
/// ones, and how likely the hex is cleared.
#[derive(Clone, Copy, Default)]
pub(super) struct Promise {
    pub attacker: [f64; 2],
    pub defender: [f64; 2],
    pub cleared: f64,
    /// How likely those are eliminated who attack, and those who defend: units in good order and disordered ones.
    pub lost: [[f64; 2]; 2],
}

impl Promise {
    /// What a column of the combat table promises.
    pub fn of_column(table: &Combat, column: Column) -> Promise {
        let shares = (1..=6).map(|die| match table.result(column, die) {
            CombatResult::Ae => Promise { attacker: [1.0, 1.0], lost: [[1.0, 1.0], NONE], ..Promise::default() },
            CombatResult::Ar => {
                Promise { attacker: [weights::ATTACKERS_ROUTED, 1.0], lost: [BROKEN, NONE], ..Promise::default() }
            }
            CombatResult::Ad => {
                Promise { attacker: [weights::ATTACKERS_DISORDERED, 1.0], lost: [BROKEN, NONE], ..Promise::default() }
            }
            CombatResult::Bx => Promise {
                attacker: [weights::ATTACKERS_EXCHANGED, 1.0],
                defender: [weights::DEFENDERS_EXCHANGED, 1.0],
                cleared: weights::CLEARED_BY_EXCHANGE,
                lost: [BROKEN, BROKEN],
            },
            CombatResult::Dd => Promise {
                defender: [weights::DEFENDERS_DISORDERED, 1.0],
                cleared: weights::CLEARED_BY_DISORDER,
                lost: [NONE, BROKEN],
                ..Promise::default()
            },
            CombatResult::Dr => Promise {
                defender: [weights::DEFENDERS_ROUTED, 1.0],
                cleared: weights::CLEARED_BY_ROUT,
                lost: [NONE, BROKEN],
                ..Promise::default()
            },
            CombatResult::De => {
                Promise { defender: [1.0, 1.0], cleared: 1.0, lost: [NONE, [1.0, 1.0]], ..Promise::default() }
            }
        });
        shares.fold(Promise::default(), |sum, of| sum.plus(&of))
    }

    /// The sum with one sixth of another.
    fn plus(&self, of: &Promise) -> Promise {
        let sum = |one: [f64; 2], other: [f64; 2]| [one[0] + other[0] / 6.0, one[1] + other[1] / 6.0];
        Promise {
            attacker: sum(self.attacker, of.attacker),
            defender: sum(self.defender, of.defender),
            cleared: self.cleared + of.cleared / 6.0,
            lost: std::array::from_fn(|who| sum(self.lost[who], of.lost[who])),
        }
    }
}
