//! Checking content without playing it: scripts, deck, scenarios and presets.

use std::rc::Rc;
use std::sync::Arc;
use wilderness_engine::faults::Faults;
use wilderness_war::{Content, Scenario, Scripts};

/// What was found out about a content.
pub struct Examined {
    pub faults: Faults,
    /// The scripts, if they can be played with.
    pub scripts: Option<Rc<Scripts>>,
    /// The scenarios in which nothing is wrong.
    pub scenarios: Vec<Arc<Scenario>>,
}

/// Checks scripts and deck, and all scenarios and presets with them.
pub fn examine(content: &Content) -> Examined {
    let mut examined = Examined::of_scripts(content);
    let Some(scripts) = examined.scripts.clone() else { return examined };
    for id in content.scenario_ids() {
        examined.take(content.read_scenario(id, scripts.deck()));
    }
    for name in content.preset_names() {
        match content.preset(name) {
            Ok(preset) => examined.faults.append(scripts.wrong_rules(preset.named_rules())),
            Err(more) => examined.faults.append(more),
        }
    }
    examined
}

impl Examined {
    /// Checks scripts and deck.
    pub fn of_scripts(content: &Content) -> Examined {
        let (scripts, faults) = match content.compile() {
            Ok(scripts) => {
                let warnings = scripts.warnings().clone();
                (Some(Rc::new(scripts)), warnings)
            }
            Err(faults) => (None, faults),
        };
        Examined { faults, scripts, scenarios: Vec::new() }
    }

    /// Takes a scenario that was read, and checks what it recommends.
    pub fn take(&mut self, read: Option<Result<Scenario, Faults>>) {
        match (read, &self.scripts) {
            (Some(Ok(scenario)), Some(scripts)) => {
                self.faults.append(scripts.wrong_rules(scenario.named_rules()));
                self.scenarios.push(Arc::new(scenario));
            }
            (Some(Err(more)), _) => self.faults.append(more),
            _ => {}
        }
    }
}
