//! Refusals that many rules share: a piece is not where the rule requires it.

use crate::placement::Place;
use crate::sets::{PieceId, SpaceId};
use crate::side::Side;
use crate::state::State;
use std::borrow::Cow;
use wilderness_engine::Refusal;

/// A refusal by a rule.
pub fn refuse(rule: &'static str, reason: impl Into<Cow<'static, str>>) -> Option<Refusal> {
    Some(Refusal::new(rule, reason))
}

/// Why a piece is not one of a side's pieces on the map, if it is not, by the rule that requires one.
#[inline]
pub fn why_not_on_map(state: &State, side: Side, piece: PieceId, rule: &'static str) -> Option<Refusal> {
    let is_there = piece.side() == side && state.pieces.space(piece).is_some();
    if is_there { None } else { why_elsewhere(state, side, piece, rule) }
}

/// The refusal for a piece that is not one of a side's pieces on the map.
#[cold]
fn why_elsewhere(state: &State, side: Side, piece: PieceId, rule: &'static str) -> Option<Refusal> {
    if piece.side() != side {
        return refuse(rule, format!("it is {}", piece.side()));
    }
    match state.pieces.at(piece) {
        Place::Space(_) => None,
        Place::Militia(department) => refuse(rule, format!("it is in the militia box of the {department}")),
        Place::LeaderPool => refuse(rule, "it is in the leader pool"),
        Place::AtHand => refuse(rule, "it is not in play"),
        Place::Eliminated => refuse(rule, "it is out of the game"),
    }
}

/// Why a piece is not one of a side's pieces in a space, if it is not.
pub fn why_not_here(state: &State, side: Side, space: SpaceId, piece: PieceId, rule: &'static str) -> Option<Refusal> {
    match state.pieces.space(piece) {
        Some(place) if place == space && piece.side() == side => None,
        Some(place) if piece.side() == side => refuse(rule, format!("it is at {place}, not at {space}")),
        _ => why_not_on_map(state, side, piece, rule),
    }
}

/// Why a piece is not one of a side's pieces in a space outside a fort or fortress, if it is not.
pub fn why_not_outside(
    state: &State,
    side: Side,
    space: SpaceId,
    piece: PieceId,
    rule: &'static str,
) -> Option<Refusal> {
    why_not_here(state, side, space, piece, rule).or_else(|| {
        let is_inside = state.pieces.inside().contains(piece);
        is_inside.then(|| Refusal::new(rule, format!("it is inside the fort or fortress at {space}")))
    })
}

/// Why a piece is not one of a side's pieces inside the fort or fortress of a space, if it is not.
pub fn why_not_inside(
    state: &State,
    side: Side,
    space: SpaceId,
    piece: PieceId,
    rule: &'static str,
) -> Option<Refusal> {
    why_not_here(state, side, space, piece, rule).or_else(|| {
        let is_outside = !state.pieces.inside().contains(piece);
        is_outside.then(|| Refusal::new(rule, format!("it is not inside the fort or fortress at {space}")))
    })
}
