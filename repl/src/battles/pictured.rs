//! The field of a battle as a board to be drawn.

use super::{routes, rows};
use crate::board::pictured::{FrameStart, HeldSecret, Pictured, PlannedRoute};
use std::collections::BTreeSet;
use wilderness_battles::{
    At, Choice, Decision, FrenchAndIndianWarBattles as Battles, Game, Happened, LogEntry, Marker, Side, Step, UnitId,
    View,
};
use wilderness_battles::{look, scene};
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

    /// Those to be set up, and those on the way.
    fn off_board(game: &Game) -> Vec<(String, Vec<String>)> {
        let (battle, state) = (game.scenario(), View::public(game));
        let sets_up = matches!(state.step, Step::Markers | Step::SetUp(..));
        let awaited = if sets_up { look::awaited(game) } else { Vec::new() };
        let comes: BTreeSet<UnitId> = awaited.into_iter().flat_map(|group| group.units).collect();
        let is_set_up = |unit: UnitId| sets_up && !comes.contains(&unit);
        let waits = |unit: UnitId| matches!(state.piece(unit).at, At::OffMap | At::Due);
        let groups =
            Side::BOTH.into_iter().flat_map(|side| [(side, true, "to be set up"), (side, false, "on the way")]);
        let named = groups.map(|(side, set_up, what)| {
            let units = battle
                .units()
                .filter(|(unit, _)| state.piece(*unit).side == side && waits(*unit) && is_set_up(*unit) == set_up);
            (format!("{side}, {what}"), units.map(|(_, counter)| counter.name.clone()).collect())
        });
        named.filter(|(_, names): &(String, Vec<String>)| !names.is_empty()).collect()
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
