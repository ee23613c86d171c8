//! A board as text, to fit a window: a field of hexes, or one theatre after another.

use super::field;
use super::stacks::described;
use super::svg::is_field;
use super::terminal::{by_interest, theatre};
use crate::text::columns::beside;
use crate::text::names::fold;
use crate::text::style::{DIM, paint};
use crate::text::window::Window;
use anstyle::Style;
use wilderness_engine::scene::{Scene, Theatre, symbol};

/// The width of the names in a list.
const MARGIN: usize = 24;

/// What is to be shown of a board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum BoardPart {
    /// Where the open question is, or else where there is the most to see.
    OfInterest,
    /// The theatre whose name or word has this in it, or all.
    Named(String),
    /// The surroundings of the place with this number.
    Around(usize),
}

/// A part of a board in a window, with the colours of the sides by number. One theatre fills the window, so that the
/// others are only named.
///
/// # Errors
/// A name that no theatre has.
pub fn board(scene: &Scene, part: &BoardPart, window: Window, sides: &[Style]) -> Result<String, String> {
    if is_field(scene) {
        let around = match part {
            BoardPart::OfInterest => None,
            BoardPart::Around(place) => Some(*place),
            BoardPart::Named(name) if scene.theatres.iter().all(|part| part.word != fold(name)) => {
                return Err(unknown(scene, name));
            }
            BoardPart::Named(_) => None,
        };
        return Ok(field::field(scene, around, window, sides));
    }
    let whole = Theatre { word: "all".into(), name: scene.title.clone(), places: (0..scene.places.len()).collect() };
    let theatres = if scene.theatres.is_empty() { vec![&whole] } else { by_interest(scene) };
    let drawn = |part: &Theatre| theatre(scene, part, window, sides);
    match part {
        BoardPart::Named(name) => {
            let name = fold(name);
            let fits = |part: &Theatre| [&part.word, &part.name].iter().any(|word| fold(word).contains(&name));
            let all = if scene.theatres.is_empty() { std::slice::from_ref(&whole) } else { &scene.theatres };
            let wanted: Vec<String> = all.iter().filter(|part| name == "all" || fits(part)).map(drawn).collect();
            if wanted.is_empty() { Err(unknown(scene, &name)) } else { Ok(wanted.join("\n")) }
        }
        BoardPart::OfInterest | BoardPart::Around(_) => {
            let has = |one: &&&Theatre| match part {
                BoardPart::Around(place) => one.places.contains(place),
                _ => true,
            };
            let shown = theatres.iter().find(has).copied().unwrap_or(&whole);
            let words = theatres.iter().filter(|other| other.word != shown.word).map(|other| other.word.as_str());
            let words: Vec<&str> = words.collect();
            let others = paint(DIM, format!("others: {}, all", words.join(", ")));
            Ok(if words.is_empty() { drawn(shown) } else { format!("{}{others}\n", drawn(shown)) })
        }
    }
}

/// Why no part of a board has a name.
fn unknown(scene: &Scene, name: &str) -> String {
    let words: Vec<&str> = scene.theatres.iter().map(|part| part.word.as_str()).collect();
    let named = scene.places.iter().find(|place| !place.name.is_empty()).or(scene.places.first());
    let example = named.map_or("all", |place| place.id.as_str());
    match words.is_empty() || is_field(scene) {
        true => format!("`{name}` is not on this map: `show map {example}` shows what is around a place"),
        false => format!(
            "no theatre or place is called `{name}`; `show map` takes: {}, all, list, or the name of a place",
            words.join(", ")
        ),
    }
}

/// Everything on a board, a place to a line: stacks, works and markers.
pub fn list(scene: &Scene) -> String {
    let mut text = String::new();
    for (number, place) in scene.places.iter().enumerate() {
        let works = place.works.iter().filter_map(|work| symbol(&scene.symbols.works, work.kind));
        let mut there: Vec<String> = works.map(|work| work.label.clone()).collect();
        let stacks = scene.stacks.iter().filter(|stack| stack.place == number);
        there.extend(
            stacks.map(|stack| format!("{} {}", scene.sides[stack.side], described(stack).replace('\n', ", "))),
        );
        there.extend(scene.markers.iter().filter(|marker| marker.place == number).map(|marker| marker.text.clone()));
        if !there.is_empty() {
            let name = if place.name.is_empty() { &place.id } else { &place.name };
            text.push_str(&format!("{}\n", beside(name, MARGIN, &there.join("; "))));
        }
    }
    text
}
