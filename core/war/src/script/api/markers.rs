//! Markers: events in force, and what lies on the map.

use super::{Answer, Game, refuse};
use crate::map::Map;
use crate::pieces::Pieces;
use crate::rules::raid;
use crate::sets::{PieceId, SpaceId, SpaceSet};
use crate::side::Side;
use crate::war::War;
use rhai::plugin::*;
use rhai::{Array, Dynamic, combine_with_exported_module};
use wilderness_engine::script::markers::{self, MarkerCarrier, MarkerForms};

pub(super) fn register(module: &mut Module) {
    markers::markers::<War>(module);
    let [spaces, pieces] = &CARRIERS;
    markers::markers_on::<War, SpaceId>(module, spaces, |space| space.id().to_string());
    markers::markers_on::<War, PieceId>(module, pieces, |piece| piece.id().to_string());
    markers::marked::<War>(module, &CARRIERS);
    combine_with_exported_module!(module, "markers", functions);
}

/// The kinds of things on which markers can lie.
pub const CARRIERS: [MarkerCarrier; 2] = [
    MarkerCarrier {
        kind: "space",
        of_type: "Space",
        placed: MarkerForms {
            forms: [
                &["game: &mut Game", "space: SpaceId", "name: &str", "()"],
                &["game: &mut Game", "space: SpaceId", "name: &str", "bool"],
                &["game: &mut Game", "space: SpaceId", "name: &str", "i64"],
                &["game: &mut Game", "space: SpaceId", "name: &str", "number: i64", "()"],
                &["game: &mut Game", "space: SpaceId", "name: &str", "number: i64", "i64"],
            ],
            of: "on a space, which `markers()` has `per space`",
            example: "space",
        },
        find: |id| Map::get().find(id).map(Dynamic::from),
    },
    MarkerCarrier {
        kind: "piece",
        of_type: "Piece",
        placed: MarkerForms {
            forms: [
                &["game: &mut Game", "piece: PieceId", "name: &str", "()"],
                &["game: &mut Game", "piece: PieceId", "name: &str", "bool"],
                &["game: &mut Game", "piece: PieceId", "name: &str", "i64"],
                &["game: &mut Game", "piece: PieceId", "name: &str", "number: i64", "()"],
                &["game: &mut Game", "piece: PieceId", "name: &str", "number: i64", "i64"],
            ],
            of: "on a piece, which `markers()` has `per piece`",
            example: "piece",
        },
        find: |id| Pieces::get().find(id).map(Dynamic::from),
    },
];

#[export_module]
mod functions {
    /// The spaces with Raided markers of a side, as often as there are markers (10.33).
    ///
    /// `game.raided(Side::FRENCH).in_department("northern").len()`
    #[rhai_fn(pure, return_raw)]
    pub fn raided(game: &mut Game, side: Side) -> Answer<Array> {
        game.read(|seat| seat.state().raided[side].iter().copied().map(Dynamic::from).collect())
    }

    /// Places a Raided marker of a side in a cultivated space of the enemy that has none (10.31, 10.33).
    ///
    /// `game.place_raided(game.side, space)`
    #[rhai_fn(return_raw)]
    pub fn place_raided(game: &mut Game, side: Side, space: SpaceId) -> Answer<()> {
        let has_one = game.read(|seat| seat.state().raided_markers(side, space) > 0)?;
        if has_one || !Map::get().originally(side.enemy()).contains(space) {
            return refuse(format!("{space} is not a cultivated space of the enemy without a Raided marker (10.31)"));
        }
        game.act(|table, _| {
            raid::place_marker(table, side, space);
            Ok(())
        })
    }

    /// The settlements allied to a side (5.532).
    ///
    /// `unit.home in game.allied(game.enemy)`
    #[rhai_fn(pure, return_raw)]
    pub fn allied(game: &mut Game, side: Side) -> Answer<SpaceSet> {
        let allied: SpaceSet = game.read(|seat| seat.state().allied(side))?;
        Ok(allied)
    }
}
