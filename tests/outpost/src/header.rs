//! How a game begins: the header of its record.

use crate::{Cards, Outpost, Side, State};
use std::ops::{Deref, DerefMut};
use std::rc::Rc;
use std::sync::Arc;
use wilderness_engine::faults::{Fault, Faults};
use wilderness_engine::language::Markers;
use wilderness_engine::record::{self, Common, Start};
use wilderness_engine::{Purpose, Seen, Stream, Windows};

/// What a game starts from.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Header {
    /// What every header has: the seed of dice and cards among it.
    pub common: Common,
    /// Whether a side is asked for an ambush even if it holds no high card.
    pub windows: Windows,
}

impl Header {
    /// A game with this seed, in which windows open then.
    pub fn new(seed: u64, windows: Windows) -> Header {
        Header { common: Common::new("", seed), windows }
    }
}

impl Deref for Header {
    type Target = Common;

    fn deref(&self) -> &Common {
        &self.common
    }
}

impl DerefMut for Header {
    fn deref_mut(&mut self) -> &mut Common {
        &mut self.common
    }
}

impl record::Header<Outpost> for Header {
    const GAME: &'static str = "outpost";
    const WORDS: &'static [&'static str] = &["seed", "windows"];

    fn windows(&self) -> Windows {
        self.windows
    }

    fn set_windows(&mut self, windows: Windows) {
        self.windows = windows;
    }

    fn uses(&self, _: &str, _: &Cards) -> bool {
        false
    }

    fn starting_from(&self, _: &State, _: u64, _: &Cards) -> Result<Header, Faults> {
        Err(Fault::error("outpost::no_positions", "a game starts from its setup").into())
    }

    fn scenario_with(&self, _: &State, seen: &Seen<'_, Outpost>, _: &Cards) -> Result<Arc<()>, Faults> {
        Ok(seen.scenario.clone())
    }

    fn start(&self, scripts: Rc<Cards>) -> Result<Start<Outpost>, Faults> {
        let mut draws = Stream::new(self.seed, Purpose::Deck);
        let mut pile: Vec<u8> = (1..=12).collect();
        draws.shuffle(&mut pile);
        let hands = [pile.split_off(9), pile.split_off(6)];
        let dice = Stream::new(self.seed, Purpose::Dice);
        let state = State { turn: 0, active: Side::Red, line: 0, hands, pile, markers: Markers::new(), dice, draws };
        Ok(Start { header: self.clone(), scenario: Arc::new(()), scripts, state })
    }
}
