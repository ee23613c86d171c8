//! Looking several times is wrong no more often than is promised.

use wilderness_engine::{Purpose, Stream};
use wilderness_lab::Mean;
use wilderness_lab::sequential::{ERROR, Looks, chance_beyond};

/// About normal, with a standard deviation of 577.
fn noise(stream: &mut Stream) -> i64 {
    (0..4).map(|_| i64::from(stream.below(1000))).sum::<i64>() - 1998
}

/// Collects this many numbers around `centre`, and stops at a look that finds them away from zero. Returns whether they
/// were, and whether the interval in the end holds the centre.
fn run(seed: u64, wanted: u64, centre: i64, looks: &Looks) -> (bool, bool) {
    let (mut stream, mut mean) = (Stream::new(seed, Purpose::Experiment), Mean::default());
    let half = |mean: Mean| looks.bound(mean.of) * mean.error();
    loop {
        mean.add(centre + noise(&mut stream));
        let is_away = mean.mean().abs() > half(mean);
        if mean.of == wanted || looks.is_interim(mean.of) && is_away {
            return (is_away, (mean.mean() - centre as f64).abs() <= half(mean));
        }
    }
}

#[test]
fn of_2000_runs_without_a_difference_about_1_in_20_finds_one() {
    let looks = Looks::new(400, 1.0);
    let found = (0..2000).filter(|seed| run(*seed, 400, 0, &looks).0).count();
    assert!((60..=120).contains(&found), "{found} of 2000");
    // The error that the bounds guard against: looking as often at the bound of a single look.
    let careless = (0..2000).filter(|seed| {
        let (mut stream, mut mean) = (Stream::new(*seed, Purpose::Experiment), Mean::default());
        (0..400).any(|_| {
            mean.add(noise(&mut stream));
            (looks.is_interim(mean.of) || mean.of == 400) && mean.mean().abs() > mean.half_width()
        })
    });
    assert!(careless.count() > 200);
}

#[test]
fn the_interval_at_the_end_holds_the_truth_at_whatever_look_that_is() {
    let looks = Looks::new(400, 1.0);
    let runs: Vec<_> = (0..1000).map(|seed| run(seed, 400, 90, &looks)).collect();
    assert!(runs.iter().filter(|(is_away, _)| *is_away).count() > 700, "they are there to be found");
    let held = runs.iter().filter(|(_, held)| *held).count();
    assert!(held >= 930, "{held} of 1000");
}

#[test]
fn bounds_from_the_literature_are_found_again() {
    let looks = |bound: fn(f64) -> f64| -> Vec<(f64, f64)> {
        (1..=10).map(|look| f64::from(look) / 10.0).map(|share| (share, bound(share))).collect()
    };
    for (name, looks) in [
        ("one look", vec![(1.0, 1.95996)]),
        ("Pocock, ten looks", looks(|_| 2.555)),
        ("O'Brien and Fleming, ten looks", looks(|share| 2.087 / share.sqrt())),
    ] {
        let chance = chance_beyond(&looks);
        assert!((chance - ERROR).abs() < 4e-4, "{name}: {chance}");
    }
}

#[test]
fn bounds_spend_all_of_the_error_and_the_last_costs_little() {
    for wanted in [40, 51, 120, 260, 1000, 5001] {
        let looks = Looks::new(wanted, 1.0);
        let at: Vec<u64> = (1..wanted).filter(|pairs| looks.is_interim(*pairs)).chain([wanted]).collect();
        let walked: Vec<(f64, f64)> =
            at.iter().map(|pairs| (*pairs as f64 / wanted as f64, looks.bound(*pairs))).collect();
        assert!((chance_beyond(&walked) - ERROR).abs() < 1e-4, "{wanted}: {walked:?}");
        assert!(looks.last() < 2.2, "{wanted}: {walked:?}");
        assert!(walked.is_sorted_by(|one, next| one.1 > next.1), "{wanted}: {walked:?}");
        assert!(Looks::new(wanted, 0.2).last() > looks.last());
    }
    assert!((Looks::once(300, 1.0).last() - 1.96).abs() < 1e-3);
}
