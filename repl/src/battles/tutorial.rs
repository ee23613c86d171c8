//! The tutorial: the turn of a battle that `help/battles-tutorial.toml` tells.

use crate::front::{Reply, Session, Trouble};
use crate::prompt::lesson::{Course, LessonStep};
use serde::Deserialize;
use wilderness_battles::{FrenchAndIndianWarBattles, Header, Position, Side};
use wilderness_engine::faults::built_in_toml;

/// The turn as it is written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Script {
    /// The seed of its dice.
    seed: u64,
    /// Who learns.
    learner: Side,
    /// Where it begins, as JSON.
    position: String,
    /// What is said at the end.
    end: String,
    /// What is done, in order.
    #[serde(rename = "step")]
    steps: Vec<LessonStep>,
}

impl Session<FrenchAndIndianWarBattles> {
    /// Begins the tutorial.
    pub(super) fn begin_tutorial(&mut self) -> Result<Reply, Trouble> {
        let script: Script = built_in_toml("battles-tutorial.toml", include_str!("../../help/battles-tutorial.toml"));
        let position: Position = serde_json::from_str(&script.position).map_err(Trouble::plain)?;
        let header = Header::from_position(position, script.seed);
        let course = Course { learner: script.learner, steps: script.steps, end: script.end };
        self.begin_lesson(&header, course)
    }
}
