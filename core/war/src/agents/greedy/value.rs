//! What pieces and spaces are worth, in victory points.

use super::weights;
use crate::map::Map;
use crate::pieces::{PieceKind, Pieces};
use crate::sets::{PieceId, PieceSet, SpaceId};
use crate::side::Side;
use crate::tables::{FORT_VP, FORTRESS_VP, KEY_SPACE_VP, STOCKADE_VP};
use crate::view::View;

/// What a step of a unit is worth.
pub fn step(view: &View<'_>, unit: PieceId) -> f32 {
    let worth = weights::step(unit.facts().kind);
    // The last step takes the unit with it.
    if view.steps_of(unit) == 1 { worth * weights::LAST_STEP } else { worth }
}

/// What a piece is worth with all its steps, or as a leader.
pub fn piece(view: &View<'_>, piece: PieceId) -> f32 {
    let facts = piece.facts();
    if facts.kind == PieceKind::Leader {
        let initiative = f32::from(4_u8.saturating_sub(facts.initiative));
        return weights::INITIATIVE * initiative
            + weights::COMMAND * f32::from(facts.command)
            + weights::TACTICS * f32::from(facts.tactics);
    }
    let last = if view.steps_of(piece) == 2 { weights::WHOLE_UNIT } else { 1.0 };
    step(view, piece) * last
}

/// What pieces are worth together.
pub fn pieces(view: &View<'_>, pieces: PieceSet) -> f32 {
    pieces.iter().map(|each| piece(view, each)).sum()
}

/// What all pieces of a side on the map are worth.
pub fn troops(view: &View<'_>) -> f32 {
    pieces(view, view.on_map(view.side()))
}

/// What a step of a mixed host is worth on average, as its owner spreads the losses (7.62).
pub fn average_step(units: PieceSet) -> f32 {
    if units.meets(Pieces::get().regulars) { weights::DRILLED_STEP } else { weights::OTHER_STEP }
}

/// Victory points for taking what an owner has built in a space, Niagara and Ohio Forks included (13.2).
pub fn prize(view: &View<'_>, owner: Side, space: SpaceId) -> f32 {
    let works = view.works(owner);
    let built = if works.fortresses.contains(space) {
        FORTRESS_VP
    } else if works.forts.contains(space) {
        FORT_VP
    } else if works.stockades.contains(space) {
        STOCKADE_VP
    } else {
        0
    };
    f32::from(built) + key(view, owner.enemy(), space) + last_stand(view, owner, space)
}

/// The point that a side would score by occupying Niagara or Ohio Forks alone (13.23).
pub fn key(view: &View<'_>, taker: Side, space: SpaceId) -> f32 {
    if view.scored_by(space).is_some_and(|holder| holder != taker) { f32::from(KEY_SPACE_VP) } else { 0.0 }
}

/// Québec and Montréal decide games (13.11, 13.12), and feed the French (12.1).
fn last_stand(view: &View<'_>, owner: Side, space: SpaceId) -> f32 {
    let map = Map::get();
    let decides = space == map.quebec || space == map.montreal;
    if owner == Side::French && decides && view.works(owner).fortresses.contains(space) {
        weights::LAST_STAND
    } else {
        0.0
    }
}
