//! Going home (10.4, 4.0 B.3): where raiders, and at the end of the year Indians and leaders alone, are placed.

use super::housekeeping::{self, Around};
use super::refusal::refuse;
use crate::decision::{Ask, Choice, Choices, Word};
use crate::map::Map;
use crate::news::{Errand, Happened, NewsEntry};
use crate::pieces::{PieceKind, Pieces};
use crate::sets::{PieceId, PieceSet, SpaceId, SpaceSet};
use crate::side::Side;
use crate::state::{State, Step};
use crate::table::{Effects, Play, Table};
use wilderness_engine::Refusal;

/// Why pieces go home.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Occasion {
    /// After a raid every raider goes home (10.4); a piece that has nowhere to go is eliminated (Q80).
    Raid,
    /// At the end of the year Indians must go, and leaders and coureurs with them may (4.0 B.3).
    YearEnd,
}

/// The closest unbesieged fortifications of a side, by number of links only (10.42, 10.421).
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

/// Why a space is not one of a side's closest fortifications.
fn why_not_closest(state: &State, side: Side, to: SpaceId) -> Refusal {
    let reason = match state.works[side].fortifications().contains(to) {
        true if state.besieged_spaces().contains(to) => "the fortification there is besieged",
        true => "another fortification of yours is closer",
        false => "you have no fortification there",
    };
    Refusal::new("10.42", reason)
}

/// Pieces of a space that go home one after the other: leaders first, then Indians, then others.
struct HomewardParty {
    side: Side,
    occasion: Occasion,
    /// The closest fortifications.
    closest: SpaceSet,
    /// The settlements to which Indians of the party can go.
    open: SpaceSet,
    /// Whether leaders may go to a fortification: at the end of the year only if 4.0 B.3 sends them there (R5).
    leaders_are_sent: bool,
    /// Where leaders have gone so far.
    leaders_went: SpaceSet,
    /// Where a leader has gone with an Indian unit that has yet to follow.
    owed: SpaceSet,
    /// Where Indians have gone so far.
    followed: SpaceSet,
    /// Indians that have yet to go.
    waiting: PieceSet,
}

impl HomewardParty {
    /// Why a piece cannot go home to a space, if it cannot (10.41, 10.42, Q79).
    fn why_not(&self, state: &State, piece: PieceId, to: SpaceId) -> Option<Refusal> {
        let all = Pieces::get();
        if all.leaders.contains(piece) {
            self.why_not_leader(state, to)
        } else if all.indians.contains(piece) {
            self.why_not_indian(state, piece, to)
        } else {
            self.why_not_other(state, piece, to)
        }
    }

    /// A leader goes to the closest fortification, but at the end of the year only if 4.0 B.3 sends the leader there,
    /// or goes home with one of the Indians.
    fn why_not_leader(&self, state: &State, to: SpaceId) -> Option<Refusal> {
        if self.open.contains(to) {
            return None;
        }
        if self.closest.contains(to) {
            let reason = "only leaders without friendly units in wilderness or mountains go to a fortification";
            return (!self.leaders_are_sent).then_some(Refusal::new("4.0", reason));
        }
        if Map::get().settlements.contains(to) {
            return refuse("10.41", "no Indian unit with him can go home there");
        }
        Some(why_not_closest(state, self.side, to))
    }

    /// Indians go to their settlement, or with a leader to a fortification. A leader who went to a settlement went with
    /// an Indian unit of it: the last unit that can must go there too.
    fn why_not_indian(&self, state: &State, unit: PieceId, to: SpaceId) -> Option<Refusal> {
        let home = open_home(state, unit);
        let is_last = |home: SpaceId| !self.waiting.iter().any(|other| other.facts().home == Some(home));
        if let Some(home) = home.filter(|home| self.owed.contains(*home) && is_last(*home)) {
            let reason = "a leader has gone to its settlement, and it is the last to go with him";
            return (to != home).then_some(Refusal::new("10.41", reason));
        }
        if home == Some(to) || (self.leaders_went & self.closest).contains(to) {
            return None;
        }
        if unit.facts().home == Some(to) {
            return refuse("10.411", "the settlement is occupied by the enemy");
        }
        if self.closest.contains(to) {
            return refuse("10.41", "Indians go to a fortification only with a leader");
        }
        refuse("10.41", "Indians go to their settlement, or with a leader to the closest fortification")
    }

    /// Others go to the closest fortification, but not at the end of the year; coureurs may go home with an Indian.
    fn why_not_other(&self, state: &State, unit: PieceId, to: SpaceId) -> Option<Refusal> {
        let is_coureurs = unit.facts().kind == PieceKind::Coureurs;
        if is_coureurs && self.followed.contains(to) {
            return None;
        }
        if self.closest.contains(to) {
            let reason = "at the end of the year coureurs go home only with Indians";
            return (self.occasion == Occasion::YearEnd).then_some(Refusal::new("4.0", reason));
        }
        if Map::get().settlements.contains(to) {
            let reason = if is_coureurs { "no Indian unit has gone home there" } else { "only Indians live there" };
            return refuse("10.42", reason);
        }
        Some(why_not_closest(state, self.side, to))
    }

    /// Why a piece cannot stay, if it cannot. After a raid all go home (10.4); at the end of the year a leader whom 4.0 B.3
    /// sends to a fortification would have to follow it after all (Q82).
    fn why_not_stay(&self, piece: PieceId, occasion: Occasion) -> Option<Refusal> {
        if occasion == Occasion::Raid {
            return refuse("10.4", "it has to go home");
        }
        let is_sent = self.leaders_are_sent && !self.closest.is_empty() && Pieces::get().leaders.contains(piece);
        let reason = "leaders without friendly units in wilderness or mountains go to a fortification";
        is_sent.then_some(Refusal::new("4.0", reason))
    }

    /// Sends one piece home, if there is a place to go.
    fn go(&self, table: &mut Table, piece: PieceId, occasion: Occasion) -> Play<Option<SpaceId>> {
        let to = self.closest | self.open;
        let why_not_stay = self.why_not_stay(piece, occasion);
        go(table, piece, to, (occasion, why_not_stay), |state, to| self.why_not(state, piece, to))
    }
}

/// Sends pieces of a space home. Leaders choose first: their closest fortification, but at the end of the year only if
/// 4.0 B.3 sends them there (R5), or home with one of the Indians. Indians go home or with a leader to that leader's
/// fortification; coureurs to the closest fortification or home with an Indian unit; rangers to the closest
/// fortification (10.41, 10.42, Q79).
pub fn send(table: &mut Table, side: Side, space: SpaceId, pieces: PieceSet, occasion: Occasion) -> Play<()> {
    let indians = pieces & Pieces::get().indians;
    let state = &table.state;
    let mut party = HomewardParty {
        side,
        occasion,
        closest: closest_fortifications(state, side, space),
        open: indians.iter().filter_map(|unit| open_home(state, unit)).collect(),
        leaders_are_sent: occasion == Occasion::Raid || is_stranded(state, side, space, indians),
        leaders_went: SpaceSet::EMPTY,
        owed: SpaceSet::EMPTY,
        followed: SpaceSet::EMPTY,
        waiting: indians,
    };
    for leader in pieces.leaders() {
        if let Some(to) = party.go(table, leader, occasion)? {
            party.leaders_went.insert(to);
        }
    }
    party.owed = (party.leaders_went & party.open) - party.closest;
    for unit in indians {
        party.waiting.remove(unit);
        let home = open_home(&table.state, unit);
        if let Some(to) = party.go(table, unit, Occasion::Raid)?
            && Some(to) == home
        {
            party.followed.insert(to);
            party.owed.remove(to);
        }
    }
    for unit in pieces.units() - indians {
        party.go(table, unit, occasion)?;
    }
    Ok(())
}

/// One piece goes to one of these spaces, unless a reason forbids it. If there are none, it stays at the end of the
/// year, and is eliminated otherwise. The occasion goes with the reason why it cannot stay where it could go.
fn go(
    table: &mut Table,
    piece: PieceId,
    spaces: SpaceSet,
    (occasion, why_not_stay): (Occasion, Option<Refusal>),
    why_not: impl Fn(&State, SpaceId) -> Option<Refusal>,
) -> Play<Option<SpaceId>> {
    let open = spaces.filter(|to| why_not(&table.state, to).is_none());
    if open.is_empty() {
        if occasion == Occasion::Raid {
            table.eliminate(piece, "10.4");
        }
        return Ok(None);
    }
    // Records may have a leader stay whom 4.0 B.3 sends on: earlier versions offered it.
    let ask = Ask::GoHome(piece);
    let has_stayed = occasion == Occasion::YearEnd && table.is_on_record(piece.side(), &ask, Choice::Word(Word::Stay));
    let choices = Choices::spaces(open).or_if(why_not_stay.is_none() || has_stayed, Word::Stay);
    table.explain(|state, choice| match choice {
        Choice::Word(Word::Stay) => why_not_stay,
        choice => why_not(state, choice.space()?),
    });
    let Choice::Space(to) = table.ask(piece.side(), ask, choices)? else { return Ok(None) };
    let pieces = PieceSet::one(piece);
    table.put(pieces, to);
    table.tell(|_| {
        let went = Happened::Went { pieces, from: None, to, errand: Errand::Home };
        NewsEntry::new("10.4", went).by(piece.side()).at(to)
    });
    Ok(Some(to))
}

/// Why a piece that goes to the closest fortification cannot go to a space, if it cannot (10.42, Q82, Q103).
pub fn why_not_among(state: &State, side: Side, closest: SpaceSet, to: SpaceId) -> Option<Refusal> {
    (!closest.contains(to)).then(|| why_not_closest(state, side, to))
}

/// Y1, Y2: Indians that are neither at home nor in a friendly fortification go home, with the pieces that accompany
/// them; then leaders alone in wilderness or mountains go to the closest fortification, if there is one (4.0 B.3, Q82).
pub fn year_end(table: &mut Table) -> Play<()> {
    for side in Side::BOTH {
        let own = table.state.works[side].fortifications();
        for space in table.state.pieces.held(side) - own {
            let here = table.state.outside(side, space);
            let indians = (here & Pieces::get().indians).filter(|unit| unit.facts().home != Some(space));
            if indians.is_empty() {
                continue;
            }
            let coureurs = here.filter(|unit| unit.facts().kind == PieceKind::Coureurs);
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
                    let why_not = |state: &State, to| why_not_among(state, side, closest, to);
                    let has_to = Refusal::new("4.0", "he has to go to the closest fortification");
                    go(table, leader, closest, (Occasion::Raid, Some(has_to)), why_not)?;
                }
            }
        }
    }
    housekeeping::settle(table, Around::default())?;
    table.state.step = Step::RaidedMarkers;
    Ok(())
}

/// Whether leaders are in wilderness or mountains without a friendly fortification and without friendly units other
/// than those about to leave (4.0 B.3).
fn is_stranded(state: &State, side: Side, space: SpaceId, leaving: PieceSet) -> bool {
    !Map::get().cultivated.contains(space)
        && (state.units(side, space) - leaving).is_empty()
        && !state.works[side].fortifications().contains(space)
}
