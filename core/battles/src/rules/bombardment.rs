//! Artillery and bombardment (6.0).

use super::effects::{disorder, tell};
use super::retreat::{self, Hit, Retreat};
use super::{leaders, refusal};
use crate::battle::Battle;
use crate::board::Board;
use crate::decision::{Ask, Choice, Play, Table, Throw};
use crate::log::Happened;
use crate::los::{self, Blocked};
use crate::script;
use crate::state::{State, Step};
use crate::tables::FireResult;
use crate::unit::{Class, UnitId};
use wilderness_engine::Refusal;
use wilderness_hexes::{Hex, HexSet};

/// What a gun can fire at, with its strength, and what it cannot, with the reason.
#[derive(Clone, Debug, Default)]
pub(crate) struct Targets {
    pub fire: Vec<(Hex, u8)>,
    pub blocked: Vec<(Hex, Blocked)>,
}

/// The targets of a gun, as if it had not fired (6.1, B11 to B21).
pub(crate) fn targets(board: &Board<'_>, gun: UnitId) -> Targets {
    let (piece, range) = (board.piece(gun), u32::from(board.unit(gun).range));
    let mut targets = Targets::default();
    let Some(from) = board.state.hex(gun) else { return targets };
    if piece.disordered || board.state.burning.contains(from) {
        return targets;
    }
    let men = board.all_men();
    let held = board.is_next_to_man(piece.side, from);
    for to in aims(board, gun).iter() {
        if to == from || from.distance(to) > range {
            continue;
        }
        let assaulted = from.distance(to) == 1 && board.men[piece.side.enemy()].contains(to);
        let too_far = board.state.fog && from.distance(to) > board.battle.tables.fog.maximum_los;
        let blocked = too_far.then_some(Blocked::Fog).or_else(|| los::blocked(&board.battle.map, &men, from, to));
        match blocked.or((held && !assaulted).then_some(Blocked::Adjacent)) {
            Some(blocked) => targets.blocked.push((to, blocked)),
            None => targets.fire.push((to, strength(board, gun, from, to))),
        }
    }
    targets
}

/// Hexes with enemy men or leaders; with burning in force, also towns without units of the gun's side (6.1, 21.0).
fn aims(board: &Board<'_>, gun: UnitId) -> HexSet {
    let side = board.piece(gun).side;
    let enemies = board.of(side.enemy()).filter(|(unit, _)| board.unit(*unit).class() != Class::Train);
    let mut aims: HexSet = enemies.map(|(_, hex)| hex).collect();
    if board.state.options.burning {
        let map = &board.battle.map;
        let towns = map.grid.hexes().filter(|hex| map.terrain(*hex).burns && !board.units[side].contains(*hex));
        towns.for_each(|hex| aims.insert(hex));
    }
    aims
}

/// The column of the bombardment table (6.1 step 4, B20).
pub(crate) fn strength(board: &Board<'_>, gun: UnitId, from: Hex, to: Hex) -> u8 {
    let (map, table) = (&board.battle.map, &board.battle.tables.bombardment);
    let modifiers = &table.modifiers;
    let range = modifiers.range.get(from.distance(to) as usize - 1).copied().unwrap_or(0);
    let walls = match map.terrain(to).bastion {
        true => modifiers.target_bastion,
        false if los::crosses_wall(map, from, to) => modifiers.crosses_wall,
        false => 0,
    };
    table.held(board.cf(gun) as i32 + i32::from(range) + i32::from(walls))
}

/// AB1 and AB2: a gun fires, or the phase ends (6.0).
pub(super) fn next(table: &mut Table) -> Play<()> {
    let (battle, side) = (table.scenario.clone(), table.state.side);
    let board = Board::new(&battle, &table.state);
    let mut guns: Vec<(UnitId, Targets)> = Vec::new();
    for (unit, _) in board.of(side) {
        if board.unit(unit).class() == Class::Gun && !board.piece(unit).done.fired {
            let targets = targets(&board, unit);
            guns.extend((!targets.fire.is_empty()).then_some((unit, targets)));
        }
    }
    if guns.is_empty() {
        table.state.step = Step::MovementStart;
        return Ok(());
    }
    let units = guns.iter().map(|(gun, _)| Choice::Unit(battle.unit(*gun).id));
    let choices: Vec<Choice> = units.chain([Choice::Done]).collect();
    table.explain(|state, choice| refusal::of_gun(&battle, state, choice));
    let Choice::Unit(id) = table.ask(side, Ask::Gun, choices)? else {
        table.state.step = Step::MovementStart;
        return Ok(());
    };
    let Some((gun, targets)) = guns.into_iter().find(|(gun, _)| battle.unit(*gun).id == id) else { return Ok(()) };
    let choices: Vec<Choice> = targets.fire.iter().map(|(hex, _)| Choice::Hex(*hex)).collect();
    table.explain(|state, choice| refusal::of_target(&battle, state, gun, choice));
    let Choice::Hex(target) = table.ask(side, Ask::Target(id), choices)? else { return Ok(()) };
    let strength = targets.fire.iter().find(|(hex, _)| *hex == target).map_or(1, |(_, strength)| *strength);
    Shot { gun, target, strength }.order(table)
}

/// Why a gun does not fire at a hex.
pub(crate) fn why_not(battle: &Battle, state: &State, gun: UnitId, hex: Hex) -> Refusal {
    let refusal = refusal::of_target(battle, state, gun, Choice::Hex(hex));
    refusal.unwrap_or_else(|| Refusal::new("6.1", format!("{} is not on the map", battle.unit(gun).id)))
}

/// A shot whose die is still to be rolled.
#[derive(Clone, Copy, Debug)]
pub struct Shot {
    gun: UnitId,
    target: Hex,
    strength: u8,
}

impl Shot {
    /// The shot of a gun at a hex, if it can fire at it.
    pub(crate) fn at(board: &Board<'_>, gun: UnitId, target: Hex) -> Option<Shot> {
        let (_, strength) = targets(board, gun).fire.into_iter().find(|(hex, _)| *hex == target)?;
        Some(Shot { gun, target, strength })
    }

    /// The hex.
    pub(crate) fn target(&self) -> Hex {
        self.target
    }

    /// The column of the bombardment table.
    pub(crate) fn strength(&self) -> u8 {
        self.strength
    }

    /// Fires it.
    pub(crate) fn order(self, table: &mut Table) -> Play<()> {
        table.state.pieces.done_mut(self.gun).fired = true;
        table.resolve(Some(super::combat::Resolved::Shot(self)), |table| self.resolve(table))
    }

    /// Rolls the die, and does what comes of it (6.1 steps 5 and 6, B23).
    pub(crate) fn resolve(&self, table: &mut Table) -> Play<()> {
        let Shot { gun, target, strength } = *self;
        let (battle, side) = (table.scenario.clone(), table.state.side);
        let die = table.roll_at(Throw::Bombardment, target)?;
        let result = battle.tables.bombardment.result(strength, die);
        tell(table, "6.1", side, Happened::Fired { gun, target, strength, die, result });
        script::bombarded(table, side, gun, target, die)?;
        let owner = side.enemy();
        let men: Vec<UnitId> = Board::new(&battle, &table.state).men_at(owner, target).collect();
        match result {
            FireResult::None => return Ok(()),
            FireResult::Ds => {
                let (shaken, steady): (Vec<_>, Vec<_>) =
                    men.into_iter().partition(|unit| table.state.piece(*unit).disordered);
                steady.into_iter().for_each(|unit| disorder(table, "6.1", unit));
                retreat::run(table, owner, Retreat::withdrawals(&shaken, target))?;
            }
            FireResult::Dz => retreat::rout(table, owner, vec![Hit { hex: target, units: men }], false)?,
            FireResult::DzStar => {
                leaders::all_killed(table, "6.1", owner, target);
                retreat::rout(table, owner, vec![Hit { hex: target, units: men }], false)?;
            }
        }
        leaders::test(table);
        Ok(())
    }
}
