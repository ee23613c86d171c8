//! How much of the luck of the dice is removed from differences: all of it, unless the pairs so far say that they differ less
//! with a part of it, because the bots are others than those whose games told what pips are worth. What is removed from a pair
//! follows from the pairs before it, so the mean of it is still exactly zero.

use crate::facts::Facts;
use crate::row::Row;
use wilderness_engine::value::PARTS;

/// Luck is removed in steps of this many.
const STEPS: i64 = 16;
/// Into how many parts a unit of a lead is divided: differences without luck are whole numbers of them.
pub const FINE: i64 = PARTS * STEPS;
/// The share begins with all of the luck, which counts as much as this many pairs. An estimate from `n` pairs costs about one
/// `n`th of the variance, so the pairs soon know better.
const FIRST: i128 = 3;

/// The share of the luck that is to be removed.
#[derive(Clone, Default, Debug)]
pub struct LuckShare {
    pairs: u64,
    /// What is added up for each side that is judged.
    sides: Vec<Sums>,
}

/// Sums over the pairs of the differences in lead and in luck, in parts.
#[derive(Clone, Copy, Default, Debug)]
struct Sums {
    leads: i128,
    lucks: i128,
    /// Of the products of both.
    products: i128,
    /// Of the squares of those in luck.
    squares: i128,
}

/// The share of the luck that is removed from the games of a pair, in steps.
#[derive(Clone, Copy, Debug)]
pub struct LuckSteps(i64);

impl LuckSteps {
    /// All of it.
    pub const ALL: LuckSteps = LuckSteps(STEPS);
}

impl LuckShare {
    /// What is to be removed from the next pair: what would have left the least variance so far.
    pub fn steps(&self) -> LuckSteps {
        // How both vary together, and how luck does, without what they are on average.
        let pairs = i128::from(self.pairs);
        let together = self.sides.iter().map(|side| pairs * side.products - side.leads * side.lucks).sum::<i128>();
        let alone = self.sides.iter().map(|side| pairs * side.squares - side.lucks * side.lucks).sum::<i128>();
        let (products, squares) = (pairs * together + FIRST * alone, (pairs + FIRST) * alone);
        // To the nearest step.
        let steps = if squares > 0 { (2 * i128::from(STEPS) * products + squares).div_euclid(2 * squares) } else { 0 };
        LuckSteps(if squares > 0 { steps.clamp(0, i128::from(STEPS)) as i64 } else { STEPS })
    }

    /// Notes a pair.
    pub fn add(&mut self, facts: &Facts, pair: [&Row; 2]) {
        self.pairs += 1;
        self.sides.resize(facts.judged().len(), Sums::default());
        let leads = pair.map(|row| facts.leads(&row.scores));
        for (side, sums) in facts.judged().zip(&mut self.sides) {
            let lead = |leads: &[i64]| leads.get(side).copied().unwrap_or_default();
            let difference = i128::from(PARTS * (lead(&leads[1]) - lead(&leads[0])));
            let luck = i128::from(facts.luck(pair[1], side) - facts.luck(pair[0], side));
            sums.leads += difference;
            sums.lucks += luck;
            sums.products += difference * luck;
            sums.squares += luck * luck;
        }
    }
}

impl Facts {
    /// What dice gave the lead of a side in a game, in [parts](PARTS) of a unit of it; nothing if that is not known.
    pub fn luck(&self, row: &Row, side: usize) -> i64 {
        // Of two sides, only that of the first is noted.
        let luck = match (row.luck.get(side), &row.luck[..]) {
            (Some(luck), _) => *luck,
            (None, [other]) => -other,
            (None, _) => 0,
        };
        luck * self.unit()
    }

    /// How far each side leads at the end of a game, less its luck, in [fine](FINE) parts of a unit.
    pub fn leads_without_luck(&self, row: &Row, LuckSteps(steps): LuckSteps) -> Vec<i64> {
        let leads = self.leads(&row.scores).into_iter().enumerate();
        leads.map(|(side, lead)| FINE * lead - steps * self.luck(row, side)).collect()
    }

    /// How many fine parts of a lead are a point.
    pub fn parts(&self) -> f64 {
        (FINE * self.unit()) as f64
    }
}
