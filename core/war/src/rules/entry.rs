//! Entering a space (6.5): interception, infiltration, going inside, avoiding battle, the battle, and the effects of
//! arrival: a siege, a captured stockade, a displaced leader.

use super::battle::{self, AttackerOrigin, Battle};
use super::housekeeping::{self, Advance, Around};
use super::movement::Mover;
use super::phase::Phase;
use super::refusal::{refuse, why_not_outside};
use super::{avoid, interception, retreat};
use crate::decision::{Ask, Choices, Word};
use crate::moments::{BattleKind, Capture, Moment};
use crate::news::{Happened, NewsEntry as Note, Structure, Why, WorksFate};
use crate::pieces::Pieces;
use crate::sets::{PieceId, PieceSet, SpaceId};
use crate::side::Side;
use crate::state::State;
use crate::table::{Effects, Play, Table};
use crate::tables::STOCKADE_VP;
use crate::way::Way;
use wilderness_engine::Refusal;

/// Whether a mover may continue.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Onward {
    /// Yes, as far as its allowance and the terrain let it.
    Free,
    /// No.
    Halt,
}

/// An entry in progress.
#[derive(Clone, Copy, Debug)]
pub struct Entering {
    /// The space it leaves.
    pub from: SpaceId,
    /// The space it enters.
    pub to: SpaceId,
    /// The kind of entry.
    pub way: Way,
    /// Whether the enemy had an unbesieged fortification there: movement then ends (6.51, 6.82).
    fortified: bool,
    /// Whether an interception was tried, successfully or not: pieces may then not avoid battle (6.85, Q38).
    interception_tried: bool,
    interceptors: PieceSet,
}

impl Entering {
    /// The advance of the side that enters.
    pub fn advance(&self, side: Side) -> Advance {
        Advance { side, from: self.from, to: self.to }
    }
}

/// The mover enters a space. Returns whether it may move on.
pub fn enter(table: &mut Table, phase: &mut Phase, mover: &mut Mover, to: SpaceId, way: Way) -> Play<Onward> {
    let from = mover.space;
    let enemy = mover.side.enemy();
    let mut entry = Entering {
        from,
        to,
        way,
        fortified: (table.state.works[enemy].fortifications() - table.state.besieged_spaces()).contains(to),
        interception_tried: false,
        interceptors: PieceSet::EMPTY,
    };
    table.put(mover.pieces, to);
    mover.space = to;
    mover.origin = if way.is_by_sea() { AttackerOrigin::Sea(from) } else { AttackerOrigin::Space(from) };
    table.window(enemy, Moment::StepMade { mover: mover.pieces, from, to })?;
    if std::mem::take(&mut table.within.requests.turn_back) {
        turn_back(table, mover, from)?;
        return Ok(Onward::Halt);
    }
    housekeeping::settle(table, Around::contested(entry.advance(mover.side)))?;
    let attempt = interception::attempt(table, mover, &entry)?;
    entry.interception_tried = attempt.tried;
    entry.interceptors = attempt.interceptors;
    mover.barred |= attempt.failed;
    if way == Way::Infiltration && entry.interceptors.is_empty() {
        mover.infiltrating = Some(entry);
        housekeeping::settle(table, around_infiltrator(&table.state, mover))?;
        return Ok(Onward::Free);
    }
    contest(table, phase, mover, entry)
}

/// While a mover infiltrates, nothing is settled in the space that it shares with enemy units. Leaders alone with a
/// stockade are displaced even by an infiltrator (6.53, Q31).
pub fn around_infiltrator(state: &State, mover: &Mover) -> Around {
    let Some(entry) = mover.infiltrating else { return Around::default() };
    let contested = Some(entry.to).filter(|&space| !state.units(mover.side.enemy(), space).is_empty());
    Around { contested, advance: Some(entry.advance(mover.side)) }
}

/// The mover returns to the space it came from, as if it had never left. An infiltrator forced back among enemies is
/// eliminated with its leaders (6.63, Q60).
fn turn_back(table: &mut Table, mover: &mut Mover, from: SpaceId) -> Play<()> {
    let left = std::mem::replace(&mut mover.space, from);
    table.put(mover.pieces, from);
    mover.origin = AttackerOrigin::Here;
    table.tell(|_| {
        let turned_back = Happened::TurnedBack { pieces: mover.pieces, from: left, to: from };
        Note::new("5.56", turned_back).by(mover.side).at(from)
    });
    if table.state.occupies(mover.side.enemy(), from) {
        mover.pieces.iter().for_each(|piece| table.eliminate(piece, "6.63"));
    }
    housekeeping::settle(table, Around::default())
}

/// The rest of an entry: going inside, avoiding battle, the battle and the arrival (E5 to E9).
pub fn contest(table: &mut Table, phase: &mut Phase, mover: &mut Mover, entry: Entering) -> Play<Onward> {
    let (space, enemy) = (entry.to, mover.side.enemy());
    go_inside(table, enemy, &entry)?;
    if !entry.interception_tried {
        let attack = avoid::Attack {
            defender: enemy,
            space,
            attackers: mover.pieces,
            advance: Some(entry.advance(mover.side)),
            barred: mover.barred,
        };
        avoid::attempt(table, &attack)?;
    }
    if !table.state.outside(enemy, space).units().is_empty() {
        return fight(table, phase, mover, &entry);
    }
    arrive(table, mover, &entry)?;
    if entry.fortified || entry.way.is_by_sea() { Ok(Onward::Halt) } else { Ok(Onward::Free) }
}

/// E5: the defender decides which pieces are inside an unbesieged fort or fortress: up to four units in a fort, any
/// number in a fortress. Successful interceptors must fight (8.1, 6.712).
fn go_inside(table: &mut Table, defender: Side, entry: &Entering) -> Play<()> {
    let space = entry.to;
    let state = &table.state;
    if !state.has_fort_or_fortress(defender, space) || state.siege_level(space).is_some() {
        return Ok(());
    }
    let reason = "a piece that has intercepted has to fight";
    let sheltering = Sheltering { excluded: entry.interceptors, rule: "6.712", reason };
    choose_inside(table, defender, space, &sheltering)
}

/// A choice of pieces to go inside a fort or fortress.
pub struct Sheltering {
    /// Pieces in the space that may not go inside.
    pub excluded: PieceSet,
    /// The rule that excludes them.
    pub rule: &'static str,
    pub reason: &'static str,
}

impl Sheltering {
    /// Why a piece cannot go inside, if it cannot (8.1, 8.11).
    fn why_not(&self, state: &State, defender: Side, space: SpaceId, piece: PieceId) -> Option<Refusal> {
        if let Some(refusal) = why_not_outside(state, defender, space, piece, "8.1") {
            return Some(refusal);
        }
        if self.excluded.contains(piece) {
            return refuse(self.rule, self.reason);
        }
        let is_unit = Pieces::get().units.contains(piece);
        retreat::why_no_room(state, defender, space).filter(|_| is_unit)
    }
}

/// The owner names the pieces that go inside a fort or fortress, as many as there is room for (8.11).
pub fn choose_inside(table: &mut Table, defender: Side, space: SpaceId, sheltering: &Sheltering) -> Play<()> {
    loop {
        let state = &table.state;
        let stack = state.outside(defender, space);
        let eligible = stack.filter(|piece| sheltering.why_not(state, defender, space, piece).is_none());
        if eligible.is_empty() {
            return Ok(());
        }
        table.explain(|state, choice| sheltering.why_not(state, defender, space, choice.piece()?));
        let choices = Choices::pieces(eligible).or(Word::Done);
        match table.ask_piece(defender, Ask::Inside(space), choices)? {
            Some(piece) => housekeeping::go_inside(table, piece, space, "8.1"),
            None => return Ok(()),
        }
    }
}

/// E7: battle in the space entered (7.1).
fn fight(table: &mut Table, phase: &mut Phase, mover: &mut Mover, entry: &Entering) -> Play<Onward> {
    let enemy = mover.side.enemy();
    let fort = table.state.works[enemy].besiegeable() - table.state.besieged_spaces();
    let result = battle::fight(
        table,
        phase,
        Battle {
            kind: BattleKind::Field,
            space: entry.to,
            attacker: mover.side,
            attackers: mover.pieces,
            defenders: table.state.outside(enemy, entry.to),
            origin: mover.origin,
            commander: mover.commander,
            landing: entry.way == Way::Landing,
            // 6.712: an infiltrator at a fort or fortress retreats even if it wins.
            gives_way: entry.way == Way::Infiltration && fort.contains(entry.to),
        },
    )?;
    if let Some(space) = mover.pieces.iter().find_map(|piece| table.state.pieces.space(piece)) {
        mover.space = space;
    }
    let onward = result.overrun && !entry.fortified && !entry.way.is_by_sea();
    Ok(if onward { Onward::Free } else { Onward::Halt })
}

/// E8: there is no battle. Leaders alone are displaced; an enemy fort or fortress is besieged, an empty stockade
/// captured if drilled troops are there (6.51, 6.53, 8.21).
fn arrive(table: &mut Table, mover: &mut Mover, entry: &Entering) -> Play<()> {
    let (space, enemy) = (entry.to, mover.side.enemy());
    let drilled = !mover.pieces.drilled().is_empty();
    if table.state.has_fort_or_fortress(enemy, space) && table.state.siege_level(space).is_none() && drilled {
        lay_siege(table, space, mover.side);
    }
    if !mover.pieces.units().is_empty() {
        for leader in table.state.outside(enemy, space).leaders() {
            housekeeping::displace(table, leader, Some(entry.advance(mover.side)))?;
        }
    }
    if table.state.works[enemy].stockades.contains(space) && drilled {
        table.state.works[enemy].stockades.remove(space);
        table.state.works[mover.side].stockades.insert(space);
        let captured = Why::Works(Structure::Stockade, WorksFate::Captured);
        table.score(mover.side, STOCKADE_VP, "6.51", captured, Some(space))?;
        table.window(enemy, Moment::FortCaptured { space, how: Capture::Entered, captors: mover.pieces })?;
    }
    housekeeping::settle(table, Around::entered(entry.advance(mover.side)))
}

/// 8.21: a siege begins.
pub fn lay_siege(table: &mut Table, space: SpaceId, besieger: Side) {
    table.state.set_siege(space, Some(0));
    table.tell(|_| Note::new("8.21", Happened::SiegeLaid).by(besieger).at(space));
}
