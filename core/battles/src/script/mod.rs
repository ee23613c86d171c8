//! The scripts of the battles: optional and special rules (18.0 to 24.0). Each is a file of its own, called by its
//! name: as the option that puts it in force, or as a scenario names it.

mod battles;
mod language;
mod modifiers;
mod parameters;
mod services;

pub use battles::Battles;
pub(crate) use modifiers::tell_changes;

use crate::battle::Battle;
use crate::content::ENDING;
use crate::decision::{Play, Table};
use crate::game::FrenchAndIndianWarBattles as Us;
use crate::id::Id;
use crate::side::Side;
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
    Role { needed: &["rule"], together: &["moments", "act"], also: &["parameters", "markers", DUE], modifies: true };

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
    /// A game turn has begun (4.1).
    TurnStart,
    /// A player turn has begun.
    PlayerTurnStart,
    /// A unit has ended its move (7.2).
    Moved,
    /// An attack is resolved (9.3).
    Attacked,
    /// A unit has tried to rally (11.2).
    Rallied,
    /// The battle is about to end, and to be judged (17.0).
    BattleEnd,
}

/// A moment, in the hands of a script.
#[derive(Clone, Debug)]
pub struct MomentView {
    kind: &'static str,
    side: Side,
    unit: Option<Id>,
    hex: Option<Hex>,
    die: Option<u8>,
    /// The result of a combat, or of a rally.
    result: Option<&'static str>,
}

impl MomentView {
    /// A moment of a side that carries nothing else.
    fn of(kind: &'static str, side: Side) -> MomentView {
        MomentView { kind, side, unit: None, hex: None, die: None, result: None }
    }
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
#[derive(Clone, Debug)]
pub struct Context {
    side: Side,
    /// The unit that moves, rallies or would enter a hex.
    unit: Option<Id>,
    /// The hex that it would enter, where it is, or that is attacked.
    hex: Option<Hex>,
    /// The units that attack.
    units: Vec<Id>,
}

impl Context {
    fn of_side(side: Side) -> Context {
        Context { side, unit: None, hex: None, units: Vec::new() }
    }

    fn of_unit(battle: &Battle, side: Side, unit: UnitId, hex: Option<Hex>) -> Context {
        Context { unit: Some(battle.unit(unit).id), hex, ..Context::of_side(side) }
    }
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
    /// Whether any of them changes movement allowances, which is asked at every step of a move.
    changes_movement: bool,
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
        let changes_movement = modifying.is_defined(modifiers::MOVEMENT);
        Scripts { host: reader.host, rules, modifying, triggers, changes_movement }
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
    let unit = Some(table.scenario.unit(gun).id);
    let view = MomentView { unit, hex: Some(hex), die: Some(die), ..MomentView::of("bombarded", side) };
    act(table, Moment::Bombarded, view)
}

/// A unit has entered a hex: scripts in force act.
pub(crate) fn entered(table: &mut Table, side: Side, unit: UnitId, hex: Hex) -> Play<()> {
    let unit = Some(table.scenario.unit(unit).id);
    let view = MomentView { unit, hex: Some(hex), ..MomentView::of("entered", side) };
    if table.scenario.objectives.contains(hex) {
        act(table, Moment::Objective, MomentView { kind: "objective", ..view.clone() })?;
    }
    act(table, Moment::Entered, view)
}

/// A unit has ended its move: scripts in force act.
pub(crate) fn moved(table: &mut Table, side: Side, unit: UnitId) -> Play<()> {
    let (id, hex) = (Some(table.scenario.unit(unit).id), table.state.hex(unit));
    act(table, Moment::Moved, MomentView { unit: id, hex, ..MomentView::of("moved", side) })
}

/// An attack on a hex is resolved: scripts in force act.
pub(crate) fn attacked(table: &mut Table, side: Side, hex: Option<Hex>, die: u8, result: &'static str) -> Play<()> {
    let view = MomentView { hex, die: Some(die), result: Some(result), ..MomentView::of("attacked", side) };
    act(table, Moment::Attacked, view)
}

/// What comes of an attempt to rally, in the words of scripts.
pub(crate) const RALLY_RESULTS: [&str; 2] = ["rallied", "failed"];

/// A unit has tried to rally: scripts in force act.
pub(crate) fn rallied(table: &mut Table, unit: UnitId, die: u8, rallied: bool) -> Play<()> {
    let (id, hex, side) = (table.scenario.unit(unit).id, table.state.hex(unit), table.state.piece(unit).side);
    let result = Some(RALLY_RESULTS[usize::from(!rallied)]);
    let view = MomentView { unit: Some(id), hex, die: Some(die), result, ..MomentView::of("rallied", side) };
    act(table, Moment::Rallied, view)
}

/// A game turn, or only a player turn, has begun: scripts in force act.
pub(crate) fn turn_started(table: &mut Table, is_game_turn: bool) -> Play<()> {
    let side = table.state.side;
    if is_game_turn {
        act(table, Moment::TurnStart, MomentView::of("turn_start", side))?;
    }
    act(table, Moment::PlayerTurnStart, MomentView::of("player_turn_start", side))
}

/// The battle is about to be judged: scripts in force act.
pub(crate) fn ending(table: &mut Table) -> Play<()> {
    let side = table.state.side;
    act(table, Moment::BattleEnd, MomentView::of("battle_end", side))
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
