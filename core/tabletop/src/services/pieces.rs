//! Pieces, and where they are.
#![allow(clippy::unwrap_used)] // in the code that rhai's macro writes around each function

use super::{Game, array, change, look, look_at_hidden, or_nothing, place_or_nothing};
use crate::board::Place;
use crate::data::{GameData, Kind};
use crate::state::{Piece, PieceFacts, SideSet, TabletopState};
use rhai::plugin::*;
use rhai::{Array, Dynamic, ImmutableString, Module, combine_with_exported_module};
use std::collections::BTreeSet;
use wilderness_engine::Side as _;
use wilderness_engine::plain::Side;
use wilderness_engine::script::Answer;

pub(super) fn register(module: &mut Module) {
    combine_with_exported_module!(module, "pieces", pieces);
}

/// What is known of a piece.
pub(super) fn facts(state: &TabletopState, piece: Piece) -> Result<&PieceFacts, String> {
    state.piece(piece).ok_or_else(|| format!("there is no {piece}"))
}

/// The owner of a piece, if not all sides know its kind.
pub(super) fn hidden_by(state: &TabletopState, piece: Piece) -> Option<u8> {
    state.piece(piece).filter(|facts| facts.known_to != SideSet::ALL).map(|facts| facts.side)
}

fn kind_named(data: &GameData, id: &str) -> Result<u8, String> {
    data.kind(id).ok_or_else(|| format!("there is no kind of piece `{id}`"))
}

/// Notes that the script looks at the kind of a piece, if not all sides know it.
pub(super) fn look_at_kind(game: &Game, piece: Piece) -> Answer<()> {
    match look(game, |seat| facts(seat.state(), piece).map(|_| hidden_by(seat.state(), piece)))? {
        Some(owner) => look_at_hidden(game, owner),
        None => Ok(()),
    }
}

/// The kind of a piece, for a script that looks at it.
pub(super) fn kind_of(game: &Game, piece: Piece) -> Answer<Kind> {
    let index = kind_of_piece(game, piece)?;
    game.read(|seat| seat.deck.kinds[usize::from(index)].clone())
}

fn kind_of_piece(game: &Game, piece: Piece) -> Answer<u8> {
    look_at_kind(game, piece)?;
    look(game, |seat| Ok(facts(seat.state(), piece)?.kind))
}

/// Changes a piece.
fn change_piece(game: &Game, piece: Piece, change_it: impl FnOnce(&mut PieceFacts, &GameData)) -> Answer<()> {
    change(game, |state, data| {
        let facts = state.pieces.get_mut(usize::from(piece.0)).ok_or_else(|| format!("there is no {piece}"))?;
        change_it(facts, data);
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
        let index = side.index() as u8;
        game.read(|seat| array(seat.state().pieces_with(|facts| facts.at.is_some() && facts.side == index)))
    }

    /// The places at which a side has pieces, in the order of `game.toml`.
    ///
    /// `game.places_of(side)`
    #[rhai_fn(pure, return_raw)]
    pub fn places_of(game: &mut Game, side: Side) -> Answer<Array> {
        game.read(|seat| {
            let own = seat.state().pieces.iter().filter(|facts| usize::from(facts.side) == side.index());
            let held: BTreeSet<u16> = own.filter_map(|facts| facts.at).collect();
            array(held.into_iter().filter_map(|at| Some(seat.deck.board.places.get(usize::from(at))?.place)))
        })
    }

    /// The pieces at a place.
    ///
    /// `game.pieces_on(place)`
    #[rhai_fn(pure, return_raw)]
    pub fn pieces_on(game: &mut Game, place: Place) -> Answer<Array> {
        game.read(|seat| array(seat.state().pieces_with(|facts| facts.at == Some(place.index))))
    }

    /// The pieces of a side at a place.
    ///
    /// `game.pieces_on(place, side).is_empty()`
    #[rhai_fn(name = "pieces_on", pure, return_raw)]
    pub fn pieces_of_side_on(game: &mut Game, place: Place, side: Side) -> Answer<Array> {
        let is_one = |facts: &PieceFacts| facts.at == Some(place.index) && usize::from(facts.side) == side.index();
        game.read(|seat| array(seat.state().pieces_with(is_one)))
    }

    /// How many pieces of a side are at a place.
    ///
    /// `game.count_on(place, side) < 6`
    #[rhai_fn(pure, return_raw)]
    pub fn count_on(game: &mut Game, place: Place, side: Side) -> Answer<i64> {
        let is_one = |facts: &&PieceFacts| facts.at == Some(place.index) && usize::from(facts.side) == side.index();
        game.read(|seat| seat.state().pieces.iter().filter(is_one).count() as i64)
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
            Ok(first.is_some_and(|(_, facts)| usize::from(facts.side) == side.index()))
        })
    }

    /// Whether a piece of a side is next to a place.
    ///
    /// `game.is_next_to(place, game.enemy(side))`
    #[rhai_fn(pure, return_raw)]
    pub fn is_next_to(game: &mut Game, place: Place, side: Side) -> Answer<bool> {
        look(game, |seat| {
            let (state, near) = (seat.state(), &super::super::places::facts(seat, place)?.near);
            let mut others = state.pieces.iter().filter(|facts| usize::from(facts.side) == side.index());
            Ok(others.any(|facts| near.iter().any(|near| facts.at == Some(near.index))))
        })
    }

    /// Where a piece is; `()` once it was removed.
    ///
    /// `game.place_of(piece)`
    #[rhai_fn(pure, return_raw)]
    pub fn place_of(game: &mut Game, piece: Piece) -> Answer<Dynamic> {
        look(game, |seat| {
            let at = facts(seat.state(), piece)?.at;
            Ok(or_nothing(at.and_then(|at| seat.deck.board.places.get(usize::from(at))).map(|facts| facts.place)))
        })
    }

    /// Whose piece it is.
    ///
    /// `game.owner(piece) == side`
    #[rhai_fn(pure, return_raw)]
    pub fn owner(game: &mut Game, piece: Piece) -> Answer<Side> {
        look(game, |seat| Ok(seat.deck.side(facts(seat.state(), piece)?.side)))
    }

    /// The kind of a piece.
    ///
    /// `game.kind(piece)`
    #[rhai_fn(pure, return_raw)]
    pub fn kind(game: &mut Game, piece: Piece) -> Answer<ImmutableString> {
        let kind = kind_of_piece(game, piece)?;
        game.read(|seat| seat.deck.kinds[usize::from(kind)].id.as_str().into())
    }

    /// Whether a piece is of a kind.
    ///
    /// `game.is_kind(piece, "king")`
    #[rhai_fn(pure, return_raw)]
    pub fn is_kind(game: &mut Game, piece: Piece, kind: &str) -> Answer<bool> {
        let found = kind_of_piece(game, piece)?;
        look(game, |seat| Ok(found == kind_named(&seat.deck, kind)?))
    }

    /// Puts a new piece of a kind and a side on a place.
    ///
    /// `game.put("man", Side::BLACK, place)`
    #[rhai_fn(return_raw)]
    pub fn put(game: &mut Game, kind: &str, side: Side, place: Place) -> Answer<Piece> {
        change(game, |state, data| {
            state.add_piece(data, kind_named(data, kind)?, side.index() as u8, Some(place.index))
        })
    }

    /// Moves a piece to a place, from wherever it is.
    ///
    /// `game.move_to(piece, place)`
    #[rhai_fn(return_raw)]
    pub fn move_to(game: &mut Game, piece: Piece, place: Place) -> Answer<()> {
        change(game, |state, _| {
            let facts = state.pieces.get_mut(usize::from(piece.0)).ok_or_else(|| format!("there is no {piece}"))?;
            let from = facts.at.replace(place.index);
            state.moved = state.moved.or(from.map(|from| (piece, from)));
            Ok(())
        })
    }

    /// Removes a piece from the board.
    ///
    /// `game.remove(piece)`
    #[rhai_fn(return_raw)]
    pub fn remove(game: &mut Game, piece: Piece) -> Answer<()> {
        change_piece(game, piece, |facts, _| facts.at = None)
    }

    /// Makes a piece one of another kind.
    ///
    /// `game.turn_into(piece, "king")`
    #[rhai_fn(return_raw)]
    pub fn turn_into(game: &mut Game, piece: Piece, kind: &str) -> Answer<()> {
        let kind = look(game, |seat| kind_named(&seat.deck, kind))?;
        change_piece(game, piece, |facts, data| {
            let is_hidden = data.kinds[usize::from(kind)].is_hidden;
            let known_to = if is_hidden { facts.known_to } else { SideSet::ALL };
            (facts.kind, facts.known_to) = (kind, known_to);
        })
    }

    /// Gives a piece to a side.
    ///
    /// `game.hand_over(piece, game.enemy(side))`
    #[rhai_fn(return_raw)]
    pub fn hand_over(game: &mut Game, piece: Piece, side: Side) -> Answer<()> {
        let index = side.index() as u8;
        change_piece(game, piece, |facts, _| {
            (facts.side, facts.known_to) = (index, facts.known_to.and(SideSet::of(index)));
        })
    }

    /// All sides learn of which kind a piece is that was hidden.
    ///
    /// `game.reveal(piece)`
    #[rhai_fn(name = "reveal", return_raw)]
    pub fn reveal_piece(game: &mut Game, piece: Piece) -> Answer<()> {
        change_piece(game, piece, |facts, _| facts.known_to = SideSet::ALL)
    }

    /// A piece of a hidden kind is hidden again. Other sides no longer know which of the hidden pieces it is.
    ///
    /// `game.conceal(piece)`
    #[rhai_fn(return_raw)]
    pub fn conceal(game: &mut Game, piece: Piece) -> Answer<()> {
        change_piece(game, piece, |facts, data| {
            if data.kinds[usize::from(facts.kind)].is_hidden {
                facts.known_to = SideSet::of(facts.side);
            }
        })
    }

    /// A piece as a text: its number.
    ///
    /// `` `${piece}` ``
    #[rhai_fn(name = "to_string", pure)]
    pub fn piece_as_text(piece: &mut Piece) -> ImmutableString {
        piece.to_string().into()
    }
}
