//! Places, and what lies beyond them.
#![allow(clippy::unwrap_used)] // in the code that rhai's macro writes around each function

use super::{Game, ThingWithFacts, array, change, look, look_at_hidden, or_nothing, place_or_nothing};
use crate::board::{Place, PlaceFacts};
use crate::rules::Tabletop;
use rhai::plugin::*;
use rhai::{Array, Dynamic, FnPtr, ImmutableString, Module, combine_with_exported_module};
use wilderness_engine::Side as _;
use wilderness_engine::plain::Side;
use wilderness_engine::script::{Answer, Seat, calling, refuse};

pub(super) fn register(module: &mut Module) {
    combine_with_exported_module!(module, "places", places);
}

pub(super) fn facts(seat: &Seat<Tabletop>, place: Place) -> Result<&PlaceFacts, String> {
    seat.deck.board.facts(place).ok_or_else(|| format!("`{place}` is not on this board"))
}

fn limit(steps: i64) -> u32 {
    u32::try_from(steps).unwrap_or(0)
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

    /// The name of a place.
    ///
    /// `` game.tell(`${side} march to ${place}`) ``
    #[rhai_fn(name = "to_string", pure)]
    pub fn place_as_text(place: &mut Place) -> ImmutableString {
        place.name.as_str().into()
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

    /// The places beyond a place, one behind the other, to the edge of the board. Ways are those of `beyond`.
    ///
    /// `for at in game.line(place, "ne") { if !game.is_empty(at) { break; } }`
    #[rhai_fn(pure, return_raw)]
    pub fn line(game: &mut Game, place: Place, way: &str) -> Answer<Array> {
        look(game, |seat| {
            let board = &seat.deck.board;
            let mut beyond = board.beyond(place, way)?;
            let next = || beyond.inspect(|at| beyond = board.beyond(*at, way).ok().flatten());
            Ok(array(std::iter::from_fn(next)))
        })
    }

    /// The side that controls a place; `()` if none does.
    ///
    /// `game.controller(place) == side`
    #[rhai_fn(pure, return_raw)]
    pub fn controller(game: &mut Game, place: Place) -> Answer<Dynamic> {
        look(game, |seat| {
            facts(seat, place)?;
            let index = seat.state().controllers[usize::from(place.index)];
            Ok(or_nothing(index.map(|index| seat.deck.side(index))))
        })
    }

    /// Whether a side controls a place.
    ///
    /// `game.controls(side, place)`
    #[rhai_fn(pure, return_raw)]
    pub fn controls(game: &mut Game, side: Side, place: Place) -> Answer<bool> {
        look(game, |seat| {
            facts(seat, place)?;
            Ok(seat.state().controllers[usize::from(place.index)] == Some(side.index() as u8))
        })
    }

    /// A side controls a place from now on; with `()`, none does.
    ///
    /// `game.give(place, side)`
    #[rhai_fn(return_raw)]
    pub fn give(game: &mut Game, place: Place, side: Dynamic) -> Answer<()> {
        let side = side.read_lock::<Side>().map(|side| side.index() as u8);
        change(game, |state, _| {
            let controller = state.controllers.get_mut(usize::from(place.index));
            *controller.ok_or_else(|| format!("`{place}` is not on this board"))? = side;
            Ok(())
        })
    }

    /// The places that a side controls, in the order of `game.toml`.
    ///
    /// `game.controlled(side)`
    #[rhai_fn(pure, return_raw)]
    pub fn controlled(game: &mut Game, side: Side) -> Answer<Array> {
        game.read(|seat| {
            let all = seat.deck.board.places.iter().zip(&seat.state().controllers);
            array(all.filter(|(_, held)| **held == Some(side.index() as u8)).map(|(facts, _)| facts.place))
        })
    }

    /// The places next to a place: those to which ways or links lead.
    ///
    /// `game.near(place)`
    #[rhai_fn(pure, return_raw)]
    pub fn near(game: &mut Game, place: Place) -> Answer<Array> {
        look(game, |seat| Ok(array(facts(seat, place)?.near.iter().copied())))
    }

    /// The kind of the link between two places; an empty text if there is none.
    ///
    /// `game.link(from, to) == "river"`
    #[rhai_fn(pure, return_raw)]
    pub fn link(game: &mut Game, from: Place, to: Place) -> Answer<ImmutableString> {
        let text = |kind: wilderness_engine::Word| kind.as_str().into();
        game.read(|seat| seat.deck.board.link_between(from, to).map_or_else(ImmutableString::new, text))
    }

    /// The places that can be reached from a place in at most this many steps, without the place itself.
    ///
    /// `game.within(place, 2)`
    #[rhai_fn(pure, return_raw)]
    pub fn within(game: &mut Game, place: Place, steps: i64) -> Answer<Array> {
        look(game, |seat| {
            facts(seat, place)?;
            let steps = seat.deck.board.steps_from(place, limit(steps));
            let reached = seat.deck.board.places.iter().zip(steps).filter(|(facts, _)| facts.place != place);
            Ok(array(reached.filter(|(_, steps)| steps.is_some()).map(|(facts, _)| facts.place)))
        })
    }

    /// The places that can be reached from a place with this many points. A function says how many are left after a step from
    /// a place to the next one: less than 0 if it cannot be taken, and 0 if the way ends there.
    ///
    /// `game.reach(place, 4, |from, to, left| left - cost(to))`
    #[rhai_fn(pure, return_raw)]
    pub fn reach(
        context: NativeCallContext<'_>,
        game: &mut Game,
        place: Place,
        points: i64,
        left: FnPtr,
    ) -> Answer<Array> {
        let data = look(game, |seat| facts(seat, place).map(|_| seat.deck.clone()))?;
        let reached = calling::<Tabletop, 3, _>(&context, &left, |left| {
            data.board.reach(place, points, |from, to, rest| {
                let rest = left([Dynamic::from(from), Dynamic::from(to), rest.into()])?;
                let wrong = || format!("what is left after a step is a number, and not a {}", rest.type_name());
                rest.as_int().or_else(|_| refuse(wrong()))
            })
        })?;
        Ok(array(reached.into_iter()))
    }

    /// The fewest steps from a place to another; -1 if no way leads there.
    ///
    /// `game.distance(place, game.place("ford"))`
    #[rhai_fn(pure, return_raw)]
    pub fn distance(game: &mut Game, from: Place, to: Place) -> Answer<i64> {
        look(game, |seat| {
            facts(seat, from)?;
            facts(seat, to)?;
            let steps = seat.deck.board.steps_from(from, u32::MAX);
            Ok(steps[usize::from(to.index)].map_or(-1, Into::into))
        })
    }

    /// What `game.toml` says of a place, piece, card or side: a fact of its `[facts]`.
    ///
    /// `game.fact(place, "fort")`
    #[rhai_fn(pure, return_raw)]
    pub fn fact(game: &mut Game, thing: Dynamic, name: &str) -> Answer<Dynamic> {
        let (thing, hidden_by) = look(game, |seat| {
            let thing = ThingWithFacts::of(&thing)?;
            let hidden_by = thing.hidden_by(seat.state());
            Ok((thing, hidden_by))
        })?;
        if let Some(owner) = hidden_by {
            look_at_hidden(game, owner)?;
        }
        look(game, |seat| {
            let default = seat.deck.facts.get(name).ok_or_else(|| format!("there is no fact `{name}`"))?;
            let facts = thing.facts(seat.state(), &seat.deck);
            Ok(facts.and_then(|facts| facts.get(name)).unwrap_or(*default).value())
        })
    }

    /// The id of a place, card or side; of a piece, that of its kind.
    ///
    /// `switch game.id(card) { … }`
    #[rhai_fn(pure, return_raw)]
    pub fn id(game: &mut Game, thing: Dynamic) -> Answer<ImmutableString> {
        match look(game, |_| ThingWithFacts::of(&thing))? {
            ThingWithFacts::Place(place) => Ok(place.id.as_str().into()),
            ThingWithFacts::Card(card) => Ok(card.id.as_str().into()),
            ThingWithFacts::Side(side) => Ok(side.id().into()),
            ThingWithFacts::Piece(piece) => Ok(super::super::pieces::kind_of(game, piece)?.id.as_str().into()),
        }
    }

    /// The name of a place, card or side; of a piece, that of its kind.
    ///
    /// `` game.tell(`${game.name(piece)} in ${place}`) ``
    #[rhai_fn(pure, return_raw)]
    pub fn name(game: &mut Game, thing: Dynamic) -> Answer<ImmutableString> {
        match look(game, |_| ThingWithFacts::of(&thing))? {
            ThingWithFacts::Place(place) => Ok(place.name.as_str().into()),
            ThingWithFacts::Card(card) => Ok(card.name.as_str().into()),
            ThingWithFacts::Side(side) => Ok(side.to_string().into()),
            ThingWithFacts::Piece(piece) => Ok(super::super::pieces::kind_of(game, piece)?.name.as_str().into()),
        }
    }

    /// The name of a side.
    ///
    /// `` `${side}` ``
    #[rhai_fn(name = "to_string", pure)]
    pub fn side_as_text(side: &mut Side) -> ImmutableString {
        side.to_string().into()
    }
}
