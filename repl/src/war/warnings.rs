//! What a side should know before it acts: troops without supply or winter quarters, and fortifications that stand empty
//! within reach of the enemy.

use std::collections::BTreeMap;
use wilderness_war::news::Happened;
use wilderness_war::{Ask, Decision, Game, PieceId, PieceSet, Season, Side, SpaceId, SpaceSet, View};

/// The number of cards in hand from which on a side is told in the late season who lacks winter quarters.
const LAST_CARDS: usize = 4;

/// A warning: how many it is about, and its text.
type Warning = (usize, String);

/// The warnings for a side, by subject and space.
fn all(game: &Game, side: Side) -> BTreeMap<(&'static str, SpaceId), Warning> {
    let view = game.view(side);
    let unsupplied = unsupplied(&view, side).iter().map(|space| {
        let units = view.units(side, space).drilled().len();
        (("supply", space), (units, format!("{} out of supply at {space} (12.3)", counted(units))))
    });
    let winter = winter(&view, side)
        .into_iter()
        .map(|(space, text)| (("winter", space), (view.units(side, space).len(), format!("{text} (11.1)"))));
    let empty = empty(&view, side).into_iter().map(|(space, strength, from)| {
        (("empty", space), (1, format!("{space} stands empty, and strength {strength} could come from {from}")))
    });
    unsupplied.chain(winter).chain(empty).collect()
}

/// The warnings for a side after something that did not hold before it, or held for fewer.
pub fn new(before: &Game, after: &Game, side: Side) -> Vec<String> {
    let known = all(before, side);
    let is_new = |what: &(&'static str, SpaceId), units: usize| known.get(what).is_none_or(|(was, _)| *was < units);
    let new = all(after, side).into_iter().filter(|(what, (units, _))| is_new(what, *units));
    new.map(|(_, (_, text))| text).collect()
}

/// Where drilled troops of a side are out of supply (12.2).
pub fn unsupplied(view: &View<'_>, side: Side) -> SpaceSet {
    let supplied = view.supplied(side);
    view.held(side).filter(|space| !view.units(side, space).drilled().is_empty()) - supplied
}

/// Where units of a side would suffer attrition if the year ended now, in words; nothing before the last cards of the
/// late season (11.1).
pub fn winter(view: &View<'_>, side: Side) -> Vec<(SpaceId, String)> {
    if view.season() != Season::Late || view.hand_size(side) > LAST_CARDS {
        return Vec::new();
    }
    let suffering = view.without_quarters(side).unwrap_or(SpaceSet::EMPTY);
    suffering.iter().map(|space| (space, quarters(view, side, space, view.units(side, space).len()))).collect()
}

/// `11 units at Hudson Carry North, winter quarters for 4`.
fn quarters(view: &View<'_>, side: Side, space: SpaceId, units: usize) -> String {
    match view.quarters(side, space) {
        0 => format!("{} at {space} without winter quarters", counted(units)),
        most => format!("{} at {space}, winter quarters for {most}", counted(units)),
    }
}

/// The fortifications of a side without units that an enemy force could reach with one card, with its strength and
/// where it comes from.
fn empty(view: &View<'_>, side: Side) -> Vec<(SpaceId, u32, SpaceId)> {
    let works = view.works(side);
    let empty = (works.besiegeable() | works.stockades).filter(|space| view.units(side, space).is_empty());
    empty
        .iter()
        .filter_map(|space| strongest(view, side, space).map(|(strength, from)| (space, strength, from)))
        .collect()
}

/// The strongest enemy force that could come to a space with one card.
fn strongest(view: &View<'_>, side: Side, space: SpaceId) -> Option<(u32, SpaceId)> {
    let arrivals = view.arrivals(side.enemy(), space).unwrap_or_default();
    arrivals.iter().map(|arrival| (view.strength_of(arrival.pieces), arrival.from)).max()
}

/// What the mover leaves behind, before it is answered where it goes: its fortification, without units and within reach.
pub fn before_march(game: &Game, decision: &Decision) -> Option<String> {
    let (Ask::March(piece), side) = (&decision.ask, decision.side) else { return None };
    let view = game.view(side);
    let space = view.space_of(*piece)?;
    let works = view.works(side);
    let is_own = (works.besiegeable() | works.stockades).contains(space);
    if !is_own || !(view.units(side, space) - moving(game, &view, *piece)).is_empty() {
        return None;
    }
    let (strength, from) = strongest(&view, side, space)?;
    Some(format!("{space} would stand empty, and strength {strength} could come from {from}"))
}

/// What the mover would lack in a space to which it goes, or in which it stops: `out of supply`, `no winter quarters`.
pub fn lacks(game: &Game, view: &View<'_>, piece: PieceId, to: SpaceId) -> Vec<&'static str> {
    let (side, pieces) = (piece.side(), moving(game, view, piece));
    let supply = (!view.would_be_supplied(pieces, to)).then_some("out of supply");
    let is_winter = view.season() == Season::Late && view.hand_size(side) < LAST_CARDS;
    let suffers = is_winter && view.would_suffer(pieces, to) == Ok(true);
    supply.into_iter().chain(suffers.then_some("no winter quarters")).collect()
}

/// The pieces that go with a mover: those last activated or moved with it that have not been left behind since.
fn moving(game: &Game, view: &View<'_>, piece: PieceId) -> PieceSet {
    let mut left = PieceSet::EMPTY;
    let together = game.log().iter().rev().find_map(|entry| match entry.what {
        Happened::DroppedOff { pieces } => {
            left |= pieces;
            None
        }
        Happened::Activated { pieces } | Happened::Moved { pieces, .. } => pieces.contains(piece).then_some(pieces),
        _ => None,
    });
    let here = view.space_of(piece).map_or(PieceSet::EMPTY, |space| view.in_space(space));
    ((together.unwrap_or(PieceSet::EMPTY) - left) & here).with(piece)
}

/// `1 unit`, `4 units`.
fn counted(units: usize) -> String {
    format!("{units} unit{}", if units == 1 { "" } else { "s" })
}
