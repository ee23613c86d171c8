//! Estimates from numbers that come in clusters: several of the same base game. They hang together, so the games count
//! as independent, and the numbers do not.

use crate::CONFIDENCE;

/// With fewer clusters, an interval says too little to judge by it.
pub const LEAST: u64 = 30;

/// The share of false discoveries that is accepted among those that are kept.
pub const FALSE_DISCOVERIES: f64 = 0.05;

/// The mean of clustered numbers: a ratio of two sums, one term each for a cluster. Sums are integers: they do not
/// depend on the order.
#[derive(Clone, Copy, Default, Debug, PartialEq)]
pub struct Clustered {
    /// How many clusters there were.
    pub clusters: u64,
    /// How many numbers there were.
    pub of: i64,
    sum: i64,
    sum_sum: i128,
    sum_of: i128,
    of_of: i128,
}

/// A mean, and half its interval of 95 %, if it has one.
#[derive(Clone, Copy, Default, Debug, PartialEq)]
pub struct Estimate {
    /// The mean.
    pub mean: f64,
    /// Its standard error.
    pub error: Option<f64>,
    /// Whether there are enough numbers to judge by it.
    pub is_judged: bool,
}

impl Estimate {
    /// A mean with its standard error, from this many independent numbers.
    pub fn new(mean: f64, error: f64, independent: u64) -> Estimate {
        Estimate { mean, error: Some(error).filter(|error| error.is_finite()), is_judged: independent >= LEAST }
    }

    /// The same in other units.
    pub fn times(self, factor: f64) -> Estimate {
        Estimate { mean: factor * self.mean, error: self.error.map(|error| factor * error), ..self }
    }

    /// Half the width of the interval.
    pub fn half_width(self) -> Option<f64> {
        self.error.map(|error| CONFIDENCE * error)
    }

    /// How probable a mean as far from zero would be by chance alone, if that can be judged.
    pub fn p_value(self) -> Option<f64> {
        let error = self.error.filter(|_| self.is_judged)?;
        Some(if error > 0.0 { libm::erfc(self.mean.abs() / error / std::f64::consts::SQRT_2) } else { 1.0 })
    }

    /// Whether the interval excludes zero.
    pub fn is_significant(self) -> bool {
        self.is_judged && self.half_width().is_some_and(|half| half > 0.0 && self.mean.abs() > half)
    }
}

impl Clustered {
    /// Takes in a cluster of this many numbers with this sum.
    pub fn add(&mut self, sum: i64, of: i64) {
        self.clusters += 1;
        self.of += of;
        self.sum += sum;
        let (x, n) = (i128::from(sum), i128::from(of));
        self.sum_sum += x * x;
        self.sum_of += x * n;
        self.of_of += n * n;
    }

    /// The same with clusters of one zero, up to this many clusters.
    pub fn with_zeros(mut self, clusters: u64) -> Clustered {
        (self.clusters..clusters).for_each(|_| self.add(0, 1));
        self
    }

    /// The mean.
    pub fn mean(self) -> f64 {
        self.sum as f64 / self.of.max(1) as f64
    }

    /// The mean with its error: that of a ratio of sums over the clusters, to the first order.
    pub fn estimate(self) -> Estimate {
        let mean = self.mean();
        let squares = self.sum_sum as f64 - 2.0 * mean * self.sum_of as f64 + mean * mean * self.of_of as f64;
        Estimate::new(mean, scaled(squares.max(0.0), self.clusters).sqrt() / self.of.max(1) as f64, self.clusters)
    }
}

/// A sum of squares over the clusters, corrected for the mean that was taken from them; infinite for fewer than two.
fn scaled(squares: f64, clusters: u64) -> f64 {
    match clusters {
        0 | 1 => f64::INFINITY,
        n => squares * n as f64 / (n - 1) as f64,
    }
}

/// Two clustered means of the same clusters: how much the second is above the first.
#[derive(Clone, Copy, Default, Debug, PartialEq)]
pub struct Paired {
    means: [Clustered; 2],
    sum_sum: i128,
    /// Products of the sum of one and the number of the other.
    sum_of: [i128; 2],
    of_of: i128,
    clusters: u64,
}

impl Paired {
    /// Takes in a cluster: for each mean the sum, and how many numbers it has.
    pub fn add(&mut self, both: [(i64, i64); 2]) {
        for (mean, (sum, of)) in self.means.iter_mut().zip(both).filter(|(_, (_, of))| *of > 0) {
            mean.add(sum, of);
        }
        let [(x, n), (y, m)] = both.map(|(sum, of)| (i128::from(sum), i128::from(of)));
        self.sum_sum += x * y;
        self.sum_of[0] += x * m;
        self.sum_of[1] += y * n;
        self.of_of += n * m;
        self.clusters += 1;
    }

    /// The two means.
    pub fn means(self) -> [Clustered; 2] {
        self.means
    }

    /// The second mean less the first.
    pub fn difference(self) -> Estimate {
        let [a, b] = self.means.map(Clustered::estimate);
        let (Some(error_a), Some(error_b)) = (a.error, b.error) else {
            return Estimate::new(b.mean - a.mean, f64::INFINITY, 0);
        };
        let shared = self.sum_sum as f64 - b.mean * self.sum_of[0] as f64 - a.mean * self.sum_of[1] as f64
            + a.mean * b.mean * self.of_of as f64;
        let numbers = self.means[0].of as f64 * self.means[1].of as f64;
        let variance = error_a * error_a + error_b * error_b - 2.0 * scaled(shared, self.clusters) / numbers;
        let least = self.means.iter().map(|mean| mean.clusters).min().unwrap_or(0);
        Estimate::new(b.mean - a.mean, variance.max(0.0).sqrt(), least)
    }
}

/// Which of several estimates differ from zero, if at most a share [`FALSE_DISCOVERIES`] of those that are named may do
/// so by chance (Benjamini and Hochberg).
pub fn discoveries(p_values: &[f64]) -> Vec<bool> {
    let mut sorted = p_values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let bound = |rank: usize| FALSE_DISCOVERIES * (rank + 1) as f64 / sorted.len() as f64;
    let last = (0..sorted.len()).rev().find(|rank| sorted[*rank] <= bound(*rank));
    let most = last.map_or(-1.0, |rank| sorted[rank]);
    p_values.iter().map(|p| *p <= most).collect()
}
