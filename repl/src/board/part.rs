//! A part of a board at a larger scale.

use super::panel;
use super::svg::is_field;
use crate::text::names::fold;
use wilderness_engine::scene::{Arrow, Highlight, Layer, Link, Marker, Place, Region, Scene, Stack, Theatre};
use wilderness_layout::geometry::{Point, Rect};

/// The room around the places of a part, in the units of the board.
const MARGIN: f32 = 130.0;
/// The room between the panels and the map.
const GAP: f32 = 40.0;
/// The most that a part is enlarged.
const LARGEST: f32 = 4.0;

/// The theatre of a board with this word or name, drawn as large as the board.
///
/// # Errors
/// A name that no theatre has: with a list of those that there are.
pub fn part(scene: &Scene, name: &str) -> Result<Scene, String> {
    let wanted = fold(name);
    let is_it = |theatre: &&Theatre| [&theatre.word, &theatre.name].iter().any(|word| fold(word) == wanted);
    match scene.theatres.iter().find(is_it) {
        Some(theatre) if !is_field(scene) => Ok(enlarged(scene, theatre)),
        _ if scene.theatres.is_empty() || is_field(scene) => {
            Err(format!("{} has no theatres: the picture shows all of it", scene.title))
        }
        _ => {
            let known: Vec<&str> = scene.theatres.iter().map(|theatre| theatre.word.as_str()).collect();
            Err(format!("no theatre is called `{name}`: {}", known.join(", ")))
        }
    }
}

/// What is within the bounds of a theatre, with the map between the panels instead of under them.
fn enlarged(scene: &Scene, theatre: &Theatre) -> Scene {
    let points = theatre.places.iter().map(|&place| scene.places[place].at);
    let bounds = points.map(|at| Rect::around(at, 2.0 * MARGIN, 2.0 * MARGIN)).reduce(Rect::with).unwrap_or_default();
    let factor = (scene.size.0 / bounds.w.max(1.0)).min(LARGEST);
    let [tracks, legend] = panel::rooms(scene);
    let top = tracks.bottom() + GAP;
    let to = |(x, y): Point| ((x - bounds.x) * factor, top + (y - bounds.y) * factor);
    let mut numbers: Vec<Option<usize>> = vec![None; scene.places.len()];
    let mut places: Vec<Place> = Vec::new();
    for (number, place) in scene.places.iter().enumerate().filter(|(_, place)| bounds.contains(place.at)) {
        numbers[number] = Some(places.len());
        places.push(Place { at: to(place.at), ..place.clone() });
    }
    let here = |place: usize| numbers.get(place).copied().flatten();
    let region = |region: &Region| Region {
        outline: region.outline.iter().copied().map(to).collect(),
        name: region.name.clone().filter(|(_, at)| bounds.contains(*at)).map(|(name, at)| (name, to(at))),
        ..region.clone()
    };
    let layer = |layer: &Layer| Layer {
        places: layer.places.iter().filter_map(|(place, text)| Some((here(*place)?, text.clone()))).collect(),
        ..layer.clone()
    };
    let links =
        scene.links.iter().filter_map(|link| Some(Link { from: here(link.from)?, to: here(link.to)?, ..*link }));
    let arrow = |arrow: &Arrow| {
        let path: Option<Vec<usize>> = arrow.path.iter().map(|place| here(*place)).collect();
        Some(Arrow { path: path?, side: arrow.side })
    };
    Scene {
        title: format!("{}: {}", scene.title, theatre.name),
        size: (bounds.w * factor, top + bounds.h * factor + GAP + legend.h),
        country: scene.country.iter().map(region).collect(),
        links: links.collect(),
        stacks: scene
            .stacks
            .iter()
            .filter_map(|stack| Some(Stack { place: here(stack.place)?, ..stack.clone() }))
            .collect(),
        markers: scene
            .markers
            .iter()
            .filter_map(|marker| Some(Marker { place: here(marker.place)?, ..marker.clone() }))
            .collect(),
        highlights: scene
            .highlights
            .iter()
            .filter_map(|choice| Some(Highlight { place: here(choice.place)?, ..choice.clone() }))
            .collect(),
        arrows: scene.arrows.iter().filter_map(arrow).collect(),
        layers: scene.layers.iter().map(layer).collect(),
        hexsides: Vec::new(),
        theatres: Vec::new(),
        places,
        ..scene.clone()
    }
}
