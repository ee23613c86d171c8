//! The invariants of a settled position: every position in which a side is about to play a card, and the final one. The
//! list is complete; [`broken`] checks in this order:
//!
//! 1. Exactly one side holds each fortress (2.0).
//! 2. A space has at most one fortification, of one side (5.43); a fort under construction shares a space only with a
//!    stockade (5.44).
//! 3. Units of both sides share a space only under siege, and not both outside (7.1, 8.21).
//! 4. A besieged space has a fort or fortress (8.21), enemy units outside of it (8.232), and no defenders there (8.21).
//! 5. At most four units are inside a besieged fort (8.11).
//! 6. Pieces are inside only during a siege (8.21).
//! 7. Leaders are never reduced (7.64), nor are units that are not in play (7.61).
//! 8. Militia, and no other units, are in the boxes of their own departments (7.3).
//! 9. The leader pool holds British leaders only (5.55).
//! 10. Amphib markers lie where amphibious arrows lead (6.431).
//! 11. Each card is in one place: a hand, the draw pile, the discard pile, or out of the game (5.2).
//!
//! Every build checks them before a game begins from a position, and after a script has acted; the latter check leaves
//! out spaces with a movement or combat in progress ([`broken_but`]). Debug builds also check them after all
//! housekeeping, and so do the trial of scripts, the simulator at the end of a game, the tests and the fuzz targets.
//! All of them call the functions of this module.

use crate::map::{Department, Map};
use crate::pieces::Pieces;
use crate::placement::Place;
use crate::sets::{CardSet, IdSet, PieceId, PieceSet, SpaceSet};
use crate::side::Side;
use crate::state::State;
use crate::table::{Halt, Play};
use crate::tables::FORT_CAPACITY;

/// The first invariant that a settled position breaks, if any.
pub fn broken(state: &State) -> Option<String> {
    broken_but(state, SpaceSet::EMPTY)
}

/// The first invariant that a position breaks while some spaces are not settled yet: those spaces are not checked.
pub fn broken_but(state: &State, unsettled: SpaceSet) -> Option<String> {
    works(state)
        .or_else(|| occupants(state, unsettled))
        .or_else(|| sieges(state, unsettled))
        .or_else(|| pieces(state, unsettled))
        .or_else(|| cards(state))
}

/// Fortresses, forts and stockades.
fn works(state: &State) -> Option<String> {
    let map = Map::get();
    let (french, british) = (&state.works.french, &state.works.british);
    if french.fortresses | british.fortresses != map.fortresses || french.fortresses.meets(british.fortresses) {
        return Some("a fortress is held by neither side or by both (2.0)".into());
    }
    if !are_apart([map.fortresses, french.forts, french.stockades, british.forts, british.stockades]) {
        return Some("a space has two fortifications (5.43)".into());
    }
    let (of_french, of_british) = (french.under_construction, british.under_construction);
    let completed = french.besiegeable() | british.besiegeable();
    if (of_french | of_british).meets(completed) || of_french.meets(of_british) {
        return Some("a fort is under construction where another fort or a fortress is (5.44)".into());
    }
    let stray = !state.amphib.is_empty() && !(state.amphib - Map::get().landing_sites()).is_empty();
    stray.then(|| "an Amphib marker lies in a space without a landing site (6.431)".into())
}

/// Which pieces share a space with enemies.
fn occupants(state: &State, unsettled: SpaceSet) -> Option<String> {
    let sieges = state.besieged_spaces();
    for space in (state.pieces.held(Side::French) & state.pieces.held(Side::British)) - unsettled {
        let outside = Side::BOTH.map(|side| !state.outside(side, space).units().is_empty());
        if outside == [true, true] {
            return Some(format!("unbesieged units of both sides share {space} (7.1)"));
        }
        if !sieges.contains(space) {
            return Some(format!("units of both sides share {space} without a siege (8.21)"));
        }
    }
    None
}

/// Besieged and besiegers.
fn sieges(state: &State, unsettled: SpaceSet) -> Option<String> {
    for space in state.besieged_spaces() - unsettled {
        let owner = Side::BOTH.into_iter().find(|&side| state.has_fort_or_fortress(side, space));
        let Some(owner) = owner else { return Some(format!("{space} is besieged and has no fort or fortress (8.21)")) };
        if state.outside(owner.enemy(), space).units().is_empty() {
            return Some(format!("{space} is under siege without a besieger (8.232)"));
        }
        if !state.outside(owner, space).is_empty() {
            return Some(format!("defenders stand outside besieged {space} (8.21)"));
        }
        if state.works[owner].forts.contains(space) && state.inside(owner, space).units().len() > FORT_CAPACITY {
            return Some(format!("more than four units are inside the fort at {space} (8.11)"));
        }
    }
    let outdoors = |piece: &PieceId| {
        let settled = state.pieces.space(*piece).is_none_or(|space| !unsettled.contains(space));
        settled && !state.is_besieged(*piece)
    };
    let piece = state.pieces.inside().iter().find(outdoors)?;
    Some(format!("{piece} is inside without a siege (8.21)"))
}

/// Strength, boxes and the pool.
fn pieces(state: &State, unsettled: SpaceSet) -> Option<String> {
    let (all, at, reduced) = (Pieces::get(), &state.pieces, state.pieces.reduced());
    if let Some(leader) = (reduced & all.leaders).first() {
        return Some(format!("{leader} is a leader and reduced (7.64)"));
    }
    let out = at.here(Place::AtHand) | at.here(Place::Eliminated);
    if let Some(unit) = (reduced & out).first() {
        return Some(format!("{unit} is reduced and not in play (7.61)"));
    }
    let mut boxed = PieceSet::EMPTY;
    for department in Department::all() {
        let here = at.here(Place::Militia(department));
        if let Some(other) = (here - all.militia.of(department.owner())).first() {
            return Some(format!("{other} is in the militia box of the {department} (7.3)"));
        }
        boxed |= here;
    }
    if let Some(unit) = (all.militia - boxed - out).iter().find(|unit| {
        at.space(*unit).is_none_or(|space| !unsettled.contains(space)) // they leave it for a combat only
    }) {
        return Some(format!("{unit} are militia outside of their box (7.3)"));
    }
    let stranger = (at.here(Place::LeaderPool) - (all.leaders & all.of[Side::British])).first()?;
    Some(format!("{stranger} is in the leader pool and is not a British leader (5.55)"))
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
    let are_apart = are_apart([state.hands.french, state.hands.british, pile, state.discard, state.removed]);
    (!are_apart || pile.len() != state.draw_pile.len()).then(|| "a card is in two places (5.2)".into())
}

/// Whether no two of some sets have a member in common.
fn are_apart<T, const WORDS: usize>(sets: impl IntoIterator<Item = IdSet<T, WORDS>>) -> bool {
    let mut all = IdSet::EMPTY;
    sets.into_iter().all(|set| {
        let is_apart = !set.meets(all);
        all |= set;
        is_apart
    })
}
