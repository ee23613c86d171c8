//! Fitting the value of positions.

use std::sync::Arc;
use wilderness_engine::value::{Features, ObservedPosition, PositionValue};
use wilderness_engine::{Purpose, Stream};
use wilderness_lab::weigh::{KnownPosition, fit, log_loss, tenths};

/// Positions of two features, whose results are drawn by the chances that a value gives.
fn planted(value: &PositionValue, sides: usize, count: u64) -> Vec<KnownPosition> {
    let mut chance = Stream::new(7, Purpose::Imagined);
    let one = |_| {
        let mut of_side = |_| (0..2).map(|_| f64::from(chance.below(9)) - 4.0).collect::<Vec<f64>>();
        let of_sides: Vec<Vec<f64>> = (0..sides).map(&mut of_side).collect();
        let features = Features::new(of_sides, Some(f64::from(1 + chance.below(8))));
        let told = value.chances(&features);
        let mut rest = f64::from(chance.below(1_000_000)) / 1e6;
        let winner = told.iter().position(|share| {
            rest -= share;
            rest < 0.0
        });
        let result: Arc<[f64]> = (0..sides).map(|side| f64::from(u8::from(Some(side) == winner))).collect();
        let sample = ObservedPosition { features, by_points: told.clone(), told };
        KnownPosition { sample, result }
    };
    (0..count).map(one).collect()
}

/// The weights of a value in the order of the inputs of each side: by the odds of positions in which one of them is 1.
fn odds(value: &PositionValue, of_sides: &[Vec<f64>], left: f64) -> f64 {
    let told = value.chances(&Features::new(of_sides.to_vec(), Some(left)));
    (told[0] / told[1]).ln()
}

#[test]
fn a_fit_recovers_planted_weights() {
    // For each side: constant, two features; then the late parts.
    let weights = [vec![0.0, 0.5, -0.3, 0.0, 0.4, 0.0], vec![0.6, 0.2, 0.0, 0.0, 0.0, -0.5]];
    let true_value = PositionValue::of_inputs(&weights);
    let lessons = planted(&true_value, 2, 60_000);
    let fitted = fit(&lessons);
    for (of_sides, left) in [
        ([vec![1.0, 0.0], vec![0.0, 0.0]], 1.0),
        ([vec![0.0, 1.0], vec![0.0, 0.0]], 4.0),
        ([vec![0.0, 0.0], vec![1.0, 0.0]], 8.0),
        ([vec![0.0, 0.0], vec![0.0, 1.0]], 1.0),
        ([vec![0.0, 0.0], vec![0.0, 0.0]], 2.0),
    ] {
        let (wanted, got) = (odds(&true_value, &of_sides, left), odds(&fitted, &of_sides, left));
        assert!((wanted - got).abs() < 0.06, "{of_sides:?} {left}: {wanted:.3} {got:.3}");
    }
    let loss = |value: &PositionValue| log_loss(&lessons, |lesson| value.chances(&lesson.sample.features));
    assert!(loss(&fitted) <= loss(&true_value) + 1e-4);
    assert!(loss(&fitted) < log_loss(&lessons, |_| vec![0.4, 0.6]) - 0.1);
    for tenth in tenths(&lessons, |lesson| fitted.chances(&lesson.sample.features)) {
        let of = tenth.positions.max(1) as f64;
        assert!((tenth.told / of - tenth.won / of).abs() < 0.05, "{tenth:?}");
    }
}

#[test]
fn a_game_of_three_sides_is_fitted_and_its_chances_add_up() {
    let weights = [vec![0.0, 0.5, 0.0, 0.0, 0.0, 0.0], vec![0.5, 0.3, 0.0, 0.0, 0.0, 0.0], vec![0.0; 6]];
    let true_value = PositionValue::of_inputs(&weights);
    let lessons = planted(&true_value, 3, 30_000);
    let fitted = fit(&lessons);
    for lesson in &lessons[..50] {
        let told = fitted.chances(&lesson.sample.features);
        assert!((told.iter().sum::<f64>() - 1.0).abs() < 1e-9);
        assert!(told.iter().zip(&lesson.sample.told).all(|(told, wanted)| (told - wanted).abs() < 0.08), "{told:?}");
    }
}

#[test]
fn a_feature_that_never_changes_has_no_weight() {
    let value = PositionValue::of_inputs(&[vec![0.0, 0.5, 0.0, 0.0, 0.0, 0.0], vec![0.0; 6]]);
    let mut lessons = planted(&value, 2, 2_000);
    for (number, lesson) in lessons.iter_mut().enumerate() {
        lesson.sample.features = Features::new([vec![(number % 7) as f64, 3.0], vec![1.0, 2.0]], None);
    }
    let text =
        fit(&lessons).to_toml(&["red", "blue"], &["constant", "one", "other"].map(String::from), &Default::default());
    assert!(text.contains("\none = ["), "{text}");
    assert!(!text.contains("other"), "{text}");
}
