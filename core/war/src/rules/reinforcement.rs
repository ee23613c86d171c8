//! Reinforcements and replacements (5.52): services for events that bring units in, restore them, or remove them.

use super::housekeeping;
use super::supply;
use crate::decision::{Ask, Choice, Choices, Word};
use crate::news::{Happened, NewsEntry};
use crate::pieces::Pieces;
use crate::placement::Place;
use crate::script::UnderWay as _;
use crate::sets::{PieceId, PieceSet, SpaceId, SpaceSet};
use crate::side::Side;
use crate::state::State;
use crate::table::{Effects, Play, Table};
use std::sync::Arc;
use wilderness_engine::Refusal;

/// The units of a side that are not in play and may come in (5.52).
pub fn at_hand(state: &State, side: Side) -> PieceSet {
    state.pieces.here(Place::AtHand).of(side)
}

/// Why pieces of a side cannot enter the game in a space, if they cannot: enemy units, an enemy fortification, or a
/// siege (5.522, 8.22). A leader alone does not prevent it.
pub fn why_not_enter(state: &State, side: Side, space: SpaceId) -> Option<Refusal> {
    let enemy = side.enemy();
    if state.besieged_spaces().contains(space) {
        return Some(Refusal::new("8.22", "the space is besieged"));
    }
    if state.pieces.held(enemy).contains(space) {
        return Some(Refusal::new("5.522", "enemy units are in the space"));
    }
    if state.works[enemy].fortifications().contains(space) {
        return Some(Refusal::new("5.522", "an enemy fortification is in the space"));
    }
    None
}

/// The spaces, out of some, in which pieces of a side can enter the game (5.522).
pub fn open_to(state: &State, side: Side, spaces: SpaceSet) -> SpaceSet {
    spaces.filter(|space| why_not_enter(state, side, space).is_none())
}

/// Asks where a piece enters the game: in one of these spaces, some of which may be closed to it (5.522, 5.533). If its
/// owner may decline and does, the answer is none.
pub fn ask_where(table: &mut Table, piece: PieceId, spaces: SpaceSet, may_decline: bool) -> Play<Option<SpaceId>> {
    let side = piece.side();
    let open = open_to(&table.state, side, spaces);
    table.explain(|state, choice| match choice {
        Choice::Word(Word::Done) => (!may_decline).then_some(Refusal::new("5.52", "it has to be placed")),
        choice => why_not_among(state, side, spaces, choice.space()?),
    });
    let question = Ask::Event(Arc::from(format!("Where does {piece} enter the game?")));
    let choices = Choices::spaces(open).or_if(may_decline, Word::Done);
    Ok(table.ask(side, question, choices)?.space())
}

/// Why a piece of a side cannot enter the game in a space, if it cannot: the event names these spaces (5.51, 5.522).
fn why_not_among(state: &State, side: Side, spaces: SpaceSet, space: SpaceId) -> Option<Refusal> {
    let unnamed = !spaces.contains(space);
    let refusal = unnamed.then_some(Refusal::new("5.51", "the event does not allow it to enter there"));
    refusal.or_else(|| why_not_enter(state, side, space))
}

/// Places a piece that is not in play, at full strength (5.521). An enemy leader alone there gives way (6.53).
pub fn place(table: &mut Table, piece: PieceId, place: Place) -> Play<()> {
    table.state.pieces.put(piece, place);
    table.state.pieces.set_reduced(piece, false);
    table.tell(|_| NewsEntry::new("5.52", Happened::Placed { piece, place }).by(piece.side()).at(place.space()));
    housekeeping::settle(table, table.around())
}

/// Why an event cannot restore a unit, if it cannot: the unit is not reduced, not in play, besieged, or drilled and out
/// of supply (5.523, 8.22, 12.3).
pub fn why_not_restore(state: &State, unit: PieceId) -> Option<Refusal> {
    if !state.pieces.reduced().contains(unit) {
        return Some(Refusal::new("5.523", "the unit is not reduced"));
    }
    if state.is_besieged(unit) {
        return Some(Refusal::new("8.22", "the unit is besieged"));
    }
    let drilled = Pieces::get().drilled.contains(unit);
    match state.pieces.space(unit) {
        Some(space) if drilled && !supply::is_supplied(state, unit.side(), space) => {
            Some(Refusal::new("12.3", "the unit is out of supply"))
        }
        _ => None,
    }
}

/// The units of a side that an event could restore (5.523).
pub fn restorable(state: &State, side: Side) -> PieceSet {
    let reduced = state.pieces.reduced().of(side).filter(|unit| !state.is_besieged(unit));
    let drilled = reduced.drilled();
    let garrisons = drilled.iter().filter_map(|unit| state.pieces.space(unit)).collect();
    let supplied = supply::supplied_among(state, side, garrisons);
    let fed = drilled.filter(|unit| state.pieces.space(unit).is_none_or(|space| supplied.contains(space)));
    let restorable = (reduced - drilled) | fed;
    debug_assert!(
        restorable.within(reduced)
            && reduced.iter().all(|unit| { restorable.contains(unit) == why_not_restore(state, unit).is_none() })
    );
    restorable
}

/// Flips a unit back to full strength.
pub fn restore(table: &mut Table, unit: PieceId) {
    table.state.pieces.set_reduced(unit, false);
    table.tell(|state| {
        let restored = Happened::Restored { units: PieceSet::one(unit) };
        NewsEntry::new("5.523", restored).by(unit.side()).at(state.pieces.space(unit))
    });
}

/// The pieces of a side on the map that an event may remove: not the besieged (8.22).
pub fn removable(state: &State, side: Side) -> PieceSet {
    state.on_map(side).filter(|piece| why_not_remove(state, piece).is_none())
}

/// Why an event cannot remove a piece on the map, if it cannot (8.22).
pub fn why_not_remove(state: &State, piece: PieceId) -> Option<Refusal> {
    state.is_besieged(piece).then_some(Refusal::new("8.22", "it is besieged"))
}

/// Eliminates pieces by an event, and settles what follows.
pub fn remove(table: &mut Table, pieces: PieceSet) -> Play<()> {
    pieces.iter().for_each(|piece| table.eliminate(piece, "5.51"));
    housekeeping::settle(table, table.around())
}

/// Why a piece cannot enter the game in a space, if it cannot: no piece of its side can, or it belongs to a tribe that
/// is allied to the enemy (5.522, 5.533).
pub fn why_not_place(state: &State, piece: PieceId, space: SpaceId) -> Option<Refusal> {
    let tribe_is_hostile = piece.facts().home.is_some_and(|home| state.is_allied(piece.side().enemy(), home));
    if tribe_is_hostile {
        return Some(Refusal::new("5.533", "the tribe is allied to the enemy"));
    }
    why_not_enter(state, piece.side(), space)
}
