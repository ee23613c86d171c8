//! What copies come to, and what can be said of the mean.

use crate::side::{Each, MOST_SIDES};

/// The most standard errors by which a difference can be due to chance.
const CERTAIN: f64 = 2.5;

/// What copies with the same known answers come to for each side, by the number of the deal. Nothing where a copy could
/// not be played: what is known does not agree with how it was dealt.
#[derive(Clone, Default, Debug)]
pub(super) struct CopyWorths(pub Vec<Option<Each<f64>>>);

/// A mean for each side, with its standard error.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct MeanWorth {
    pub mean: Each<f64>,
    pub error: Each<f64>,
}

impl CopyWorths {
    /// The mean; nothing if no copy could be played.
    pub fn mean(&self) -> Option<MeanWorth> {
        MeanWorth::of(self.0.iter().flatten())
    }

    /// The mean difference to another sample, copy by copy.
    pub fn less(&self, other: &CopyWorths) -> Option<MeanWorth> {
        let pairs = self.0.iter().zip(&other.0).filter_map(|(one, other)| Some(less((*one)?, (*other)?)));
        MeanWorth::of(&pairs.collect::<Vec<_>>())
    }
}

impl MeanWorth {
    /// The mean of these values, and its standard error.
    fn of<'a>(values: impl IntoIterator<Item = &'a Each<f64>>) -> Option<MeanWorth> {
        let (mut count, mut sum, mut squares) = (0.0, Each::<f64>::default(), Each::<f64>::default());
        for value in values {
            count += 1.0;
            for index in 0..MOST_SIDES {
                sum.0[index] += value.0[index];
                squares.0[index] += value.0[index] * value.0[index];
            }
        }
        if count == 0.0 {
            return None;
        }
        let mut estimate = MeanWorth::default();
        for index in 0..MOST_SIDES {
            let mean = sum.0[index] / count;
            let variance = (squares.0[index] / count - mean * mean).max(0.0);
            estimate.mean.0[index] = mean;
            // A single copy says nothing of how far others would be from it.
            estimate.error.0[index] = if count > 1.0 { (variance / (count - 1.0)).sqrt() } else { 0.0 };
        }
        Some(estimate)
    }
}

/// Whether a difference is larger than chance makes it.
pub(super) fn is_certain(difference: f64, error: f64) -> bool {
    difference > CERTAIN * error
}

/// The difference for each side.
pub(super) fn less(one: Each<f64>, other: Each<f64>) -> Each<f64> {
    Each(std::array::from_fn(|index| one.0[index] - other.0[index]))
}

/// The sum for each side.
pub(super) fn plus(one: Each<f64>, other: Each<f64>) -> Each<f64> {
    Each(std::array::from_fn(|index| one.0[index] + other.0[index]))
}

/// A multiple for each side.
pub(super) fn times(one: Each<f64>, factor: f64) -> Each<f64> {
    Each(one.0.map(|value| value * factor))
}

/// The error of a sum of two independent values.
pub(super) fn error_of_sum(one: Each<f64>, other: Each<f64>) -> Each<f64> {
    Each(std::array::from_fn(|index| one.0[index].hypot(other.0[index])))
}
