//! Going home (10.4, 4.0 B.3): where raiders, and at the end of the year Indians and lonely leaders, are placed.

use super::housekeeping::{self, Around};
use crate::decision::{Ask, Choice, Choices, Word};
use crate::log::{Entry, Errand, Happened};
use crate::map::Map;
use crate::pieces::{Kind, Pieces};
use crate::sets::{PieceId, PieceSet, SpaceId, SpaceSet};
use crate::side::Side;
use crate::state::{State, Step};
use crate::table::{Effects, Play, Table};

/// Why pieces go home.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Occasion {
    /// After a raid everybody goes (10.4); who has nowhere to go is eliminated (Q80).
    Raid,
    /// At the end of the year Indians must go, and leaders and coureurs with them may (4.0 B.3).
    YearEnd,
}

/// The closest unbesieged fortifications of a side, counting links and nothing else (10.42, 10.421).
pub fn closest_fortifications(state: &State, side: Side, from: SpaceId) -> SpaceSet {
    let map = Map::get();
    let candidates = state.works[side].fortifications() - state.besieged_spaces();
    let nearest = candidates.iter().map(|space| map.distance(from, space)).min();
    let Some(nearest) = nearest.filter(|distance| *distance != u8::MAX) else { return SpaceSet::EMPTY };
    candidates.filter(|space| map.distance(from, space) == nearest)
}

/// The settlement to which an Indian unit can go home: not one occupied by the enemy; none for the Cherokee (10.411,
/// 10.412, Q78).
fn open_home(state: &State, unit: PieceId) -> Option<SpaceId> {
    unit.facts().home.filter(|&home| !state.occupies(unit.side().enemy(), home))
}

/// Sends pieces of a space home. Leaders choose first: their closest fortification, but at the end of the year only if 4.0
/// B.3 sends them there (R5), or home with one of the Indians. Indians go home or along with a leader to his fortification; coureurs to the closest fortification or home with an
/// Indian; rangers to the closest fortification (10.41, 10.42, Q79).
pub fn send(table: &mut Table, side: Side, space: SpaceId, pieces: PieceSet, occasion: Occasion) -> Play<()> {
    let all = Pieces::get();
    let closest = closest_fortifications(&table.state, side, space);
    let indians = pieces & all.indians;
    let open = |state: &State| -> SpaceSet { indians.iter().filter_map(|unit| open_home(state, unit)).collect() };
    let open = open(&table.state);
    let mut leaders_went = SpaceSet::EMPTY;
    let sent = occasion == Occasion::Raid || is_stranded(&table.state, side, space, indians);
    let choices = if sent { closest | open } else { open };
    for leader in pieces.leaders() {
        if let Some(to) = go(table, leader, choices, occasion)? {
            leaders_went.insert(to);
        }
    }
    // A leader who went to a settlement went with an Indian of it: the last that can must go there too.
    let mut owed = (leaders_went & open) - closest;
    let mut followed = SpaceSet::EMPTY;
    let mut waiting = indians;
    for unit in indians {
        waiting.remove(unit);
        let home = open_home(&table.state, unit);
        let alone = |home: &SpaceId| !waiting.iter().any(|other| other.facts().home == Some(*home));
        let choices = match home.filter(|home| owed.contains(*home) && alone(home)) {
            Some(home) => SpaceSet::one(home),
            None => home.map_or(SpaceSet::EMPTY, SpaceSet::one) | (leaders_went & closest),
        };
        if let Some(to) = go(table, unit, choices, Occasion::Raid)?
            && Some(to) == home
        {
            followed.insert(to);
            owed.remove(to);
        }
    }
    for unit in pieces.units() - indians {
        let with_indians = if unit.facts().kind == Kind::Coureurs { followed } else { SpaceSet::EMPTY };
        let choices = if occasion == Occasion::Raid { closest | with_indians } else { with_indians };
        go(table, unit, choices, occasion)?;
    }
    Ok(())
}

/// One piece goes to one of these spaces. Without any it stays at the end of the year, or else is eliminated.
fn go(table: &mut Table, piece: PieceId, spaces: SpaceSet, occasion: Occasion) -> Play<Option<SpaceId>> {
    let may_stay = occasion == Occasion::YearEnd;
    if spaces.is_empty() {
        if !may_stay {
            table.eliminate(piece, "10.4");
        }
        return Ok(None);
    }
    let choices = Choices::spaces(spaces).or_if(may_stay, Word::Stay);
    let Choice::Space(to) = table.ask(piece.side(), Ask::GoHome(piece), choices)? else { return Ok(None) };
    let pieces = PieceSet::one(piece);
    table.put(pieces, to);
    table.tell(|_| {
        let went = Happened::Went { pieces, from: None, to, errand: Errand::Home };
        Entry::new("10.4", went).by(piece.side()).at(to)
    });
    Ok(Some(to))
}

/// Y1, Y2: Indians that are not at home nor in an own fortification go home, with whoever goes along; then leaders
/// alone in wilderness or mountains go to the closest fortification, if there is one (4.0 B.3, Q82).
pub fn year_end(table: &mut Table) -> Play<()> {
    for side in Side::BOTH {
        let own = table.state.works[side].fortifications();
        for space in table.state.pieces.held(side) - own {
            let here = table.state.outside(side, space);
            let indians = (here & Pieces::get().indians).filter(|unit| unit.facts().home != Some(space));
            if indians.is_empty() {
                continue;
            }
            let coureurs = here.filter(|unit| unit.facts().kind == Kind::Coureurs);
            send(table, side, space, indians | coureurs | here.leaders(), Occasion::YearEnd)?;
            housekeeping::settle(table, Around::default())?;
        }
    }
    for side in Side::BOTH {
        for leader in table.state.on_map(side).leaders() {
            if let Some(space) = table.state.pieces.space(leader)
                && is_stranded(&table.state, side, space, PieceSet::EMPTY)
            {
                let closest = closest_fortifications(&table.state, side, space);
                if !closest.is_empty() {
                    go(table, leader, closest, Occasion::Raid)?;
                }
            }
        }
    }
    housekeeping::settle(table, Around::default())?;
    table.state.step = Step::RaidedMarkers;
    Ok(())
}

/// Whether leaders are in wilderness or mountains without own units, but for those who leave, and without own
/// fortification (4.0 B.3).
fn is_stranded(state: &State, side: Side, space: SpaceId, leaving: PieceSet) -> bool {
    !Map::get().cultivated.contains(space)
        && (state.units(side, space) - leaving).is_empty()
        && !state.works[side].fortifications().contains(space)
}
