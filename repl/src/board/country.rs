//! The country under a map: land and water, with their names and textures, and the links between places.

use super::symbols::{self, dashes_of};
use super::texture;
use maud::{Markup, html};
use wilderness_engine::scene::{Link, Region, Scene, Shape, symbol};
use wilderness_layout::geometry::{Rect, between, scattered, smooth};
use wilderness_layout::layout::{Label, NODE};
use wilderness_layout::widths::width;

/// The colour of shores.
const SHORE: &str = "#6ea3c2";
/// The font size of the names of waters.
const WATER_NAME: f32 = 23.0;

/// Land and water, with their names and textures.
pub fn country(scene: &Scene, names: &[Label], panels: &[Rect]) -> Markup {
    let mut taken: Vec<Rect> = names.iter().map(|label| label.rect).collect();
    taken.extend(scene.places.iter().map(|place| Rect::around(place.at, 2.0 * NODE, 2.0 * NODE)));
    taken.extend(panels);
    let points = |terrain| {
        let points = scene.places.iter().filter(|place| place.shape == Shape::Point);
        points.filter(move |place| place.terrain == terrain)
    };
    html! {
        rect width=(scene.size.0) height=(scene.size.1) fill=(scene.symbols.backdrop) {}
        @for terrain in scene.symbols.terrain.iter().rev().filter(|terrain| terrain.shape.spreads) {
            g fill=(format!("url(#ground-{})", terrain.id)) {
                @for place in points(terrain.id) { circle cx=(place.at.0) cy=(place.at.1) r="112" {} }
            }
        }
        @for region in &scene.country {
            path d=(smooth(&region.outline)) fill=(fill_of(scene, region)) stroke=(SHORE) stroke-width="3" {}
        }
        g class="texture" opacity="0.8" {
            @for glyph in texture::glyphs(scene, &taken) { (symbols::glyph(glyph.motif, glyph.at, glyph.size)) }
        }
        @for (name, at) in scene.country.iter().filter_map(|region| region.name.as_ref()) {
            text x=(at.0) y=(at.1) text-anchor="middle" font-family="Georgia, 'Times New Roman', serif"
                font-style="italic"
                font-size=(WATER_NAME) letter-spacing="2" fill="#2a5874" textLength=(format!("{:.0}",
                    water_width(name))) { (name) }
        }
    }
}

fn fill_of<'a>(scene: &'a Scene, region: &Region) -> &'a str {
    symbol(&scene.symbols.surfaces, region.ground).map_or("none", |surface| &surface.shape.colour)
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
    let Some(way) = symbol(&scene.symbols.ways, link.way) else { return html! {} };
    let way = &way.shape;
    let off = (scattered(link.from, link.to) - 0.5) * 2.0 * way.bend;
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
    let cap = way.round.then_some("round");
    html! {
        path d=(path) fill="none" stroke=(way.colour) stroke-width=(way.width) stroke-dasharray=[dashes_of(way)]
            stroke-linecap=[cap] marker-end=[end] {}
        @if let Some(inner) = &way.inner {
            path d=(path) fill="none" stroke=(inner) stroke-width=(way.width / 2.0) stroke-linecap=[cap] {}
        }
    }
}
