//! What scripts can call, by theme. Every service keeps the general rules of events, so that a script cannot forget
//! them: what is besieged is neither removed nor restored (8.22), nobody enters the game among enemies (5.522), counters
//! limit what comes (5.52).
#![allow(clippy::unwrap_used)] // in the code that rhai's macro writes around each function

mod ask;
mod cards;
mod fortifications;
mod game;
mod markers;
mod moment;
mod pieces;
mod spaces;
mod units;

pub(crate) use game::{Desk, Game, Seat};
pub(crate) use moment::MomentView;

use crate::sets::{CardId, Id, IdSet, PieceId, PieceSet, SpaceId, SpaceSet};
use rhai::{Array, Dynamic, Engine, EvalAltResult, Position};

/// What a native function returns to a script.
pub(crate) type Answer<T> = Result<T, Box<EvalAltResult>>;

/// Registers the types and functions of the API.
pub(crate) fn register(engine: &mut Engine) {
    engine
        .register_type_with_name::<Game>("Game")
        .register_type_with_name::<SpaceId>("Space")
        .register_type_with_name::<PieceId>("Piece")
        .register_type_with_name::<CardId>("Card")
        .register_type_with_name::<crate::Side>("Side")
        .register_type_with_name::<MomentView>("Moment");
    game::register(engine);
    ask::register(engine);
    spaces::register(engine);
    pieces::register(engine);
    units::register(engine);
    fortifications::register(engine);
    cards::register(engine);
    markers::register(engine);
    moment::register(engine);
}

/// An error that says why a service refuses, at the place of the call.
pub(crate) fn refuse<T>(reason: impl Into<String>) -> Answer<T> {
    Err(Box::new(EvalAltResult::ErrorRuntime(Dynamic::from(reason.into()), Position::NONE)))
}

/// Ids as an array for scripts.
pub(crate) fn array<T: Id + Clone + Send + Sync + 'static>(set: IdSet<T>) -> Array {
    set.iter().map(Dynamic::from).collect()
}

/// An array of a script as ids.
fn set<T: Id + Clone + 'static>(array: &Array, what: &str) -> Answer<IdSet<T>> {
    let mut ids = IdSet::EMPTY;
    for item in array {
        match item.clone().try_cast::<T>() {
            Some(id) => ids.insert(id),
            None => return refuse(format!("expected {what} in the array, found {}", item.type_name())),
        }
    }
    Ok(ids)
}

/// An array of spaces.
pub(crate) fn spaces(array: &Array) -> Answer<SpaceSet> {
    set(array, "spaces")
}

/// An array of pieces.
pub(crate) fn pieces(array: &Array) -> Answer<PieceSet> {
    set(array, "pieces")
}

/// An array of cards.
pub(crate) fn cards(array: &Array) -> Answer<crate::sets::CardSet> {
    set::<CardId>(array, "cards")
}

/// A value, or `()`.
pub(crate) fn optional<T: Clone + Send + Sync + 'static>(value: Option<T>) -> Dynamic {
    value.map_or(Dynamic::UNIT, Dynamic::from)
}
