//! How a game begins: the header of its record.

use crate::{Cards, Outpost, Side, State};
use std::rc::Rc;
use std::sync::Arc;
use wilderness_engine::faults::{Fault, Faults, Source};
use wilderness_engine::language::Markers;
use wilderness_engine::record::{self, Heading, Start};
use wilderness_engine::{Dice, Purpose, Seen, Stream, Windows};

/// What a game starts from.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Header {
    /// The seed of dice and cards.
    pub seed: u64,
    /// Whether a side is asked for an ambush even if it holds no high card.
    pub windows: Windows,
}

impl record::Header<Outpost> for Header {
    const WORDS: &'static [&'static str] = &["seed", "windows"];
    const FOR_EACH: &'static [&'static str] = &[];
    const IN_JSON: &'static [&'static str] = &[];
    const FAULTS: &'static [(&'static str, &'static [&'static str])] = &[];

    fn read(&mut self, heading: &Heading<'_>) -> Result<(), Faults> {
        let wrong = || Err(heading.fault("form", "a seed, or `windows open`", &heading.span, "here").into());
        match (heading.first, heading.rest) {
            ("seed", [(seed, _)]) => seed.parse().map(|seed| self.seed = seed).or_else(|_| wrong()),
            ("windows", [("open", _)]) => {
                self.windows = Windows::Open;
                Ok(())
            }
            _ => wrong(),
        }
    }

    fn lacks(&self, _: &Source) -> Faults {
        Faults::none()
    }

    fn add_script(&mut self, _: String, _: String) {}

    fn seed(&self) -> u64 {
        self.seed
    }

    fn windows(&self) -> Windows {
        self.windows
    }

    fn dice(&self) -> Dice {
        Dice::Generator
    }

    fn scripts(&self) -> &[(String, String)] {
        &[]
    }

    fn name_scripts(&mut self, _: &Cards) {}

    fn carry(&mut self, _: &Cards) {}

    fn without_scripts(&self) -> Header {
        self.clone()
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

    fn write(&self) -> String {
        let windows = if self.windows == Windows::Open { "windows open\n" } else { "" };
        format!("{} {}\nseed {}\n{windows}", record::FIRST_WORD, record::VERSION, self.seed)
    }
}
