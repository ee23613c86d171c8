//! What a pip above the mean of a die is worth (`wilderness_engine::value::PipWorth`), fitted by least squares to games: to how
//! far each side led at their ends. It is fitted beforehand, because what is fitted to the games of a comparison fits their
//! chances too.

use crate::solve::inverse;
use std::collections::BTreeMap;
use wilderness_engine::value::{PipWorth, RolledDie};

/// What pips are worth is kept if it explains at least this share of the variance in games to which it was not fitted.
const LEAST_EXPLAINED: f64 = 0.01;
/// Added to each sum of squares, so that dice of which there are hardly any have a worth.
const LITTLE: f64 = 1e-3;

/// What a die was rolled for, and whose turn it was.
type DieKind = (usize, &'static str);

/// The dice of a game, and how it ended.
#[derive(Clone, PartialEq, Debug)]
pub struct KnownDice {
    /// By how many points each side led at its end.
    pub leads: Vec<f64>,
    /// By how many pips all dice of a kind together were above the mean.
    pub pips: BTreeMap<DieKind, f64>,
}

/// What pips are worth, as far as games tell.
pub struct LearnedLuck {
    /// What pips are worth; nothing if that explains too little.
    pub pips: Option<PipWorth>,
    /// The share of the variance of leads that it explains in games to which it was not fitted.
    pub explained: f64,
}

impl KnownDice {
    /// The dice of a game that has ended with these leads.
    pub fn new(leads: Vec<f64>, dice: impl Iterator<Item = RolledDie>) -> KnownDice {
        let mut pips = BTreeMap::new();
        dice.for_each(|die| *pips.entry((die.turn, die.kind)).or_default() += die.half_pips() as f64 / 2.0);
        KnownDice { leads, pips }
    }
}

impl LearnedLuck {
    /// Learns from games. One half of them says how much of the other half is explained, and the other way round.
    pub fn of(games: &[KnownDice]) -> LearnedLuck {
        let halves = [0, 1].map(|half| games.iter().skip(half).step_by(2).collect::<Vec<_>>());
        let all: Vec<&KnownDice> = games.iter().collect();
        let explained = 0.5 * (explained(&halves[0], &halves[1]) + explained(&halves[1], &halves[0]));
        let sides = games.first().map_or(0, |game| game.leads.len());
        let pips = (explained >= LEAST_EXPLAINED).then(|| PipWorth::of_points(sides, fitted(&all)));
        LearnedLuck { pips: pips.filter(|pips| !pips.is_empty()), explained }
    }
}

/// What a pip of each kind is worth to each side. What is not clear is drawn towards 0: a worth is multiplied by the share of
/// its square that is more than its error explains (the positive part of James and Stein's estimate, for each alone).
fn fitted(games: &[&KnownDice]) -> BTreeMap<DieKind, Vec<f64>> {
    let sides = games.first().map_or(0, |game| game.leads.len());
    let kinds: Vec<DieKind> = games
        .iter()
        .fold(BTreeMap::new(), |mut kinds, game| {
            kinds.extend(game.pips.keys().map(|kind| (*kind, ())));
            kinds
        })
        .into_keys()
        .collect();
    let mut squares = vec![vec![0.0; kinds.len()]; kinds.len()];
    (0..kinds.len()).for_each(|index| squares[index][index] = LITTLE);
    let mut products = vec![vec![0.0; kinds.len()]; sides];
    let means: Vec<f64> = (0..sides).map(|side| mean(games, side)).collect();
    for game in games {
        let row: Vec<(usize, f64)> =
            kinds.iter().enumerate().filter_map(|(index, kind)| Some((index, *game.pips.get(kind)?))).collect();
        for (index, pips) in &row {
            row.iter()
                .filter(|(other, _)| other <= index)
                .for_each(|(other, with)| squares[*index][*other] += pips * with);
            (0..sides).for_each(|side| products[side][*index] += pips * (game.leads[side] - means[side]));
        }
    }
    let inverse = inverse(&squares);
    let mut worth: BTreeMap<DieKind, Vec<f64>> = kinds.iter().map(|kind| (*kind, Vec::with_capacity(sides))).collect();
    for (side, products) in products.iter().enumerate() {
        let points: Vec<f64> =
            inverse.iter().map(|row| row.iter().zip(products).map(|(one, other)| one * other).sum()).collect();
        let known: BTreeMap<DieKind, f64> = kinds.iter().copied().zip(points.iter().copied()).collect();
        let rest = games.iter().map(|game| (game.leads[side] - means[side] - luck(game, &known)).powi(2)).sum::<f64>();
        let variance = rest / games.len().saturating_sub(kinds.len()).max(1) as f64;
        for (index, (kind, points)) in kinds.iter().zip(points).enumerate() {
            let error = variance * inverse[index][index];
            let share = (1.0 - error / points.powi(2).max(f64::MIN_POSITIVE)).max(0.0);
            worth.entry(*kind).or_default().push(points * share);
        }
    }
    worth
}

/// The mean lead of a side.
fn mean(games: &[&KnownDice], side: usize) -> f64 {
    games.iter().map(|game| game.leads[side]).sum::<f64>() / games.len().max(1) as f64
}

/// What dice gave a side in a game, where this is what a pip is worth to it.
fn luck(game: &KnownDice, worth: &BTreeMap<DieKind, f64>) -> f64 {
    game.pips.iter().map(|(kind, pips)| pips * worth.get(kind).copied().unwrap_or_default()).sum()
}

/// The share of the variance of all leads in some games that the luck explains which is fitted to others.
fn explained(fitted_to: &[&KnownDice], games: &[&KnownDice]) -> f64 {
    let worth = fitted(fitted_to);
    let (mut all, mut rest) = (0.0, 0.0);
    for side in 0..games.first().map_or(0, |game| game.leads.len()) {
        let (mean, own) = (mean(games, side), worth.iter().map(|(kind, points)| (*kind, points[side])).collect());
        for game in games {
            let lead = game.leads[side] - mean;
            all += lead * lead;
            rest += (lead - luck(game, &own)).powi(2);
        }
    }
    if all > 0.0 { 1.0 - rest / all } else { 0.0 }
}
