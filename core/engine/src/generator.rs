//! The chance of a game, part of its state. Each die, draw and shuffle has a stream of its own, which is named by the
//! seed, its purpose, where it happens, and how often that has happened there: two games of the same seed that differ
//! roll alike on the same occasions, so that their difference shows the change and not other dice. Games whose records
//! have format 1 roll all dice with one generator, and draw with another.
//! `tests/records/README.md` gives the formula: it never changes, because records depend on it.

use crate::chance::{Purpose, Stream, hash_of, scattered};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// The version of the format of a record, which says how chance follows from the seed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum RecordFormat {
    /// All dice come from one generator, all draws from another, in the order of the game.
    One,
    /// Each occasion has a stream of its own.
    #[default]
    Two,
}

impl RecordFormat {
    /// Every version, the latest last.
    pub const ALL: [RecordFormat; 2] = [RecordFormat::One, RecordFormat::Two];

    /// The number in the first line of a record.
    pub fn number(self) -> u32 {
        match self {
            RecordFormat::One => 1,
            RecordFormat::Two => 2,
        }
    }
}

/// What dice, draws and shuffles come from.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Generator(Kind);

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
enum Kind {
    Single {
        dice: Stream,
        draws: Stream,
    },
    ByOccasion {
        seed: u64,
        /// How often each occasion has been: occasions in the order of their keys. Shared, since states are copied much
        /// more often than a die is rolled.
        counts: Arc<Vec<(u64, u32)>>,
    },
}

/// The stream of the generator that a name seeds. Those of other purposes have lower numbers.
const STREAM: u64 = 1 << 32;

impl Generator {
    /// The generator of a game with this seed, whose record has this format.
    pub fn new(format: RecordFormat, seed: u64) -> Generator {
        Generator(match format {
            RecordFormat::One => {
                Kind::Single { dice: Stream::new(seed, Purpose::Dice), draws: Stream::new(seed, Purpose::Deck) }
            }
            RecordFormat::Two => Kind::ByOccasion { seed, counts: Arc::default() },
        })
    }

    /// The generator of a new game with this seed.
    pub fn seeded(seed: u64) -> Generator {
        Generator::new(RecordFormat::default(), seed)
    }

    /// Dice and draws of another seed, as if everything so far had been rolled with it.
    pub fn reseed(&mut self, to: u64) {
        match &mut self.0 {
            Kind::Single { .. } => *self = Generator::new(RecordFormat::One, to),
            Kind::ByOccasion { seed, .. } => *seed = to,
        }
    }

    /// A die with this many faces, from 1, for a purpose at a place.
    pub(crate) fn die(&mut self, purpose: &str, place: u64, faces: u8) -> u8 {
        match &mut self.0 {
            Kind::Single { dice, .. } => dice.die(faces),
            Kind::ByOccasion { .. } => self.stream("roll ", purpose, place).die(faces),
        }
    }

    /// A number from 0 to `n - 1`, for a draw for a purpose at a place; 0 if `n` is 0.
    pub(crate) fn below(&mut self, purpose: &str, place: u64, n: u32) -> u32 {
        match &mut self.0 {
            Kind::Single { draws, .. } => draws.below(n),
            Kind::ByOccasion { .. } => self.stream("draw ", purpose, place).below(n),
        }
    }

    /// Puts a pile in random order. `number` tells its cards apart: in two games, those that lie in both piles then lie
    /// in the same order.
    pub fn shuffle<T: Copy>(&mut self, purpose: &str, pile: &mut [T], number: impl Fn(T) -> u64) {
        match &mut self.0 {
            Kind::Single { draws, .. } => draws.shuffle(pile),
            Kind::ByOccasion { .. } => {
                let name = self.name("shuffle ", purpose, 0);
                pile.sort_by_cached_key(|card| scattered(name ^ scattered(number(*card))));
            }
        }
    }

    /// Puts a pile in random order before the game begins, in every format alike.
    pub fn shuffle_first<T>(&mut self, pile: &mut [T]) {
        match &mut self.0 {
            Kind::Single { draws, .. } => draws.shuffle(pile),
            Kind::ByOccasion { seed, .. } => Stream::new(*seed, Purpose::Deck).shuffle(pile),
        }
    }

    /// Counts an occasion on which there may be more than one die, such as the event of a card, and returns the place at
    /// which those dice are rolled: what was rolled on earlier occasions makes no difference to them.
    pub(crate) fn occasion(&mut self, purpose: &str, place: u64) -> u64 {
        match &self.0 {
            Kind::Single { .. } => 0,
            Kind::ByOccasion { .. } => {
                let (key, count) = self.counted("occasion ", purpose, place);
                scattered(key ^ u64::from(count))
            }
        }
    }

    fn stream(&mut self, what: &str, purpose: &str, place: u64) -> Stream {
        Stream::of(self.name(what, purpose, place), STREAM)
    }

    /// The name of the stream of something that happens now.
    fn name(&mut self, what: &str, purpose: &str, place: u64) -> u64 {
        let (key, count) = self.counted(what, purpose, place);
        let seed = match self.0 {
            Kind::ByOccasion { seed, .. } => seed,
            Kind::Single { .. } => 0,
        };
        scattered(scattered(scattered(seed) ^ key) ^ u64::from(count))
    }

    /// The key of something that happens now, and how often it has happened before.
    fn counted(&mut self, what: &str, purpose: &str, place: u64) -> (u64, u32) {
        let key = scattered(hash_of(what, purpose) ^ scattered(place));
        let Kind::ByOccasion { counts, .. } = &mut self.0 else { return (key, 0) };
        let counts = Arc::make_mut(counts);
        match counts.binary_search_by_key(&key, |(key, _)| *key) {
            Ok(index) => {
                let count = &mut counts[index].1;
                *count += 1;
                (key, *count - 1)
            }
            Err(index) => {
                counts.insert(index, (key, 1));
                (key, 0)
            }
        }
    }
}
