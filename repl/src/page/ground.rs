//! What never changes on the board of a game: its country, the names of its places, and what is clicked. Drawing it is most
//! of the work of a first picture, and it is the same for all seats, and for all games on this board.

use crate::board::layout::Label;
use crate::board::{Picture, names};
use serde::Serialize;
use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;
use wilderness_engine::scene::{Place, Scene, Shape, SideColours, Track};

/// The most boards that are remembered in a thread.
const GROUNDS: usize = 8;
/// How far from the centre of a point a click still counts.
const NEAR: f32 = 26.0;

thread_local! {
    /// The boards, the one that was drawn last first.
    static GROUNDS_DRAWN: RefCell<Vec<(Scene, Ground)>> = const { RefCell::new(Vec::new()) };
}

/// A board without anything that lies on it.
#[derive(Clone, Default)]
pub struct Ground {
    /// The names of the places, where they stand.
    pub names: Rc<[Label]>,
    /// The picture, as SVG.
    pub board: Arc<str>,
    /// The places, as JSON.
    pub places: Arc<str>,
    /// The colours of the sides, as JSON.
    pub colours: Arc<str>,
}

impl Ground {
    /// The board of a scene.
    pub fn of(scene: &Scene) -> Ground {
        let bare = bare(scene);
        GROUNDS_DRAWN.with_borrow_mut(|grounds| {
            match grounds.iter().position(|(known, _)| *known == bare) {
                Some(index) => grounds[..=index].rotate_right(1),
                None => {
                    grounds.truncate(GROUNDS - 1);
                    let ground = draw(&bare);
                    grounds.insert(0, (bare, ground));
                }
            }
            grounds[0].1.clone()
        })
    }
}

/// What of a scene never changes in a game.
fn bare(scene: &Scene) -> Scene {
    let place = |place: &Place| Place { side: None, works: Vec::new(), features: Vec::new(), ..place.clone() };
    // The tracks change, but not the room that they have.
    let track = || Track { name: String::new(), text: String::new(), scale: None };
    let tracks = scene.tracks.iter().filter(|track| track.scale.is_none()).map(|_| track());
    Scene {
        symbols: scene.symbols.clone(),
        title: scene.title.clone(),
        remarks: scene.remarks.clone(),
        sides: scene.sides.clone(),
        size: scene.size,
        country: scene.country.clone(),
        places: scene.places.iter().map(place).collect(),
        links: scene.links.clone(),
        hexsides: scene.hexsides.clone(),
        tracks: tracks.collect(),
        theatres: scene.theatres.clone(),
        legend: scene.legend.clone(),
        ..Scene::default()
    }
}

fn draw(bare: &Scene) -> Ground {
    let names = names(bare);
    let board = Picture::new(bare, &names, &[]).around(&|_| maud::html! {}).into_string().into();
    Ground { names: names.into(), board, places: click_targets(bare), colours: own_colours(bare) }
}

/// A place of the board, for what is clicked.
#[derive(Serialize)]
struct ClickTarget<'a> {
    id: &'a str,
    name: &'a str,
    at: (f32, f32),
    /// The distance from the centre that still counts as the place.
    reach: f32,
    /// The shape of the cell that it is, if it is one.
    cell: Option<&'static str>,
}

fn click_target(place: &Place) -> ClickTarget<'_> {
    let reach = place.shape.size().unwrap_or(NEAR);
    let cell = match place.shape {
        Shape::Point => None,
        Shape::Hex(_) => Some("hex"),
        Shape::Upright(_) => Some("upright"),
        Shape::Square(_) => Some("square"),
    };
    ClickTarget { id: &place.id, name: &place.name, at: place.at, reach, cell }
}

/// The places of a board as JSON.
fn click_targets(scene: &Scene) -> Arc<str> {
    let targets: Vec<ClickTarget<'_>> = scene.places.iter().map(click_target).collect();
    serde_json::to_string(&targets).unwrap_or_default().into()
}

/// The colours that the table of a game gives to its sides, as JSON; nothing for a side that has its usual colour.
fn own_colours(scene: &Scene) -> Arc<str> {
    let own =
        |side: usize| Some(scene.symbols.dark(side)).filter(|dark| *dark != SideColours::usual(side).dark.as_str());
    let all: Vec<Option<&str>> = (0..scene.sides.len()).map(own).collect();
    serde_json::to_string(&all).unwrap_or_default().into()
}
