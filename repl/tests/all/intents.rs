//! How well the readings of questions are learned from the examples: of models that have not learned the line.

use wilderness_battles::FrenchAndIndianWarBattles;
use wilderness_repl::testing::questions::{CrossValidated, cross_validated};
use wilderness_war::War;

/// Into how many parts the examples are divided.
const PARTS: usize = 8;

/// The share of those with a chance in a range of which something holds.
fn share(all: &[CrossValidated], range: std::ops::Range<f64>, holds: impl Fn(&CrossValidated) -> bool) -> f64 {
    let within: Vec<&CrossValidated> = all.iter().filter(|one| range.contains(&one.chance)).collect();
    within.iter().filter(|one| holds(one)).count() as f64 / within.len().max(1) as f64
}

#[test]
#[ignore = "a minute: eight models are trained for each game"]
fn a_reading_is_about_as_likely_as_it_seems() {
    for all in [cross_validated::<War>(PARTS), cross_validated::<FrenchAndIndianWarBattles>(PARTS)] {
        let right = |one: &CrossValidated| one.is_right;
        let near = |one: &CrossValidated| one.is_near;
        let shares = [share(&all, 0.9..1.1, right), share(&all, 0.6..0.9, right), share(&all, 0.0..0.6, near)];
        println!(
            "{} questions: {shares:?}, best {:.3}, five {:.3}",
            all.len(),
            share(&all, 0.0..1.1, right),
            share(&all, 0.0..1.1, near)
        );
        assert!(shares[0] > 0.9 && shares[1] > 0.7 && shares[2] > 0.7, "{shares:?}");
    }
}
