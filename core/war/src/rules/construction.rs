//! Construction and demolition (5.4).

use super::housekeeping::{self, Around};
use super::refusal::refuse;
use super::supply;
use crate::context::Context;
use crate::decision::{Ask, Choice, Choices, Word};
use crate::map::Map;
use crate::news::{Happened, NewsEntry, Structure, WorksFate};
use crate::pieces::Pieces;
use crate::sets::{SpaceId, SpaceSet};
use crate::side::Side;
use crate::state::State;
use crate::table::{Play, Table};
use wilderness_engine::Refusal;

/// Why a player cannot stop before anything is built.
const NOTHING_BUILT: &str = "at least one has to be built with the card";

/// Why a side cannot build where the rules would let it.
fn forbidden() -> Refusal {
    Refusal::new("5.51", "an event forbids building there")
}

/// The words by which scripts know what is built.
const STOCKADE: &str = "stockade";
const FORT: &str = "fort";

/// Those of some spaces in which a side has unbesieged drilled troops.
fn drilled_among(state: &State, side: Side, spaces: SpaceSet) -> SpaceSet {
    let drilled = Pieces::get().drilled;
    (spaces & state.pieces.held(side)).filter(|space| state.outside(side, space).meets(drilled))
}

/// Those of some spaces in which a side has supplied drilled troops that are not besieged (5.41, 5.42, 12.3).
fn supplied_drilled_among(state: &State, side: Side, spaces: SpaceSet) -> SpaceSet {
    supply::supplied_among(state, side, drilled_among(state, side, spaces))
}

/// Where a side could place a stockade (5.41, 5.43): with supplied drilled troops or in its own originally friendly
/// cultivated spaces; not with enemy units or fortifications, a fortification, a siege, or a fortress.
pub fn stockade_sites(state: &State, side: Side) -> SpaceSet {
    let open = Map::get().all - closed_to_stockades(state, side);
    let own = open & Map::get().originally(side);
    let sites = own | supplied_drilled_among(state, side, open - own);
    debug_assert_eq!(sites, Map::get().all.filter(|space| why_not_stockade(state, side, space).is_none()));
    sites
}

/// Where a side cannot place a stockade, whatever its supply.
fn closed_to_stockades(state: &State, side: Side) -> SpaceSet {
    let fortified = state.works.french.fortifications() | state.works.british.fortifications();
    Map::get().fortresses | state.besieged_spaces() | fortified | state.pieces.held(side.enemy())
}

/// Why a side cannot place a stockade anywhere, if it cannot (5.41).
pub fn why_not_any_stockade(state: &State, side: Side) -> Option<Refusal> {
    // A friendly space is nearly always open, and supply does not matter there.
    let own = Map::get().originally(side) - closed_to_stockades(state, side);
    let any = !own.is_empty() || !stockade_sites(state, side).is_empty();
    (!any).then_some(Refusal::new("5.41", "there is no space for a stockade"))
}

/// Why a side cannot place a stockade in a space, if it cannot (5.41, 5.43).
pub fn why_not_stockade(state: &State, side: Side, space: SpaceId) -> Option<Refusal> {
    why_closed_to_stockades(state, side, space).or_else(|| {
        let own = Map::get().originally(side).contains(space);
        let reason = "only supplied drilled troops build outside originally friendly cultivated spaces";
        let builds = own || !supplied_drilled_among(state, side, SpaceSet::one(space)).is_empty();
        (!builds).then_some(Refusal::new("5.41", reason))
    })
}

/// Why there can be no new stockade of a side in a space, whatever its supply, if there cannot (5.41, 5.43).
pub fn why_closed_to_stockades(state: &State, side: Side, space: SpaceId) -> Option<Refusal> {
    if Map::get().fortresses.contains(space) {
        return refuse("5.43", "a stockade cannot be built in a fortress space");
    }
    if state.siege_level(space).is_some() {
        return refuse("5.43", "nothing can be built in a besieged space");
    }
    if state.fortified_by(space).is_some() {
        return refuse("5.43", "a space can have only one fortification");
    }
    if state.pieces.held(side.enemy()).contains(space) {
        return refuse("5.41", "enemy units are in the space");
    }
    None
}

/// Where a side could start or finish a fort (5.42, 5.43): with supplied drilled troops; not in a siege, in a fortress
/// space, or where it has a fort.
pub fn fort_sites(state: &State, side: Side) -> SpaceSet {
    let sites = supplied_drilled_among(state, side, Map::get().all - closed_to_forts(state));
    debug_assert_eq!(sites, Map::get().all.filter(|space| why_not_fort(state, side, space).is_none()));
    sites
}

/// Where a fort cannot be started or finished, whatever units are there.
fn closed_to_forts(state: &State) -> SpaceSet {
    Map::get().fortresses | state.besieged_spaces() | state.works.french.forts | state.works.british.forts
}

/// Why a side cannot start or finish a fort anywhere, if it cannot (5.42).
pub fn why_not_any_fort(state: &State, side: Side) -> Option<Refusal> {
    let candidates = drilled_among(state, side, Map::get().all - closed_to_forts(state));
    let any = supply::is_any_supplied(state, side, candidates);
    debug_assert_eq!(any, !fort_sites(state, side).is_empty());
    (!any).then_some(Refusal::new("5.42", "there is no space for a fort"))
}

/// Why a side cannot start or finish a fort in a space, if it cannot (5.42, 5.43).
pub fn why_not_fort(state: &State, side: Side, space: SpaceId) -> Option<Refusal> {
    if Map::get().fortresses.contains(space) {
        return refuse("5.43", "a fort cannot be built in a fortress space");
    }
    if state.siege_level(space).is_some() {
        return refuse("5.43", "nothing can be built in a besieged space");
    }
    if Side::BOTH.iter().any(|&side| state.works[side].forts.contains(space)) {
        return refuse("5.43", "a space can have only one completed fort");
    }
    if supplied_drilled_among(state, side, SpaceSet::one(space)).is_empty() {
        return refuse("5.42", "a fort needs supplied drilled troops in the space");
    }
    None
}

/// Why no fort of a side can stand in a space, whatever units are there, if none can (5.42, 5.43).
pub fn why_closed_to_forts(state: &State, side: Side, space: SpaceId) -> Option<Refusal> {
    if closed_to_forts(state).contains(space) {
        return refuse("5.43", "there is a fortress, a fort or a siege");
    }
    if state.fortified_by(space) == Some(side.enemy()) {
        return refuse("5.43", "the enemy has a fortification there");
    }
    if state.works[side.enemy()].under_construction.contains(space) {
        return refuse("5.44", "the enemy has begun a fort there");
    }
    let enemies = state.pieces.held(side.enemy()).contains(space);
    enemies.then_some(Refusal::new("5.42", "enemy units are in the space"))
}

/// Those of the sites for stockades or forts in which no event forbids a side to build.
fn allowed(table: &Table, side: Side, kind: &'static str, sites: SpaceSet) -> Play<SpaceSet> {
    table.scripts.construction(&table.state, sites, &Context { kind, ..Context::of(side) })
}

/// Why a side cannot build anything of a kind because of events, if it cannot.
pub fn why_forbidden(table: &Table, side: Side, word: Word) -> Play<Option<Refusal>> {
    if !table.scripts.are_modifying(&table.state, "construction") {
        return Ok(None);
    }
    let sites = match word {
        Word::Stockades => allowed(table, side, STOCKADE, stockade_sites(&table.state, side))?,
        _ => allowed(table, side, FORT, fort_sites(&table.state, side))?,
    };
    Ok(sites.is_empty().then(forbidden))
}

/// B1: places stockades up to the value of the card, one at a time, so that one may extend supply for the next.
pub fn build_stockades(table: &mut Table, side: Side, value: u8) -> Play<()> {
    for left in (1..=value).rev() {
        let sites = allowed(table, side, STOCKADE, stockade_sites(&table.state, side))?;
        if sites.is_empty() {
            break;
        }
        let choices = Choices::spaces(sites).or_if(left < value, Word::Stop);
        table.explain(|state, choice| match choice {
            Choice::Word(Word::Stop) => (left == value).then_some(Refusal::new("5.41", NOTHING_BUILT)),
            choice => {
                let space = choice.space()?;
                why_not_stockade(state, side, space).or((!sites.contains(space)).then(forbidden))
            }
        });
        let Some(space) = table.ask(side, Ask::Stockade(left), choices)?.space() else { break };
        table.state.works[side].stockades.insert(space);
        built(table, side, space, Structure::Stockade)?;
    }
    Ok(())
}

/// B2: starts and finishes forts up to the value of the card, but does not do both in one space.
pub fn build_forts(table: &mut Table, side: Side, value: u8) -> Play<()> {
    let mut done = SpaceSet::EMPTY;
    for left in (1..=value).rev() {
        let twice = |space| {
            let reason = "one card cannot both start and finish a fort";
            done.contains(space).then_some(Refusal::new("5.42", reason))
        };
        let sites = allowed(table, side, FORT, fort_sites(&table.state, side))?;
        let sites = sites.filter(|space| twice(space).is_none());
        if sites.is_empty() {
            break;
        }
        let choices = Choices::spaces(sites).or_if(left < value, Word::Stop);
        table.explain(|state, choice| match choice {
            Choice::Word(Word::Stop) => (left == value).then_some(Refusal::new("5.42", NOTHING_BUILT)),
            choice => {
                let space = choice.space()?;
                let why_not = twice(space).or_else(|| why_not_fort(state, side, space));
                why_not.or((!sites.contains(space)).then(forbidden))
            }
        });
        let Some(space) = table.ask(side, Ask::Fort(left), choices)?.space() else { break };
        done.insert(space);
        let works = &mut table.state.works[side];
        if works.under_construction.contains(space) {
            works.under_construction.remove(space);
            works.stockades.remove(space); // 5.43
            works.forts.insert(space);
            built(table, side, space, Structure::Fort)?;
        } else {
            works.under_construction.insert(space);
            built(table, side, space, Structure::FortUnderConstruction)?;
        }
    }
    Ok(())
}

/// Reports what a side has built.
pub fn built(table: &mut Table, side: Side, space: SpaceId, structure: Structure) -> Play<()> {
    table.tell(|_| {
        let built = Happened::Works { structure, fate: WorksFate::Built };
        NewsEntry::new("5.4", built).by(side).at(space)
    });
    housekeeping::settle(table, Around::default())
}
