//! Ratings: how strong contestants are, and how much the seats are worth, fitted to the results of games (Bradley and
//! Terry's model; with more than two sides, Luce's). Each side of a game has the rating of its contestant plus the
//! advantage of its seat, and wins with a probability in proportion to the exponential of that sum; a draw is shared.

use crate::CONFIDENCE;
use crate::solve::{inverse, solve};
use std::collections::BTreeMap;

/// The number of Newton steps: it converges in less.
const ROUNDS: usize = 50;
/// A step that changes nothing by more than this is the last.
const SETTLED: f64 = 1e-9;
/// The longest step.
const LONGEST: f64 = 2.0;
/// Elo points for each unit of the model: 400 points are odds of ten to one.
const ELO: f64 = 400.0 / std::f64::consts::LN_10;

/// The result of a game.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct GameResult {
    /// The number of the scenario.
    pub scenario: usize,
    /// The number of the contestant who played each side.
    pub contestants: Vec<usize>,
    /// The parts of the result that each side had, of as many as there are sides: all for a win, one for a draw.
    pub parts: Vec<i64>,
}

/// What is fitted.
#[derive(Clone, PartialEq, Debug)]
pub struct Ratings {
    /// The rating of each contestant: how much it is above the first.
    pub contestants: Vec<Rating>,
    /// For each scenario, the advantage of each side over the first.
    pub seats: Vec<Vec<Rating>>,
}

/// An estimate in Elo points.
#[derive(Clone, Copy, Default, PartialEq, Debug)]
pub struct Rating {
    /// The estimate.
    pub elo: f64,
    /// Half its interval of 95 %; none for what the others are compared with, and where there are too few games.
    pub half_width: Option<f64>,
}

/// The unknowns of the model: the rating of each contestant but the first, and in each scenario the advantage of each side
/// but the first.
struct Unknowns {
    contestants: usize,
    scenarios: usize,
    sides: usize,
}

impl Unknowns {
    fn count(&self) -> usize {
        self.contestants - 1 + self.scenarios * (self.sides - 1)
    }

    fn contestant(&self, contestant: usize) -> Option<usize> {
        contestant.checked_sub(1)
    }

    fn seat(&self, scenario: usize, side: usize) -> Option<usize> {
        Some(self.contestants - 1 + scenario * (self.sides - 1) + side.checked_sub(1)?)
    }

    /// The unknowns that add up to the strength of each side.
    fn of(&self, game: &GameResult) -> Vec<Vec<usize>> {
        let sides = game.contestants.iter().enumerate();
        let of = |(side, contestant): (usize, &usize)| {
            [self.contestant(*contestant), self.seat(game.scenario, side)].into_iter().flatten().collect()
        };
        sides.map(of).collect()
    }

    /// Games that are added so that every rating is finite: each contestant draws one with the first, from each side; and
    /// in each scenario, equals draw one. They weigh less the more games there are.
    fn imagined(&self) -> impl Iterator<Item = Vec<Vec<usize>>> + '_ {
        let against_first = (1..self.contestants).map(|contestant| {
            let of = |side: usize| if side == 0 { None } else { self.contestant(contestant) };
            (0..self.sides).map(|side| of(side).into_iter().collect()).collect()
        });
        let of_equals = (0..self.scenarios)
            .map(|scenario| (0..self.sides).map(|side| self.seat(scenario, side).into_iter().collect()).collect());
        against_first.chain(of_equals)
    }
}

/// The slope and the curvature of the logarithm of the likelihood.
struct Slope {
    gradient: Vec<f64>,
    /// The lower half of a symmetric matrix.
    curvature: Vec<Vec<f64>>,
}

impl Slope {
    fn new(size: usize) -> Slope {
        Slope { gradient: vec![0.0; size], curvature: (0..size).map(|row| vec![0.0; row + 1]).collect() }
    }

    /// Adds a game that was seen this often.
    fn add(&mut self, sides: &[Vec<usize>], shares: &[f64], times: f64, at: &[f64]) {
        let expected = expected(sides.iter().map(|side| side.iter().map(|unknown| at[*unknown]).sum()));
        for (one, own) in sides.iter().enumerate() {
            for unknown in own {
                self.gradient[*unknown] += times * (shares[one] - expected[one]);
                for (other, its) in sides.iter().enumerate() {
                    let same = if one == other { expected[one] } else { 0.0 };
                    let bend = times * (same - expected[one] * expected[other]);
                    its.iter().filter(|with| *with <= unknown).for_each(|with| self.curvature[*unknown][*with] += bend);
                }
            }
        }
    }
}

/// The share of the result that each side can expect with these strengths.
pub fn expected(strengths: impl Iterator<Item = f64>) -> Vec<f64> {
    let strengths: Vec<f64> = strengths.collect();
    let most = strengths.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let weights: Vec<f64> = strengths.iter().map(|strength| libm::exp(strength - most)).collect();
    let sum: f64 = weights.iter().sum();
    weights.into_iter().map(|weight| weight / sum).collect()
}

/// The unknowns that add up to the strength of each side of a game, and the share of the result that it had.
type FittedGame = (Vec<Vec<usize>>, Vec<f64>);

/// Games that hang together, and how often they were seen so.
type FittedUnit = (Vec<FittedGame>, f64);

/// Fits ratings to units of games that hang together, such as pairs with seats exchanged, each with how often it was seen.
/// Intervals come from how much units differ among themselves.
pub fn fit(contestants: usize, scenarios: usize, sides: usize, units: &BTreeMap<Vec<GameResult>, u64>) -> Ratings {
    let unknowns = Unknowns { contestants, scenarios, sides };
    let share = |part: &i64| *part as f64 / sides as f64;
    let fitted = |game: &GameResult| (unknowns.of(game), game.parts.iter().map(share).collect());
    let units: Vec<FittedUnit> =
        units.iter().map(|(unit, times)| (unit.iter().map(fitted).collect(), *times as f64)).collect();
    let equal = vec![1.0 / sides as f64; sides];
    let slope_at = |at: &[f64]| {
        let mut slope = Slope::new(unknowns.count());
        let games = units.iter().flat_map(|(unit, times)| unit.iter().map(move |game| (game, *times)));
        games.for_each(|((game, shares), times)| slope.add(game, shares, times, at));
        unknowns.imagined().for_each(|game| slope.add(&game, &equal, 1.0, at));
        slope
    };
    let mut at = vec![0.0; unknowns.count()];
    for _ in 0..ROUNDS {
        let slope = slope_at(&at);
        let step = solve(slope.curvature, slope.gradient);
        at.iter_mut().zip(&step).for_each(|(unknown, step)| *unknown += step.clamp(-LONGEST, LONGEST));
        if step.iter().all(|step| step.abs() < SETTLED) {
            break;
        }
    }
    let errors = errors(&units, &inverse(&slope_at(&at).curvature), &at);
    let of = |unknown: Option<usize>| {
        let Some(unknown) = unknown else { return Rating::default() };
        // Units that do not differ say nothing of how much they could.
        let error = errors.as_ref().map(|errors| errors[unknown]).filter(|error| *error > SETTLED);
        let half_width = error.map(|error| CONFIDENCE * ELO * error);
        Rating { elo: ELO * at[unknown], half_width }
    };
    Ratings {
        contestants: (0..contestants).map(|contestant| of(unknowns.contestant(contestant))).collect(),
        seats: (0..scenarios)
            .map(|scenario| (0..sides).map(|side| of(unknowns.seat(scenario, side))).collect())
            .collect(),
    }
}

/// The standard error of each unknown: what the slopes of the units say of it, each unit taken as a whole. None where there
/// are too few units.
fn errors(units: &[FittedUnit], inverse: &[Vec<f64>], at: &[f64]) -> Option<Vec<f64>> {
    let count: f64 = units.iter().map(|(_, times)| times).sum();
    if count < 2.0 {
        return None;
    }
    let mut squares = vec![0.0; at.len()];
    for (unit, times) in units {
        let mut slope = Slope::new(at.len());
        unit.iter().for_each(|(game, shares)| slope.add(game, shares, 1.0, at));
        for (square, row) in squares.iter_mut().zip(inverse) {
            let moved: f64 = row.iter().zip(&slope.gradient).map(|(weight, slope)| weight * slope).sum();
            *square += times * moved * moved;
        }
    }
    let corrected = count / (count - 1.0);
    Some(squares.into_iter().map(|square| (corrected * square).sqrt()).collect())
}

impl Rating {
    /// The estimate in units of the model.
    pub fn strength(self) -> f64 {
        self.elo / ELO
    }
}
