//! Stopping as soon as the answer is clear, with the error rate that is promised. Looking several times and stopping at
//! the first mean beyond 1.96 standard errors would be wrong far more than 5 times in 100. So each look spends a part of
//! these 5 (Lan and DeMets, "Discrete sequential boundaries for clinical trials", 1983), the square of the share of games
//! that it has seen (Kim and DeMets, 1987): little at first, so that the last look needs hardly more than 1.96. The bound
//! of each look is computed from the looks before it (Armitage, McPherson and Rowe, 1969). An interval of that many
//! standard errors around the mean is true at whatever look the games stop (Jennison and Turnbull, 1989).

use std::f64::consts::{PI, SQRT_2};

/// How often a difference may be found where there is none.
pub const ERROR: f64 = 0.05;

/// The number of interim looks, including the last.
const LOOKS: u64 = 10;

/// No interim look before this many pairs: the bounds assume means of larger samples.
const FIRST_LOOK: u64 = 50;

/// The number of intervals into which the sums are divided between the bounds; even.
const CELLS: usize = 160;

/// Beyond this many standard errors the chance is smaller than what is computed exactly.
const FARTHEST: f64 = 8.0;

/// When to look at means that are being collected, and how far from zero each must be then.
#[derive(Clone, Debug)]
pub struct Looks {
    /// At how many pairs, with the bound in standard errors.
    looks: Vec<(u64, f64)>,
}

impl Looks {
    /// The looks at this many pairs, the last of which is the end: about equally far apart. A mean that is judged is wrong this
    /// share of [`ERROR`] of the time: where several are, their shares add up to 1.
    pub fn new(wanted: u64, share: f64) -> Looks {
        let step = wanted.div_ceil(LOOKS).max(FIRST_LOOK);
        // A look shortly before the end would hardly save anything.
        let between = (1..LOOKS).map(|look| look * step).take_while(|pairs| pairs + step / 2 <= wanted);
        Looks::at(between.chain([wanted.max(1)]), share)
    }

    /// A single look, at the end.
    pub fn once(wanted: u64, share: f64) -> Looks {
        Looks::at([wanted.max(1)].into_iter(), share)
    }

    fn at(pairs: impl Iterator<Item = u64>, share_of_error: f64) -> Looks {
        let pairs: Vec<u64> = pairs.collect();
        let last = pairs.last().copied().unwrap_or(1) as f64;
        let error = ERROR * share_of_error;
        let mut walk = BoundedWalk::new();
        let mut bound = |share: f64| {
            let spent = error * share * share;
            let (mut low, mut high) = (0.0, FARTHEST);
            for _ in 0..40 {
                let middle = 0.5 * (low + high);
                if walk.crossed + walk.chance(share, middle) > spent { low = middle } else { high = middle }
            }
            walk.go(share, high);
            high
        };
        Looks { looks: pairs.iter().map(|pairs| (*pairs, bound(*pairs as f64 / last))).collect() }
    }

    /// Whether a mean of this many pairs is looked at before the end.
    pub fn is_interim(&self, pairs: u64) -> bool {
        self.looks.split_last().is_some_and(|(_, interim)| interim.iter().any(|(look, _)| *look == pairs))
    }

    /// The bound for a mean of this many pairs, in standard errors. Between two looks it is that of the later: a mean
    /// that has had less time to wander is beyond it no more often.
    pub fn bound(&self, pairs: u64) -> f64 {
        self.looks.iter().find(|(look, _)| *look >= pairs).map_or_else(|| self.last(), |(_, bound)| *bound)
    }

    /// The bound at the end.
    pub fn last(&self) -> f64 {
        self.looks.last().map_or(FARTHEST, |(_, bound)| *bound)
    }
}

/// The chance that a random walk with these looks, each at a share of the whole, has been beyond the bound of one of
/// them, in standard errors.
pub fn chance_beyond(looks: &[(f64, f64)]) -> f64 {
    let mut walk = BoundedWalk::new();
    looks.iter().for_each(|(share, bound)| walk.go(*share, *bound));
    walk.crossed
}

/// A random walk that has not been beyond a bound yet: how probable each place is, where all begin at zero.
struct BoundedWalk {
    /// The time: the share of the whole.
    share: f64,
    /// Places, each with its weight.
    places: Vec<(f64, f64)>,
    /// How probable it is that it has been beyond a bound.
    crossed: f64,
}

impl BoundedWalk {
    fn new() -> BoundedWalk {
        BoundedWalk { share: 0.0, places: vec![(0.0, 1.0)], crossed: 0.0 }
    }

    /// The standard deviation of the way to a later time.
    fn deviation(&self, share: f64) -> f64 {
        (share - self.share).max(f64::MIN_POSITIVE).sqrt()
    }

    /// How probable it is that it is beyond a bound first at this time.
    fn chance(&self, share: f64, bound: f64) -> f64 {
        let (deviation, end) = (self.deviation(share), bound * share.sqrt());
        let tail = |way: f64| 0.5 * libm::erfc(way / deviation / SQRT_2);
        self.places.iter().map(|(at, weight)| weight * (tail(end - at) + tail(end + at))).sum()
    }

    /// Goes on to this time. What is beyond the bound ends.
    fn go(&mut self, share: f64, bound: f64) {
        self.crossed += self.chance(share, bound);
        let (deviation, end) = (self.deviation(share), bound * share.sqrt());
        let density = |way: f64| (-0.5 * (way / deviation).powi(2)).exp() / (deviation * (2.0 * PI).sqrt());
        let cell = 2.0 * end / CELLS as f64;
        // Simpson's rule.
        let weight = |index: usize| match index {
            0 | CELLS => cell / 3.0,
            odd if odd % 2 == 1 => 4.0 * cell / 3.0,
            _ => 2.0 * cell / 3.0,
        };
        let place = |index: usize| {
            let at = index as f64 * cell - end;
            (at, weight(index) * self.places.iter().map(|(from, weight)| weight * density(at - from)).sum::<f64>())
        };
        self.places = (0..=CELLS).map(place).collect();
        self.share = share;
    }
}
