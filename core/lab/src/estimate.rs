//! Estimates from samples, with the intervals in which the true value lies 95 times in 100.

use serde::Serialize;
use std::fmt;

/// Half the width of an interval of 95 % in standard errors.
pub const CONFIDENCE: f64 = 1.96;

/// How often something happened.
#[derive(Clone, Copy, Default, Debug, PartialEq)]
pub struct Rate {
    /// How many times,
    pub times: u64,
    /// of how many.
    pub of: u64,
}

impl Rate {
    /// A number of times of a number.
    pub fn new(times: u64, of: u64) -> Rate {
        Rate { times, of }
    }

    /// The share, from 0 to 1.
    pub fn share(self) -> f64 {
        self.times as f64 / self.of.max(1) as f64
    }

    /// The interval by Wilson's formula, which holds for small samples and near 0 and 1 too.
    pub fn interval(self) -> (f64, f64) {
        if self.of == 0 {
            return (0.0, 1.0);
        }
        let (n, p, z) = (self.of as f64, self.share(), CONFIDENCE);
        let middle = (p + z * z / (2.0 * n)) / (1.0 + z * z / n);
        let half = z / (1.0 + z * z / n) * (p * (1.0 - p) / n + z * z / (4.0 * n * n)).sqrt();
        ((middle - half).max(0.0), (middle + half).min(1.0))
    }
}

impl fmt::Display for Rate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (low, high) = self.interval();
        write!(f, "{:.1} % ({:.1}–{:.1})", 100.0 * self.share(), 100.0 * low, 100.0 * high)
    }
}

impl Serialize for Rate {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (low, high) = self.interval();
        let fields = [("times", self.times as f64), ("of", self.of as f64), ("share", self.share())];
        serializer.collect_map(fields.into_iter().chain([("low", low), ("high", high)]))
    }
}

/// The mean of numbers, collected one after the other. Sums are integers: they do not depend on the order.
#[derive(Clone, Copy, Default, Debug, PartialEq)]
pub struct Mean {
    /// How many numbers there were.
    pub of: u64,
    sum: i128,
    squares: i128,
}

impl Mean {
    /// Takes in a number.
    pub fn add(&mut self, number: i64) {
        self.of += 1;
        let number = i128::from(number);
        self.sum += number;
        self.squares += number * number;
    }

    /// The mean.
    pub fn mean(self) -> f64 {
        self.sum as f64 / self.of.max(1) as f64
    }

    /// The variance of the numbers; infinite for fewer than two.
    pub fn variance(self) -> f64 {
        match self.of {
            0 | 1 => f64::INFINITY,
            n => (self.squares as f64 - self.sum as f64 * self.mean()).max(0.0) / (n - 1) as f64,
        }
    }

    /// The standard error of the mean; infinite for fewer than two numbers.
    pub fn error(self) -> f64 {
        (self.variance() / self.of.max(1) as f64).sqrt()
    }

    /// Half the width of the interval.
    pub fn half_width(self) -> f64 {
        CONFIDENCE * self.error()
    }
}

impl fmt::Display for Mean {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.of {
            0 | 1 => write!(f, "{:+.2}", self.mean()),
            _ => write!(f, "{:+.2} ±{:.2}", self.mean(), self.half_width()),
        }
    }
}

impl Serialize for Mean {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let half = Some(self.half_width()).filter(|half| half.is_finite());
        serializer.collect_map([("of", Some(self.of as f64)), ("mean", Some(self.mean())), ("plus_minus", half)])
    }
}
