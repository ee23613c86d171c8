//! The tutorial: the season that `help/tutorial.toml` tells.

use crate::front::{Reply, Session, Trouble};
use crate::prompt::lesson::{Course, Step};
use serde::Deserialize;
use wilderness_war::{CardId, Header, PerSide, Side, View, War};

/// The season as it is written.
#[derive(Clone, Deserialize, Debug)]
#[serde(deny_unknown_fields)]
struct Script {
    /// The scenario it begins.
    scenario: String,
    /// Its seed.
    seed: u64,
    /// The numbers of the cards that the French hold.
    french: Vec<u8>,
    /// And the British.
    british: Vec<u8>,
    /// What is said at the end.
    end: String,
    /// What is done, in order.
    #[serde(rename = "step")]
    steps: Vec<Step>,
}

impl Session<War> {
    /// Begins the tutorial, or leaves it.
    pub(super) fn tutorial(&mut self, on: bool) -> Result<Reply, Trouble> {
        if !on {
            let text = match self.leave_lesson() {
                true => "The game is yours: both sides are played here (`bot british on` changes that).\n",
                false => "there is no tutorial to leave\n",
            };
            return Ok(Reply::Text(text.into()));
        }
        let script: Script = toml::from_str(include_str!("../../help/tutorial.toml")).map_err(Trouble::plain)?;
        let header = self.first_day(&script)?;
        let course = Course { learner: Side::French, steps: script.steps, end: script.end };
        self.begin_lesson(&header, course)
    }

    /// The game of the tutorial before anything has happened. The cards are dealt, and no more than those.
    fn first_day(&self, script: &Script) -> Result<Header, Trouble> {
        let scripts = self.game().scripts().clone();
        let mut header = Header::new(&script.scenario, script.seed, &scripts);
        header.position = Some(View::of_everything(&header.begin(scripts)?).position());
        let hand = |cards: &[u8]| Some(cards.iter().map(|card| CardId(*card)).collect());
        header.hands = PerSide { french: hand(&script.french), british: hand(&script.british) };
        Ok(header)
    }
}
