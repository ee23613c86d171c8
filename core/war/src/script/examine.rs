//! What is wrong with content whose scripts could be compiled: with its scenarios, its presets, and the rules that they
//! name; and what is probably a mistake in the scripts.

use super::Scripts;
use crate::content::{CATALOGUE, Content};
use crate::scenario::Scenario;
use std::path::Path;
use std::sync::Arc;
use wilderness_engine::faults::Faults;

impl Scripts {
    /// Everything wrong or probably wrong.
    pub(super) fn wrong_in_content(&self) -> Faults {
        let mut faults = self.warnings().clone();
        self.content().scenario_ids().for_each(|id| self.check_scenario(self.content(), id, &mut faults));
        for name in self.content().preset_names() {
            match self.content().preset(name) {
                Ok(preset) => {
                    faults.append(self.wrong_rules(preset.named_rules()));
                    // A file that a preset names is not part of the content.
                    let file = preset.scenario.filter(|word| Content::is_path(word));
                    if let Some(file) = file.filter(|word| self.content().scenario_named(word).is_err()) {
                        self.check_file(&file, &mut faults);
                    }
                }
                Err(more) => faults.append(more),
            }
        }
        faults
    }

    fn check_file(&self, file: &str, faults: &mut Faults) {
        match self.content().with_file(Path::new(file)).map(Content::from) {
            Ok(content) => match content.scenario_named(file) {
                Ok(id) => self.check_scenario(&content, &id, faults),
                Err(more) => faults.append(more),
            },
            Err(more) => faults.append(more),
        }
    }

    fn check_scenario(&self, content: &Content, id: &str, faults: &mut Faults) {
        match content.read_scenario(id, self.deck()) {
            Some(Ok(scenario)) => faults.append(self.wrong_rules(scenario.named_rules())),
            Some(Err(more)) => faults.append(more),
            None => {}
        }
    }

    /// The scenarios of the content in which nothing is wrong; if `own`, only those that are not built in.
    pub fn sound_scenarios(&self, own: bool) -> Vec<Arc<Scenario>> {
        let content = self.content();
        let ids = content.scenario_ids().filter(|id| !own || !content.is_from_program(&CATALOGUE.scenario(id)));
        ids.filter_map(|id| self.scenario(id)?.ok()).collect()
    }
}
