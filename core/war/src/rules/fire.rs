//! Fire (7.2 C, D): strength, column, die roll modifiers, step losses and leader losses, in battles and assaults.

use super::battle::Battle;
use super::dice;
use super::losses::{self, Losses};
use crate::chance::Throw;
use crate::context::Context;
use crate::map::Terrain;
use crate::moments::BattleKind;
use crate::news::{Happened, ModifierReason, Modifiers, NewsEntry, Roll};
use crate::pieces::Pieces;
use crate::script::FireModifiers;
use crate::sets::{PieceId, PieceSet, SpaceId};
use crate::side::{PerSide, Side};
use crate::state::State;
use crate::table::{Effects, Play, Table};
use crate::tables;

/// The results of both sides' fire.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Exchange {
    /// The attacker's result on the table.
    pub attacker_result: u8,
    /// The defender's result on the table.
    pub defender_result: u8,
    /// Steps the attacker lost.
    pub attacker_lost: u8,
    /// Steps the defender lost.
    pub defender_lost: u8,
}

/// One side in a combat.
#[derive(Clone, Copy)]
struct Firing<'a> {
    side: Side,
    pieces: PieceSet,
    enemies: PieceSet,
    /// The leader whose tactics rating counts (7.51).
    leader: Option<PieceId>,
    is_attacker: bool,
    /// What events in force change.
    modifiers: &'a FireModifiers,
}

/// One side's die roll and its result.
struct Shot {
    natural: u8,
    result: u8,
}

/// What events in force change about the fire of each side (7.4).
pub fn modifiers(table: &Table, battle: &Battle) -> Play<PerSide<FireModifiers>> {
    let of = |side| {
        let is_attacker = side == battle.attacker;
        let (pieces, enemies) =
            if is_attacker { (battle.attackers, battle.defenders) } else { (battle.defenders, battle.attackers) };
        let kind = battle.kind.id();
        table
            .scripts
            .fire(&table.state, Context { kind, pieces, enemies, is_attacker, ..Context::at(side, battle.space) })
    };
    Ok(PerSide { french: of(Side::French)?, british: of(Side::British)? })
}

/// Both sides fire at once; the attacker takes losses first (7.6). Then leaders are checked (7.7). If an event lets one
/// side fire first, its fire is resolved completely before the other side fires (7.56).
pub fn exchange(table: &mut Table, battle: &Battle, modifiers: &PerSide<FireModifiers>) -> Play<Exchange> {
    let attacker = Firing {
        side: battle.attacker,
        pieces: battle.attackers,
        enemies: battle.defenders,
        leader: attacking_leader(&table.state, battle),
        is_attacker: true,
        modifiers: &modifiers[battle.attacker],
    };
    let defender = Firing {
        side: battle.attacker.enemy(),
        pieces: battle.defenders,
        enemies: battle.attackers,
        leader: ranking_leader(battle.defenders),
        is_attacker: false,
        modifiers: &modifiers[battle.attacker.enemy()],
    };
    let mut exchange = Exchange::default();
    match (attacker.modifiers.first, defender.modifiers.first) {
        (true, false) => {
            (exchange.attacker_result, exchange.defender_lost) = volley(table, battle, attacker)?;
            (exchange.defender_result, exchange.attacker_lost) = volley(table, battle, defender)?;
        }
        (false, true) => {
            (exchange.defender_result, exchange.attacker_lost) = volley(table, battle, defender)?;
            (exchange.attacker_result, exchange.defender_lost) = volley(table, battle, attacker)?;
        }
        _ => {
            let attack = fire(table, battle, attacker)?;
            let defence = fire(table, battle, defender)?;
            (exchange.attacker_result, exchange.defender_result) = (attack.result, defence.result);
            exchange.attacker_lost = hit(table, battle, attacker.side, attacker.pieces, &defence)?;
            exchange.defender_lost = hit(table, battle, defender.side, defender.pieces, &attack)?;
        }
    }
    Ok(exchange)
}

/// One side fires, and the other takes its losses before anything else happens. A side without units does not fire, and
/// eliminated pieces neither fight nor lead (7.56, Q54). Returns the result and the steps lost.
fn volley(table: &mut Table, battle: &Battle, firing: Firing<'_>) -> Play<(u8, u8)> {
    let here = table.state.in_space(battle.space);
    let pieces = firing.pieces & here;
    let alive = firing.leader.filter(|leader| here.contains(*leader));
    let firing = Firing {
        pieces,
        enemies: firing.enemies & here,
        // The next in command leads the defence; in an attack only the activated leader counts (7.51).
        leader: if firing.is_attacker { alive } else { ranking_leader(pieces) },
        ..firing
    };
    if pieces.units().is_empty() {
        return Ok((0, 0));
    }
    let shot = fire(table, battle, firing)?;
    let lost = hit(table, battle, firing.side.enemy(), firing.enemies, &shot)?;
    Ok((shot.result, lost))
}

/// A side takes losses from the enemy's fire, then its leaders are checked. Returns the steps lost.
fn hit(table: &mut Table, battle: &Battle, side: Side, pieces: PieceSet, shot: &Shot) -> Play<u8> {
    let rule = if battle.kind == BattleKind::Assault { Losses::Assault } else { Losses::Battle };
    let at = Context { pieces, ..battle.context(side) };
    let steps = table.scripts.losses(&table.state, shot.result, at)?;
    let lost = losses::suffer(table, side, pieces, steps, rule)?;
    check_leaders(table, pieces, shot, lost, battle.space)?;
    Ok(lost)
}

/// One side's fire: strength determines the column, the modified die roll the row.
fn fire(table: &mut Table, battle: &Battle, firing: Firing<'_>) -> Play<Shot> {
    let state = &table.state;
    let strength: u32 = firing.pieces.units().iter().map(|unit| u32::from(state.strength(unit))).sum();
    let strength = strength.saturating_add_signed(firing.modifiers.strength.sum());
    let doubled = &firing.modifiers.doubled;
    let strength = if doubled.is_empty() { strength } else { 2 * strength };
    let shifts = column_shifts(state, battle, firing);
    let column = tables::combat_column(strength).saturating_add_signed(shifts.sum() as isize);
    let modifiers = die_modifiers(state, battle, firing);
    let throw = if firing.is_attacker { Throw::AttackerFire } else { Throw::DefenderFire };
    let at = || Context { pieces: firing.pieces, ..battle.context(firing.side) };
    let natural = dice::roll(table, throw, battle.space, at)?;
    let roll = Roll { die: natural, modifiers };
    let result = tables::combat(column, roll.total());
    table.tell(|_| {
        let (doubled, column) = (doubled.clone(), tables::combat_column_name(column));
        let changes = firing.modifiers.strength.clone();
        let fired = Happened::Fired { combat: battle.kind, strength, changes, doubled, column, shifts, roll, result };
        let rule = if battle.kind == BattleKind::Assault { "9.13" } else { "7.5" };
        NewsEntry::new(rule, fired).by(firing.side).at(battle.space)
    });
    Ok(Shot { natural, result })
}

/// Column shifts, below 0 to the left: one for attacking fieldworks in a battle (7.55), one for assaulting (9.13), and
/// those of events.
fn column_shifts(state: &State, battle: &Battle, firing: Firing<'_>) -> Modifiers {
    let mut shifts = Modifiers::default();
    let assault = battle.kind == BattleKind::Assault;
    let fieldworks = !assault && state.fieldworks.contains(battle.space);
    shifts.add_if(firing.is_attacker && fieldworks, -1, ModifierReason::Fieldworks);
    shifts.add_if(firing.is_attacker && assault, -1, ModifierReason::Assault);
    shifts.add_all(firing.modifiers.shifts.clone());
    shifts
}

/// The troops suited to the terrain: regulars in cultivated spaces, auxiliaries or light infantry elsewhere (7.52,
/// 7.53).
pub fn suited_to(terrain: Terrain) -> PieceSet {
    let all = Pieces::get();
    match terrain {
        Terrain::Cultivated => all.regulars,
        Terrain::Wilderness | Terrain::Mountain => all.auxiliaries | all.light_infantry,
    }
}

/// The die roll modifiers of a side (7.5, 9.13), with those of events.
fn die_modifiers(state: &State, battle: &Battle, firing: Firing<'_>) -> Modifiers {
    let mut modifiers = Modifiers::tactics(firing.leader);
    if battle.kind != BattleKind::Assault {
        modifiers.add_all(battle_modifiers(state, battle, firing));
    }
    modifiers.add_all(firing.modifiers.die.clone());
    modifiers
}

/// The die roll modifiers of a side in a battle for terrain and fortifications (7.52 to 7.54).
fn battle_modifiers(state: &State, battle: &Battle, firing: Firing<'_>) -> Modifiers {
    let mut modifiers = Modifiers::default();
    // 7.52, 7.53: the side without troops suited to the terrain, if its enemy has such troops.
    let terrain = battle.space.terrain();
    let without = match terrain {
        Terrain::Cultivated => ModifierReason::NoRegulars,
        Terrain::Wilderness | Terrain::Mountain => ModifierReason::NoLightTroops,
    };
    let fit = suited_to(terrain);
    modifiers.add_if(!firing.pieces.meets(fit) && firing.enemies.meets(fit), -1, without);
    // 7.54
    let stockade = state.works[firing.side.enemy()].stockades.contains(battle.space);
    modifiers.add_if(firing.is_attacker && battle.landing, -1, ModifierReason::Landing);
    modifiers.add_if(firing.is_attacker && stockade, -1, ModifierReason::Stockade);
    modifiers
}

/// 7.51: the active side uses the activated leader; in an assault the highest-ranking besieger (9.13).
fn attacking_leader(state: &State, battle: &Battle) -> Option<PieceId> {
    match battle.kind {
        BattleKind::Assault => ranking_leader(battle.attackers),
        _ => battle
            .commander
            .filter(|leader| battle.attackers.contains(*leader) && state.pieces.space(*leader) == Some(battle.space)),
    }
}

/// The highest-ranking leader among these pieces; of equals the one with the best tactics rating (7.51, Q51).
pub fn ranking_leader(pieces: PieceSet) -> Option<PieceId> {
    pieces.leaders().iter().max_by_key(|leader| {
        let facts = leader.facts();
        (facts.command, facts.tactics, std::cmp::Reverse(*leader))
    })
}

/// 7.7: after a natural 1 or 6 that cost at least one step, roll for every enemy leader in the combat.
fn check_leaders(table: &mut Table, pieces: PieceSet, shot: &Shot, lost: u8, space: SpaceId) -> Play<()> {
    if lost > 0 && matches!(shot.natural, 1 | 6) {
        roll_for_leaders(table, pieces.leaders(), space, "7.7")?;
    }
    Ok(())
}

/// Rolls a die for each of these leaders: a 1 kills him (7.7, 10.32).
pub fn roll_for_leaders(table: &mut Table, leaders: PieceSet, space: SpaceId, rule: &'static str) -> Play<()> {
    for leader in leaders {
        let die = table.roll_at(Throw::LeaderLoss, leader)?;
        table.tell(|_| NewsEntry::new(rule, Happened::LeaderChecked { leader, die }).by(leader.side()).at(space));
        if die == 1 {
            table.take_out(leader);
        }
    }
    Ok(())
}
