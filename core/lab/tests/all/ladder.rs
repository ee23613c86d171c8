//! Ratings of contestants, and what seats are worth.

use std::collections::BTreeMap;
use wilderness_engine::{Purpose, Stream};
use wilderness_lab::ladder::{GameResult, Rating, Ratings};

/// Elo points for odds of e to one.
const ELO: f64 = 173.717_792_761_248_56;

/// The game of two contestants that one of them wins, or that is drawn.
fn game(contestants: [usize; 2], winner: Option<usize>) -> GameResult {
    let part = |side: usize| winner.map_or(1, |winner| if winner == side { 2 } else { 0 });
    GameResult { scenario: 0, contestants: contestants.to_vec(), parts: vec![part(0), part(1)] }
}

/// Fits ratings to units.
fn fit(contestants: usize, scenarios: usize, sides: usize, units: &[Vec<GameResult>]) -> Ratings {
    let mut seen = BTreeMap::new();
    units.iter().for_each(|unit| *seen.entry(unit.clone()).or_default() += 1);
    wilderness_lab::ladder::fit(contestants, scenarios, sides, &seen)
}

/// Pairs of games in which each contestant has its strength, and the second side an advantage.
fn pairs(strengths: &[f64], advantage: f64, rounds: usize, seed: u64) -> Vec<Vec<GameResult>> {
    let mut chance = Stream::new(seed, Purpose::Imagined);
    let mut played = |contestants: [usize; 2]| {
        let lead = strengths[contestants[1]] + advantage - strengths[contestants[0]];
        let wins = 1_000_000.0 / (1.0 + (-lead / ELO).exp());
        game(contestants, Some(usize::from(f64::from(chance.below(1_000_000)) < wins)))
    };
    let meetings = (0..strengths.len()).flat_map(|one| (one + 1..strengths.len()).map(move |other| [one, other]));
    let meetings: Vec<[usize; 2]> = meetings.collect();
    let round = |_| meetings.iter().map(|[one, other]| vec![played([*one, *other]), played([*other, *one])]).collect();
    (0..rounds).flat_map::<Vec<_>, _>(round).collect()
}

#[test]
fn ratings_are_those_with_which_the_games_were_played() {
    let strengths = [0.0, 120.0, -90.0, 300.0];
    let ratings = fit(4, 1, 2, &pairs(&strengths, 60.0, 1500, 7));
    for (rating, strength) in ratings.contestants.iter().zip(strengths) {
        assert!((rating.elo - strength).abs() < 20.0, "{rating:?} is {strength}");
    }
    assert!((ratings.seats[0][1].elo - 60.0).abs() < 15.0, "{:?}", ratings.seats);
    assert_eq!((ratings.contestants[0], ratings.seats[0][0]), (Rating::default(), Rating::default()));
}

#[test]
fn the_interval_holds_as_often_as_it_says() {
    let strengths = [0.0, 100.0, -150.0];
    let holds = |seed: u64| {
        let rating = fit(3, 1, 2, &pairs(&strengths, -40.0, 60, seed)).contestants[1];
        (rating.elo - 100.0).abs() <= rating.half_width.expect("an interval")
    };
    let of = 200;
    let held = (1..=of).filter(|seed| holds(*seed)).count();
    assert!((180..=199).contains(&held), "{held} of {of} intervals of 95 % hold");
}

#[test]
fn a_game_that_was_played_twice_counted_as_two() {
    let once = pairs(&[0.0, 80.0], 0.0, 400, 3);
    let twice: Vec<Vec<GameResult>> = once.iter().map(|unit| [unit.clone(), unit.clone()].concat()).collect();
    let [once, twice] = [once, twice].map(|units| fit(2, 1, 2, &units).contestants[1].half_width.expect("an interval"));
    assert!((once / twice - 1.0).abs() < 0.02, "{once} {twice}");
}

#[test]
fn a_contestant_who_always_wins_has_a_finite_rating() {
    let units: Vec<Vec<GameResult>> = vec![vec![game([0, 1], Some(1)), game([1, 0], Some(0))]; 50];
    let rating = fit(2, 1, 2, &units).contestants[1];
    assert!(rating.elo > 400.0 && rating.elo < 2000.0, "{rating:?}");
    // As many draws as wins of each are no difference, and without games nothing is known.
    let even = vec![vec![game([0, 1], None), game([1, 0], None)]; 5];
    assert!(fit(2, 1, 2, &even).contestants[1].elo.abs() < 1e-6);
    assert_eq!(fit(2, 1, 2, &[]).contestants[1], Rating { elo: 0.0, half_width: None });
}

#[test]
fn seats_are_rated_where_there_are_more_than_two() {
    // The second of three seats wins half of the games, under either contestant.
    let unit = |winners: [usize; 3]| {
        let game = |seat: usize, winner: usize| GameResult {
            scenario: 0,
            contestants: (0..3).map(|side| usize::from(side != seat)).collect(),
            parts: (0..3).map(|side| if side == winner { 3 } else { 0 }).collect(),
        };
        (0..3).map(|seat| game(seat, winners[seat])).collect()
    };
    let rounds = [[1, 1, 1], [0, 1, 2], [2, 0, 1], [1, 2, 0]];
    let units: Vec<Vec<GameResult>> = rounds.iter().cycle().take(400).map(|winners| unit(*winners)).collect();
    let seats = &fit(2, 1, 3, &units).seats[0];
    // Odds of two to one.
    assert!((seats[1].elo - 120.4).abs() < 5.0 && seats[2].elo.abs() < 5.0, "{seats:?}");
}
