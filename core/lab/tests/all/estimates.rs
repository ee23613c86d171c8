//! Many games at once, and what is estimated from them.

use std::convert::Infallible;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use wilderness_lab::{Mean, Rate, Threads, in_order, thousands};

#[test]
fn what_comes_late_is_waited_for_and_what_is_not_wanted_is_not_looked_at() {
    let (mut seen, others) = (Vec::new(), AtomicU64::new(0));
    let play = |played: &mut u64, seed: u64| {
        *played += 1;
        // The first comes after some others.
        while seed == 10 && others.load(Ordering::Relaxed) < 5 {
            thread::yield_now();
        }
        others.fetch_add(1, Ordering::Relaxed);
        Some(seed)
    };
    let each = |seed| {
        seen.push(seed);
        Ok::<_, Infallible>(if seed == 29 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
    };
    let threads = Threads { count: 3, stop: || false, tick: &|| {} };
    let played = in_order(&(10..=1_000_000_000), threads, || 0, play, |played| played, each).expect("no errors");
    assert!(played.len() == 3 && played.iter().sum::<u64>() >= 20, "{played:?}");
    assert_eq!(seen, (10..=29).collect::<Vec<_>>());
}

#[test]
fn each_is_looked_at_before_all_have_been_played() {
    let has_looked = AtomicBool::new(false);
    let play = |(): &mut (), seed: u64| {
        // The second is played until the first has been looked at.
        while seed == 2 && !has_looked.load(Ordering::Relaxed) {
            thread::yield_now();
        }
        Some(seed)
    };
    let each = |seed| {
        assert_eq!(seed, 1);
        has_looked.store(true, Ordering::Relaxed);
        Ok::<_, Infallible>(ControlFlow::Break(()))
    };
    let threads = Threads { count: 1, stop: || false, tick: &|| {} };
    assert!(in_order(&(1..=2), threads, || (), play, |()| (), each).is_ok());
}

#[test]
fn a_rate_has_the_interval_of_the_textbooks() {
    // Wilson's interval for 81 of 263, as in Agresti and Coull.
    let (low, high) = Rate::new(81, 263).interval();
    assert!((low - 0.2553).abs() < 5e-4 && (high - 0.3662).abs() < 5e-4, "{low} {high}");
    let (low, high) = Rate::new(0, 10).interval();
    assert!(low < 1e-9 && (high - 0.2775).abs() < 1e-3, "{low} {high}");
    assert_eq!(Rate::new(0, 0).interval(), (0.0, 1.0));
    assert_eq!(Rate::new(1, 2).to_string(), "50.0 % (9.5–90.5)");
}

#[test]
fn a_mean_has_its_standard_error() {
    let mut mean = Mean::default();
    assert_eq!(mean.to_string(), "+0.00");
    for number in [2, 4, 4, 4, 5, 5, 7, 9] {
        mean.add(number);
    }
    assert_eq!(mean.mean(), 5.0);
    assert!((mean.error() - (32.0_f64 / 7.0 / 8.0).sqrt()).abs() < 1e-12);
    assert_eq!(mean.to_string(), "+5.00 ±1.48");
}

#[test]
fn thousands_are_apart() {
    assert_eq!([0, 999, 1000, 12_345, 1_234_567].map(thousands), ["0", "999", "1,000", "12,345", "1,234,567"]);
}
