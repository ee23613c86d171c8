//! The board as a picture: the places in a ring, with their causeways and followers.

use crate::content::{GROUND, WAY};
use crate::{Board, Causeways};
use std::f32::consts::TAU;
use wilderness_engine::scene::{Group, Link, Place, Scene, Shape, Stack, Track};
use wilderness_engine::{Game, Side as _};

/// Width and height.
const SIZE: (f32, f32) = (1900.0, 1600.0);
/// The radius of the ring: it stays clear of the panels above and below.
const RADIUS: f32 = 450.0;

/// What everybody sees of a game.
pub fn board(game: &Game<Causeways>) -> Scene {
    let (board, state) = (game.scripts(), game.state());
    let ring = ring(board);
    let angle = |place: usize| TAU * ring[place] as f32 / board.places.len() as f32;
    let place = |(number, place): (usize, &crate::Place)| {
        let mut here = state.sides.into_iter().filter(|side| state.followers[number][*side] > 0);
        let only = here.next().filter(|_| here.next().is_none());
        let at = (SIZE.0 * 0.5 + angle(number).sin() * RADIUS, SIZE.1 * 0.5 - angle(number).cos() * RADIUS);
        let (id, name) = (place.id.to_string(), format!("{} ({})", place.id, place.worth));
        let (shape, terrain, side) = (Shape::Point, GROUND, only.map(|side| side.index()));
        Place { id, name, at, shape, terrain, side, works: Vec::new(), features: Vec::new() }
    };
    let links = board.places.iter().enumerate().flat_map(|(from, place)| {
        let onwards = place.near.iter().filter(move |to| **to > from);
        onwards.map(move |to| Link { from, to: *to, way: WAY, one_way: false })
    });
    let stacks = (0..board.places.len()).flat_map(|place| {
        state.sides.into_iter().map(move |side| (place, side.index(), u32::from(state.followers[place][side])))
    });
    let stack = |(place, side, count): (usize, usize, u32)| Stack {
        place,
        side,
        leaders: Vec::new(),
        units: vec![Group { kind: "F".into(), count, reduced: 0, factor: None, names: Vec::new(), disc: None }],
        strength: count,
        states: Vec::new(),
        inside: false,
        moved: false,
    };
    let silver = |side| Track { name: format!("{side}"), text: format!("{} silver", state.silver[side]), scale: None };
    Scene {
        title: board.name.clone(),
        caption: format!("turn {}", game.now().time()),
        sides: state.sides.into_iter().map(|side| side.to_string()).collect(),
        size: SIZE,
        symbols: board.symbols.clone(),
        legend: board.symbols.legend(),
        places: board.places.iter().enumerate().map(place).collect(),
        links: links.collect(),
        stacks: stacks.filter(|(.., count)| *count > 0).map(stack).collect(),
        tracks: state.sides.into_iter().map(silver).collect(),
        ..Scene::default()
    }
}

/// Where each place is in the ring: a walk from place to near place, so that few causeways cross it.
fn ring(board: &Board) -> Vec<usize> {
    let mut walk: Vec<usize> = Vec::new();
    while walk.len() < board.places.len() {
        let near = walk.last().map_or(&[][..], |last| &board.places[*last].near);
        let all = near.iter().copied().chain(0..board.places.len());
        walk.extend(all.filter(|place| !walk.contains(place)).take(1).collect::<Vec<_>>());
    }
    (0..walk.len()).map(|place| walk.iter().position(|other| *other == place).unwrap_or(place)).collect()
}
