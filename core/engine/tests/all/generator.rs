//! The chance of a game: each occasion has dice of its own, and old games keep theirs.

use wilderness_engine::testing::generator::{die, draw, occasion};
use wilderness_engine::{Generator, Purpose, RecordFormat, Stream};

fn dice(generator: &mut Generator, purpose: &str, place: u64, count: usize) -> Vec<u8> {
    (0..count).map(|_| die(generator, purpose, place, 6)).collect()
}

/// How far counts of equally likely cells are from equal.
fn chi_square(cells: &[u32]) -> f64 {
    let mean = f64::from(cells.iter().sum::<u32>()) / cells.len() as f64;
    cells.iter().map(|&count| (f64::from(count) - mean).powi(2) / mean).sum()
}

#[test]
fn the_same_seed_gives_the_same_dice_everywhere() {
    // Computed by the formula in `tests/records/README.md`, in another language.
    let mut generator = Generator::seeded(42);
    assert_eq!(dice(&mut generator, "raid", 7, 12), [2, 1, 3, 4, 3, 2, 2, 6, 2, 6, 3, 3]);
    assert_eq!([(); 6].map(|()| draw(&mut generator, "leader", 0, 10)), [5, 9, 7, 3, 4, 0]);
    let mut cards: Vec<u8> = (1..=10).collect();
    generator.shuffle("discards", &mut cards, u64::from);
    assert_eq!(cards, [4, 6, 10, 7, 5, 1, 8, 3, 2, 9]);
}

#[test]
fn a_game_of_format_1_keeps_its_dice_for_ever() {
    let mut generator = Generator::new(RecordFormat::One, 42);
    // In the order of the game, whatever they are rolled for.
    let rolled: Vec<u8> =
        (0..12).map(|place| die(&mut generator, ["raid", "siege"][place % 2], place as u64, 6)).collect();
    assert_eq!(rolled, [2, 6, 3, 6, 6, 3, 4, 3, 1, 2, 5, 3]);
    let mut cards: Vec<u8> = (1..=10).collect();
    generator.shuffle_first(&mut cards);
    assert_eq!(cards, [5, 2, 9, 6, 8, 7, 1, 4, 3, 10]);
    let mut stream = Stream::new(42, Purpose::Deck);
    stream.shuffle(&mut [0; 10]);
    let mut more: Vec<u8> = (1..=10).collect();
    stream.shuffle(&mut more);
    generator.shuffle("discards", &mut cards[..0], u64::from);
    let mut again: Vec<u8> = (1..=10).collect();
    generator.shuffle("discards", &mut again, u64::from);
    assert_eq!((again, draw(&mut generator, "leader", 0, 100)), (more, stream.below(100)));
    assert_eq!(occasion(&mut generator, "script", 3), 0);
}

#[test]
fn an_occasion_has_the_same_dice_whatever_else_is_rolled() {
    let (mut one, mut other) = (Generator::seeded(7), Generator::seeded(7));
    for place in 0..200 {
        dice(&mut other, "siege", place, place as usize % 5);
        draw(&mut other, "leader", place, 9);
        assert_eq!(dice(&mut one, "raid", place % 20, 1), dice(&mut other, "raid", place % 20, 1), "{place}");
    }
}

#[test]
fn the_dice_of_an_earlier_run_of_a_script_do_not_shift_those_of_a_later_one() {
    let (mut one, mut other) = (Generator::seeded(7), Generator::seeded(7));
    for run in 0..50 {
        let places = [occasion(&mut one, "script", 4), occasion(&mut other, "script", 4)];
        assert_eq!(places[0], places[1]);
        assert_eq!(dice(&mut one, "event", places[0], 2), dice(&mut other, "event", places[1], 2 + run)[..2]);
    }
}

#[test]
fn cards_that_two_piles_share_lie_in_the_same_order() {
    let mut whole: Vec<u8> = (0..70).collect();
    let mut part: Vec<u8> = (0..70).rev().filter(|card| card % 3 > 0).collect();
    Generator::seeded(5).shuffle("discards", &mut whole, u64::from);
    Generator::seeded(5).shuffle("discards", &mut part, u64::from);
    whole.retain(|card| card % 3 > 0);
    assert_eq!(whole, part);
    let mut later: Vec<u8> = (0..70).collect();
    let mut generator = Generator::seeded(5);
    generator.shuffle("discards", &mut [0_u8], u64::from);
    generator.shuffle("discards", &mut later, u64::from);
    later.retain(|card| card % 3 > 0);
    assert_ne!(later, part, "another shuffle is another order");
}

#[test]
fn neighbouring_seeds_places_and_counts_have_independent_dice() {
    type Roll = fn(u64) -> u8;
    let neighbours: [(&str, Roll); 3] = [
        ("seeds", |number| die(&mut Generator::seeded(number), "raid", 7, 6)),
        ("places", |number| die(&mut Generator::seeded(1), "raid", number, 6)),
        ("second dice", |number| dice(&mut Generator::seeded(number), "raid", 7, 2)[1]),
    ];
    for (what, roll) in neighbours {
        let rolled: Vec<u8> = (0..=100_000).map(roll).collect();
        let (mut pairs, mut faces, mut product) = ([0; 36], [0; 6], 0.0);
        for pair in rolled.windows(2) {
            let [one, other] = [usize::from(pair[0] - 1), usize::from(pair[1] - 1)];
            pairs[6 * one + other] += 1;
            faces[one] += 1;
            product += (f64::from(pair[0]) - 3.5) * (f64::from(pair[1]) - 3.5);
        }
        // 1 in 1,000 is above these by chance: 66.6 with 35 degrees of freedom, 20.5 with 5.
        assert!(chi_square(&pairs) < 66.6 && chi_square(&faces) < 20.5, "{what}: {pairs:?} {faces:?}");
        let correlation = product / 100_000.0 / (35.0 / 12.0);
        assert!(correlation.abs() < 0.01, "{what}: {correlation}");
    }
}

#[test]
fn the_dice_of_an_occasion_are_even_over_places_and_counts() {
    let mut generator = Generator::seeded(1755);
    let (mut by_count, mut pairs) = ([[0; 6]; 10], [0; 36]);
    for place in 0..10_000 {
        let rolled = dice(&mut generator, "siege", place, 10);
        for (count, face) in rolled.iter().enumerate() {
            by_count[count][usize::from(face - 1)] += 1;
        }
        for pair in rolled.windows(2) {
            pairs[usize::from(6 * (pair[0] - 1) + pair[1] - 1)] += 1;
        }
    }
    assert!(by_count.iter().all(|faces| chi_square(faces) < 20.5), "{by_count:?}");
    assert!(chi_square(&pairs) < 66.6, "{pairs:?}");
}

#[test]
fn a_shuffle_puts_each_card_in_each_place_equally_often() {
    let mut cells = [0; 64];
    for seed in 0..16_000 {
        let mut cards: Vec<u8> = (0..8).collect();
        Generator::seeded(seed).shuffle("discards", &mut cards, u64::from);
        for (place, card) in cards.into_iter().enumerate() {
            cells[place * 8 + usize::from(card)] += 1;
        }
    }
    assert!(chi_square(&cells) < 103.4, "{cells:?}"); // 63 degrees of freedom at most
}
