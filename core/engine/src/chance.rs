//! The generator: dice and shuffles that are the same on every machine. The step from raw numbers to dice is our own,
//! because that of the `rand` crate may change between versions.

use rand_pcg::Pcg32;
use rand_pcg::rand_core::Rng;
use serde::{Deserialize, Serialize};

/// A stream of random numbers, saved with the state of the game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Stream(Pcg32);

/// What a stream is for. Each seed has one for each purpose, so that a bot's draws do not shift the dice.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Purpose {
    /// Dice.
    Dice,
    /// Shuffling and drawing cards and leaders.
    Deck,
    /// An agent's own choices; one stream for each of the two seats, numbered 0 and 1.
    Agent(usize),
    /// Hidden cards and dice of a determinization.
    Imagined,
    /// The optional rules of a game in a simulation.
    Rules,
    /// What an experiment changes in a game.
    Experiment,
}

impl Stream {
    /// The stream of a seed for a purpose.
    pub fn new(seed: u64, purpose: Purpose) -> Stream {
        let (stream, seed) = match purpose {
            Purpose::Dice => (1, seed),
            Purpose::Deck => (2, seed),
            // Streams of the same seed resemble each other: the choices of agents must not correlate with the dice.
            Purpose::Agent(seat) => (3 + seat as u64, scattered(seed)),
            Purpose::Rules => (5, scattered(seed)),
            Purpose::Imagined => (6, scattered(seed)),
            Purpose::Experiment => (7, scattered(seed)),
        };
        Stream(Pcg32::new(seed, stream))
    }

    /// A number from 0 to `n - 1`, all equally likely; 0 if `n` is 0.
    #[inline]
    pub fn below(&mut self, n: u32) -> u32 {
        if n == 0 {
            return 0;
        }
        // Multiply and shift, rejecting the few raw numbers that would bias the result.
        let least = n.wrapping_neg() % n;
        loop {
            let wide = u64::from(self.0.next_u32()) * u64::from(n);
            if wide as u32 >= least {
                return (wide >> 32) as u32;
            }
        }
    }

    /// A six-sided die.
    pub fn die(&mut self) -> u8 {
        self.below(6) as u8 + 1
    }

    /// Puts the items in random order.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last as u32 + 1) as usize);
        }
    }
}

/// A seed that is uncorrelated with those of neighbouring numbers (SplitMix64). The mapping is one to one.
pub(crate) fn scattered(seed: u64) -> u64 {
    let z = seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

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
}
