//! What scripts can call, by theme. Every service keeps the general rules of events, so that a script cannot forget
//! them: what is besieged is neither removed nor restored (8.22), nobody enters the game among enemies (5.522),
//! counters limit what comes (5.52).
#![allow(clippy::unwrap_used)] // in the code that rhai's macro writes around each function

mod ask;
mod assemblies;
mod cards;
mod context;
mod fortifications;
mod game;
mod guards;
pub(super) mod markers;
mod moment;
mod pieces;
mod spaces;
mod units;

pub(crate) use game::Game;
pub(crate) use moment::MomentView;
pub(crate) use pieces::{kinds, nations};
pub(crate) use spaces::departments;

use crate::context::Context;
use crate::moments::Moment;
use crate::sets::{CardId, CardSet, PieceId, PieceSet, SpaceId, SpaceSet};
use crate::side::Side;
use rhai::Dynamic;
use std::rc::Rc;
use wilderness_engine::language::{ScriptType, Theme};
pub(crate) use wilderness_engine::script::{Answer, refuse, refuse_name};

/// Everything that scripts can call, in the order of the reference.
pub(crate) const THEMES: [Theme; 10] = [
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
    Theme { name: "Contexts", about: "What a modifier is told.", register: context::register },
];

/// The types of what services take and return.
pub(crate) const SCRIPT_TYPES: [ScriptType; 5] = [
    ScriptType::of::<SpaceId>("Space", || Dynamic::from(SpaceId(0)))
        .called("space")
        .in_sets::<SpaceSet>("SpaceSet")
        .written(|name| format!("space(\"{name}\")")),
    ScriptType::of::<PieceId>("Piece", || Dynamic::from(PieceId(0)))
        .called("leader or unit")
        .in_sets::<PieceSet>("PieceSet")
        .written(|name| format!("piece(\"{name}\")")),
    ScriptType::of::<CardId>("Card", || Dynamic::from(CardId(1))).in_sets::<CardSet>("CardSet").called("card"),
    ScriptType::opaque::<MomentView>("Moment", || Dynamic::from(MomentView(Rc::new(Moment::GameStart))))
        .called("moment"),
    ScriptType::opaque::<Context>("Context", || Dynamic::from(Context::of(Side::French))).called("context"),
];

/// A value, or `()`.
pub(crate) fn optional<T: Clone + Send + Sync + 'static>(value: Option<T>) -> Dynamic {
    value.map_or(Dynamic::UNIT, Dynamic::from)
}
