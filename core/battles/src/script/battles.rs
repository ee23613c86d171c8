//! The battles that content makes, with their scripts.

use super::language::MODIFIERS;
use super::parameters::check;
use super::{DUE, Deck, Rule, RuleFacts, Scripts};
use crate::battle::Battle;
use crate::content::{CATALOGUE, Content, ENDING, SCRIPTS, TABLES};
use crate::decision::Throw;
use crate::game::FrenchAndIndianWarBattles as Us;
use crate::side::{self, PerSide, Side};
use crate::state::Options;
use crate::tables::Tables;
use std::rc::Rc;
use std::sync::Arc;
use wilderness_engine::content::{Catalogue, Texts};
use wilderness_engine::faults::{Fault, Faults};
use wilderness_engine::scene::Symbols;
use wilderness_engine::script::{Compile, Fingerprints, Host, Script, ScriptSet};
use wilderness_engine::value::{Values, features_with_constant};
use wilderness_engine::{Chance as _, SearchOf, Searched as _, Side as _, SideWords};

/// The battles that content makes.
pub struct Battles {
    content: Content,
    scripts: Scripts,
    fingerprints: Fingerprints,
    battles: Rc<Deck>,
    /// What the sides are called.
    sides: PerSide<SideWords>,
    /// What positions of each battle are worth.
    values: Values,
    /// How a field is drawn.
    pub(crate) symbols: Arc<Symbols>,
    /// What is probably a mistake in the content.
    warnings: Faults,
}

impl Battles {
    /// The battles of the program.
    ///
    /// # Errors
    /// What is wrong with its content.
    pub fn embedded() -> Result<Battles, Faults> {
        Content::embedded().compile()
    }

    /// Makes the names of its sides those that this thread goes by.
    pub(crate) fn enter(&self) {
        side::enter(self.sides);
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

    /// Whether a file matters to a game of a battle with these options: the tables, its scenario, its map and counters,
    /// and the scripts in force.
    pub(crate) fn is_part_of(&self, file: &str, id: &str, options: &[&str]) -> bool {
        let Some(battle) = self.battles.get(id) else { return false };
        match file.strip_prefix(SCRIPTS).and_then(|file| file.strip_suffix(ENDING)) {
            Some(script) => battle.uses(script, options),
            None => file == TABLES || battle.files.iter().any(|name| name == file),
        }
    }

    /// What positions of each battle are worth.
    pub(crate) fn values(&self) -> &Values {
        &self.values
    }

    pub(crate) fn scripts(&self) -> &Scripts {
        &self.scripts
    }

    /// The rules that are scripts, by their names.
    pub fn rules(&self) -> impl Iterator<Item = (&str, &RuleFacts)> {
        self.scripts().rules.iter().map(|(name, rule)| (name.as_str(), &rule.facts))
    }

    /// The optional rules: those of the rulebook, then those of the content, by their names.
    pub fn options(&self) -> impl Iterator<Item = &str> {
        let own = self.scripts.rules.keys().map(String::as_str).filter(|name| self.is_own_option(name));
        Options::WORDS.into_iter().chain(own)
    }

    /// Whether there is an optional rule of this name.
    pub fn is_option(&self, word: &str) -> bool {
        Options::WORDS.contains(&word) || self.is_own_option(word)
    }

    /// Whether a battle has what an optional rule needs.
    pub fn has_option(&self, battle: &Battle, word: &str) -> bool {
        battle.has_option(word) || self.is_own_option(word)
    }

    /// Whether a script is an optional rule of the content: no scenario has to name it.
    fn is_own_option(&self, name: &str) -> bool {
        let is_named = || self.battles.values().any(|battle| battle.scripts().any(|script| script == name));
        let rule = self.scripts.rules.get(name).filter(|_| !Options::WORDS.contains(&name));
        rule.is_some_and(|rule| !needs_scenario(rule) && !is_named())
    }

    /// That there is an optional rule of this name.
    ///
    /// # Errors
    /// That there is none, with those that there are.
    pub fn check_option(&self, word: &str) -> Result<(), Faults> {
        if self.is_option(word) {
            return Ok(());
        }
        let fault = Fault::error("options::unknown", format!("there is no optional rule `{word}` in a battle"));
        let all: Vec<&str> = self.options().collect();
        Err(fault.help(format!("they are {}", all.join(", "))).did_you_mean(word, all).into())
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

    fn examine(&self) -> Faults {
        self.warnings.clone()
    }
}

impl Compile for Content {
    type Scripts = Battles;

    fn compile(&self) -> Result<Battles, Faults> {
        let mut faults = Faults::none();
        let Some(source) = self.get(TABLES) else {
            let fault = Fault::error("content::no_tables", format!("there is no `{TABLES}`"));
            return Err(fault.help("copy the one of the program").into());
        };
        let Some(tables) = Tables::read(source, &mut faults).map(Arc::new) else { return Err(faults) };
        let battles = self.ids().filter_map(|id| self.battle(id, &tables, &mut faults));
        let battles: Deck = battles.map(|battle| (battle.id.clone(), Arc::new(battle))).collect();
        let battles = Rc::new(battles);
        let scripts = Scripts::read(battles.clone(), self.within(SCRIPTS), &mut faults);
        for battle in battles.values() {
            if let Some(source) = battle.files.last().and_then(|file| self.get(file)) {
                check(battle, &scripts, source, &mut faults);
            }
        }
        idle_scripts(self, &battles, &scripts, &mut faults);
        let (content, fingerprints) = (self.clone(), self.fingerprints());
        let sides = tables.sides.words();
        side::enter(sides);
        let symbols = Arc::new(self.symbols(&mut faults).symbols(Side::BOTH.map(|side| sides[side].colours)));
        let values = Values::default();
        let warnings = Faults::none();
        let mut made = Battles { content, scripts, fingerprints, battles, sides, values, symbols, warnings };
        let features = features_with_constant(SearchOf::<Us>::features(&made), Side::BOTH.len());
        let (sides, dice) =
            (Side::BOTH.map(|side| side.id()), Vec::from_iter(Throw::ALL.iter().map(|throw| throw.kind())));
        made.values = Values::read(self, [&sides, &dice], &features, &mut faults);
        let (battles, warnings) = faults.with_warnings(made)?;
        Ok(Battles { warnings, ..battles })
    }

    fn catalogue() -> Option<&'static Catalogue> {
        Some(&CATALOGUE)
    }

    fn texts(&self) -> Option<&Texts> {
        Some(self)
    }

    fn made_of(&self, texts: Texts) -> Content {
        texts.into()
    }
}

/// Whether a script does nothing unless a scenario names it: it brings arrivals, or is given parameters.
fn needs_scenario(rule: &Rule) -> bool {
    let compiled = &rule.script.compiled;
    compiled.has(DUE, 1) || compiled.has("parameters", 0)
}

/// Reports scripts of a designer that do nothing: those that only a scenario puts in force, and none does, and those that
/// say no more than what they are called.
fn idle_scripts(content: &Content, battles: &Deck, scripts: &Scripts, faults: &mut Faults) {
    let built_in = Content::embedded();
    let is_own = |file: &str| built_in.get(&format!("{SCRIPTS}{file}")).is_none();
    for (file, source) in content.within(SCRIPTS).filter(|(file, _)| is_own(file)) {
        let name = file.strip_suffix(ENDING).unwrap_or(file);
        let acts = |rule: &Rule| {
            let modifies = MODIFIERS.iter().any(|modifier| rule.script.compiled.has(modifier.name, 2));
            modifies || rule.script.compiled.has("act", 1)
        };
        let is_option = scripts.rules.get(name).is_some_and(|rule| !needs_scenario(rule) && acts(rule));
        if !is_option
            && scripts.rules.contains_key(name)
            && !battles.values().any(|battle| battle.uses(name, &Options::WORDS))
        {
            let message = format!("no option is called `{name}`, and no scenario names the script");
            let fault = Fault::error("script::unknown_rule", message).at(source, 0..0, "never called");
            let names = battles.values().flat_map(|battle| battle.scripts.iter().map(|named| named.script.as_str()));
            faults.push(fault.did_you_mean_file(name, Options::WORDS.into_iter().chain(names)));
        }
    }
}
