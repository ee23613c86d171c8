//! The country under a map: land and water, with their names and textures, and the links between places.

use super::geometry::{Rect, between, scattered, smooth};
use super::layout::{Label, NODE};
use super::symbols::{self, FIELDS};
use super::texture;
use super::widths::width;
use maud::{Markup, html};
use wilderness_engine::scene::{Ground, Link, Scene, Shape, Terrain, Way};

/// The colour of the land.
pub const LAND: &str = "#e3e6cb";
/// The colour of water.
pub const WATER: &str = "#b4d3e4";
/// The colour of shores and rivers.
pub const SHORE: &str = "#6ea3c2";
/// The colour of paths.
pub const PATHS: &str = "#94784f";
/// The colour of the ways over lakes.
pub const LAKES: &str = "#2f6f9a";
/// The font size of the names of waters.
const WATER_NAME: f32 = 23.0;

/// Land and water, with their names and textures.
pub fn country(scene: &Scene, names: &[Label], panels: &[Rect]) -> Markup {
    let mut taken: Vec<Rect> = names.iter().map(|label| label.rect).collect();
    taken.extend(scene.places.iter().map(|place| Rect::around(place.at, 2.0 * NODE, 2.0 * NODE)));
    taken.extend(panels);
    let blotches = |terrain: Terrain, colour: &'static str| {
        html! {
            g fill=(colour) {
                @for place in scene.places.iter().filter(|place| place.terrain == terrain && place.shape ==
                    Shape::Point) {
                    circle cx=(place.at.0) cy=(place.at.1) r="112" {}
                }
            }
        }
    };
    html! {
        rect width=(scene.size.0) height=(scene.size.1) fill=(LAND) {}
        (blotches(Terrain::Mountain, "url(#hills)"))
        (blotches(Terrain::Cultivated, "url(#fields)"))
        @for region in &scene.country {
            path d=(smooth(&region.outline)) fill=(if region.ground == Ground::Water { WATER } else { FIELDS })
                stroke=(SHORE) stroke-width="3" {}
        }
        g class="texture" opacity="0.8" {
            @for glyph in texture::glyphs(scene, &taken) { (symbols::glyph(glyph.terrain, glyph.at, glyph.size)) }
        }
        @for (name, at) in scene.country.iter().filter_map(|region| region.name.as_ref()) {
            text x=(at.0) y=(at.1) text-anchor="middle" font-family="Georgia, 'Times New Roman', serif"
                font-style="italic"
                font-size=(WATER_NAME) letter-spacing="2" fill="#3f7393" textLength=(format!("{:.0}",
                    water_width(name))) { (name) }
        }
    }
}

/// The names of waters.
pub fn water_names(scene: &Scene) -> impl Iterator<Item = Rect> {
    let named = scene.country.iter().filter_map(|region| region.name.as_ref());
    named.map(|(name, (x, y))| Rect::around((*x, y - WATER_NAME * 0.35), water_width(name), WATER_NAME))
}

fn water_width(name: &str) -> f32 {
    width(name, WATER_NAME, false) * 1.1
}

/// A connection between two places.
pub fn link_of(scene: &Scene, link: &Link) -> Markup {
    let (a, b) = (scene.places[link.from].at, scene.places[link.to].at);
    let bend = match link.way {
        Way::River => 0.12,
        Way::Land => 0.05,
        Way::Lake => 0.0,
    };
    let off = (scattered(link.from, link.to) - 0.5) * 2.0 * bend;
    let (middle, across) = (between(a, b, 0.5), (b.1 - a.1, a.0 - b.0));
    let path = format!(
        "M{:.0} {:.0}Q{:.0} {:.0} {:.0} {:.0}",
        a.0,
        a.1,
        middle.0 + across.0 * off,
        middle.1 + across.1 * off,
        b.0,
        b.1
    );
    let end = link.one_way.then_some("url(#point)");
    match link.way {
        Way::Land => html! {
            path d=(path) fill="none" stroke=(PATHS) stroke-width="3.5" stroke-dasharray="10 6" marker-end=[end] {}
        },
        Way::River => html! {
            path d=(path) fill="none" stroke=(SHORE) stroke-width="10" stroke-linecap="round" marker-end=[end] {}
            path d=(path) fill="none" stroke=(WATER) stroke-width="5" stroke-linecap="round" {}
        },
        Way::Lake => html! {
            path d=(path) fill="none" stroke=(LAKES) stroke-width="4" stroke-dasharray="3 8" stroke-linecap="round" {}
        },
    }
}
