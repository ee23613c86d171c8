//! The board of a folder as data to be drawn: squares, hexes, or places with links.

use std::sync::Arc;
use wilderness_engine::plain::Side;
use wilderness_engine::scene::{
    Figure, Group, Link, Place, Sample, Scene, Shape, Soil, Stack, Stroke, Symbol, Symbols, Track,
};
use wilderness_engine::{Game, Side as _, Word};
use wilderness_tabletop::{BoardMap, GameData, PlaceFacts, SeenPiece, Shape as Form, Tabletop, TabletopView, TrackOf};

/// From the centre of a square to its side, and from that of a hex to a corner.
const CELL: f32 = 62.0;
/// The room above a field, for the title and the tracks, below it, for the legend, and at its sides.
const ROOMS: (f32, f32, f32) = (150.0, 100.0, 20.0);
/// The board of places, and the part of it in which they lie: the panels are above and below.
const SIZE: (f32, f32) = (1900.0, 1600.0);
const WITHIN: [(f32, f32); 2] = [(160.0, 380.0), (1740.0, 1330.0)];
/// The ids of the ground and of the links of every board.
const GROUND: Word = Word::of("ground");
const LINK: Word = Word::of("link");

/// What a side sees of a game.
pub fn board(game: &Game<Tabletop>, side: Side) -> Scene {
    let (data, view) = (&*game.scripts().data, game.view(side));
    let map = &data.board;
    let (size, at) = spread(map);
    let symbols = Arc::new(symbols());
    Scene {
        title: data.name.clone(),
        caption: format!("turn {}", game.now().time()),
        sides: data.sides.iter().map(|side| side.to_string()).collect(),
        size,
        places: map.places.iter().zip(at).map(|(facts, at)| place(map, facts, at)).collect(),
        links: if map.shape == Form::Places { links(map) } else { Vec::new() },
        stacks: stacks(&view),
        tracks: tracks(&view),
        legend: legend(data, &symbols),
        symbols,
        ..Scene::default()
    }
}

fn symbols() -> Symbols {
    let ground = Soil { figure: Figure::Circle, colour: "#d8c7a0".into(), spreads: false, strewn: None };
    let link = Stroke { colour: "#8a6d3b".into(), width: 6.0, ..Stroke::default() };
    Symbols {
        backdrop: "#efe6d0".into(),
        terrain: vec![Symbol::new(GROUND, "", None, ground).unexplained()],
        ways: vec![Symbol::new(LINK, "", '·', link).unexplained()],
        ..Symbols::default()
    }
}

/// The size of the board, and where each place is on it.
fn spread(map: &BoardMap) -> ((f32, f32), Vec<(f32, f32)>) {
    let (head, foot, side) = ROOMS;
    let high = 0.75f32.sqrt() * CELL;
    let cells = |(right, down): (f32, f32), at: &dyn Fn(f32, f32) -> (f32, f32)| {
        let most = |part: fn(&PlaceFacts) -> i32| map.places.iter().map(part).max().unwrap_or_default() as f32;
        let (columns, rows) = (most(|facts| facts.at.0), most(|facts| facts.at.1));
        let size = (2.0 * side + columns * 2.0 * right + right, head + foot + rows * down + CELL);
        let centres = map.places.iter().map(|facts| at(facts.at.0 as f32 - 1.0, facts.at.1 as f32 - 1.0));
        (size, centres.map(|(x, y)| (side + CELL + x, head + CELL + y)).collect())
    };
    match map.shape {
        Form::Squares => cells((CELL, 2.0 * CELL), &|column, row| (column * 2.0 * CELL, row * 2.0 * CELL)),
        Form::Hexes => cells((high, 1.5 * CELL), &|column, row| {
            ((column * 2.0 + if row as i32 % 2 == 1 { 1.0 } else { 0.0 }) * high, row * 1.5 * CELL)
        }),
        Form::Places => (SIZE, fitted(&map.places)),
    }
}

/// Where places are that lie anywhere, so that they fill the board.
fn fitted(places: &[PlaceFacts]) -> Vec<(f32, f32)> {
    let ends = |part: fn(&PlaceFacts) -> i32| {
        let all = || places.iter().map(part);
        (all().min().unwrap_or_default() as f32, all().max().unwrap_or_default() as f32)
    };
    let [(left, top), (right, bottom)] = WITHIN;
    let ((x, x_end), (y, y_end)) = (ends(|facts| facts.at.0), ends(|facts| facts.at.1));
    let scale = ((right - left) / (x_end - x).max(1.0)).min((bottom - top) / (y_end - y).max(1.0));
    let (middle, centre) = (((x + x_end) / 2.0, (y + y_end) / 2.0), ((left + right) / 2.0, (top + bottom) / 2.0));
    let at = |facts: &PlaceFacts| {
        (centre.0 + (facts.at.0 as f32 - middle.0) * scale, centre.1 + (facts.at.1 as f32 - middle.1) * scale)
    };
    places.iter().map(at).collect()
}

fn place(map: &BoardMap, facts: &PlaceFacts, at: (f32, f32)) -> Place {
    let (shape, name) = match map.shape {
        Form::Squares => (Shape::Square(CELL), String::new()),
        Form::Hexes => (Shape::Upright(CELL), String::new()),
        Form::Places => (Shape::Point, facts.place.name.to_string()),
    };
    let (id, works, features) = (facts.place.id.to_string(), Vec::new(), Vec::new());
    Place { id, name, at, shape, terrain: GROUND, side: None, works, features }
}

fn links(map: &BoardMap) -> Vec<Link> {
    let onwards = |facts: &PlaceFacts| {
        let from = usize::from(facts.place.index);
        let near = facts.near.iter().map(|place| usize::from(place.index)).filter(move |to| *to > from);
        near.map(|to| Link { from, to, way: LINK, one_way: false }).collect::<Vec<_>>()
    };
    map.places.iter().flat_map(onwards).collect()
}

/// The pieces, by place and side; those of a kind together.
fn stacks(view: &TabletopView<'_>) -> Vec<Stack> {
    let mut stacks: Vec<Stack> = Vec::new();
    for SeenPiece { kind, side, at, .. } in view.pieces() {
        let Some(place) = at.map(usize::from) else { continue };
        let kind = symbol_of(view.data(), kind);
        let is_here = |stack: &Stack| stack.place == place && stack.side == side.index();
        let index = stacks.iter().position(is_here).unwrap_or_else(|| {
            stacks.push(empty(place, side));
            stacks.len() - 1
        });
        let units = &mut stacks[index].units;
        match units.iter_mut().find(|group| group.kind == kind) {
            Some(group) => group.count += 1,
            None => units.push(Group { kind, count: 1, reduced: 0, factor: None, names: Vec::new() }),
        }
    }
    stacks
}

fn empty(place: usize, side: Side) -> Stack {
    let (leaders, units, states) = (Vec::new(), Vec::new(), Vec::new());
    Stack { place, side: side.index(), leaders, units, strength: 0, states, inside: false, moved: false }
}

/// What stands on the counters of a kind, or of a piece whose kind is hidden.
fn symbol_of(data: &GameData, kind: Option<u8>) -> String {
    let Some(kind) = kind.and_then(|kind| data.kinds.get(usize::from(kind))) else { return "?".into() };
    let first = || kind.name.chars().next().map(|first| first.to_uppercase().to_string()).unwrap_or_default();
    if kind.symbol.is_empty() { first() } else { kind.symbol.clone() }
}

/// The points, the tracks of the game and of sides, and how many cards are in each pile.
fn tracks(view: &TabletopView<'_>) -> Vec<Track> {
    let data = view.data();
    let word = |name: String, number: i64| Track { name, text: number.to_string(), scale: None };
    let points = data.sides.iter().filter(|side| view.points(*side) != 0);
    let points = points.map(|side| word(format!("{side}"), view.points(side).into()));
    let of_track = |(track, index): (&wilderness_tabletop::Track, usize)| {
        let numbers = view.track(index).iter().map(|number| i64::from(*number));
        match track.of {
            TrackOf::Game => numbers.map(|number| word(track.name.clone(), number)).collect::<Vec<_>>(),
            TrackOf::Side => {
                let named = data.sides.iter().zip(numbers);
                named.map(|(side, number)| word(format!("{side} {}", track.name), number)).collect()
            }
            TrackOf::Place | TrackOf::Piece => Vec::new(),
        }
    };
    let piles = view.piles().into_iter().map(|pile| {
        let name = &data.piles[usize::from(pile.pile)].name;
        let name = pile.side.map_or(name.clone(), |side| format!("{side} {name}"));
        word(name, pile.count as i64)
    });
    points.chain(data.tracks.iter().zip(0..).flat_map(of_track)).chain(piles).collect()
}

fn legend(data: &GameData, symbols: &Symbols) -> Vec<(Sample, String)> {
    let kinds = data.kinds.iter().zip(0..);
    let kinds = kinds.map(|(kind, number)| (Sample::Units(symbol_of(data, Some(number))), kind.name.clone()));
    symbols.legend().into_iter().chain(kinds).collect()
}
