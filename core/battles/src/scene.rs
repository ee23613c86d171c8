//! The field as a scene: everything that a side sees on it, as data for pictures.

mod layers;
mod moves;
mod symbols;

pub use layers::{LAYERS, layer};
pub use moves::{arrows, moved_since, places_of};

use crate::board::Board;
use crate::map::Map;
use crate::side::Side;
use crate::state::State;
use crate::unit::{Class, UnitId, UnitKind};
use crate::view::View;
use crate::{battle::Battle, look};
use wilderness_engine::scene::{Group, Hexside, Leader, Link, Marker, Place, Scene, Shape, Stack, Theatre, Track};
use wilderness_hexes::{Direction, Hex};

/// The distance from the centre of a hex to its corners.
const CORNER: f32 = 62.0;
/// The rooms at the top, for the title and the tracks, and at the bottom, for the legend, as parts of the width.
const ROOMS: (f32, f32) = (0.115, 0.09);
/// The room at the sides.
const MARGIN: f32 = 20.0;

fn index(side: Side) -> usize {
    match side {
        Side::French => 0,
        Side::British => 1,
    }
}

impl View<'_> {
    /// The field as this side sees it. Places are the hexes of the map in their order.
    pub fn scene(&self) -> Scene {
        let (battle, state) = (self.battle(), self.state());
        let map = &battle.map;
        let board = Board::new(battle, &state);
        let (columns, rows) = (f32::from(map.grid.columns()), f32::from(map.grid.rows()));
        let width = 2.0 * MARGIN + CORNER * (1.5 * columns + 0.5);
        let head = width * ROOMS.0;
        let size = (width, head + width * ROOMS.1 + CORNER * 3f32.sqrt() * (rows + 0.5));
        let hexes: Vec<Hex> = map.grid.hexes().collect();
        let symbols = self.battles().symbols.clone();
        Scene {
            legend: symbols.legend(),
            symbols,
            title: battle.name.clone(),
            caption: format!("Turn {} of {}{}", state.turn, battle.turns, if state.fog { ", fog" } else { "" }),
            remarks: remarks(battle),
            sides: Side::BOTH.map(|side| side.to_string()).into(),
            size,
            places: hexes.iter().map(|&hex| place(battle, head, hex)).collect(),
            links: roads(map, &hexes),
            hexsides: hexsides(map, &hexes),
            stacks: hexes.iter().enumerate().flat_map(|(number, &hex)| stacks(&board, number, hex)).collect(),
            markers: markers(battle, &state, &hexes),
            tracks: tracks(battle, &state),
            theatres: vec![Theatre {
                word: "field".into(),
                name: battle.name.clone(),
                places: (0..hexes.len()).collect(),
            }],
            ..Scene::default()
        }
    }
}

/// What is not the rulebook's.
fn remarks(battle: &Battle) -> Vec<String> {
    let marks = [(battle.map.reconstructed, "map"), (battle.units_reconstructed, "counters")];
    let marks: Vec<&str> = marks.into_iter().filter_map(|(is, what)| is.then_some(what)).collect();
    if marks.is_empty() { Vec::new() } else { vec![format!("reconstructed: {}", marks.join(", "))] }
}

fn centre(head: f32, hex: Hex) -> (f32, f32) {
    let (column, row) = (f32::from(hex.column - 1), f32::from(hex.row - 1));
    let lower = if hex.column.is_multiple_of(2) { 0.5 } else { 0.0 };
    (MARGIN + CORNER * (1.0 + 1.5 * column), head + CORNER * 3f32.sqrt() * (0.5 + row + lower))
}

fn place(battle: &Battle, head: f32, hex: Hex) -> Place {
    let map = &battle.map;
    Place {
        id: hex.to_string(),
        name: map.named.get(&hex).cloned().unwrap_or_default(),
        at: centre(head, hex),
        shape: Shape::Hex(CORNER),
        terrain: symbols::terrain(map.terrain(hex)),
        side: None,
        works: Vec::new(),
        features: Vec::new(),
    }
}

fn roads(map: &Map, hexes: &[Hex]) -> Vec<Link> {
    let mut links = Vec::new();
    for (from, &hex) in hexes.iter().enumerate() {
        for other in map.grid.near(hex).filter(|other| hex < *other && map.is_road(hex, *other)) {
            let to = hexes.iter().position(|hex| *hex == other).unwrap_or(from);
            links.push(Link { from, to, way: symbols::ROAD, one_way: false });
        }
    }
    links
}

fn hexsides(map: &Map, hexes: &[Hex]) -> Vec<Hexside> {
    let mut found = Vec::new();
    for (place, &hex) in hexes.iter().enumerate() {
        for direction in Direction::ALL {
            let Some(other) = map.grid.next(hex, direction) else { continue };
            let kinds = map.hexside(hex, other).into_iter().map(symbols::hexside);
            found.extend(kinds.map(|kind| Hexside { place, direction: direction as usize, kind }));
        }
    }
    found
}

/// The units of each side in a hex, one group for each.
fn stacks(board: &Board<'_>, place: usize, hex: Hex) -> Vec<Stack> {
    let (battle, state) = (board.battle, board.state);
    let here: Vec<UnitId> = battle.units().map(|(unit, _)| unit).filter(|unit| state.hex(*unit) == Some(hex)).collect();
    let mut found = Vec::new();
    for (number, side) in Side::BOTH.into_iter().enumerate() {
        let own = |class: fn(Class) -> bool| {
            here.iter().filter(move |unit| state.piece(**unit).side == side && class(battle.unit(**unit).class()))
        };
        let leader = |unit: &UnitId| {
            let counter = battle.unit(*unit);
            Leader { name: counter.name.clone(), ratings: format!("command {}", counter.cv) }
        };
        let commanded = board.is_commanded(side, hex);
        let leaders: Vec<Leader> = own(|class| class == Class::Leader).map(leader).collect();
        let units: Vec<Group> = own(|class| class != Class::Leader).map(|unit| group(battle, state, *unit)).collect();
        let has_men = own(|class| matches!(class, Class::Foot | Class::Gun)).next().is_some();
        if leaders.is_empty() && units.is_empty() {
            continue;
        }
        found.push(Stack {
            place,
            side: number,
            strength: units.iter().filter_map(|group| group.factor).sum(),
            leaders,
            units,
            states: if commanded || !has_men { Vec::new() } else { vec!["out of command".into()] },
            inside: false,
            moved: false,
        });
    }
    found
}

fn group(battle: &Battle, state: &State, unit: UnitId) -> Group {
    let (counter, piece) = (battle.unit(unit), state.piece(unit));
    let factor = if piece.disordered { counter.dcf } else { counter.cf };
    Group {
        kind: counter.short.clone(),
        count: 1,
        reduced: piece.disordered.into(),
        factor: (counter.kind != UnitKind::Supply).then_some(factor.into()),
        names: vec![counter.name.clone()],
    }
}

/// Fires, and hexes that are worth points.
fn markers(battle: &Battle, state: &State, hexes: &[Hex]) -> Vec<Marker> {
    let mut found = Vec::new();
    for (place, &hex) in hexes.iter().enumerate() {
        if state.burning.contains(hex) {
            found.push(Marker { place, side: None, text: "burning".into() });
        }
        for (number, side) in Side::BOTH.into_iter().enumerate() {
            let worth = look::objectives(battle, side).into_iter().find(|(at, _)| *at == hex);
            found.extend(worth.map(|(_, vp)| Marker { place, side: Some(number), text: format!("{vp} VP") }));
        }
    }
    found
}

fn tracks(battle: &Battle, state: &State) -> Vec<Track> {
    let turns = (1, i32::from(battle.turns), i32::from(state.turn.max(1)));
    let mut tracks = vec![Track { name: "Turn".into(), text: state.turn.to_string(), scale: Some(turns) }];
    for side in Side::BOTH {
        let level = look::demoralization_level(battle, side);
        let broken = if state.is_demoralized(battle, side) { ", demoralized" } else { "" };
        tracks.push(Track {
            name: format!("{side} demoralization"),
            text: format!("{} of {level}{broken}", state.dp[side]),
            scale: None,
        });
        let points = look::victory_points(battle, state, side);
        tracks.push(Track { name: format!("{side} victory points"), text: points.to_string(), scale: None });
    }
    tracks
}
