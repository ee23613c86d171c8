//! What chance gave, over many games. `WILDERNESS_GAMES=1000 cargo test --workspace --test all -- luck --nocapture` plays
//! that many.

use wilderness_engine::analysis::{Analysis, AnalysisOptions, Depth};
use wilderness_tests::scripts;
use wilderness_war::agents::Greedy;
use wilderness_war::{Header, Side};

/// The games that are played without `WILDERNESS_GAMES`.
const GAMES: u64 = 4;
/// So many games tell how much of the results luck explains.
const MANY: u64 = 200;

/// The mean of some numbers, and their variance.
fn mean_and_variance(numbers: &[f64]) -> (f64, f64) {
    let count = numbers.len() as f64;
    let mean = numbers.iter().sum::<f64>() / count;
    (mean, numbers.iter().map(|number| (number - mean).powi(2)).sum::<f64>() / (count - 1.0))
}

#[test]
fn luck_is_nothing_on_average_and_explains_results() {
    let games = std::env::var("WILDERNESS_GAMES").ok().and_then(|games| games.parse().ok()).unwrap_or(GAMES);
    let (mut lucks, mut results, mut remainder) = (Vec::new(), Vec::new(), 0.0);
    for seed in 1..=games {
        let mut game = Header::new("annus-mirabilis", seed, &scripts()).begin(scripts()).expect("a game");
        for side in [Side::French, Side::British] {
            game.set_agent(side, Some(Box::new(Greedy::new(seed, side))));
        }
        game.proceed().expect("it goes on");
        let depth = Depth::new(0).expect("a depth");
        let options = AnalysisOptions { depth, seer: None, threads: 2, stop: &|| false, tick: &|| {} };
        let analysis = Analysis::of(&game, &options);
        let totals = analysis.totals();
        let [french, british] = [&totals.sides[0], &totals.sides[1]];
        assert!((french.luck + british.luck).abs() < 1e-9, "seed {seed}");
        lucks.push(french.luck);
        results.push(analysis.curve.last().expect("a point").chances[Side::French]);
        remainder += totals.remainder;
    }
    let (luck, of_luck) = mean_and_variance(&lucks);
    let error = (of_luck / games as f64).sqrt();
    let rest: Vec<f64> = results.iter().zip(&lucks).map(|(result, luck)| result - luck).collect();
    let [(result, of_results), (_, of_rest)] = [&results, &rest].map(|numbers| mean_and_variance(numbers));
    let share = of_rest / of_results;
    println!(
        "{games} games: the French win {result:.3}, luck {luck:.4} ± {error:.4}; the variance of result - luck is \
         {share:.2} of that of results; remainder {:.4}",
        remainder / games as f64
    );
    assert!(luck.abs() <= 3.0 * error, "luck {luck} ± {error}");
    assert!(of_luck > 0.0 && remainder / games as f64 <= 0.05, "{remainder}");
    assert!(games < MANY || share <= 0.6, "{share}");
}
