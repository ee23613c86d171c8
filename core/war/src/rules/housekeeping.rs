//! Housekeeping: the automatic consequences of a change, settled after each change until nothing more follows. Each
//! part carries the number of its rule.

use super::refusal::refuse;
use crate::decision::{Ask, Choice, Choices, Word};
use crate::map::Map;
use crate::news::{Errand, Happened, NewsEntry, Structure, Why, WorksFate};
use crate::pieces::Pieces;
use crate::sets::{PieceId, PieceSet, SpaceId, SpaceSet};
use crate::side::Side;
use crate::state::State;
use crate::table::{Effects, Play, Table};
use crate::tables::{FORTRESS_VP, KEY_SPACE_VP};
use wilderness_engine::Refusal;

/// What housekeeping leaves out while a movement is in progress.
#[derive(Clone, Copy, Default)]
pub struct Around {
    /// The contested space: nothing is settled there.
    pub contested: Option<SpaceId>,
    /// An advance into a space: enemy leaders are displaced there, but not to the space the advance came from.
    pub advance: Option<Advance>,
}

impl Around {
    /// While the space entered is contested: nothing is settled there.
    pub fn contested(advance: Advance) -> Around {
        Around { contested: Some(advance.to), advance: Some(advance) }
    }

    /// Once the space entered is no longer contested.
    pub fn entered(advance: Advance) -> Around {
        Around { contested: None, advance: Some(advance) }
    }
}

/// An advance into a space.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Advance {
    /// Who moved.
    pub side: Side,
    /// The space they left.
    pub from: SpaceId,
    /// The space they entered.
    pub to: SpaceId,
}

impl Advance {
    /// The space to which pieces of a side cannot withdraw from another: the one the entering enemy came from (7.92,
    /// R2).
    pub fn bars(self, side: Side, space: SpaceId) -> Option<SpaceId> {
        (side != self.side && space == self.to).then_some(self.from)
    }
}

/// Settles everything that follows from the last change.
pub fn settle(table: &mut Table, around: Around) -> Play<()> {
    loop {
        lift_sieges(table, around);
        remove_amphib_markers(table, around);
        remove_works_under_construction(table, around);
        let changed = revert_fortresses(table, around)?;
        score_key_spaces(table, around)?;
        if !displace_leaders(table, around)? && !changed {
            break;
        }
    }
    if cfg!(debug_assertions) && around.contested.is_none() {
        crate::invariants::check(&table.state)?;
    }
    Ok(())
}

/// The spaces of a set that are to be settled.
fn settled(spaces: SpaceSet, around: Around) -> SpaceSet {
    around.contested.map_or(spaces, |space| spaces.without(space))
}

/// 8.232: a siege without besieging units ends. Pieces inside become ordinary pieces again.
fn lift_sieges(table: &mut Table, around: Around) {
    let sieges = table.state.besieged_spaces();
    if sieges.is_empty() && table.state.pieces.inside().is_empty() {
        return;
    }
    for space in settled(sieges, around) {
        let state = &table.state;
        let besieger = Side::BOTH.into_iter().find(|side| state.has_fort_or_fortress(side.enemy(), space));
        if besieger.is_none_or(|side| state.outside(side, space).units().is_empty()) {
            table.state.set_siege(space, None);
            table.tell(|_| NewsEntry::new("8.232", Happened::SiegeLifted).at(space));
        }
    }
    let inside = table.state.pieces.inside();
    if !inside.is_empty() {
        let sieges = table.state.besieged_spaces();
        for piece in inside {
            let space = table.state.pieces.space(piece);
            if space != around.contested && !space.is_some_and(|space| sieges.contains(space)) {
                table.state.pieces.set_inside(piece, false);
            }
        }
    }
}

/// 6.431: an Amphib marker without British units is removed where French drilled troops or an unbesieged French
/// fortification are (R4).
fn remove_amphib_markers(table: &mut Table, around: Around) {
    for space in settled(table.state.amphib, around) {
        let state = &table.state;
        let british = !state.units(Side::British, space).is_empty();
        let drilled = !state.units(Side::French, space).drilled().is_empty();
        let fortified = state.works.french.fortifications().contains(space) && !state.besieged_spaces().contains(space);
        if !british && (drilled || fortified) {
            table.state.amphib.remove(space);
            table.tell(|_| NewsEntry::new("6.431", Happened::AmphibRemoved).at(space));
        }
    }
}

/// 5.45: a fort under construction is removed when enemy drilled troops are in its space and no units of its owner.
fn remove_works_under_construction(table: &mut Table, around: Around) {
    for side in Side::BOTH {
        let begun = table.state.works[side].under_construction;
        if begun.is_empty() {
            continue;
        }
        for space in settled(begun & table.state.pieces.held(side.enemy()), around) {
            let state = &table.state;
            if state.units(side, space).is_empty() && !state.units(side.enemy(), space).drilled().is_empty() {
                table.state.works[side].under_construction.remove(space);
                table.tell(|_| {
                    let structure = Structure::FortUnderConstruction;
                    let destroyed = Happened::Works { structure, fate: WorksFate::Destroyed };
                    NewsEntry::new("5.45", destroyed).by(side.enemy()).at(space)
                });
            }
        }
    }
}

/// 8.24: a captured fortress that its captor leaves empty returns to its original owner, who scores.
fn revert_fortresses(table: &mut Table, around: Around) -> Play<bool> {
    let mut changed = false;
    for side in Side::BOTH {
        let state = &table.state;
        let captured = state.works[side].fortresses - Map::get().originally(side);
        if captured.is_empty() {
            continue;
        }
        for space in settled(captured - state.pieces.held(side) - state.own_amphib(side), around) {
            let owner = side.enemy();
            table.state.works[side].fortresses.remove(space);
            table.state.works[owner].fortresses.insert(space);
            table.state.set_siege(space, None);
            table.score(owner, FORTRESS_VP, "8.24", Why::LeftByCaptor, Some(space))?;
            changed = true;
        }
    }
    Ok(changed)
}

/// 13.23: Niagara and Ohio Forks score when they change hands.
fn score_key_spaces(table: &mut Table, around: Around) -> Play<()> {
    let map = Map::get();
    for space in [map.niagara, map.ohio_forks] {
        if around.contested == Some(space) {
            continue;
        }
        let state = &table.state;
        let holder = if space == map.niagara { state.niagara } else { state.ohio_forks };
        let taker = holder.enemy();
        if state.is_present(taker, space) && !state.is_present(holder, space) {
            let state = &mut table.state;
            *(if space == map.niagara { &mut state.niagara } else { &mut state.ohio_forks }) = taker;
            table.score(taker, KEY_SPACE_VP, "13.23", Why::ChangedHands, Some(space))?;
        }
    }
    Ok(())
}

/// 6.53: leaders alone among enemies are displaced. Returns whether any had to be.
fn displace_leaders(table: &mut Table, around: Around) -> Play<bool> {
    let pieces = &table.state.pieces;
    // Nearly every leader has friendly units, or no enemies, in the space.
    let alone = |side: Side| pieces.led(side) - pieces.held(side);
    let none_is_cut_off = |side: Side| {
        let alone = alone(side);
        alone.is_empty() || !alone.meets(table.state.present(side.enemy()))
    };
    if Side::BOTH.into_iter().all(none_is_cut_off) {
        return Ok(false);
    }
    let mut displaced = false;
    for leader in Pieces::get().leaders {
        let state = &table.state;
        let Some(space) = state.pieces.space(leader) else { continue };
        if Some(space) == around.contested {
            continue;
        }
        if is_cut_off(state, leader.side(), space) {
            displace(table, leader, around.advance)?;
            displaced = true;
        }
    }
    Ok(displaced)
}

/// Whether leaders of a side are without friendly units and without a friendly fort or fortress in a space that the
/// enemy occupies, so that they cannot stay (6.53, Q31).
pub fn is_cut_off(state: &State, side: Side, space: SpaceId) -> bool {
    !state.pieces.held(side).contains(space)
        && !state.has_fort_or_fortress(side, space)
        && state.occupies(side.enemy(), space)
}

/// L1: a leader without friendly units in a space occupied by the enemy goes to an adjacent space, inside a friendly
/// fort or fortress besieged there, or from an Amphib space to a British port; otherwise the leader is eliminated
/// (6.53, 7.92).
pub fn displace(table: &mut Table, leader: PieceId, advance: Option<Advance>) -> Play<()> {
    let state = &table.state;
    let Some(space) = state.pieces.space(leader) else { return Ok(()) };
    let side = leader.side();
    let barred = advance.and_then(|advance| advance.bars(side, space));
    let besieged = state.siege_level(space).is_some() && state.has_fort_or_fortress(side, space);
    let choices = Choices::spaces(refuges(state, side, space, barred)).or_if(besieged, Word::Inside);
    if choices.is_empty() {
        table.eliminate(leader, "7.92");
        return Ok(());
    }
    table.explain(|state, choice| match choice {
        Choice::Word(Word::Inside) => {
            let reason = "you have no besieged fort or fortress there";
            (!besieged).then_some(Refusal::new("6.53", reason))
        }
        choice => why_not_refuge(state, side, space, barred, choice.space()?, "7.92"),
    });
    match table.ask(side, Ask::Displace(leader), choices)? {
        Choice::Space(to) => {
            let pieces = PieceSet::one(leader);
            table.put(pieces, to);
            table.tell(|_| {
                let went = Happened::Went { pieces, from: Some(space), to, errand: Errand::Withdraw };
                NewsEntry::new("6.53", went).by(side).at(to)
            });
        }
        _ => go_inside(table, leader, space, "6.53"),
    }
    Ok(())
}

/// A piece goes inside the fort or fortress of its side in a space (8.1).
pub fn go_inside(table: &mut Table, piece: PieceId, space: SpaceId, rule: &'static str) {
    table.state.pieces.set_inside(piece, true);
    let side = piece.side();
    table.tell(|_| NewsEntry::new(rule, Happened::WentInside { pieces: PieceSet::one(piece) }).by(side).at(space));
}

/// Where pieces of a side can go when they withdraw from a space: adjacent spaces without unbesieged enemy units or
/// fortifications; British pieces in an Amphib space also any port they control; but never the space or port that the
/// enemy came from (6.81, 6.811, 7.92, R3).
pub fn refuges(state: &State, side: Side, space: SpaceId, barred: Option<SpaceId>) -> SpaceSet {
    let mut refuges = Map::get().adjacent(space) - state.occupied(side.enemy());
    if state.own_amphib(side).contains(space) {
        refuges |= ports_of_refuge(state, side, space);
    }
    barred.map_or(refuges, |barred| refuges.without(barred))
}

/// The ports that a side controls, except for the space it leaves (6.811, 7.92).
pub fn ports_of_refuge(state: &State, side: Side, space: SpaceId) -> SpaceSet {
    (state.controlled(side) & Map::get().ports).without(space)
}

/// Why pieces of a side cannot withdraw to a space, if they cannot, by the rule that makes them (6.81, 7.92).
/// [`refuges`] are the spaces to which they can.
pub fn why_not_refuge(
    state: &State,
    side: Side,
    space: SpaceId,
    barred: Option<SpaceId>,
    to: SpaceId,
    rule: &'static str,
) -> Option<Refusal> {
    if barred == Some(to) {
        return refuse(rule, "the enemy came from there");
    }
    let from_amphib = state.own_amphib(side).contains(space);
    if from_amphib && ports_of_refuge(state, side, space).contains(to) {
        return None;
    }
    if to == space {
        return refuse(rule, "that is the space they leave");
    }
    if !Map::get().adjacent(space).contains(to) {
        let not_by_sea = from_amphib && Map::get().ports.contains(to);
        return refuse(
            rule,
            if not_by_sea { "the port is not under your control" } else { "the space is not adjacent" },
        );
    }
    let reason = "unbesieged enemy units or fortifications are there";
    state.occupies(side.enemy(), to).then_some(Refusal::new(rule, reason))
}
