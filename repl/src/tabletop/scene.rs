//! The board of a folder as data to be drawn: squares, hexes, or places with links.

use std::sync::Arc;
use wilderness_engine::plain::Side;
use wilderness_engine::scene::{
    Conditions, Emblem, Figure, Group, Link, Marker, Paint, Place, Sample, Scene, Shape, SideColours, Soil, Stack,
    Stroke, Symbol, Symbols, Track, symbol,
};
use wilderness_engine::{Game, Side as _, Word};
use wilderness_tabletop::{
    BoardMap, Fact, GameData, Look, PlaceFacts, SeenPiece, Shape as Form, SideFacts, Tabletop, TabletopView, TrackOf,
};

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

/// The fact that says how strong a kind of pieces is, and the one that says how many steps it has: a track of pieces of the
/// same name says how many are left.
const STRENGTH: &str = "strength";
const STEPS: &str = "steps";

/// What a side sees of a game.
pub fn board(game: &Game<Tabletop>, side: Side) -> Scene {
    let (data, view) = (&*game.scripts().data, game.view(side));
    let map = &data.board;
    let (size, at) = spread(map);
    let symbols = Arc::new(symbols(data));
    Scene {
        title: data.name.clone(),
        caption: view.caption(),
        sides: data.sides.iter().map(|side| side.to_string()).collect(),
        size,
        places: map.places.iter().zip(at).map(|(facts, at)| place(data, facts, at, held_by(&view, facts))).collect(),
        links: links(map, &symbols),
        markers: markers(&view),
        stacks: stacks(&view),
        tracks: tracks(&view),
        legend: legend(data, &symbols),
        symbols,
        ..Scene::default()
    }
}

fn is_link(data: &GameData, look: &Look) -> bool {
    data.names.links.contains(&look.id.as_str())
}

/// Whether a symbol stands for a fact of places that is a number, or true or false.
fn is_mark(data: &GameData, look: &Look) -> bool {
    matches!(data.facts.get(look.fact.0.as_str()), Some(Fact::Number(_) | Fact::Truth(_))) && !is_link(data, look)
}

/// The symbols of such facts.
fn marks(data: &GameData) -> impl Iterator<Item = &Look> {
    data.looks.iter().filter(|look| is_mark(data, look))
}

/// A colour as pictures write it.
fn hex([red, green, blue]: [u8; 3]) -> String {
    format!("#{red:02x}{green:02x}{blue:02x}")
}

/// How the board is drawn: what `game.toml` gives a colour, and the rest plainly.
fn symbols(data: &GameData) -> Symbols {
    let soil = |colour: String| Soil { figure: Figure::Circle, colour, spreads: false, strewn: None };
    let stroke = |colour: String| Stroke { colour, width: 6.0, ..Stroke::default() };
    let of = |look: &Look| (look.id, look.name.clone(), look.letter, hex(look.colour));
    let terrain = data.looks.iter().filter(|look| !is_link(data, look) && !is_mark(data, look)).map(of);
    let ways = data.looks.iter().filter(|look| is_link(data, look)).map(of);
    let emblem = |look: &Look| Emblem {
        figure: look.shape,
        fill: Paint::Side,
        edge: Paint::Colour(hex(look.colour)),
        broken: false,
    };
    let features = marks(data).map(|look| Symbol::new(look.id, &look.name, look.letter, emblem(look)));
    let plain = Symbol::new(GROUND, "", None, soil("#d8c7a0".into())).unexplained();
    let usual = Symbol::new(LINK, "", '·', stroke("#8a6d3b".into())).unexplained();
    // A pale form of a colour: most of it is white.
    let pale = |colour: [u8; 3]| colour.map(|part| 255 - (255 - part) / 4);
    let colours = |(facts, index): (&SideFacts, usize)| {
        let dark = facts.colour.and_then(|colour| Word::name(&hex(colour)).ok());
        let light = facts.colour.and_then(|colour| Word::name(&hex(pale(colour))).ok());
        let usual = SideColours::usual(index);
        SideColours { dark: dark.unwrap_or(usual.dark), pale: light.unwrap_or(usual.pale) }
    };
    Symbols {
        backdrop: "#efe6d0".into(),
        terrain: terrain
            .map(|(id, name, letter, colour)| Symbol::new(id, &name, letter, soil(colour)))
            .chain([plain])
            .collect(),
        ways: ways
            .map(|(id, name, letter, colour)| Symbol::new(id, &name, letter.or(Some('·')), stroke(colour)))
            .chain([usual])
            .collect(),
        features: features.collect(),
        conditions: conditions(data),
        sides: data.side_facts.iter().zip(0..).map(colours).collect(),
        ..Symbols::default()
    }
}

/// What counters show: how strong units are, and whether they have lost steps, in games that have these facts.
fn conditions(data: &GameData) -> Conditions {
    let has = |fact| data.kinds.iter().any(|kind| data.number(&kind.facts, fact).is_some_and(|number| number > 0));
    let has_steps =
        has(STEPS) && data.tracks.iter().any(|track| track.of == TrackOf::Piece && track.id.as_str() == STEPS);
    let called = |holds: bool, word: &str| if holds { word.to_string() } else { String::new() };
    Conditions {
        factor: called(has(STRENGTH), STRENGTH),
        reduced: called(has_steps, "reduced"),
        ..Conditions::default()
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

fn place(data: &GameData, facts: &PlaceFacts, at: (f32, f32), side: Option<usize>) -> Place {
    let shape = match data.board.shape {
        Form::Squares => Shape::Square(CELL),
        Form::Hexes => Shape::Upright(CELL),
        Form::Places => Shape::Point,
    };
    // The id of a cell stands on it anyway.
    let is_named = shape == Shape::Point || facts.place.name != facts.place.id;
    let name = if is_named { facts.place.name.to_string() } else { String::new() };
    let (id, works) = (facts.place.id.to_string(), Vec::new());
    // Of the symbols of one fact, the first that fits.
    let mut features: Vec<&Look> = Vec::new();
    for look in marks(data).filter(|look| look.is_of(data.fact(&facts.facts, look.fact.0.as_str()))) {
        if features.iter().all(|other| other.fact.0 != look.fact.0) {
            features.push(look);
        }
    }
    let features = features.into_iter().map(|look| look.id).collect();
    let terrain = match data.fact(&facts.facts, "terrain") {
        Some(Fact::Text(terrain)) => terrain,
        _ => GROUND,
    };
    Place { id, name, at, shape, terrain, side, works, features }
}

/// The place among the sides of the one that controls a place.
fn held_by(view: &TabletopView<'_>, facts: &PlaceFacts) -> Option<usize> {
    view.controller(facts.place.index.into()).map(|side| side.index())
}

/// The links, each once; those of no kind that has a colour are drawn alike.
fn links(map: &BoardMap, symbols: &Symbols) -> Vec<Link> {
    let onwards = |facts: &PlaceFacts| {
        let from = usize::from(facts.place.index);
        let near = facts.near.iter().zip(&facts.links).map(|(place, kind)| (usize::from(place.index), *kind));
        let way = |kind| symbol(&symbols.ways, kind).map_or(LINK, |_| kind);
        let link = |(to, kind)| Link { from, to, way: way(kind), one_way: false };
        near.filter(|(to, _)| *to > from).map(link).collect::<Vec<_>>()
    };
    map.places.iter().flat_map(onwards).collect()
}

/// The numbers of the tracks of places, where they are not as at the start.
fn markers(view: &TabletopView<'_>) -> Vec<Marker> {
    let of_places =
        view.data().tracks.iter().zip(0..).filter(|(track, _)| track.of == TrackOf::Place && !track.is_unseen);
    let marks = of_places.flat_map(|(track, index)| {
        let changed = view.track(index).iter().enumerate().filter(|(_, number)| **number != track.start);
        // Of what is there or not, the name says enough.
        let is_switch = track.limits == (0, 1) && track.start == 0;
        let text = move |number: &i32| if is_switch { track.name.clone() } else { format!("{} {number}", track.name) };
        changed.map(move |(place, number)| Marker { place, side: None, text: text(number) })
    });
    marks.collect()
}

/// The pieces, by place and side; those of a kind together.
fn stacks(view: &TabletopView<'_>) -> Vec<Stack> {
    let (mut stacks, data): (Vec<Stack>, _) = (Vec::new(), view.data());
    let steps = data.tracks.iter().position(|track| track.id.as_str() == STEPS);
    for SeenPiece { piece, kind, side, at } in view.pieces() {
        let Some(place) = at.map(usize::from) else { continue };
        let number = |fact| data.kinds.get(usize::from(kind?)).and_then(|kind| data.number(&kind.facts, fact));
        let lost = steps.and_then(|steps| view.track_of_piece(piece, steps)).zip(number(STEPS));
        let lost = lost.map_or(0, |(left, whole)| (whole - i64::from(left)).max(0));
        let factor = number(STRENGTH).filter(|strength| *strength > 0).map(|strength| (strength - lost).max(0) as u32);
        let kind = symbol_of(data, kind);
        let is_here = |stack: &Stack| stack.place == place && stack.side == side.index();
        let index = stacks.iter().position(is_here).unwrap_or_else(|| {
            stacks.push(empty(place, side));
            stacks.len() - 1
        });
        stacks[index].strength += factor.unwrap_or_default();
        let (units, reduced) = (&mut stacks[index].units, u32::from(lost > 0));
        match units.iter_mut().find(|group| group.kind == kind) {
            Some(group) => {
                (group.count, group.reduced) = (group.count + 1, group.reduced + reduced);
                group.factor = factor.map(|factor| factor + group.factor.unwrap_or_default()).or(group.factor);
            }
            None => units.push(Group { kind, count: 1, reduced, factor, names: Vec::new() }),
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
            _ if track.is_unseen => Vec::new(),
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
