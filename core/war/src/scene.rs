//! The map as a scene: everything that a side sees on it, as data for pictures.

mod layers;
mod moves;
mod symbols;

pub use layers::{LAYERS, layer};
pub use moves::{arrows, moved_since, place_of};

use crate::components::Components;
use crate::components::country::{Ground, MapPart, Outline};
use crate::map::{Department, LinkKind, Map, Terrain};
use crate::news::words::marker_name;
use crate::pieces::PieceKind;
use crate::placement::Place as Box_;
use crate::sets::{Id, PieceId, PieceSet, SpaceId, SpaceSet};
use crate::side::Side;
use crate::state::State;
use crate::view::View;
use wilderness_engine::Side as _;
use wilderness_engine::scene::{
    Group, Leader, Link, Marker, Place, Region, Sample, Scene, Shape, Stack, Theatre, Track, Work,
};
use wilderness_engine::script::markers::marker_on_thing;

/// The country, as it is drawn.
fn country() -> Vec<Region> {
    let region = |outline: &Outline| Region {
        ground: match outline.ground {
            Ground::Water => symbols::WATER,
            Ground::Land => symbols::ISLAND,
        },
        name: outline.name.clone().zip(outline.label),
        outline: outline.outline.clone(),
    };
    Components::get().country.regions.iter().map(region).collect()
}

/// The letters of the kinds of units, with what they mean.
const KINDS: [(&str, &str, &[PieceKind]); 7] = [
    (
        "R",
        "regulars",
        &[PieceKind::Regular, PieceKind::RoyalAmerican, PieceKind::Highland, PieceKind::MarineDetachment],
    ),
    ("L", "light infantry", &[PieceKind::LightInfantry]),
    ("P", "provincials", &[PieceKind::NorthernProvincial, PieceKind::SouthernProvincial]),
    ("M", "militia", &[PieceKind::Militia]),
    ("C", "coureurs des bois", &[PieceKind::Coureurs]),
    ("G", "rangers", &[PieceKind::Ranger]),
    ("I", "Indians", &[PieceKind::Indian]),
];

impl View<'_> {
    /// The map as this side sees it. Sides are numbered 0 for the French and 1 for the British, places as spaces.
    pub fn scene(&self) -> Scene {
        let state = self.state();
        let map = Map::get();
        let supplied = Side::BOTH.map(|side| self.supplied(side));
        let (width, height) = Components::get().country.size;
        Scene {
            title: "Wilderness War".into(),
            caption: format!("{} {}", state.season, state.year),
            sides: Side::BOTH.map(|side| side.to_string()).into(),
            size: (f32::from(width), f32::from(height)),
            country: country(),
            places: map.all.iter().map(|space| place(state, space)).collect(),
            links: links(map),
            stacks: map.all.iter().flat_map(|space| stacks(state, supplied, space)).collect(),
            markers: map.all.iter().flat_map(|space| markers(state, space)).collect(),
            tracks: tracks(state),
            theatres: theatres(),
            legend: legend(),
            symbols: Components::get().symbols.clone(),
            ..Scene::default()
        }
    }
}

fn place(state: &State, space: SpaceId) -> Place {
    let facts = &Map::get().space(space);
    let (x, y) = facts.at;
    let holder =
        Side::BOTH.into_iter().find(|&side| state.occupies(side, space) && !state.occupies(side.enemy(), space));
    Place {
        id: facts.id.clone(),
        name: facts.name.clone(),
        at: (f32::from(x), f32::from(y)),
        shape: Shape::Point,
        terrain: match facts.terrain {
            Terrain::Cultivated => symbols::CULTIVATED,
            Terrain::Wilderness => symbols::WOODS,
            Terrain::Mountain => symbols::MOUNTAIN,
        },
        side: holder.or(facts.originally).map(Side::index),
        works: works(state, space),
        features: [(facts.port, symbols::PORT), (facts.settlement, symbols::SETTLEMENT)]
            .into_iter()
            .filter_map(|(has, feature)| has.then_some(feature))
            .collect(),
    }
}

fn works(state: &State, space: SpaceId) -> Vec<Work> {
    let mut found = Vec::new();
    for side in Side::BOTH {
        let works = &state.works[side];
        let kinds = [
            (symbols::FORTRESS, "fortress", works.fortresses),
            (symbols::FORT, "fort", works.forts),
            (symbols::UNFINISHED, "fort under construction", works.under_construction),
            (symbols::STOCKADE, "stockade", works.stockades),
        ];
        let here = kinds.into_iter().filter(|(_, _, spaces)| spaces.contains(space));
        found.extend(here.map(|(kind, name, _)| Work { kind, side: side.index(), name: name.into() }));
    }
    found
}

fn links(map: &Map) -> Vec<Link> {
    let from = |from: SpaceId| {
        let outward = map.links(from).iter().filter(move |link| link.arrow || from < link.to);
        outward.map(move |link| Link {
            from: from.index(),
            to: link.to.index(),
            way: match link.kind {
                LinkKind::Land => symbols::LAND,
                LinkKind::River => symbols::RIVER,
                LinkKind::Lake => symbols::LAKE,
            },
            one_way: link.arrow,
        })
    };
    map.all.iter().flat_map(from).collect()
}

/// The parts of the map. Some spaces belong to two; every space belongs to one.
fn theatres() -> Vec<Theatre> {
    let theatre = |part: &MapPart| Theatre {
        word: part.id.clone(),
        name: part.name.clone(),
        places: part.spaces.iter().map(|space| space.index()).collect(),
    };
    Components::get().country.parts.iter().map(theatre).collect()
}

/// The stacks of both sides in a space, those inside a fortification apart.
fn stacks(state: &State, supplied: [SpaceSet; 2], space: SpaceId) -> Vec<Stack> {
    let mut found = Vec::new();
    for side in Side::BOTH {
        for (pieces, inside) in [(state.outside(side, space), false), (state.inside(side, space), true)] {
            if !pieces.is_empty() {
                let cut_off = !pieces.drilled().is_empty() && !supplied[side.index()].contains(space);
                let states = states(inside && state.siege_level(space).is_some(), cut_off);
                found.push(Stack { states, ..stack(state, side, space, pieces, inside) });
            }
        }
    }
    found
}

/// What is the matter with a stack: a siege (8.21); drilled troops that are out of supply (12.2).
fn states(besieged: bool, cut_off: bool) -> Vec<String> {
    let words = [(besieged, "besieged"), (cut_off, "out of supply")];
    words.into_iter().filter(|(is, _)| *is).map(|(_, word)| word.into()).collect()
}

fn stack(state: &State, side: Side, space: SpaceId, pieces: PieceSet, inside: bool) -> Stack {
    let mut leaders: Vec<PieceId> = pieces.leaders().iter().collect();
    leaders.sort_by_key(|leader| std::cmp::Reverse(leader.facts().command));
    let leader = |leader: &PieceId| {
        let facts = leader.facts();
        let ratings = format!("{}-{}-{}", facts.initiative, facts.command, facts.tactics);
        Leader { name: facts.name.clone(), ratings }
    };
    Stack {
        place: space.index(),
        side: side.index(),
        leaders: leaders.iter().map(leader).collect(),
        units: KINDS.iter().filter_map(|(letters, _, kinds)| group(state, pieces, letters, kinds)).collect(),
        strength: pieces.units().iter().map(|unit| u32::from(state.strength(unit))).sum(),
        states: Vec::new(),
        inside,
        moved: false,
    }
}

fn group(state: &State, pieces: PieceSet, letters: &'static str, kinds: &[PieceKind]) -> Option<Group> {
    let units = pieces.units().filter(|unit| kinds.contains(&unit.facts().kind));
    let reduced = units & state.pieces.reduced();
    let count = u32::try_from(units.len()).unwrap_or(u32::MAX);
    let group = Group {
        kind: letters.into(),
        factor: None,
        count,
        reduced: u32::try_from(reduced.len()).unwrap_or(u32::MAX),
        names: units.iter().map(|unit| unit.to_string()).collect(),
        disc: None,
    };
    (count > 0).then_some(group)
}

/// Sieges, fieldworks, landings and raids in a space.
fn markers(state: &State, space: SpaceId) -> Vec<Marker> {
    let place = space.index();
    let mut found = Vec::new();
    let mut add = |side: Option<Side>, text: String| found.push(Marker { place, side: side.map(Side::index), text });
    if let Some(level) = state.siege_level(space) {
        add(None, format!("siege {level}"));
    }
    if state.fieldworks.contains(space) {
        add(None, "fieldworks".into());
    }
    if state.amphib.contains(space) {
        add(Some(Side::British), "amphib".into());
    }
    for side in Side::BOTH {
        match state.raided_markers(side, space) {
            0 => {}
            1 => add(Some(side), "raided".into()),
            more => add(Some(side), format!("raided ×{more}")),
        }
    }
    for marker in state.marks_at(space) {
        add(None, marker);
    }
    found
}

fn tracks(state: &State) -> Vec<Track> {
    let plain = |name: &str, text: String| Track { name: name.into(), text, scale: None };
    let vp = match state.vp {
        0 => "even".into(),
        points if points > 0 => format!("{} {points}", Side::French),
        points => format!("{} {}", Side::British, -points),
    };
    let mut tracks = vec![
        Track { name: "Victory points".into(), text: vp, scale: Some((11, -11, i32::from(state.vp))) },
        plain("Provincial assemblies", format!("{:?}", state.assemblies).to_lowercase()),
        plain("Niagara, Ohio Forks", format!("{}, {}", state.niagara, state.ohio_forks)),
    ];
    for side in Side::BOTH {
        let holding = if state.holding[side] { ", passed" } else { "" };
        tracks.push(plain(&format!("{side} hand"), format!("{}{holding}", cards(state.hands[side].len()))));
    }
    tracks.push(plain("Draw pile", cards(state.draw_pile.len())));
    for department in Department::all() {
        let here = state.pieces.here(Box_::Militia(department));
        if !here.is_empty() {
            tracks.push(plain(&format!("Militia, {department}"), here.len().to_string()));
        }
    }
    let of_game = state.markers.iter().filter(|(marker, _)| marker_on_thing(marker).is_none());
    tracks.extend(of_game.map(|(marker, until)| {
        let number = state.numbers.get(marker).map_or_else(String::new, |number| format!("{number}, "));
        plain(&marker_name(marker), format!("{number}until {until}"))
    }));
    tracks
}

fn cards(number: usize) -> String {
    format!("{number} card{}", if number == 1 { "" } else { "s" })
}

fn legend() -> Vec<(Sample, String)> {
    let mut rows = Components::get().symbols.legend();
    rows.extend(KINDS.iter().map(|(letters, name, _)| (Sample::Units(letters.to_string()), name.to_string())));
    rows
}
