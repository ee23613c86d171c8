//! What must hold of every settled position, which is every one in which a side is about to play a card, and the last one.
//! This is all of it; [`broken`] looks in this order:
//!
//! 1. Every fortress is held by one side, and by one only (2.0).
//! 2. A space has at most one fortification, of one side (5.43).
//! 3. Units of both sides share a space only under siege, and not both outside (7.1, 8.21).
//! 4. A besieged space has a fort or fortress (8.21), enemy units outside of it (8.232), and no defenders there (8.21).
//! 5. At most four units are inside a besieged fort (8.11).
//! 6. Nobody is inside without a siege (8.21).
//! 7. No leader is reduced (7.64).
//! 8. A card is in one place: a hand, the draw pile, the discard pile, or out of the game (5.2).
//!
//! It is checked before a game begins from a position, after every event, since a script may do what no rule does, by debug
//! builds after all housekeeping, by the trial of scripts, by the simulator at the end of a game, and by the tests and fuzz
//! targets whenever a card is about to be played. All of them call [`broken`] or [`check`], and nothing else.

use crate::map::Map;
use crate::pieces::Pieces;
use crate::sets::CardSet;
use crate::side::Side;
use crate::state::State;
use crate::table::{Halt, Play};

/// The most units that can be inside a fort (8.11).
pub const FORT_CAPACITY: usize = 4;

/// The first thing that is wrong with a settled position, if anything is.
pub fn broken(state: &State) -> Option<String> {
    let map = Map::get();
    let sieges = state.besieged_spaces();
    let (french, british) = (&state.works.french, &state.works.british);
    if french.fortresses | british.fortresses != map.fortresses || french.fortresses.meets(british.fortresses) {
        return Some("a fortress is held by nobody or by both sides (2.0)".into());
    }
    let fortified = french.fortifications().len() + british.fortifications().len();
    let kinds = french.forts.len() + french.stockades.len() + british.forts.len() + british.stockades.len();
    if (french.fortifications() | british.fortifications()).len() != fortified
        || fortified != kinds + map.fortresses.len()
    {
        return Some("a space has two fortifications (5.43)".into());
    }
    for space in state.pieces.held(Side::French) & state.pieces.held(Side::British) {
        let outside = Side::BOTH.map(|side| !state.outside(side, space).units().is_empty());
        if outside == [true, true] {
            return Some(format!("unbesieged units of both sides share {space} (7.1)"));
        }
        if !sieges.contains(space) {
            return Some(format!("units of both sides share {space} without a siege (8.21)"));
        }
    }
    for space in sieges {
        let owner = Side::BOTH.into_iter().find(|&side| state.has_fort_or_fortress(side, space));
        let Some(owner) = owner else { return Some(format!("{space} is besieged and has no fort or fortress (8.21)")) };
        if state.outside(owner.enemy(), space).units().is_empty() {
            return Some(format!("{space} is besieged by nobody (8.232)"));
        }
        if !state.outside(owner, space).is_empty() {
            return Some(format!("defenders stand outside besieged {space} (8.21)"));
        }
        if state.works[owner].forts.contains(space) && state.inside(owner, space).units().len() > FORT_CAPACITY {
            return Some(format!("more than four units are inside the fort at {space} (8.11)"));
        }
    }
    for piece in state.pieces.inside() {
        if !state.is_besieged(piece) {
            return Some(format!("{piece} is inside without a siege (8.21)"));
        }
    }
    if let Some(leader) = (state.pieces.reduced() & Pieces::get().leaders).first() {
        return Some(format!("{leader} is a leader and reduced (7.64)"));
    }
    cards(state)
}

/// Stops if something is wrong with a settled position.
///
/// # Errors
/// [`Halt::Unsettled`].
pub fn check(state: &State) -> Play<()> {
    broken(state).map_or(Ok(()), |fault| Err(Halt::Unsettled(fault)))
}

/// A card is in one place at a time (5.2).
fn cards(state: &State) -> Option<String> {
    let pile: CardSet = state.draw_pile.iter().copied().collect();
    let places = [state.hands.french, state.hands.british, pile, state.discard, state.removed];
    let all = places.into_iter().fold(CardSet::EMPTY, |all, place| all | place);
    let count: usize = places.iter().map(CardSet::len).sum();
    (all.len() != count || pile.len() != state.draw_pile.len()).then(|| "a card is in two places (5.2)".into())
}
