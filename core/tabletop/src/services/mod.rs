//! What scripts can call on the game, by themes.

mod flow;
mod pieces;
mod places;

use crate::board::Place;
use crate::rules::Tabletop;
use rhai::{Array, Dynamic};
use wilderness_engine::language::Theme;
use wilderness_engine::script::{Answer, Handle, Seat, refuse};

/// The game, as scripts see it.
type Game = Handle<Tabletop>;

/// All services.
pub(crate) const THEMES: [Theme; 3] = [
    Theme { name: "Board", about: "Places, and what lies beyond them.", register: places::register },
    Theme { name: "Pieces", about: "Pieces and tracks.", register: pieces::register },
    Theme { name: "Play", about: "Questions, dice, and what comes next.", register: flow::register },
];

/// Looks at the game; what the look refuses is an error of the call.
fn look<T>(game: &Game, look: impl FnOnce(&Seat<Tabletop>) -> Result<T, String>) -> Answer<T> {
    game.read(look)?.or_else(refuse)
}

/// A value, or `()`.
fn or_nothing<T: Clone + Send + Sync + 'static>(value: Option<T>) -> Dynamic {
    value.map_or(Dynamic::UNIT, Dynamic::from)
}

/// An array of values.
fn array<T: Clone + Send + Sync + 'static>(values: impl Iterator<Item = T>) -> Array {
    values.map(Dynamic::from).collect()
}

/// A place, or nothing for `()`.
fn place_or_nothing(value: &Dynamic) -> Result<Option<Place>, String> {
    if value.is_unit() {
        return Ok(None);
    }
    let place = value.clone().try_cast::<Place>();
    place.map(Some).ok_or_else(|| format!("this takes a place, and was given a {}", value.type_name()))
}
