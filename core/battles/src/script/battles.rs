//! The battles that content makes, with their scripts.

use super::parameters::check;
use super::{Deck, RuleFacts, Scripts};
use crate::battle::Battle;
use crate::content::{Content, ENDING, OF_SCRIPTS, TABLES, scripts_of_program};
use crate::game::FrenchAndIndianWarBattles as Us;
use crate::state::Options;
use crate::tables::Tables;
use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;
use wilderness_engine::faults::{Fault, Faults};
use wilderness_engine::script::{Compile, Fingerprints, Host, Script, ScriptSet, fingerprint};

/// The battles that content makes.
pub struct Battles {
    content: Content,
    scripts: Scripts,
    fingerprints: Fingerprints,
    battles: Rc<Deck>,
}

impl Battles {
    /// The battles of the program.
    ///
    /// # Errors
    /// What is wrong with its content.
    pub fn embedded() -> Result<Battles, Faults> {
        Content::embedded().compile()
    }

    /// The battle with an id.
    ///
    /// # Errors
    /// That there is none, with the ids that there are.
    pub fn find(&self, id: &str) -> Result<&Arc<Battle>, Faults> {
        self.battles.get(id).ok_or_else(|| {
            let fault = Fault::error("record::unknown_scenario", format!("there is no battle `{id}`"));
            let ids: Vec<&str> = self.battles.keys().map(String::as_str).collect();
            fault.help(format!("known here: {}", ids.join(", "))).did_you_mean(id, ids).into()
        })
    }

    /// Whether a file matters to a battle: the tables, its scenario, and its map and counters.
    pub(crate) fn is_part_of(&self, file: &str, id: &str) -> bool {
        let is_other = file.starts_with(OF_SCRIPTS);
        !is_other
            && (file == TABLES
                || self.battles.get(id).is_some_and(|battle| battle.files.iter().any(|name| name == file)))
    }

    /// Whether a file is a script that matters to a game of a battle with these options.
    pub(crate) fn is_script_of(&self, file: &str, id: &str, options: &[&str]) -> bool {
        let script = file.strip_prefix(OF_SCRIPTS).and_then(|file| file.strip_suffix(ENDING));
        script.zip(self.battles.get(id)).is_some_and(|(script, battle)| battle.uses(script, options))
    }

    /// The scripts.
    pub(crate) fn scripts(&self) -> &Scripts {
        &self.scripts
    }

    /// The rules that are scripts, by their names.
    pub fn rules(&self) -> impl Iterator<Item = (&str, &RuleFacts)> {
        self.scripts().rules.iter().map(|(name, rule)| (name.as_str(), &rule.facts))
    }

    /// All battles, in the order of their ids.
    pub fn iter(&self) -> impl Iterator<Item = &Arc<Battle>> {
        self.battles.values()
    }
}

impl ScriptSet for Battles {
    type Rules = Us;
    type Language = Battles;
    type Sources = Content;

    fn fingerprints(&self) -> &Fingerprints {
        &self.fingerprints
    }

    fn host(&self) -> Option<&Host<Us>> {
        Some(&self.scripts.host)
    }

    fn all(&self) -> impl Iterator<Item = &Script<Us>> {
        self.scripts.rules.values().map(|rule| &*rule.script)
    }

    fn sources(&self) -> &Content {
        &self.content
    }

    fn is_rule(&self, marker: &str) -> bool {
        self.scripts.rules.contains_key(marker)
    }
}

impl Compile for Content {
    type Scripts = Battles;

    fn compile(&self) -> Result<Battles, Faults> {
        let mut faults = Faults::none();
        let Some(source) = self.source(TABLES) else {
            let fault = Fault::error("content::no_tables", format!("there is no `{TABLES}`"));
            return Err(fault.help("copy the one of the program").into());
        };
        let Some(tables) = Tables::read(source, &mut faults).map(Arc::new) else { return Err(faults) };
        let mut battles: BTreeMap<String, Arc<Battle>> = BTreeMap::new();
        for (name, source) in self.named().filter(|(name, _)| !name.contains('/') && *name != TABLES) {
            let Some(battle) = self.battle(name, source, &tables, &mut faults) else { continue };
            if let Some(other) = battles.insert(battle.id.clone(), Arc::new(battle)) {
                let message = format!("there are two battles `{}`", other.id);
                faults.push(Fault::error("scenario::twice", message).at(
                    source,
                    0..0,
                    format!("the second, in {name}"),
                ));
            }
        }
        let fingerprints = self.named().map(|(name, source)| (name.clone(), fingerprint(source.text()))).collect();
        let files = self.named().filter_map(|(name, source)| Some((name.strip_prefix(OF_SCRIPTS)?, source)));
        let battles = Rc::new(battles);
        let scripts = Scripts::read(battles.clone(), files, &mut faults);
        for battle in battles.values() {
            if let Some(source) = battle.files.last().and_then(|file| self.source(file)) {
                check(battle, &scripts, source, &mut faults);
            }
        }
        idle_scripts(self, &battles, &mut faults);
        faults.into_result(Battles { content: self.clone(), scripts, fingerprints, battles })
    }
}

/// Reports scripts of a designer that no option and no scenario puts in force.
fn idle_scripts(content: &Content, battles: &Deck, faults: &mut Faults) {
    for (file, source) in content.named().filter(|(file, _)| !scripts_of_program().contains_key(*file)) {
        let Some(file) = file.strip_prefix(OF_SCRIPTS) else { continue };
        let name = file.strip_suffix(ENDING).unwrap_or(file);
        if !battles.values().any(|battle| battle.uses(name, &Options::WORDS)) {
            let message = format!("no option is called `{name}`, and no scenario names the script");
            let fault = Fault::error("script::unknown_rule", message).at(source, 0..0, "never called");
            let names = battles.values().flat_map(|battle| battle.scripts.iter().map(|named| named.script.as_str()));
            faults.push(fault.did_you_mean(name, Options::WORDS.into_iter().chain(names)));
        }
    }
}
