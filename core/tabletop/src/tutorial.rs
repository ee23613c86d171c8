//! The tutorial of a folder, `tutorial.toml`, with the game that it plays.

use crate::data::GameData;
use crate::rules::Tabletop;
use serde::Deserialize;
use wilderness_engine::faults::{Faults, Source, Spanned, read_toml};
use wilderness_engine::plain::{Header, Side};
use wilderness_engine::{StepForm, Tutorial, TutorialForm, unknown_in_tutorial};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FolderTutorialForm {
    learner: Spanned<String>,
    #[serde(default)]
    seed: u64,
    scenario: Option<Spanned<String>>,
    #[serde(default)]
    rules: Vec<Spanned<String>>,
    end: Spanned<String>,
    step: Spanned<Vec<StepForm>>,
}

/// The tutorial of a folder.
pub type FolderTutorial = Tutorial<Side, Header<Tabletop>>;

/// Reads the tutorial of a game.
///
/// # Errors
/// Everything wrong with it.
pub(crate) fn read_tutorial(source: &Source, data: &GameData) -> Result<FolderTutorial, Faults> {
    let mut faults = Faults::none();
    let form: Option<FolderTutorialForm> = read_toml("tabletop", source, &mut faults);
    let Some(FolderTutorialForm { learner, seed, scenario, rules, end, step: steps }) = form else {
        return Err(faults);
    };
    let mut header = Header::new(seed);
    header.scenario = data.scenarios.first().map(|scenario| scenario.id.to_string()).unwrap_or_default();
    if let Some(scenario) = &scenario {
        faults.append(unknown_in_tutorial(source, scenario, &data.names.scenarios, "a scenario"));
        header.scenario.clone_from(scenario.get_ref());
    }
    for rule in &rules {
        faults.append(unknown_in_tutorial(source, rule, &data.names.options, "an optional rule"));
    }
    header.rules = rules.into_iter().map(Spanned::into_inner).collect();
    match Tutorial::new(source, TutorialForm { learner, steps, end }, data.sides, header) {
        Ok(tutorial) => faults.into_result(tutorial),
        Err(more) => {
            faults.append(more);
            Err(faults)
        }
    }
}
