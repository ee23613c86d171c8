//! The weights that make the results of games most likely: Newton's method with a little regularisation.

use super::KnownPosition;
use crate::solve::solve;
use wilderness_engine::value::{Features, PositionValue, shares};

/// The number of Newton steps: it converges in less.
const ROUNDS: usize = 12;
/// A step that changes no weight by more than this is the last.
const SETTLED: f64 = 1e-6;
/// How strongly weights are held near 0, where a feature is told in units of its spread.
const PENALTY: f64 = 10.0;
/// A feature that differs by less than this from position to position tells nothing.
const LEAST_SPREAD: f64 = 1e-9;

/// A weight that is fitted.
struct FittedInput {
    side: usize,
    /// Its place among the inputs of the side.
    index: usize,
    /// How much it differs from position to position.
    spread: f64,
}

/// Fits weights to positions. Nothing is known of features that are the same in all of them: their weights are 0.
pub fn fit(lessons: &[KnownPosition]) -> PositionValue {
    let Some(first) = lessons.first() else { return PositionValue::of_inputs(&[]) };
    let sides = first.result.len();
    let sizes: Vec<usize> = (0..sides).map(|side| first.sample.features.inputs(side).count()).collect();
    let inputs = telling(lessons, &sizes);
    let rows: Vec<Vec<f64>> = lessons.iter().map(|lesson| row(&lesson.sample.features, &inputs)).collect();
    let mut weights = vec![0.0; inputs.len()];
    for _ in 0..ROUNDS {
        let step = newton(lessons, &rows, &inputs, &weights, sides);
        weights.iter_mut().zip(&step).for_each(|(weight, step)| *weight += step);
        if step.iter().all(|step| step.abs() < SETTLED) {
            break;
        }
    }
    let mut all: Vec<Vec<f64>> = sizes.into_iter().map(|size| vec![0.0; size]).collect();
    for (input, weight) in inputs.iter().zip(weights) {
        all[input.side][input.index] = weight / input.spread;
    }
    PositionValue::of_inputs(&all)
}

/// The inputs that differ from position to position, and the constant of each side.
fn telling(lessons: &[KnownPosition], sizes: &[usize]) -> Vec<FittedInput> {
    let mut inputs = Vec::new();
    for (side, size) in sizes.iter().enumerate() {
        let (mut sums, mut squares) = (vec![0.0; *size], vec![0.0; *size]);
        for lesson in lessons {
            for (index, number) in lesson.sample.features.inputs(side).enumerate() {
                sums[index] += number;
                squares[index] += number * number;
            }
        }
        let of = lessons.len() as f64;
        for index in 0..*size {
            let variance = squares[index] / of - (sums[index] / of).powi(2);
            // The constant does not differ, and tells all the same how often the side wins.
            let is_constant = index == 0 && side > 0;
            let spread = if is_constant { 1.0 } else { variance.max(0.0).sqrt() };
            if spread > LEAST_SPREAD {
                inputs.push(FittedInput { side, index, spread });
            }
        }
    }
    inputs
}

/// The inputs of a position, in units of their spread.
fn row(features: &Features, inputs: &[FittedInput]) -> Vec<f64> {
    let mut side = usize::MAX;
    let mut own: Vec<f64> = Vec::new();
    let number = |input: &FittedInput| {
        if input.side != side {
            side = input.side;
            own = features.inputs(side).collect();
        }
        own[input.index] / input.spread
    };
    inputs.iter().map(number).collect()
}

/// A step towards the weights under which the results are most likely.
fn newton(
    lessons: &[KnownPosition],
    rows: &[Vec<f64>],
    inputs: &[FittedInput],
    weights: &[f64],
    sides: usize,
) -> Vec<f64> {
    let size = inputs.len();
    let mut gradient: Vec<f64> = weights.iter().map(|weight| -PENALTY * weight).collect();
    let mut curvature: Vec<Vec<f64>> = (0..size).map(|row| vec![0.0; row + 1]).collect();
    (0..size).for_each(|index| curvature[index][index] = PENALTY);
    for (lesson, row) in lessons.iter().zip(rows) {
        let mut sums = vec![0.0; sides];
        inputs.iter().zip(row).zip(weights).for_each(|((input, number), weight)| sums[input.side] += number * weight);
        let told = shares(sums.into_iter());
        for (index, (input, number)) in inputs.iter().zip(row).enumerate() {
            let own = told[input.side];
            gradient[index] += (lesson.result[input.side] - own) * number;
            // Symmetric: only the lower half is filled, and read.
            for (column, (other, with)) in inputs.iter().zip(row).take(index + 1).enumerate() {
                let bend = if other.side == input.side { own * (1.0 - own) } else { -own * told[other.side] };
                curvature[index][column] += bend * number * with;
            }
        }
    }
    solve(curvature, gradient)
}
