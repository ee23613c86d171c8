//! The generator of dice and cards.

use wilderness_engine::testing::scattered;
use wilderness_engine::{Purpose, Stream};

#[test]
fn the_same_seed_gives_the_same_dice_everywhere() {
    let mut stream = Stream::new(42, Purpose::Dice);
    assert_eq!([(); 12].map(|()| stream.die(6)), [2, 6, 3, 6, 6, 3, 4, 3, 1, 2, 5, 3]);
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
            stream.die(6);
            usize::from(stream.die(6) - 1)
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
        faces[stream.die(6) as usize - 1] += 1;
    }
    assert!(faces.iter().all(|n| (9_700..10_300).contains(n)), "{faces:?}");
}

#[test]
fn a_die_has_as_many_faces_as_it_is_said_to_have() {
    let mut stream = Stream::new(7, Purpose::Dice);
    for faces in [1, 2, 4, 10, 20, u8::MAX] {
        let rolled: Vec<u8> = (0..20_000).map(|_| stream.die(faces)).collect();
        assert_eq!((rolled.iter().min(), rolled.iter().max()), (Some(&1), Some(&faces)));
    }
}

#[test]
fn each_seat_has_a_stream_of_its_own() {
    let purposes = (0..7).map(Purpose::Agent).chain([Purpose::Rules, Purpose::Imagined, Purpose::Experiment]);
    let mut first: Vec<u32> = purposes.map(|purpose| Stream::new(3, purpose).below(u32::MAX)).collect();
    first.sort_unstable();
    first.dedup();
    assert_eq!(first.len(), 10);
}
