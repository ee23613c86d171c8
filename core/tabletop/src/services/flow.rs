//! Sides, and what comes next.
#![allow(clippy::unwrap_used)] // in the code that rhai's macro writes around each function

use super::{Game, change, look};
use rhai::plugin::*;
use rhai::{ImmutableString, Module, combine_with_exported_module};
use wilderness_engine::plain::Side;
use wilderness_engine::script::Answer;

pub(super) fn register(module: &mut Module) {
    combine_with_exported_module!(module, "course", course);
}

#[export_module]
mod course {
    /// The sides, in the order of `game.toml`.
    ///
    /// `for side in game.sides { … }`
    #[rhai_fn(get = "sides", pure, return_raw)]
    pub fn sides(game: &mut Game) -> Answer<rhai::Array> {
        game.read(|seat| super::super::array(seat.deck.sides.iter()))
    }

    /// The side after another in the order of `game.toml`; after the last the first.
    ///
    /// `game.after(side)`
    #[rhai_fn(pure, return_raw)]
    pub fn after(game: &mut Game, side: Side) -> Answer<Side> {
        game.read(|seat| seat.deck.sides.after(side))
    }

    /// The other of two sides.
    ///
    /// `game.enemy(side)`
    #[rhai_fn(pure, return_raw)]
    pub fn enemy(game: &mut Game, side: Side) -> Answer<Side> {
        let none = || "only a side of two has an enemy: use `after`".to_string();
        look(game, |seat| seat.deck.enemy(side).ok_or_else(none))
    }

    /// The turns of sides that have begun.
    ///
    /// `game.turn == 1`
    #[rhai_fn(get = "turn", pure, return_raw)]
    pub fn turn(game: &mut Game) -> Answer<i64> {
        game.read(|seat| seat.state().turn.into())
    }

    /// The id of the scenario that is played.
    ///
    /// `game.scenario == "siege"`
    #[rhai_fn(get = "scenario", pure, return_raw)]
    pub fn scenario(game: &mut Game) -> Answer<ImmutableString> {
        game.read(|seat| seat.state().played.scenario.as_str().into())
    }

    /// Whether an optional rule is in force.
    ///
    /// `game.option("fog")`
    #[rhai_fn(pure, return_raw)]
    pub fn option(game: &mut Game, id: &str) -> Answer<bool> {
        look(game, |seat| match seat.deck.names.options.contains(&id) {
            true => Ok(seat.state().played.options.iter().any(|option| option.as_str() == id)),
            false => Err(format!("there is no optional rule `{id}`")),
        })
    }

    /// The phase is played again, as a step of its own, before anything else. A turn of many answers is cut like this, so
    /// that an answer takes no longer the more came before.
    ///
    /// `game.repeat()`
    #[rhai_fn(return_raw)]
    pub fn repeat(game: &mut Game) -> Answer<()> {
        change(game, |state, _| {
            state.course.phase = Some(state.phase);
            Ok(())
        })
    }

    /// Another phase of the turn comes next.
    ///
    /// `game.go_to("battle")`
    #[rhai_fn(return_raw)]
    pub fn go_to(game: &mut Game, phase: &str) -> Answer<()> {
        change(game, |state, data| {
            state.course.phase = Some(data.phase(phase).ok_or_else(|| format!("there is no phase `{phase}`"))?);
            Ok(())
        })
    }

    /// The turn ends with this phase, and a side has the next.
    ///
    /// `game.turn_of(side)`
    #[rhai_fn(return_raw)]
    pub fn turn_of(game: &mut Game, side: Side) -> Answer<()> {
        change(game, |state, _| {
            state.course.side = Some(side);
            Ok(())
        })
    }

    /// The game ends, and a side has won.
    ///
    /// `game.wins(side)`
    #[rhai_fn(return_raw)]
    pub fn wins(game: &mut Game, side: Side) -> Answer<()> {
        change(game, |state, _| {
            state.ended = Some(Some(side));
            Ok(())
        })
    }

    /// The game ends, and the side with the most points has won; none if several have as many.
    ///
    /// `if game.advance("round", 1) > 6 { game.ends(); }`
    #[rhai_fn(return_raw)]
    pub fn ends(game: &mut Game) -> Answer<()> {
        change(game, |state, data| {
            state.ended = Some(state.leader(data.sides));
            Ok(())
        })
    }

    /// The game ends, and no side has won.
    ///
    /// `game.draws()`
    #[rhai_fn(return_raw)]
    pub fn draws(game: &mut Game) -> Answer<()> {
        change(game, |state, _| {
            state.ended = Some(None);
            Ok(())
        })
    }
}
