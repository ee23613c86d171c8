//! Victory (13.0).

use super::{season, supply};
use crate::map::Map;
use crate::news::{Happened, NewsEntry};
use crate::sets::{SpaceId, SpaceSet};
use crate::settings::Draws;
use crate::side::Side;
use crate::state::{Reason, State, Step, Victory};
use crate::table::{Play, Table};

/// The victory points with which either side wins at once (13.11).
pub const SUDDEN_VP: i16 = 11;
/// The French victory points marked with a year (13.11).
const FRENCH_THRESHOLDS: [(u16, i16); 2] = [(1760, 8), (1761, 5)];
/// The year after which 13.12 counts, in scenarios that end with it.
const TERRITORY_YEAR: u16 = 1759;
/// What the French need at the end of a scenario (13.12, 13.13).
const FRENCH_FINAL_VP: i16 = 1;
/// What the British need at the end of 1762 (13.13).
const BRITISH_FINAL_VP: i16 = 5;

/// Y5: the game ends, or another year begins (4.0 B.6).
pub fn check(table: &mut Table) -> Play<()> {
    match judge(&table.state, table.scenario.last_year) {
        Some(victory) => {
            let victory = settle_draw(victory, table.scenario.draws);
            table.tell(|_| NewsEntry::new("13.1", Happened::GameOver { victory }));
            table.state.step = Step::Over(victory);
            Ok(())
        }
        None => season::next_year(table),
    }
}

/// The winner at the end of a year, if the game ends with it (13.1, Q84).
pub fn judge(state: &State, last_year: u16) -> Option<Victory> {
    let won = |side, reason| Some(Victory { winner: Some(side), reason });
    if conquest(state) {
        return won(Side::British, Reason::Conquest);
    }
    for side in Side::BOTH {
        if state.vp_of(side) >= SUDDEN_VP {
            return won(side, Reason::ElevenPoints);
        }
    }
    let threshold = FRENCH_THRESHOLDS.iter().find(|(year, _)| *year == state.year);
    if threshold.is_some_and(|(_, vp)| state.vp_of(Side::French) >= *vp) {
        return won(Side::French, Reason::YearThreshold);
    }
    if state.year < last_year {
        return None;
    }
    if last_year <= TERRITORY_YEAR && territory(state) {
        return won(Side::British, Reason::Territory);
    }
    let winner = if state.vp_of(Side::French) >= FRENCH_FINAL_VP {
        Some(Side::French)
    } else if state.vp_of(Side::British) >= british_final_vp(last_year) {
        Some(Side::British)
    } else {
        None
    };
    Some(Victory { winner, reason: Reason::FinalPoints })
}

/// The victory points with which a side wins at the end of this year (13.11, 13.12, 13.13).
pub fn points_to_win(state: &State, last_year: u16, side: Side) -> i16 {
    match side {
        Side::French if state.year >= last_year => FRENCH_FINAL_VP,
        Side::British if state.year >= last_year => british_final_vp(last_year),
        Side::French => {
            let threshold = FRENCH_THRESHOLDS.iter().find(|(year, _)| *year == state.year);
            threshold.map_or(SUDDEN_VP, |(_, vp)| *vp)
        }
        Side::British => SUDDEN_VP,
    }
}

/// 13.14: a draw, or the win that it counts as.
fn settle_draw(victory: Victory, draws: Draws) -> Victory {
    match (victory.winner, draws) {
        (None, Draws::French) => Victory { winner: Some(Side::French), reason: Reason::Draw },
        _ => victory,
    }
}

/// The victory points that the British need at the end of a scenario (13.12, 13.13).
fn british_final_vp(last_year: u16) -> i16 {
    if last_year <= TERRITORY_YEAR { 1 } else { BRITISH_FINAL_VP }
}

/// The French victory points half-way between the thresholds at which each side wins at the end of a scenario (13.12,
/// 13.13).
pub fn even_vp(last_year: u16) -> f64 {
    f64::from(FRENCH_FINAL_VP - british_final_vp(last_year)) / 2.0
}

/// 13.11: the British control every fortress and occupy Niagara and Ohio Forks alone.
fn conquest(state: &State) -> bool {
    let map = Map::get();
    state.controlled(Side::British) == map.fortresses
        && [map.niagara, map.ohio_forks].iter().all(|&space| state.sole_occupant(space) == Some(Side::British))
}

/// 13.12: the British control all originally British fortresses, and two of Québec, Montréal, Niagara and Ohio Forks.
fn territory(state: &State) -> bool {
    let map = Map::get();
    let own: SpaceSet = map.fortresses & map.originally_british;
    let controlled = state.controlled(Side::British);
    let holds = own.iter().all(|space| controlled.contains(space) || holds_out(state, space));
    let fortresses = [map.quebec, map.montreal].iter().filter(|&&space| controlled.contains(space)).count();
    let forks = [map.niagara, map.ohio_forks];
    let occupied = forks.iter().filter(|&&space| state.sole_occupant(space) == Some(Side::British)).count();
    holds && fortresses + occupied >= 2
}

/// A besieged originally British fortress still counts if the British hold it and the besiegers could not roll on the
/// Siege Table: they need a leader and supplied drilled troops (13.12, Q64).
fn holds_out(state: &State, space: SpaceId) -> bool {
    let besiegers = state.outside(Side::French, space);
    let could_roll = !besiegers.leaders().is_empty()
        && !besiegers.drilled().is_empty()
        && supply::is_supplied(state, Side::French, space);
    state.works.british.fortresses.contains(space) && state.siege_level(space).is_some() && !could_roll
}
