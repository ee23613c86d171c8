//! The tutorial: the turn of a battle that `help/battles-tutorial.toml` tells.

use serde::Deserialize;
use wilderness_battles::{Header, Position, Side};
use wilderness_engine::faults::{Fault, Faults, Source, Spanned, read_toml};
use wilderness_engine::{Sides, StepForm, Tutorial, TutorialForm};

/// The turn as it is written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct BattlesTutorialForm {
    learner: Spanned<String>,
    seed: u64,
    /// Where it begins, as JSON.
    position: String,
    end: Spanned<String>,
    step: Spanned<Vec<StepForm>>,
}

/// The tutorial.
pub fn read() -> Result<Tutorial<Side, Header>, Faults> {
    let source = Source::new("battles-tutorial.toml", include_str!("../../help/battles-tutorial.toml"));
    let mut faults = Faults::none();
    let form: Option<BattlesTutorialForm> = read_toml("tutorial", &source, &mut faults);
    let Some(BattlesTutorialForm { learner, seed, position, end, step: steps }) = form else { return Err(faults) };
    let position: Position = serde_json::from_str(&position)
        .map_err(|error| Fault::error("tutorial::position", format!("the position of the tutorial: {error}")))?;
    let header = Header::from_position(position, seed);
    Tutorial::new(&source, TutorialForm { learner, steps, end }, Sides::of(&Side::BOTH), header)
}
