//! A field of hexes: terrain, hexsides, and the counters in each hex.

use super::geometry::{Point, scattered};
use super::layout::{MARK, broken};
use super::svg::{WATER, text};
use super::symbols::{FIELDS, INK, PALE, SIDES, glyph};
use super::widths::width;
use maud::{Markup, html};
use wilderness_engine::scene::{Group, Hexside, HexsideKind, Place, Scene, Shape, Stack, Terrain};

/// The size of a counter.
const COUNTER: (f32, f32) = (50.0, 38.0);
/// The font size of what is printed on a counter.
const PRINT: f32 = 14.0;

/// The colour of a hex.
pub fn colour(terrain: Terrain) -> &'static str {
    match terrain {
        Terrain::Open | Terrain::Cultivated => FIELDS,
        Terrain::Woods => "#d3dcae",
        Terrain::Forest => "#b3c48c",
        Terrain::Mountain => "#d8c8a5",
        Terrain::Marsh => "#cfdcc9",
        Terrain::Water => WATER,
        Terrain::Town => "#dcc7b2",
        Terrain::Fort => "#d9cfc4",
    }
}

/// The hexes of a scene, by their numbers.
fn hexes(scene: &Scene) -> impl Iterator<Item = (usize, &Place, f32)> {
    scene.places.iter().enumerate().filter_map(|(number, place)| match place.shape {
        Shape::Hex(corner) => Some((number, place, corner)),
        Shape::Point => None,
    })
}

/// The ground of all hexes.
pub fn field(scene: &Scene) -> Markup {
    html! {
        g class="hexes" {
            @for (number, place, corner) in hexes(scene) {
                polygon id=(place.id) points=(polygon(place.at, corner)) fill=(colour(place.terrain)) stroke="#a89f86" stroke-width="1.2" {}
                @for nth in 0..trees(place.terrain) {
                    (glyph(Terrain::Woods, strewn(place.at, corner, number, nth), 0.75 + scattered(number, nth) * 0.4))
                }
            }
        }
        g class="hexsides" { @for side in &scene.hexsides { (hexside(scene, side)) } }
        g class="names" {
            @for (_, place, corner) in hexes(scene) {
                text x=(place.at.0) y=(place.at.1 - corner * 0.68) text-anchor="middle" font-size="12" fill="#857b64" { (place.id) }
            }
        }
    }
}

fn trees(terrain: Terrain) -> usize {
    match terrain {
        Terrain::Woods => 4,
        Terrain::Forest => 8,
        Terrain::Marsh => 1,
        _ => 0,
    }
}

/// A point in a hex that looks random, not under its number.
fn strewn((x, y): Point, corner: f32, number: usize, nth: usize) -> Point {
    let angle = std::f32::consts::TAU * (scattered(number, nth + 20) + nth as f32) / 8.0 * 2.6;
    let far = corner * (0.25 + 0.5 * scattered(number, nth + 40));
    (x + angle.cos() * far, y + angle.sin() * far * 0.8 + 6.0)
}

/// The corners of a hex, clockwise from the upper left.
fn corners((x, y): Point, corner: f32) -> [Point; 6] {
    let high = corner * 0.866;
    let half = corner / 2.0;
    [
        (x - half, y - high),
        (x + half, y - high),
        (x + corner, y),
        (x + half, y + high),
        (x - half, y + high),
        (x - corner, y),
    ]
}

fn polygon(at: Point, corner: f32) -> String {
    corners(at, corner).map(|(x, y)| format!("{x:.1},{y:.1}")).join(" ")
}

fn hexside(scene: &Scene, side: &Hexside) -> Markup {
    let place = &scene.places[side.place];
    let Shape::Hex(corner) = place.shape else { return html! {} };
    let corners = corners(place.at, corner);
    let (a, b) = (corners[side.direction % 6], corners[(side.direction + 1) % 6]);
    line(side.kind, a, b)
}

/// A hexside between two corners.
pub fn line(kind: HexsideKind, a: Point, b: Point) -> Markup {
    let (stroke, width, dashes) = match kind {
        HexsideKind::Slope => ("#8a6d3f", "5", Some("3 5")),
        HexsideKind::Wall => ("#5a4632", "8", None),
        HexsideKind::Creek => ("#6ea3c2", "5", None),
        HexsideKind::River => ("#4f8db3", "11", None),
        HexsideKind::Crossing => ("#fff6dd", "7", Some("6 5")),
    };
    html! {
        line x1=(a.0) y1=(a.1) x2=(b.0) y2=(b.1) stroke=(stroke) stroke-width=(width) stroke-linecap="round" stroke-dasharray=[dashes] {}
    }
}

/// The counters, markers and names in all hexes.
pub fn contents(scene: &Scene) -> Markup {
    html! {
        @for (number, place, corner) in hexes(scene) {
            @let stacks: Vec<&Stack> = scene.stacks.iter().filter(|stack| stack.place == number).collect();
            @if !place.name.is_empty() { (name(place, corner)) }
            @for (row, marker) in scene.markers.iter().filter(|marker| marker.place == number).enumerate() {
                @let w = width(&marker.text, PRINT, true) + 10.0;
                @let at = (place.at.0 + corner * 0.95 - w, place.at.1 - 34.0 + row as f32 * 20.0);
                rect x=(at.0) y=(at.1) width=(w) height="18" rx="9" fill="#fff3c4" stroke=(INK) stroke-width="1" {}
                (text(&marker.text, (at.0 + 5.0, at.1 + 14.0), PRINT, true, marker.side.map_or(INK, |side| SIDES[side])))
            }
            @for stack in stacks { (counters(stack, place.at)) }
        }
    }
}

fn name(place: &Place, corner: f32) -> Markup {
    let lines = broken(&place.name);
    html! {
        g stroke="#fbf7ea" stroke-width="3.5" stroke-linejoin="round" paint-order="stroke" {
            @for (row, line) in lines.iter().rev().enumerate() {
                @let at = (place.at.0 - width(line, MARK, false) / 2.0, place.at.1 + corner * 0.78 - row as f32 * MARK);
                (text(line, at, MARK, false, INK))
            }
        }
    }
}

/// The units of a stack side by side, with the leaders under them.
fn counters(stack: &Stack, (x, y): Point) -> Markup {
    let units = stack.units.len();
    let columns = units.clamp(1, 2);
    let left = x - columns as f32 * (COUNTER.0 + 3.0) / 2.0;
    let rows = units.div_ceil(2);
    let top = y - 24.0 - if rows > 1 { 16.0 } else { 0.0 };
    html! {
        @for (index, unit) in stack.units.iter().enumerate() {
            (counter(unit, stack.side, (left + (index % 2) as f32 * (COUNTER.0 + 3.0), top + (index / 2) as f32 * (COUNTER.1 - 4.0))))
        }
        @for (index, leader) in stack.leaders.iter().enumerate() {
            @let label = format!("★{}", leader.name);
            @let w = width(&label, PRINT, true) + 10.0;
            @let at = (x - w / 2.0, y + 18.0 + index as f32 * 15.0);
            g {
                title { (leader.name) ", " (leader.ratings) }
                rect x=(at.0) y=(at.1) width=(w) height="18" rx=(if stack.side == 0 { "9" } else { "2" }) fill="#fffaf0"
                    stroke=(SIDES[stack.side]) stroke-width="2" {}
                (text(&label, (at.0 + 5.0, at.1 + 14.0), PRINT, true, SIDES[stack.side]))
            }
        }
    }
}

/// A counter: its text, and its combat factor. Disordered, it is pale and struck through.
fn counter(unit: &Group, side: usize, (x, y): Point) -> Markup {
    let disordered = unit.reduced > 0;
    let (fill, ink) = if disordered { (PALE[side], SIDES[side]) } else { (SIDES[side], "#fffaf0") };
    let factor = unit.factor.map(|factor| factor.to_string()).unwrap_or_default();
    let fitted = |label: &str| width(label, PRINT, true).min(COUNTER.0 - 6.0);
    html! {
        g {
            title { (unit.names.join(", ")) @if disordered { ", disordered" } }
            rect x=(x) y=(y) width=(COUNTER.0) height=(COUNTER.1) rx=(if side == 0 { "7" } else { "1.5" }) fill=(fill) stroke="#fffaf0"
                stroke-width="2" {}
            @if disordered {
                line x1=(x + 3.0) y1=(y + COUNTER.1 - 3.0) x2=(x + COUNTER.0 - 3.0) y2=(y + 3.0) stroke=(SIDES[side]) stroke-width="1.5" {}
            }
            text x=(x + (COUNTER.0 - fitted(&unit.kind)) / 2.0) y=(y + 14.0) font-size=(PRINT) font-weight="bold" fill=(ink)
                textLength=(format!("{:.1}", fitted(&unit.kind))) lengthAdjust="spacingAndGlyphs" { (unit.kind) }
            (text(&factor, (x + (COUNTER.0 - width(&factor, 19.0, true)) / 2.0, y + 33.0), 19.0, true, ink))
        }
    }
}
