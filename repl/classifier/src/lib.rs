//! Which class a set of features belongs to, by a logistic regression that learns from examples, always in the same order:
//! the same examples give the same model. It has a crate of its own because the profile `release` does not optimise the
//! program, and a player waits for the training.

use std::collections::{BTreeSet, HashMap};

/// How often the examples are gone through.
const ROUNDS: usize = 5;
/// How far a weight is moved at first.
const RATE: f64 = 0.1;
/// How wrong a probability is at least for its weights to be moved.
const LEAST_CHANGE: f64 = 0.03;
/// What shuffles the examples, always in the same way.
const MULTIPLIER: usize = 40_503;
const MODULUS: usize = 65_521;

/// An example: its features, and the number of its class.
pub type Example = (BTreeSet<String>, usize);

/// What was learned from examples.
pub struct Classifier {
    /// The weights of each feature for every class.
    weights: HashMap<String, Vec<f64>>,
    classes: usize,
}

impl Classifier {
    /// Learns to tell this many classes apart. A feature of only one example is not learned: it tells nothing of others.
    pub fn trained(examples: Vec<Example>, classes: usize) -> Classifier {
        // Examples of one class that follow each other would be learned only to be forgotten.
        let mut shuffled: Vec<(usize, Example)> = examples.into_iter().enumerate().collect();
        shuffled.sort_by_key(|(number, _)| (number.wrapping_mul(MULTIPLIER) % MODULUS, *number));
        let mut seen: HashMap<&str, usize> = HashMap::new();
        for feature in shuffled.iter().flat_map(|(_, (features, _))| features) {
            *seen.entry(feature).or_default() += 1;
        }
        let (mut numbers, mut numbered) = (HashMap::new(), Vec::new());
        for (_, (features, class)) in &shuffled {
            let known = features.iter().filter(|feature| seen[feature.as_str()] > 1);
            let number = |feature: &String| {
                let next = numbers.len();
                *numbers.entry(feature.clone()).or_insert(next)
            };
            numbered.push((known.map(number).collect(), *class));
        }
        let mut rows = weights(&numbered, numbers.len(), classes);
        let weights = numbers.into_iter().map(|(feature, number)| (feature, std::mem::take(&mut rows[number])));
        Classifier { weights: weights.collect(), classes }
    }

    /// How well each class fits: the difference of two is the logarithm of how much likelier one is. Nothing if fewer than
    /// `least_known` of the features are known.
    pub fn scores(&self, features: &BTreeSet<String>, least_known: usize) -> Option<Vec<f64>> {
        let known: Vec<&Vec<f64>> = features.iter().filter_map(|feature| self.weights.get(feature)).collect();
        let mut scores = vec![0.0; self.classes];
        known.iter().for_each(|row| add(&mut scores, row));
        (known.len() >= least_known).then_some(scores)
    }
}

fn add(scores: &mut [f64], row: &[f64]) {
    for (score, weight) in scores.iter_mut().zip(row) {
        *score += weight;
    }
}

/// The weights of a logistic regression, by feature: each step is the smaller, the more a weight has been changed already.
fn weights(examples: &[(Vec<usize>, usize)], features: usize, classes: usize) -> Vec<Vec<f64>> {
    let mut rows = vec![vec![0.0; classes]; features];
    let mut changed = vec![vec![1e-8_f64; classes]; features];
    let mut scores = vec![0.0_f64; classes];
    for (found, right) in std::iter::repeat_n(examples, ROUNDS).flatten() {
        scores.fill(0.0);
        for feature in found {
            add(&mut scores, &rows[*feature]);
        }
        let most = scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        scores.iter_mut().for_each(|score| *score = (*score - most).exp());
        let sum: f64 = scores.iter().sum();
        let wrong = scores.iter().enumerate().map(|(class, score)| {
            let wanted = if class == *right { 1.0 } else { 0.0 };
            (class, score / sum - wanted)
        });
        let wrong: Vec<(usize, f64)> = wrong.filter(|(_, by)| by.abs() > LEAST_CHANGE).collect();
        for feature in found {
            let (row, changed) = (&mut rows[*feature], &mut changed[*feature]);
            for (class, by) in &wrong {
                changed[*class] += by * by;
                row[*class] -= RATE * by / changed[*class].sqrt();
            }
        }
    }
    rows
}
