//! The generator of dice and cards.

use wilderness_engine::testing::scattered;
use wilderness_engine::{Purpose, Stream};

#[test]
fn the_same_seed_gives_the_same_dice_everywhere() {
    let mut stream = Stream::new(42, Purpose::Dice);
    assert_eq!([(); 12].map(|()| stream.die()), [2, 6, 3, 6, 6, 3, 4, 3, 1, 2, 5, 3]);
    let mut cards: Vec<u8> = (1..=10).collect();
    Stream::new(42, Purpose::Deck).shuffle(&mut cards);
    assert_eq!(cards, [5, 2, 9, 6, 8, 7, 1, 4, 3, 10]);
}

#[test]
fn seeds_are_scattered_as_splitmix_does() {
    // The first outputs of the generator seeded with 0, as published by its author.
    assert_eq!(scattered(0), 0xe220_a839_7b1d_cdaf);
    assert_eq!(scattered(0x9e37_79b9_7f4a_7c15), 0x6e78_9e6a_a1b9_65f4);
}

#[test]
fn the_draws_of_an_agent_do_not_correlate_with_the_dice() {
    // The second die against the second draw of an agent, for many seeds: 36 cells, all equally full.
    let mut cells = [[0u32; 6]; 6];
    for seed in 1..=36_000 {
        let of = |purpose| {
            let mut stream = Stream::new(seed, purpose);
            stream.die();
            usize::from(stream.die() - 1)
        };
        cells[of(Purpose::Dice)][of(Purpose::Agent(0))] += 1;
    }
    let odd: f64 = cells.iter().flatten().map(|&n| (f64::from(n) - 1000.0).powi(2) / 1000.0).sum();
    assert!(odd < 66.6, "chi-square {odd} with 35 degrees of freedom");
}

#[test]
fn every_face_comes_up_about_equally_often() {
    let mut stream = Stream::new(7, Purpose::Dice);
    let mut faces = [0u32; 6];
    for _ in 0..60_000 {
        faces[stream.die() as usize - 1] += 1;
    }
    assert!(faces.iter().all(|n| (9_700..10_300).contains(n)), "{faces:?}");
}
