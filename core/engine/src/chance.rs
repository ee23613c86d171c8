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
    /// An agent's own choices; one stream for each seat, numbered from 0.
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
            Purpose::Agent(seat @ 0..=1) => (3 + seat as u64, scattered(seed)),
            // The next numbers were taken before there were more seats.
            Purpose::Agent(seat) => (6 + seat as u64, scattered(seed)),
            Purpose::Rules => (5, scattered(seed)),
            Purpose::Imagined => (6, scattered(seed)),
            Purpose::Experiment => (7, scattered(seed)),
        };
        Stream(Pcg32::new(seed, stream))
    }

    /// The stream of this number of a generator that is seeded with a name.
    pub(crate) fn of(name: u64, stream: u64) -> Stream {
        Stream(Pcg32::new(name, stream))
    }

    /// Where it is, as text: two streams with the same give the same from here on.
    pub fn place(&self) -> String {
        // Two numbers, so serialization cannot fail.
        serde_json::to_string(self).unwrap_or_default()
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

    /// A die with this many faces.
    pub fn die(&mut self, faces: u8) -> u8 {
        self.below(faces.into()) as u8 + 1
    }

    /// Puts the items in random order.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last as u32 + 1) as usize);
        }
    }
}

/// The hash of two texts one after the other (FNV-1a, 64 bits).
pub(crate) fn hash_of(one: &str, other: &str) -> u64 {
    hash_on(hash_on(0xcbf2_9ce4_8422_2325, one), other)
}

/// The hash of what a hash is of, and then of a text.
pub(crate) fn hash_on(before: u64, text: &str) -> u64 {
    text.bytes().fold(before, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3))
}

/// A seed that is uncorrelated with those of neighbouring numbers (SplitMix64). The mapping is one to one.
pub(crate) fn scattered(seed: u64) -> u64 {
    let z = seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
