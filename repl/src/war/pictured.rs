//! The map of Wilderness War as a board to be drawn.

use super::show::cards::playable;
use super::{describe, news, routes, show};
use crate::board::pictured::{FrameStart, HeldSecret, Pictured, PlannedRoute};
use crate::text::names::capital;
use std::ops::Range;
use wilderness_engine::scene::{Arrow, Layer, Scene};
use wilderness_war::news::{Happened, NewsEntry};
use wilderness_war::{CardId, Choice, Decision, Game, Side, View, War, scene};

impl Pictured for War {
    const LAYERS: &'static [(&'static str, &'static str)] = &scene::LAYERS;

    fn board(game: &Game, side: Side) -> Scene {
        Scene { title: game.scenario().name.clone(), ..game.view(side).scene() }
    }

    fn board_list(game: &Game, _: Side) -> String {
        show::board::render(&View::public(game))
    }

    fn places_of(game: &Game, side: Side, choice: Choice) -> Vec<usize> {
        scene::place_of(&game.view(side), choice).into_iter().collect()
    }

    fn routes(game: &Game, decision: &Decision) -> Vec<PlannedRoute> {
        routes::planned(game, decision)
    }

    fn arrows(game: &Game, from: usize, before: usize) -> Vec<Arrow> {
        scene::arrows(game.log().get(from..before).unwrap_or_default())
    }

    fn moved_since(game: &Game, side: Side) -> usize {
        scene::moved_since(game.log(), side)
    }

    fn layer(game: &Game, side: Side, name: &str, of: Option<&str>) -> Result<Layer, String> {
        scene::layer(game, side, name, of)
    }

    fn sentence(_: &Game, entry: &NewsEntry) -> String {
        entry.text()
    }

    fn sentences(game: &Game, entries: Range<usize>) -> Vec<(Range<usize>, String)> {
        news::sentences(game, entries)
    }

    fn side_of(entry: &NewsEntry) -> Option<usize> {
        entry.side.map(|side| Side::BOTH.iter().position(|other| *other == side).unwrap_or_default())
    }

    fn has_hands(_: &Self::Scripts) -> bool {
        true
    }

    fn held(game: &Game, side: Side) -> Vec<HeldSecret<War>> {
        let held = |card: CardId| HeldSecret {
            name: describe::card(game, card),
            about: capital(&game.scripts().about(card)),
            playable: playable(game, side, card),
            choice: Choice::Card(card),
        };
        game.view(side).hand().iter().map(held).collect()
    }

    /// Action phases, seasons, battles and assaults; the first attrition of a winter. A season has begun when it is
    /// told; all others are told first.
    fn begins_frame(log: &[NewsEntry]) -> Option<FrameStart> {
        use Happened as H;
        let begins = |entry: &NewsEntry| match entry.what {
            H::CardPlayed { .. } | H::Held | H::CombatBegan { .. } => Some(FrameStart::Announced),
            H::SeasonBegan { .. } => Some(FrameStart::Done),
            _ => None,
        };
        let (last, before) = log.split_last()?;
        let is_winter = |entry: &NewsEntry| matches!(entry.what, H::Winter);
        let since = before.iter().rev().take_while(|entry| begins(entry).is_none());
        let first_winter = is_winter(last) && !since.into_iter().any(is_winter);
        begins(last).or_else(|| first_winter.then_some(FrameStart::Announced))
    }
}
