//! What the scripts in force make of what the rules compute: attacks, rallies, movement and victory.

use super::{Context, ENTERING, Scripts};
use crate::board::Board;
use crate::decision::{Play, Table};
use crate::game::FrenchAndIndianWarBattles as Us;
use crate::log::Happened;
use crate::rules::effects::tell;
use crate::side::Side;
use crate::state::{Level, Outcome, State};
use crate::unit::UnitId;
use rhai::{Dynamic, Map};
use wilderness_engine::Side as _;
use wilderness_engine::script::{Modified, Script};
use wilderness_hexes::Hex;

/// The modifiers that are asked for, by their names.
const ATTACK: &str = "attack";
const RALLY: &str = "rally";
pub(super) const MOVEMENT: &str = "movement";
const VICTORY_POINTS: &str = "victory_points";
const WINNER: &str = "winner";
/// What `winner` says of a battle that nobody wins.
pub(super) const DRAW: &str = "draw";

/// A change that a script makes: of what, from what to what, and which rule says so.
pub(crate) struct ScriptChange {
    pub what: &'static str,
    pub before: i64,
    pub after: i64,
    pub by: String,
}

/// What scripts change about an attack.
#[derive(Default)]
pub(crate) struct AttackChanges {
    /// Added to the attack, to the defence and to the die, each by a rule.
    strength: Vec<(String, i64)>,
    defence: Vec<(String, i64)>,
    die: Vec<(String, i64)>,
}

/// The number with what rules add to it, and the changes.
fn added(what: &'static str, number: i64, added: &[(String, i64)], least: i64, most: i64) -> (i64, Vec<ScriptChange>) {
    let mut sum = number;
    let changes = added.iter().map(|(by, amount)| {
        let before = sum;
        sum = (sum + amount).clamp(least, most);
        ScriptChange { what, before, after: sum, by: by.clone() }
    });
    let changes: Vec<ScriptChange> = changes.collect();
    (sum, changes)
}

impl AttackChanges {
    /// The factors of attack and defence, and what has changed them.
    pub fn factors(&self, attack: u32, defence: u32) -> ([u32; 2], Vec<ScriptChange>) {
        let most = i64::from(u16::MAX);
        let (attack, mut changes) = added("attack", attack.into(), &self.strength, 0, most);
        let (defence, more) = added("defence", defence.into(), &self.defence, 0, most);
        changes.extend(more);
        ([attack as u32, defence as u32], changes)
    }

    /// The die that counts.
    pub fn die(&self, die: u8) -> (u8, Vec<ScriptChange>) {
        let (die, changes) = added("die", die.into(), &self.die, 1, 6);
        (die as u8, changes)
    }
}

/// Reports what scripts have changed.
pub(crate) fn tell_changes(table: &mut Table, rule: &'static str, side: Side, changes: Vec<ScriptChange>) {
    for ScriptChange { what, before, after, by } in changes.into_iter().filter(|change| change.before != change.after) {
        tell(table, rule, side, Happened::Changed { what, before, after, by });
    }
}

impl Scripts {
    fn modify(
        &self,
        state: &State,
        name: &'static str,
        start: impl Fn() -> Dynamic,
        (side, at): (Side, impl FnOnce() -> Context),
    ) -> Play<Option<Modified<Us>>> {
        self.modifying.modify(&self.host, state, (name, side), start, || Dynamic::from(at()))
    }

    /// What the rules call a script that is one.
    fn name_of(&self, script: &Script<Us>) -> String {
        let rule = script.rule.as_ref().and_then(|rule| self.rules.get(&**rule));
        rule.map_or_else(|| script.compiled.source.name().into(), |rule| rule.facts.name.clone())
    }

    /// What each script has added to a number.
    fn additions(&self, modified: &Modified<Us>, field: &'static str) -> Vec<(String, i64)> {
        modified.changes(field).map(|(script, amount)| (self.name_of(script), amount)).collect()
    }

    /// Whether a script in force may keep units out of hexes.
    pub fn keep_out(&self, state: &State) -> bool {
        self.modifying.is_in_force(state, ENTERING)
    }

    /// Whether a script in force may change movement allowances.
    pub fn change_movement(&self, state: &State) -> bool {
        self.changes_movement && self.modifying.is_in_force(state, MOVEMENT)
    }

    /// The rule that keeps a unit out of a hex, if a script in force does: its name and its number.
    ///
    /// # Errors
    /// A script that fails.
    pub fn kept_out_by(&self, board: &Board<'_>, unit: UnitId, hex: Hex) -> Play<Option<String>> {
        let side = board.piece(unit).side;
        let at = || Context::of_unit(board.battle, side, unit, Some(hex));
        let modified = self.modify(board.state, ENTERING, || true.into(), (side, at))?;
        let rule = modified.as_ref().and_then(|modified| modified.vetoed_by()?.rule.clone());
        Ok(rule.and_then(|rule| self.rules.get(&*rule)).map(|rule| rule.facts.to_string()))
    }

    /// What scripts change about an attack of these units on these hexes (9.1, 9.3).
    ///
    /// # Errors
    /// A script that fails.
    pub fn attack(&self, board: &Board<'_>, units: &[UnitId], hexes: &[Hex]) -> Play<AttackChanges> {
        let side = board.state.side;
        let ids = || units.iter().map(|unit| board.unit(*unit).id).collect();
        let at = || Context { side, unit: None, hex: hexes.first().copied(), units: ids() };
        let start = || {
            let fields = ["strength", "defence", "drm"].map(|name| (name.into(), Dynamic::from(0_i64)));
            Dynamic::from(fields.into_iter().collect::<Map>())
        };
        let modified = self.modify(board.state, ATTACK, start, (side, at))?;
        Ok(modified.map_or_else(AttackChanges::default, |modified| AttackChanges {
            strength: self.additions(&modified, "strength"),
            defence: self.additions(&modified, "defence"),
            die: self.additions(&modified, "drm"),
        }))
    }

    /// What is added to the die of a unit that tries to rally (11.2), and what has changed it.
    ///
    /// # Errors
    /// A script that fails.
    pub fn rally(&self, board: &Board<'_>, unit: UnitId, modifier: i16) -> Play<(i16, Vec<ScriptChange>)> {
        let side = board.piece(unit).side;
        let at = || Context::of_unit(board.battle, side, unit, board.state.hex(unit));
        let modified = self.modify(board.state, RALLY, || i64::from(modifier).into(), (side, at))?;
        let additions = modified.map(|modified| self.additions(&modified, "")).unwrap_or_default();
        let (sum, changes) = added("rally", modifier.into(), &additions, -20, 20);
        Ok((sum as i16, changes))
    }

    /// The movement allowance of a unit (7.2).
    ///
    /// # Errors
    /// A script that fails.
    pub fn allowance(&self, board: &Board<'_>, unit: UnitId, mp: u8) -> Play<u8> {
        let side = board.piece(unit).side;
        let at = || Context::of_unit(board.battle, side, unit, board.state.hex(unit));
        let modified = self.modify(board.state, MOVEMENT, || i64::from(mp).into(), (side, at))?;
        Ok(modified.map_or(mp, |modified| modified.number("") as u8))
    }

    /// The victory points of a side (17.1), and what has changed them.
    ///
    /// # Errors
    /// A script that fails.
    pub fn victory_points(&self, state: &State, side: Side, vp: u16) -> Play<(u16, Vec<ScriptChange>)> {
        let at = || Context::of_side(side);
        let modified = self.modify(state, VICTORY_POINTS, || i64::from(vp).into(), (side, at))?;
        let additions = modified.map(|modified| self.additions(&modified, "")).unwrap_or_default();
        let (vp, changes) = added("victory points", vp.into(), &additions, 0, i64::from(u16::MAX));
        Ok((vp as u16, changes))
    }

    /// How a battle ends that would end like this (17.1).
    ///
    /// # Errors
    /// A script that fails.
    pub fn outcome(&self, state: &State, found: Outcome) -> Play<Outcome> {
        let word = |winner: Option<Side>| winner.map_or(DRAW, Side::id);
        let start = || Dynamic::from(word(found.winner).to_string());
        let modified = self.modify(state, WINNER, start, (state.side, || Context::of_side(state.side)))?;
        let said = modified.map(|winner| winner.word("")).filter(|said| said != word(found.winner));
        Ok(match said.map(|said| Side::BOTH.into_iter().find(|side| side.id() == said)) {
            None => found,
            Some(None) => Outcome { winner: None, level: Level::Draw, ..found },
            Some(winner) => Outcome { winner, level: found.level.max(Level::Marginal), ..found },
        })
    }
}
