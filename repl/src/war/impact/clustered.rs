//! Estimates from numbers that come in clusters: several of the same base game. They hang together, so the games count
//! as independent, and the numbers do not.

use wilderness_engine::lab::CONFIDENCE;

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
    /// A mean with its standard error, from so many independent numbers.
    pub fn new(mean: f64, error: f64, independent: u64) -> Estimate {
        Estimate { mean, error: Some(error).filter(|error| error.is_finite()), is_judged: independent >= LEAST }
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

#[cfg(test)]
mod tests {
    use super::*;
    use wilderness_engine::{Purpose, Stream};

    #[test]
    fn clusters_of_one_are_like_single_numbers() {
        let mut mean = Clustered::default();
        [2, 4, 4, 4, 5, 5, 7, 9].into_iter().for_each(|number| mean.add(number, 1));
        let estimate = mean.estimate();
        assert_eq!((estimate.mean, estimate.is_judged), (5.0, false));
        assert!((estimate.error.expect("an error") - (32.0_f64 / 7.0 / 8.0).sqrt()).abs() < 1e-12);
        let mut zeros = Clustered::default();
        zeros.add(3, 1);
        assert_eq!((zeros.with_zeros(3).mean(), zeros.estimate().error), (1.0, None));
    }

    #[test]
    fn numbers_that_hang_together_count_once() {
        // Each cluster is one number, three times over: no more is known than from the number alone.
        let (mut once, mut thrice) = (Clustered::default(), Clustered::default());
        for number in [1, -1, 3, 0, 2, -2] {
            once.add(number, 1);
            thrice.add(3 * number, 3);
        }
        let [once, thrice] = [once, thrice].map(Clustered::estimate);
        assert_eq!(once.mean, thrice.mean);
        let errors = [once, thrice].map(|estimate| estimate.error.expect("an error"));
        assert!((errors[0] - errors[1]).abs() < 1e-12, "{errors:?}");
    }

    #[test]
    fn the_interval_contains_the_true_mean_19_times_in_20() {
        let mut coins = Stream::new(1, Purpose::Experiment);
        let (mut within, mut same) = (0, 0);
        for _ in 0..1000 {
            let mut paired = Paired::default();
            for _ in 0..60 {
                // Clusters of one to three numbers with a common part; the true mean is 2.5, the true difference 1.
                let of = i64::from(coins.below(3)) + 1;
                let common = i64::from(coins.below(6));
                let mut sum = || (0..of).map(|_| common + i64::from(coins.below(4)) - i64::from(coins.below(4))).sum();
                let (one, other): (i64, i64) = (sum(), sum());
                paired.add([(one, of), (other + of, of)]);
            }
            let (mean, difference) = (paired.means()[0].estimate(), paired.difference());
            within += u32::from((mean.mean - 2.5).abs() < mean.half_width().unwrap_or(0.0));
            same += u32::from((difference.mean - 1.0).abs() < difference.half_width().unwrap_or(0.0));
        }
        assert!((920..=970).contains(&within) && (920..=970).contains(&same), "{within} {same}");
    }

    #[test]
    fn discoveries_are_those_of_the_textbook() {
        // The example of Benjamini and Hochberg (1995): of 15 tests, 4 are kept.
        let p = [
            0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459, 0.3240, 0.4262, 0.5719, 0.6528,
            0.7590, 1.0,
        ];
        assert_eq!(discoveries(&p).iter().filter(|is| **is).count(), 4);
        assert_eq!(discoveries(&[0.2, 0.04]), [false, false]);
        assert!(discoveries(&[]).is_empty());
        let estimate = Estimate::new(1.96, 1.0, 30);
        assert!(estimate.p_value().is_some_and(|p| (p - 0.05).abs() < 1e-4));
        assert_eq!(Estimate::new(1.96, 1.0, 29).p_value(), None);
    }
}
