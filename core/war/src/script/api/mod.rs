//! What scripts can call, by theme. Every service keeps the general rules of events, so that a script cannot forget
//! them: what is besieged is neither removed nor restored (8.22), nobody enters the game among enemies (5.522), counters
//! limit what comes (5.52).
#![allow(clippy::unwrap_used)] // in the code that rhai's macro writes around each function

mod arrays;
mod ask;
mod cards;
mod fortifications;
mod game;
mod guards;
mod markers;
mod moment;
mod pieces;
mod spaces;
mod units;

pub(crate) use arrays::register as register_arrays;
pub(crate) use game::{Desk, Game, Seat};
pub(crate) use moment::MomentView;
pub(crate) use pieces::{kinds, nations};
pub(crate) use spaces::departments;

use crate::map::Map;
use crate::pieces::Pieces;
use crate::sets::{CardId, Id, IdSet, PieceId, PieceSet, SpaceId, SpaceSet};
use crate::side::Side;
use rhai::packages::{
    ArithmeticPackage, BasicArrayPackage, BasicFnPackage, BasicIteratorPackage, BasicMapPackage, BasicMathPackage,
    BasicStringPackage, LogicPackage, MoreStringPackage, Package,
};
use rhai::{Array, Dynamic, Engine, EvalAltResult, Module, Position, def_package};

/// What a native function returns to a script.
pub(crate) type Answer<T> = Result<T, Box<EvalAltResult>>;

/// Functions that belong together.
pub(crate) struct Theme {
    pub name: &'static str,
    pub about: &'static str,
    pub register: fn(&mut Module),
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

def_package! {
    /// Rhai's own functions and those of the API in one module: looking up a function, which each call into a script does
    /// again, takes as long as there are modules.
    Language(module): ArithmeticPackage, BasicArrayPackage, BasicFnPackage, BasicIteratorPackage, BasicMapPackage,
        BasicMathPackage, BasicStringPackage, LogicPackage, MoreStringPackage
    {
        THEMES.iter().for_each(|theme| (theme.register)(module));
    }
}

/// Registers the language: its types and functions.
pub(crate) fn register(engine: &mut Engine) {
    engine
        .register_type_with_name::<Game>("Game")
        .register_type_with_name::<SpaceId>("Space")
        .register_type_with_name::<PieceId>("Piece")
        .register_type_with_name::<CardId>("Card")
        .register_type_with_name::<Side>("Side")
        .register_type_with_name::<MomentView>("Moment");
    let mut sides = Module::new();
    sides.set_var("FRENCH", Side::French);
    sides.set_var("BRITISH", Side::British);
    engine.register_static_module("Side", sides.into());
    Language::new().register_into_engine(engine);
}

/// What a text in a script is the name of.
pub(crate) struct Named {
    pub what: &'static str,
    /// The code of the fault if it is not.
    pub code: &'static str,
    pub names: Vec<&'static str>,
    pub help: &'static str,
}

/// What a function takes the name of, as its first argument after the receiver.
pub(crate) fn named_by(function: &str) -> Option<Named> {
    let named = |what, code, names, help| Some(Named { what, code, names, help });
    match function {
        "space" => named("space", "script::unknown_space", Map::get().ids().collect(), "`show map` lists the spaces"),
        "piece" => named("piece", "script::unknown_piece", Pieces::get().ids().collect(), "`show space` lists pieces"),
        "of_kind" => named(
            "kind of piece",
            "script::unknown_kind",
            pieces::kinds().collect(),
            "kinds are words such as \"militia\"",
        ),
        "in_department" | "militia" | "provincial_room" => named(
            "department",
            "script::unknown_department",
            spaces::departments().collect(),
            "departments are \"northern\", \"southern\" and \"st-lawrence\"",
        ),
        "of_nation" | "settlements" => named(
            "nation",
            "script::unknown_nation",
            pieces::nations().collect(),
            "nations are words such as \"iroquois\"",
        ),
        _ => None,
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
        match item.read_lock::<T>() {
            Some(id) => ids.insert(*id),
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
