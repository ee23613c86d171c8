//! Retreat (7.9).

use super::battle::{AttackerOrigin, Battle};
use super::entry::{self, Sheltering};
use super::housekeeping::{self, ports_of_refuge, refuges, why_not_refuge};
use super::refusal::refuse;
use crate::context::Context;
use crate::decision::{Ask, Choice, Choices, Word};
use crate::map::Map;
use crate::news::{Errand, Happened, NewsEntry};
use crate::pieces::Pieces;
use crate::sets::{PieceId, PieceSet, SpaceId, SpaceSet};
use crate::side::Side;
use crate::state::State;
use crate::table::{Effects, Play, Table};
use crate::tables::FORT_CAPACITY;
use wilderness_engine::Refusal;

/// Beaten attackers retreat to where they came from (7.92). So do leaders who won but lost all their units (R2).
pub fn attackers(table: &mut Table, battle: &Battle) -> Play<()> {
    for piece in battle.attackers & table.state.outside(battle.attacker, battle.space) {
        go_back(table, piece, battle.space, battle.origin)?;
    }
    Ok(())
}

/// A piece of the active side retreats to where it came from, or is eliminated if it cannot: across an arrow, by sea
/// for the French, among unbesieged enemies, and for drilled troops into anything but a cultivated or friendly
/// fortified space (7.92, Q3). A leader whose port is lost goes to another that the British control (R2).
pub fn go_back(table: &mut Table, piece: PieceId, space: SpaceId, origin: AttackerOrigin) -> Play<()> {
    let (state, side) = (&table.state, piece.side());
    let back = |from| !state.occupies(side.enemy(), from) && why_not_bear(state, piece, from).is_none();
    let refuges = match origin {
        AttackerOrigin::Inside => {
            housekeeping::go_inside(table, piece, space, "8.252");
            return Ok(());
        }
        AttackerOrigin::Here => return give_way(table, piece, space, None),
        AttackerOrigin::Space(from) if is_adjacent(space, from) && back(from) => SpaceSet::one(from),
        AttackerOrigin::Sea(from) if side == Side::British && back(from) => SpaceSet::one(from),
        AttackerOrigin::Sea(_) if side == Side::British && Pieces::get().leaders.contains(piece) => {
            ports_of_refuge(state, side, space)
        }
        _ => SpaceSet::EMPTY,
    };
    let refuges = allowed(table, piece, space, refuges)?;
    if refuges.is_empty() {
        table.eliminate(piece, "7.92");
        return Ok(());
    }
    table.explain(|_, choice| match choice {
        Choice::Word(Word::Inside) => refuse("8.252", "only attackers that came from inside can retreat inside"),
        choice => {
            let port = "a leader whose port is lost goes to another port under your control";
            (!refuges.contains(choice.space()?)).then_some(Refusal::new("7.92", port))
        }
    });
    if let Some(to) = table.ask(side, Ask::Retreat(piece), Choices::spaces(refuges))?.space() {
        go(table, piece, to);
    }
    Ok(())
}

/// Those of the spaces to which a piece could retreat that no event closes to it.
fn allowed(table: &Table, piece: PieceId, from: SpaceId, refuges: SpaceSet) -> Play<SpaceSet> {
    let at = Context { from: Some(from), pieces: PieceSet::one(piece), ..Context::of(piece.side()) };
    table.scripts.retreat(&table.state, refuges, &at)
}

fn is_adjacent(a: SpaceId, b: SpaceId) -> bool {
    Map::get().adjacent(a).contains(b)
}

/// Beaten defenders retreat one at a time to where their owner chooses: adjacent spaces, inside their own fort or
/// fortress, or from an Amphib space to a British port (7.91, 8.13).
pub fn defenders(table: &mut Table, battle: &Battle) -> Play<()> {
    let side = battle.attacker.enemy();
    let beaten = |state: &State| battle.defenders & state.outside(side, battle.space);
    // The owner chooses the order. It matters only where there is not room inside for all of them.
    let room = room_inside(&table.state, side, battle.space);
    if room > 0 && beaten(&table.state).units().len() > room {
        let others = table.state.outside(side, battle.space) - battle.defenders;
        let sheltering = Sheltering { excluded: others, rule: "8.13", reason: "it has not lost the battle" };
        entry::choose_inside(table, side, battle.space, &sheltering)?;
    }
    for piece in beaten(&table.state) {
        give_way(table, piece, battle.space, battle.origin.space())?;
    }
    Ok(())
}

/// Why a piece cannot retreat from a space to another, if it cannot (7.92).
fn why_not_retreat(
    state: &State,
    piece: PieceId,
    space: SpaceId,
    barred: Option<SpaceId>,
    to: SpaceId,
) -> Option<Refusal> {
    why_not_refuge(state, piece.side(), space, barred, to, "7.92").or_else(|| why_not_bear(state, piece, to))
}

/// Why a piece cannot go inside a fort or fortress in its space, if it cannot (8.11, 8.13).
fn why_not_inside(state: &State, piece: PieceId, space: SpaceId) -> Option<Refusal> {
    let side = piece.side();
    if !state.has_fort_or_fortress(side, space) {
        return refuse("8.13", "you have no fort or fortress there");
    }
    let is_unit = Pieces::get().units.contains(piece);
    why_no_room(state, side, space).filter(|_| is_unit)
}

/// Why no more units of a side can go inside its fort or fortress in a space, if none can (8.11).
pub fn why_no_room(state: &State, side: Side, space: SpaceId) -> Option<Refusal> {
    let is_full = room_inside(state, side, space) == 0;
    is_full.then_some(Refusal::new("8.11", "the fort is full: at most four units can be inside"))
}

/// R1: one piece retreats, or is eliminated if it cannot.
pub fn give_way(table: &mut Table, piece: PieceId, space: SpaceId, barred: Option<SpaceId>) -> Play<()> {
    let side = piece.side();
    let state = &table.state;
    let refuges = refuges(state, side, space, barred).filter(|to| why_not_bear(state, piece, to).is_none());
    let open = allowed(table, piece, space, refuges)?;
    let state = &table.state;
    let choices = Choices::spaces(open).or_if(why_not_inside(state, piece, space).is_none(), Word::Inside);
    if choices.is_empty() {
        table.eliminate(piece, "7.92");
        return Ok(());
    }
    table.explain(|state, choice| match choice {
        Choice::Word(Word::Inside) => why_not_inside(state, piece, space),
        choice => {
            let to = choice.space()?;
            let closed = || (!open.contains(to)).then_some(Refusal::new("5.51", "an event forbids the retreat"));
            why_not_retreat(state, piece, space, barred, to).or_else(closed)
        }
    });
    match table.ask(side, Ask::Retreat(piece), choices)? {
        Choice::Space(to) => go(table, piece, to),
        _ => housekeeping::go_inside(table, piece, space, "8.13"),
    }
    Ok(())
}

/// Why a piece cannot retreat to a kind of space, if it cannot: drilled troops retreat only to cultivated or friendly
/// fortified spaces (7.92).
fn why_not_bear(state: &State, piece: PieceId, space: SpaceId) -> Option<Refusal> {
    let suits = !Pieces::get().drilled.contains(piece)
        || (Map::get().cultivated | state.works[piece.side()].fortifications()).contains(space);
    let reason = "drilled troops retreat only to a cultivated space or a friendly fortification";
    (!suits).then_some(Refusal::new("7.92", reason))
}

/// How many more units of a side can go inside a space: up to four in its own fort, any number in its own fortress
/// (8.11).
pub fn room_inside(state: &State, side: Side, space: SpaceId) -> usize {
    let works = &state.works[side];
    if works.fortresses.contains(space) {
        usize::MAX
    } else if works.forts.contains(space) {
        FORT_CAPACITY.saturating_sub(state.inside(side, space).units().len())
    } else {
        0
    }
}

fn go(table: &mut Table, piece: PieceId, to: SpaceId) {
    let pieces = PieceSet::one(piece);
    table.put(pieces, to);
    table.tell(|_| {
        let went = Happened::Went { pieces, from: None, to, errand: Errand::Retreat };
        NewsEntry::new("7.91", went).by(piece.side()).at(to)
    });
}
