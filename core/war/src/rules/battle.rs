//! Battles (7.0): militia and the besieged join, both sides fire, the winner is determined, and the loser retreats.

use super::combat::Combat;
use super::fire;
use super::housekeeping::{self, Advance, Around};
use super::phase::Phase;
use super::refusal::{refuse, why_not_inside, why_not_on_map};
use super::{entry, retreat};
use crate::context::Context;
use crate::decision::{Ask, Choices, Word};
use crate::map::{Department, Map};
use crate::moments::{BattleKind, Moment};
use crate::news::{Happened, NewsEntry, Structure, Why, WorksFate};
use crate::pieces::Pieces;
use crate::placement::Place;
use crate::script::FireModifiers;
use crate::sets::{PieceId, PieceSet, SpaceId};
use crate::side::{PerSide, Side};
use crate::state::{State, Until};
use crate::table::{Effects, Play, Table};
use crate::tables::{BATTLE_VP, STOCKADE_VP};
use wilderness_engine::Refusal;

/// Where attackers came from, and therefore where they retreat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AttackerOrigin {
    /// From a space, over a connection.
    Space(SpaceId),
    /// From a port.
    Sea(SpaceId),
    /// From inside the fort or fortress (8.25).
    Inside,
    /// They did not move: raiders that began in the space (Q77).
    Here,
}

impl AttackerOrigin {
    /// The space to which the defender may not retreat (7.92).
    pub fn space(self) -> Option<SpaceId> {
        match self {
            AttackerOrigin::Space(space) | AttackerOrigin::Sea(space) => Some(space),
            AttackerOrigin::Inside | AttackerOrigin::Here => None,
        }
    }
}

/// A combat about to be fought.
#[derive(Clone, Debug)]
pub struct Battle {
    /// The kind of combat.
    pub kind: BattleKind,
    pub space: SpaceId,
    /// The active side.
    pub attacker: Side,
    /// All pieces of the active side that take part.
    pub attackers: PieceSet,
    /// All pieces of the other side that take part.
    pub defenders: PieceSet,
    /// Where the attackers came from.
    pub origin: AttackerOrigin,
    /// The activated leader (7.51).
    pub commander: Option<PieceId>,
    /// Whether it is an amphibious landing (7.54).
    pub landing: bool,
    /// Whether the attackers retreat even if they win (6.712).
    pub gives_way: bool,
}

impl Battle {
    /// Whether it is fought in the open, so that militia and the besieged may join.
    fn is_open(&self) -> bool {
        matches!(self.kind, BattleKind::Field | BattleKind::Sortie)
    }

    /// The case of a side in it.
    pub fn context(&self, side: Side) -> Context {
        Context { kind: self.kind.id(), is_attacker: side == self.attacker, ..Context::at(side, self.space) }
    }
}

/// The result of a battle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Outcome {
    /// Whether the attacker won (7.8).
    pub attacker_won: bool,
    /// The steps that the attackers lost, and those that the defenders lost.
    pub lost: [u8; 2],
    /// Whether the attackers may move on as if the space had been empty (7.82).
    pub overrun: bool,
}

/// Fights a battle in the field, or a sortie, including the loser's retreat.
pub fn fight(table: &mut Table, phase: &mut Phase, mut battle: Battle) -> Play<Outcome> {
    let outcome = combat(table, phase, &mut battle)?;
    let side = battle.attacker;
    let enemy = side.enemy();
    let space = battle.space;
    let alive = battle.attackers & table.state.in_space(space);
    if outcome.attacker_won && !battle.gives_way {
        retreat::defenders(table, &battle)?;
        let state = &table.state;
        if state.works[enemy].stockades.contains(space) && !alive.drilled().is_empty() {
            table.state.works[enemy].stockades.remove(space); // 5.45
            let destroyed = Why::Works(Structure::Stockade, WorksFate::Destroyed);
            table.score(side, STOCKADE_VP, "5.45", destroyed, Some(space))?;
        }
        let state = &table.state;
        let unbesieged_fort = state.has_fort_or_fortress(enemy, space) && state.siege_level(space).is_none();
        if unbesieged_fort && !alive.units().is_empty() {
            entry::lay_siege(table, space, side);
        }
        if housekeeping::is_cut_off(&table.state, side, space) {
            // R2: a winner without surviving units retreats as if it had lost.
            retreat::attackers(table, &battle)?;
        }
    } else {
        retreat::attackers(table, &battle)?;
    }
    let advance = battle.origin.space().map(|from| Advance { side, from, to: space });
    housekeeping::settle(table, Around { contested: None, advance })?;
    Ok(outcome)
}

/// Militia join, both sides play their events and fire, and the winner is determined; militia return to their box (7.2
/// A to F). Retreats come later.
pub fn combat(table: &mut Table, phase: &mut Phase, battle: &mut Battle) -> Play<Outcome> {
    gather(table, phase, battle)?;
    let worth = (is_worth_points(battle.attackers), is_worth_points(battle.defenders));
    let modifiers = fire::modifiers(table, battle)?;
    let combat = table.is_weighing().then(|| Combat::Clash(battle.clone(), Box::new(modifiers.clone())));
    let outcome = table.resolve(combat, |table| clash(table, battle, &modifiers))?;
    let (side, enemy, space) = (battle.attacker, battle.attacker.enemy(), battle.space);
    let (winner, scores) = if outcome.attacker_won { (side, worth.1) } else { (enemy, worth.0) };
    table.tell(|_| verdict(battle, winner, outcome.lost));
    // 9.14: an assault is not a battle.
    if scores && battle.kind != BattleKind::Assault {
        table.score(winner, BATTLE_VP, "7.81", Why::BattleWon, Some(space))?;
    }
    send_militia_back(table, (battle.attackers | battle.defenders) & Pieces::get().militia);
    if outcome.attacker_won {
        lose_fieldworks(table, space);
    }
    table.window(side, Moment::BattleOver { space, winner })?;
    table.expire(Until::Battle)?;
    Ok(outcome)
}

/// The heading of a combat in the log: its kind, and both sides' pieces.
fn heading(battle: &Battle) -> NewsEntry {
    let rule = match battle.kind {
        BattleKind::Field => "7.1",
        BattleKind::Sortie => "8.25",
        BattleKind::RaidMilitia => "10.21",
        BattleKind::Assault => "9.1",
    };
    let (combat, attackers, defenders) = (battle.kind, battle.attackers, battle.defenders);
    let began = Happened::CombatBegan { combat, attackers, defenders };
    NewsEntry::new(rule, began).by(battle.attacker).at(battle.space)
}

/// The log entry for the winner: an assault is not a battle (9.2).
fn verdict(battle: &Battle, winner: Side, lost: [u8; 2]) -> NewsEntry {
    let attacker_won = winner == battle.attacker;
    let rule = match battle.kind {
        BattleKind::Assault if attacker_won => "9.2",
        BattleKind::Assault => "9.21",
        _ => "7.8",
    };
    let won = Happened::CombatWon { combat: battle.kind, attacker_won, lost };
    NewsEntry::new(rule, won).by(winner).at(battle.space)
}

/// If the attackers win, the fieldworks are removed (7.55).
pub fn lose_fieldworks(table: &mut Table, space: SpaceId) {
    if table.state.fieldworks.contains(space) {
        table.state.fieldworks.remove(space);
        let lost = Happened::Works { structure: Structure::Fieldworks, fate: WorksFate::Destroyed };
        table.tell(|_| NewsEntry::new("7.55", lost).at(space));
    }
}

/// Militia and the besieged join, and both sides play their events (7.2 A, B).
fn gather(table: &mut Table, phase: &mut Phase, battle: &mut Battle) -> Play<()> {
    let (side, enemy, space) = (battle.attacker, battle.attacker.enemy(), battle.space);
    let militia = call_militia(table, battle)?;
    battle.attackers |= militia.of(side);
    battle.defenders |= militia.of(enemy);
    battle.attackers |= join_sortie(table, battle)?;
    phase.note_battle(space, battle.attackers);
    table.tell(|_| heading(battle));
    for who in [side, enemy] {
        let (kind, attackers, defenders) = (battle.kind, battle.attackers, battle.defenders);
        table.window(who, Moment::BattleEvents { kind, space, attacker: side, attackers, defenders })?;
    }
    Ok(())
}

/// Both sides fire, and the winner is determined (7.2 C to E).
pub fn clash(table: &mut Table, battle: &Battle, modifiers: &PerSide<FireModifiers>) -> Play<Outcome> {
    let exchange = fire::exchange(table, battle, modifiers)?;
    let (space, here) = (battle.space, table.state.in_space(battle.space));
    let left = |pieces: PieceSet| !(pieces & here).units().is_empty();
    let (attackers_left, defenders_left) = (left(battle.attackers), left(battle.defenders));
    let attacker_won = match (attackers_left, defenders_left) {
        // 9.2: eliminating the garrison is not enough.
        _ if battle.kind == BattleKind::Assault => exchange.attacker_result > exchange.defender_result,
        (true, false) => true,
        (false, true) => false,
        // 7.8: the side whose enemy lost more steps wins; the defender wins ties.
        (true, true) => exchange.defender_lost > exchange.attacker_lost,
        (false, false) => exchange.attacker_result > exchange.defender_result,
    };
    let overrun = attacker_won
        && !defenders_left
        && exchange.attacker_lost == 0
        && battle.kind == BattleKind::Field
        && !battle.gives_way
        && !table.state.works[battle.attacker.enemy()].fortifications().contains(space);
    Ok(Outcome { attacker_won, lost: [exchange.attacker_lost, exchange.defender_lost], overrun })
}

/// 7.81: a victory over at least one regular, or more than four units, scores a point.
pub fn is_worth_points(pieces: PieceSet) -> bool {
    pieces.meets(Pieces::get().regulars) || pieces.units().len() > 4
}

/// F1: the side that owns the department may add militia from its box, unless the enemy raided the department this year
/// (7.3, Q48).
fn call_militia(table: &mut Table, battle: &Battle) -> Play<PieceSet> {
    let mut called = PieceSet::EMPTY;
    let Some(department) = battle.space.facts().department.filter(|_| battle.is_open()) else { return Ok(called) };
    let owner = department.owner();
    if is_raided(&table.state, department) {
        return Ok(called);
    }
    loop {
        let waiting = table.state.pieces.here(Place::Militia(department));
        if waiting.is_empty() {
            break;
        }
        let choices = Choices::pieces(waiting).or(Word::Done);
        table.explain(|state, choice| {
            let piece = choice.piece()?;
            let has_joined = called.contains(piece);
            let joined = has_joined.then_some(Refusal::new("7.3", "it has already joined the battle"));
            joined.or_else(|| why_not_militia(state, department, piece, "7.3"))
        });
        let Some(unit) = table.ask_piece(owner, Ask::Militia(battle.space), choices)? else { break };
        called.insert(unit);
        table.put(PieceSet::one(unit), battle.space);
        let space = battle.space;
        let joined = Happened::MilitiaJoined { units: PieceSet::one(unit) };
        table.tell(|_| NewsEntry::new("7.3", joined).by(owner).at(space));
    }
    Ok(called)
}

/// Why a piece is not militia in the box of a department, if it is not (7.3, 10.2).
pub fn why_not_militia(state: &State, department: Department, piece: PieceId, rule: &'static str) -> Option<Refusal> {
    if state.pieces.here(Place::Militia(department)).contains(piece) {
        return None;
    }
    if !Pieces::get().militia.contains(piece) {
        return refuse(rule, "only militia can join from the box of their department");
    }
    let elsewhere = || Refusal::new(rule, format!("it is not in the militia box of the {department}"));
    // Militia are on the map only while they fight.
    let otherwise = why_not_on_map(state, department.owner(), piece, rule);
    Some(otherwise.unwrap_or_else(elsewhere))
}

/// Whether the enemy placed a Raided marker in a department this year (7.3).
pub fn is_raided(state: &State, department: Department) -> bool {
    let spaces = Map::get().department(department);
    state.raided[department.owner().enemy()].iter().any(|&space| spaces.contains(space))
}

/// F10: surviving militia return to their box at their current strength.
fn send_militia_back(table: &mut Table, militia: PieceSet) {
    for unit in militia {
        if let Some(department) = table.state.pieces.space(unit).and_then(|space| space.facts().department) {
            table.state.pieces.put(unit, Place::Militia(department));
            let returned = Happened::MilitiaReturned { units: PieceSet::one(unit), department };
            table.tell(|_| NewsEntry::new("7.3", returned).by(unit.side()));
        }
    }
}

/// F2: besieged pieces of the active side may join a battle against the besiegers, activated or not (8.251, Q45, Q46).
fn join_sortie(table: &mut Table, battle: &Battle) -> Play<PieceSet> {
    let (side, space) = (battle.attacker, battle.space);
    let mut joined = PieceSet::EMPTY;
    loop {
        let why_not = |state: &State, piece| {
            let fights = (battle.attackers | joined).contains(piece);
            let joins = fights.then_some(Refusal::new("8.251", "it is already in the battle"));
            joins.or_else(|| why_not_inside(state, side, space, piece, "8.251"))
        };
        let state = &table.state;
        let waiting = state.inside(side, space).filter(|piece| why_not(state, piece).is_none());
        if !battle.is_open() || table.state.siege_level(space).is_none() || waiting.is_empty() {
            return Ok(joined);
        }
        let choices = Choices::pieces(waiting).or(Word::Done);
        table.explain(|state, choice| why_not(state, choice.piece()?));
        match table.ask_piece(side, Ask::Sortie(space), choices)? {
            Some(piece) => joined.insert(piece),
            None => return Ok(joined),
        }
    }
}
