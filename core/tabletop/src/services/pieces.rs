//! Pieces and tracks.
#![allow(clippy::unwrap_used)] // in the code that rhai's macro writes around each function

use super::{Game, array, look, or_nothing, place_or_nothing};
use crate::board::Place;
use crate::data::{GameData, Track};
use crate::rules::Tabletop;
use crate::state::{Piece, PieceFacts, TabletopState};
use rhai::plugin::*;
use rhai::{Array, Dynamic, ImmutableString, Module, combine_with_exported_module};
use wilderness_engine::Side as _;
use wilderness_engine::plain::Side;
use wilderness_engine::script::{Answer, Seat, refuse};

pub(super) fn register(module: &mut Module) {
    combine_with_exported_module!(module, "pieces", pieces);
    combine_with_exported_module!(module, "tracks", tracks);
}

fn facts(state: &TabletopState, piece: Piece) -> Result<&PieceFacts, String> {
    state.piece(piece).ok_or_else(|| format!("there is no piece {piece}"))
}

fn kind_of(data: &GameData, id: &str) -> Result<u8, String> {
    data.kind(id).ok_or_else(|| format!("there is no kind of piece `{id}`"))
}

/// Changes the state, unless the change is refused.
fn change<T>(game: &Game, change: impl FnOnce(&mut TabletopState, &GameData) -> Result<T, String>) -> Answer<T> {
    let changed = game.act(|table, _| {
        let folder = table.scripts.clone();
        Ok(change(&mut table.state, &folder.data))
    })?;
    changed.or_else(refuse)
}

/// Changes a piece.
fn change_piece(game: &Game, piece: Piece, change_it: impl FnOnce(&mut PieceFacts)) -> Answer<()> {
    change(game, |state, _| {
        let facts = state.pieces.get_mut(usize::from(piece.0));
        facts.map(change_it).ok_or_else(|| format!("there is no piece {piece}"))
    })
}

/// Where the number of a track is in the state.
fn at<'a>(data: &'a GameData, name: &str, side: Option<Side>) -> Result<(&'a Track, usize), String> {
    let track = data.track(name).ok_or_else(|| format!("there is no track `{name}`"))?;
    match (side, track.per_side) {
        (Some(side), true) => Ok((track, track.offset + side.index())),
        (None, false) => Ok((track, track.offset)),
        (None, true) => Err(format!("each side has its own track `{name}`: name the side, too")),
        (Some(_), false) => Err(format!("the track `{name}` belongs to no side")),
    }
}

fn read_track(seat: &Seat<Tabletop>, name: &str, side: Option<Side>) -> Result<i64, String> {
    Ok(seat.state().tracks[at(&seat.deck, name, side)?.1])
}

/// Gives a track another number, within its limits.
fn write_track(game: &Game, name: &str, side: Option<Side>, to: impl FnOnce(i64) -> i64) -> Answer<()> {
    change(game, |state, data| {
        let (track, index) = at(data, name, side)?;
        state.tracks[index] = to(state.tracks[index]).clamp(track.limits.0, track.limits.1);
        Ok(())
    })
}

#[export_module]
mod pieces {
    /// The pieces of a side on the board.
    ///
    /// `for piece in game.pieces(side) { … }`
    #[rhai_fn(name = "pieces", pure, return_raw)]
    pub fn of_side(game: &mut Game, side: Side) -> Answer<Array> {
        game.read(|seat| {
            array(seat.state().pieces_with(|facts| facts.at.is_some() && facts.side.index() == side.index()))
        })
    }

    /// The pieces at a place.
    ///
    /// `game.pieces_on(place)`
    #[rhai_fn(pure, return_raw)]
    pub fn pieces_on(game: &mut Game, place: Place) -> Answer<Array> {
        game.read(|seat| array(seat.state().pieces_with(|facts| facts.at == Some(place))))
    }

    /// The first piece at a place; `()` if there is none.
    ///
    /// `game.piece_on(place)`
    #[rhai_fn(pure, return_raw)]
    pub fn piece_on(game: &mut Game, place: Place) -> Answer<Dynamic> {
        game.read(|seat| or_nothing(seat.state().piece_at(place).map(|(piece, _)| piece)))
    }

    /// Whether there is no piece at a place; false of `()`, which is no place.
    ///
    /// `game.is_empty(game.beyond(place, "ne"))`
    #[rhai_fn(name = "is_empty", pure, return_raw)]
    pub fn has_no_piece(game: &mut Game, place: Dynamic) -> Answer<bool> {
        look(game, |seat| Ok(place_or_nothing(&place)?.is_some_and(|place| seat.state().piece_at(place).is_none())))
    }

    /// Whether the first piece at a place is one of a side; false of `()`.
    ///
    /// `game.is_held(place, game.enemy(side))`
    #[rhai_fn(pure, return_raw)]
    pub fn is_held(game: &mut Game, place: Dynamic, side: Side) -> Answer<bool> {
        look(game, |seat| {
            let first = place_or_nothing(&place)?.and_then(|place| seat.state().piece_at(place));
            Ok(first.is_some_and(|(_, facts)| facts.side.index() == side.index()))
        })
    }

    /// Where a piece is; `()` once it was removed.
    ///
    /// `game.place_of(piece)`
    #[rhai_fn(pure, return_raw)]
    pub fn place_of(game: &mut Game, piece: Piece) -> Answer<Dynamic> {
        look(game, |seat| Ok(or_nothing(facts(seat.state(), piece)?.at)))
    }

    /// Whose piece it is.
    ///
    /// `game.owner(piece) == side`
    #[rhai_fn(pure, return_raw)]
    pub fn owner(game: &mut Game, piece: Piece) -> Answer<Side> {
        look(game, |seat| Ok(facts(seat.state(), piece)?.side))
    }

    /// The kind of a piece.
    ///
    /// `game.kind(piece)`
    #[rhai_fn(pure, return_raw)]
    pub fn kind(game: &mut Game, piece: Piece) -> Answer<ImmutableString> {
        look(game, |seat| {
            let kind = facts(seat.state(), piece)?.kind;
            Ok(seat.deck.kinds[usize::from(kind)].as_str().into())
        })
    }

    /// Whether a piece is of a kind.
    ///
    /// `game.is_kind(piece, "king")`
    #[rhai_fn(pure, return_raw)]
    pub fn is_kind(game: &mut Game, piece: Piece, kind: &str) -> Answer<bool> {
        look(game, |seat| Ok(facts(seat.state(), piece)?.kind == kind_of(&seat.deck, kind)?))
    }

    /// Puts a new piece of a kind and a side on a place.
    ///
    /// `game.put("man", Side::BLACK, place)`
    #[rhai_fn(return_raw)]
    pub fn put(game: &mut Game, kind: &str, side: Side, place: Place) -> Answer<Piece> {
        change(game, |state, data| {
            let kind = kind_of(data, kind)?;
            state.add_piece(PieceFacts { kind, side, at: Some(place) })
        })
    }

    /// Moves a piece to a place, from wherever it is.
    ///
    /// `game.move_to(piece, place)`
    #[rhai_fn(return_raw)]
    pub fn move_to(game: &mut Game, piece: Piece, place: Place) -> Answer<()> {
        change_piece(game, piece, |facts| facts.at = Some(place))
    }

    /// Removes a piece from the board.
    ///
    /// `game.remove(piece)`
    #[rhai_fn(return_raw)]
    pub fn remove(game: &mut Game, piece: Piece) -> Answer<()> {
        change_piece(game, piece, |facts| facts.at = None)
    }

    /// Makes a piece one of another kind.
    ///
    /// `game.turn_into(piece, "king")`
    #[rhai_fn(return_raw)]
    pub fn turn_into(game: &mut Game, piece: Piece, kind: &str) -> Answer<()> {
        let kind = look(game, |seat| kind_of(&seat.deck, kind))?;
        change_piece(game, piece, |facts| facts.kind = kind)
    }
}

#[export_module]
mod tracks {
    /// The number of a track.
    ///
    /// `game.value("quiet")`
    #[rhai_fn(pure, return_raw)]
    pub fn value(game: &mut Game, track: &str) -> Answer<i64> {
        look(game, |seat| read_track(seat, track, None))
    }

    /// The number of a side's track.
    ///
    /// `game.value("silver", side)`
    #[rhai_fn(name = "value", pure, return_raw)]
    pub fn value_of(game: &mut Game, track: &str, side: Side) -> Answer<i64> {
        look(game, |seat| read_track(seat, track, Some(side)))
    }

    /// Gives a track a number; beyond its limits, the nearest.
    ///
    /// `game.set("quiet", 0)`
    #[rhai_fn(return_raw)]
    pub fn set(game: &mut Game, track: &str, number: i64) -> Answer<()> {
        write_track(game, track, None, |_| number)
    }

    /// Gives a side's track a number; beyond its limits, the nearest.
    ///
    /// `game.set("silver", side, 3)`
    #[rhai_fn(name = "set", return_raw)]
    pub fn set_of(game: &mut Game, track: &str, side: Side, number: i64) -> Answer<()> {
        write_track(game, track, Some(side), |_| number)
    }

    /// Adds a number to a track, up to its limits.
    ///
    /// `game.add("quiet", 1)`
    #[rhai_fn(return_raw)]
    pub fn add(game: &mut Game, track: &str, number: i64) -> Answer<()> {
        write_track(game, track, None, |old| old.saturating_add(number))
    }

    /// Adds a number to a side's track, up to its limits.
    ///
    /// `game.add("silver", side, -1)`
    #[rhai_fn(name = "add", return_raw)]
    pub fn add_of(game: &mut Game, track: &str, side: Side, number: i64) -> Answer<()> {
        write_track(game, track, Some(side), |old| old.saturating_add(number))
    }
}
