//! The tutorial of `help/tutorial.toml`.

use serde::Deserialize;
use std::rc::Rc;
use wilderness_engine::faults::{Faults, Source, Spanned, read_toml};
use wilderness_engine::{Sides, StepForm, Tutorial, TutorialForm};
use wilderness_war::{CardId, Header, PerSide, Scripts, Side, View};

/// The tutorial as written in the file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WarTutorialForm {
    learner: Spanned<String>,
    scenario: String,
    seed: u64,
    /// The French hand, by card number.
    french: Vec<u8>,
    /// The British hand, by card number.
    british: Vec<u8>,
    end: Spanned<String>,
    step: Spanned<Vec<StepForm>>,
}

/// The tutorial: its game before the first step, with only these hands dealt.
pub fn read(scripts: &Rc<Scripts>) -> Result<Tutorial<Side, Header>, Faults> {
    let source = Source::new("tutorial.toml", include_str!("../../help/tutorial.toml"));
    let mut faults = Faults::none();
    let form: Option<WarTutorialForm> = read_toml("tutorial", &source, &mut faults);
    let Some(form) = form else { return Err(faults) };
    let mut header = Header::new(&form.scenario, form.seed, scripts);
    header.position = Some(View::of_everything(&header.begin(scripts.clone())?).position());
    let hand = |cards: &[u8]| Some(cards.iter().map(|card| CardId(*card)).collect());
    header.hands = PerSide { french: hand(&form.french), british: hand(&form.british) };
    let WarTutorialForm { learner, step: steps, end, .. } = form;
    Tutorial::new(&source, TutorialForm { learner, steps, end }, Sides::of(&Side::BOTH), header)
}
