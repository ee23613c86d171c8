//! The scripts of the battles: optional and special rules (18.0 to 24.0). Each is a file of its own, called by its
//! name: as the option that puts it in force, or as a scenario names it.

mod battles;
mod language;
mod parameters;
mod services;

pub use battles::Battles;

use crate::battle::Battle;
use crate::board::Board;
use crate::content::ENDING;
use crate::decision::{Play, Table};
use crate::game::FrenchAndIndianWarBattles as Us;
use crate::id::Id;
use crate::side::Side;
use crate::state::State;
use crate::unit::UnitId;
use rhai::Dynamic;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;
use wilderness_engine::faults::{Fault, Faults, Source};
use wilderness_engine::language::Role;
use wilderness_engine::script::{Host, Modifying, Occasion, Script, ScriptReader, Triggers, at_function, wrong_result};
use wilderness_hexes::Hex;

/// The modifier that keeps units out of hexes.
const ENTERING: &str = "entering";
/// What is called for an arrival that names the script.
const DUE: &str = "due";

/// What a rule defines.
const RULE: Role =
    Role { needed: &["rule"], together: &["moments", "act"], also: &["parameters", DUE], modifies: true };

/// The battles by their ids, in which scripts look up maps and units.
pub type Deck = BTreeMap<String, Arc<Battle>>;

/// A moment at which scripts act.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Moment {
    /// A gun has fired, and its die is known; nothing has come of it yet (6.1).
    Bombarded,
    /// A unit has entered a hex by a move, an arrival, a retreat or a pursuit.
    Entered,
    /// The same, but only for hexes for which the scenario gives demoralization points.
    Objective,
}

/// A moment, in the hands of a script.
#[derive(Clone, Debug)]
pub struct MomentView {
    kind: &'static str,
    side: Side,
    /// The unit that fired or entered, and the hex.
    at: Option<(Id, Hex)>,
    die: Option<u8>,
}

/// A group that may arrive, in the hands of a script: its id, and the place of it among those of the battle.
#[derive(Clone, Debug)]
pub struct ArrivalView {
    index: usize,
    id: String,
    parameters: rhai::Map,
}

/// A set of hexes for which the scenario gives demoralization points, in the hands of a script.
#[derive(Clone, Copy, Debug)]
pub struct ObjectiveView {
    index: usize,
    side: Side,
    points: u16,
}

/// What a modifier is asked about.
#[derive(Clone, Copy, Debug)]
pub struct Context {
    side: Side,
    /// The unit, and the hex that it would enter.
    at: Option<(Id, Hex)>,
}

/// What the script of a rule says of it in `rule()`.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RuleFacts {
    /// Its number in the rulebook; empty if it is not of the rulebook.
    #[serde(default)]
    pub number: String,
    pub name: String,
    /// What it says, in a sentence.
    pub about: String,
}

/// A rule that is a script.
pub(crate) struct Rule {
    pub script: Rc<Script<Us>>,
    pub facts: RuleFacts,
}

/// Scripts, compiled and checked.
pub(crate) struct Scripts {
    pub host: Host<Us>,
    /// By their names.
    pub rules: BTreeMap<String, Rule>,
    modifying: Modifying<Us>,
    triggers: Triggers<Us>,
}

impl Scripts {
    /// Compiles the scripts in these files. What is wrong is reported.
    pub fn read<'a>(
        deck: Rc<Deck>,
        files: impl Iterator<Item = (&'a str, &'a Source)>,
        faults: &mut Faults,
    ) -> Scripts {
        let mut reader = ScriptReader::<Us>::new(deck, [].iter());
        let mut read = Vec::new();
        for (file, source) in files {
            let name = file.strip_suffix(ENDING).unwrap_or(file);
            if let Some(mut found) = reader.read(source, RULE) {
                found.script.rule = Some(Arc::from(name));
                read.push((name.to_string(), found));
            }
        }
        let names: Vec<String> = read.iter().map(|(name, _)| name.clone()).collect();
        reader.compare(read.iter().map(|(_, found)| found), &names, &|_| false);
        faults.append(reader.faults);
        let mut rules = BTreeMap::new();
        for (name, found) in read {
            match facts(&reader.host, &found.script) {
                Ok(facts) => drop(rules.insert(name, Rule { script: Rc::new(found.script), facts })),
                Err(more) => faults.append(more),
            }
        }
        let all = || rules.values().map(|rule| &rule.script);
        let (modifying, triggers) = (Modifying::new(&reader.host, all()), Triggers::new(all()));
        Scripts { host: reader.host, rules, modifying, triggers }
    }

    /// Whether a script in force may keep units out of hexes.
    pub fn keep_out(&self, state: &State) -> bool {
        self.modifying.is_in_force(state, ENTERING)
    }

    /// The rule that keeps a unit out of a hex, if a script in force does: its name and its number.
    ///
    /// # Errors
    /// A script that fails.
    pub fn kept_out_by(&self, board: &Board<'_>, unit: UnitId, hex: Hex) -> Play<Option<String>> {
        let side = board.piece(unit).side;
        let at = Context { side, at: Some((board.unit(unit).id, hex)) };
        let (open, at) = (|| true.into(), || Dynamic::from(at));
        let modified = self.modifying.modify(&self.host, board.state, (ENTERING, side), open, at)?;
        let rule = modified.as_ref().and_then(|modified| modified.vetoed_by()?.rule.clone());
        Ok(rule.and_then(|rule| self.rules.get(&*rule)).map(|rule| rule.facts.to_string()))
    }
}

impl std::fmt::Display for RuleFacts {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.number.is_empty() {
            true => f.write_str(&self.name),
            false => write!(f, "{}, {}", self.name, self.number),
        }
    }
}

/// What a script says of its rule.
fn facts(host: &Host<Us>, script: &Script<Us>) -> Result<RuleFacts, Faults> {
    let found = script.constant(host, "rule")?;
    if !found.is_map() {
        return Err(wrong_result(host, &script.compiled, "rule", found.type_name()).into());
    }
    rhai::serde::from_dynamic::<RuleFacts>(&found).map_err(|_| {
        let fault = Fault::error("script::bad_rule", "`rule` does not describe a rule");
        let fault = at_function(fault, &script.compiled, "rule");
        fault.help("it returns `#{ number: \"19.0\", name: \"…\", about: \"…\" }`; `number` may be missing").into()
    })
}

/// A gun has fired at a hex: scripts in force act.
pub(crate) fn bombarded(table: &mut Table, side: Side, gun: UnitId, hex: Hex, die: u8) -> Play<()> {
    let unit = table.scenario.unit(gun).id;
    act(table, Moment::Bombarded, MomentView { kind: "bombarded", side, at: Some((unit, hex)), die: Some(die) })
}

/// A unit has entered a hex: scripts in force act.
pub(crate) fn entered(table: &mut Table, side: Side, unit: UnitId, hex: Hex) -> Play<()> {
    let unit = table.scenario.unit(unit).id;
    let view = MomentView { kind: "entered", side, at: Some((unit, hex)), die: None };
    if table.scenario.objectives.contains(hex) {
        act(table, Moment::Objective, MomentView { kind: "objective", ..view.clone() })?;
    }
    act(table, Moment::Entered, view)
}

fn act(table: &mut Table, moment: Moment, view: MomentView) -> Play<()> {
    if table.state.in_force.is_empty() {
        return Ok(());
    }
    let battles = table.scripts.clone();
    let scripts = battles.scripts();
    if !scripts.triggers.act_at(&table.state, moment) {
        return Ok(());
    }
    scripts.triggers.act(&scripts.host, table, (moment, view.side), &Dynamic::from(view))
}

/// A group may arrive (14.0): its script decides.
pub(crate) fn due(table: &mut Table, index: usize) -> Play<()> {
    let (battles, battle) = (table.scripts.clone(), table.scenario.clone());
    let arrival = &battle.arrivals[index];
    let scripts: &Scripts = battles.scripts();
    let named = arrival.script.as_ref().and_then(|named| Some((named, scripts.rules.get(&named.script)?)));
    let Some((named, rule)) = named else { return Ok(()) };
    let view = ArrivalView { index, id: arrival.id.clone(), parameters: named.to_map() };
    let occasion = Occasion::new(arrival.side, None);
    scripts.host.act(&rule.script, DUE, table, occasion, vec![Dynamic::from(view)])
}
