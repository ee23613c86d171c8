//! Victory (13.0).

use super::{season, supply};
use crate::map::Map;
use crate::news::{Happened, NewsEntry};
use crate::scenario::VictoryTerms;
use crate::sets::{SpaceId, SpaceSet};
use crate::settings::Draws;
use crate::side::Side;
use crate::state::{Reason, State, Step, Victory};
use crate::table::{Play, Table};

/// Y5: the game ends, or another year begins (4.0 B.6).
pub fn check(table: &mut Table) -> Play<()> {
    let found = judge(&table.state, table.scenario.last_year, &table.scenario.victory);
    match table.scripts.winner(&table.state, found)? {
        Some(victory) => {
            end(table, settle_draw(victory, table.scenario.draws));
            Ok(())
        }
        None if found.is_some() && table.state.year >= table.scenario.last_year => {
            // No script can lengthen a scenario.
            end(table, Victory { winner: None, reason: Reason::Event });
            Ok(())
        }
        None => season::next_year(table),
    }
}

/// Ends the game.
pub fn end(table: &mut Table, victory: Victory) {
    table.tell(|_| NewsEntry::new(victory.reason.rules(), Happened::GameOver { victory }));
    table.state.step = Step::Over(victory);
}

/// The winner at the end of a year, if the game ends with it (13.1, Q84).
pub fn judge(state: &State, last_year: u16, terms: &VictoryTerms) -> Option<Victory> {
    let won = |side, reason| Some(Victory { winner: Some(side), reason });
    if conquest(state) {
        return won(Side::British, Reason::Conquest);
    }
    for side in Side::BOTH {
        if state.vp_of(side) >= terms.at_once[side] {
            return won(side, Reason::ElevenPoints);
        }
    }
    if terms.french_by_year.get(&state.year).is_some_and(|points| state.vp_of(Side::French) >= *points) {
        return won(Side::French, Reason::YearThreshold);
    }
    if state.year < last_year {
        return None;
    }
    if terms.territory && territory(state) {
        return won(Side::British, Reason::Territory);
    }
    let winner = Side::BOTH.into_iter().find(|side| ahead(state, *side) >= terms.at_end[*side]);
    Some(Victory { winner, reason: Reason::FinalPoints })
}

/// The victory points of a side; below 0 if the other one is ahead.
fn ahead(state: &State, side: Side) -> i16 {
    if side == Side::French { state.vp } else { -state.vp }
}

/// The victory points with which a side wins at the end of this year (13.11, 13.12, 13.13).
pub fn points_to_win(state: &State, last_year: u16, terms: &VictoryTerms, side: Side) -> i16 {
    let by_year = terms.french_by_year.get(&state.year).filter(|_| side == Side::French);
    match state.year >= last_year {
        true => terms.at_end[side],
        false => by_year.copied().unwrap_or(terms.at_once[side]),
    }
}

/// 13.14: a draw, or the win that it counts as.
fn settle_draw(victory: Victory, draws: Draws) -> Victory {
    match (victory.winner, draws) {
        (None, Draws::French) => Victory { winner: Some(Side::French), reason: Reason::Draw },
        _ => victory,
    }
}

/// The French victory points half-way between the thresholds at which each side wins at the end of a scenario (13.12,
/// 13.13).
pub fn even_vp(terms: &VictoryTerms) -> f64 {
    f64::from(terms.at_end.french - terms.at_end.british) / 2.0
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
    let own: SpaceSet = map.fortresses & map.originally(Side::British);
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
