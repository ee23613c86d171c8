//! The tutorial of `help/tutorial.toml`.

use crate::front::{Reply, Session, Trouble};
use crate::prompt::lesson::{Course, LessonStep};
use serde::Deserialize;
use wilderness_engine::faults::built_in_toml;
use wilderness_war::{CardId, Header, PerSide, Side, View, War};

/// The tutorial as written in the file.
#[derive(Clone, Deserialize, Debug)]
#[serde(deny_unknown_fields)]
struct Script {
    scenario: String,
    seed: u64,
    /// The French hand, by card number.
    french: Vec<u8>,
    /// The British hand, by card number.
    british: Vec<u8>,
    /// The closing text.
    end: String,
    /// The steps, in order.
    #[serde(rename = "step")]
    steps: Vec<LessonStep>,
}

impl Session<War> {
    /// Begins the tutorial.
    pub(super) fn begin_tutorial(&mut self) -> Result<Reply, Trouble> {
        let script: Script = built_in_toml("tutorial.toml", include_str!("../../help/tutorial.toml"));
        let header = self.first_day(&script)?;
        let course = Course { learner: Side::French, steps: script.steps, end: script.end };
        self.begin_lesson(&header, course)
    }

    /// The game of the tutorial before its first step, with only these hands dealt.
    fn first_day(&self, script: &Script) -> Result<Header, Trouble> {
        let scripts = self.game().scripts().clone();
        let mut header = Header::new(&script.scenario, script.seed, &scripts);
        header.position = Some(View::of_everything(&header.begin(scripts)?).position());
        let hand = |cards: &[u8]| Some(cards.iter().map(|card| CardId(*card)).collect());
        header.hands = PerSide { french: hand(&script.french), british: hand(&script.british) };
        Ok(header)
    }
}
