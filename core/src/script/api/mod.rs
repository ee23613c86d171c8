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

/// Functions that belong together.
pub(crate) struct Theme {
    pub name: &'static str,
    pub about: &'static str,
    pub register: fn(&mut Engine),
}

/// Everything that scripts can call, in the order of the reference.
pub(crate) const THEMES: [Theme; 9] = [
    Theme {
        name: "Game",
        about: "Sides, date, points, dice, and what a card does to a movement.",
        register: game::register,
    },
    Theme {
        name: "Asking",
        about: "Choices of the side that plays the card, or of a side that is named.",
        register: ask::register,
    },
    Theme {
        name: "Spaces",
        about: "What spaces are, what is near, and who controls them.",
        register: spaces::register,
    },
    Theme { name: "Pieces", about: "What leaders and units are.", register: pieces::register },
    Theme {
        name: "Units",
        about: "Where leaders and units are, and what can happen to them.",
        register: units::register,
    },
    Theme { name: "Fortifications", about: "Fortifications and sieges.", register: fortifications::register },
    Theme { name: "Cards", about: "Hands, the discard pile, and the card being played.", register: cards::register },
    Theme { name: "Markers", about: "Events in force, and what lies on the map.", register: markers::register },
    Theme { name: "Moments", about: "What a moment carries.", register: moment::register },
];

/// The name that scripts know a type by.
pub(crate) fn type_word(rust: &str) -> &str {
    match rust {
        "SpaceId" | "crate::sets::SpaceId" => "Space",
        "PieceId" | "crate::sets::PieceId" => "Piece",
        "CardId" | "crate::sets::CardId" => "Card",
        "MomentView" => "Moment",
        "i64" | "INT" => "number",
        "bool" => "bool",
        "&str" | "String" | "ImmutableString" | "&str | ImmutableString | String" => "text",
        "Array" => "array",
        "Map" => "map",
        "Dynamic" | "?" => "any",
        other => other,
    }
}

/// Registers the types and functions of the API.
pub(crate) fn register(engine: &mut Engine) {
    engine
        .register_type_with_name::<Game>("Game")
        .register_type_with_name::<SpaceId>("Space")
        .register_type_with_name::<PieceId>("Piece")
        .register_type_with_name::<CardId>("Card")
        .register_type_with_name::<crate::Side>("Side")
        .register_type_with_name::<MomentView>("Moment");
    for theme in THEMES {
        (theme.register)(engine);
    }
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
