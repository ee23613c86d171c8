//! The field of a battle as a board to be drawn.

use super::{routes, rows};
use crate::board::pictured::{FrameStart, HeldSecret, Pictured, PlannedRoute};
use wilderness_battles::scene;
use wilderness_battles::{
    Choice, Decision, FrenchAndIndianWarBattles as Battles, Game, Happened, LogEntry, Marker, Side, View,
};
use wilderness_engine::scene::{Arrow, Layer, Scene};

impl Pictured for Battles {
    const LAYERS: &'static [(&'static str, &'static str)] = &scene::LAYERS;

    fn board(game: &Game, side: Side) -> Scene {
        game.view(side).scene()
    }

    fn board_list(game: &Game, _: Side) -> String {
        rows::render(game.scenario(), &View::public(game))
    }

    fn places_of(game: &Game, side: Side, choice: Choice) -> Vec<usize> {
        scene::places_of(&game.view(side), choice)
    }

    fn routes(game: &Game, decision: &Decision) -> Vec<PlannedRoute> {
        routes::planned(game, decision)
    }

    fn arrows(game: &Game, from: usize, before: usize) -> Vec<Arrow> {
        scene::arrows(game, from..before)
    }

    fn moved_since(game: &Game, side: Side) -> usize {
        scene::moved_since(game.log(), side)
    }

    fn layer(game: &Game, side: Side, name: &str, of: Option<&str>) -> Result<Layer, String> {
        scene::layer(game, side, name, of)
    }

    fn sentence(game: &Game, entry: &LogEntry) -> String {
        entry.text(game.scenario())
    }

    fn side_of(entry: &LogEntry) -> Option<usize> {
        let belongs_to_both = matches!(entry.what, Happened::Turn { .. } | Happened::Over(_));
        (!belongs_to_both).then(|| Side::BOTH.iter().position(|other| *other == entry.side).unwrap_or_default())
    }

    fn has_hands(_: &Self::Scripts) -> bool {
        true
    }

    /// Special tactics markers (18.0).
    fn held(game: &Game, side: Side) -> Vec<HeldSecret<Battles>> {
        let held = |marker: &Marker| HeldSecret {
            name: format!("{} marker", marker.word()),
            about: String::new(),
            playable: String::new(),
            choice: Choice::Marker(*marker),
        };
        game.view(side).state().markers[side].iter().map(held).collect()
    }

    /// Game turns, player turns, attacks, and the end. Only an attack is told before what comes of it.
    fn begins_frame(log: &[LogEntry]) -> Option<FrameStart> {
        use Happened as H;
        let acts =
            |entry: &&LogEntry| matches!(entry.what, H::Moved(..) | H::Entered(..) | H::Fired { .. } | H::Declared(..));
        let (last, before) = log.split_last()?;
        let earlier = before.iter().rev().find(acts);
        let changes_sides = acts(&last) && earlier.is_some_and(|earlier| earlier.side != last.side);
        match last.what {
            H::Attacked { .. } => Some(FrameStart::Announced),
            H::Turn { .. } | H::Over(_) => Some(FrameStart::Done),
            _ => changes_sides.then_some(FrameStart::Done),
        }
    }
}
