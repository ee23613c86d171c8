//! Places, and what lies beyond them.
#![allow(clippy::unwrap_used)] // in the code that rhai's macro writes around each function

use super::{Game, array, look, or_nothing, place_or_nothing};
use crate::board::{Place, PlaceFacts};
use crate::rules::Tabletop;
use rhai::plugin::*;
use rhai::{Array, Dynamic, Module, combine_with_exported_module};
use wilderness_engine::script::{Answer, Seat};

pub(super) fn register(module: &mut Module) {
    combine_with_exported_module!(module, "places", places);
}

fn facts(seat: &Seat<Tabletop>, place: Place) -> Result<&PlaceFacts, String> {
    seat.deck.board.facts(place).ok_or_else(|| format!("`{place}` is not on this board"))
}

#[export_module]
mod places {
    /// All places, in the order of `game.toml`.
    ///
    /// `for place in game.places { … }`
    #[rhai_fn(get = "places", pure, return_raw)]
    pub fn all(game: &mut Game) -> Answer<Array> {
        game.read(|seat| array(seat.deck.board.places.iter().map(|facts| facts.place)))
    }

    /// The place with an id.
    ///
    /// `game.place("ford")`
    #[rhai_fn(pure, return_raw)]
    pub fn place(game: &mut Game, id: &str) -> Answer<Place> {
        let unknown = || format!("there is no place `{id}`");
        look(game, |seat| seat.deck.places.get(id).copied().ok_or_else(unknown))
    }

    /// The row of a place on its map, from 1 at the top.
    ///
    /// `game.row(place) == 8`
    #[rhai_fn(pure, return_raw)]
    pub fn row(game: &mut Game, place: Place) -> Answer<i64> {
        look(game, |seat| Ok(facts(seat, place)?.at.1.into()))
    }

    /// The column of a place on its map, from 1 at the left.
    ///
    /// `game.column(place) == 1`
    #[rhai_fn(pure, return_raw)]
    pub fn column(game: &mut Game, place: Place) -> Answer<i64> {
        look(game, |seat| Ok(facts(seat, place)?.at.0.into()))
    }

    /// The place to which a way leads; `()` off the board, and from `()`. Ways are `n`, `ne`, `e`, `se`, `s`, `sw`, `w` and
    /// `nw` on squares, and the same without `n` and `s` on hexes.
    ///
    /// `game.beyond(place, "ne")`
    #[rhai_fn(pure, return_raw)]
    pub fn beyond(game: &mut Game, place: Dynamic, way: &str) -> Answer<Dynamic> {
        look(game, |seat| match place_or_nothing(&place)? {
            Some(place) => Ok(or_nothing(seat.deck.board.beyond(place, way)?)),
            None => Ok(Dynamic::UNIT),
        })
    }

    /// The places next to a place: those to which ways or links lead.
    ///
    /// `game.near(place)`
    #[rhai_fn(pure, return_raw)]
    pub fn near(game: &mut Game, place: Place) -> Answer<Array> {
        look(game, |seat| Ok(array(facts(seat, place)?.near.iter().copied())))
    }
}
