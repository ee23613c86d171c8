//! The symbols of a picture: works, features, glyphs.

use super::geometry::Point;
use super::layout::{MARK, NODE};
use super::svg::text;
use super::widths::width;
use maud::{Markup, html};
use wilderness_engine::MOST_SIDES;
use wilderness_engine::scene::{Feature, Terrain, WorkKind};

/// The dark colours of the sides, which people who cannot tell red from green can tell apart: they differ in lightness too.
pub const SIDES: [&str; MOST_SIDES] = ["#1d4f91", "#b3261e", "#b37400", "#00796b", "#5e2a84", "#2b2b2b", "#c4588f"];
/// Their light colours.
pub const PALE: [&str; MOST_SIDES] = ["#cfe0f5", "#f8d5cc", "#f9e3b4", "#cdebe5", "#e3d5f0", "#dcdcdc", "#f7d9e8"];
/// The colour of fields.
pub const FIELDS: &str = "#f4e7c0";
/// The colour of mountains.
pub const HILLS: &str = "#dac9a6";
/// Paper.
pub const PAPER: &str = "#fffaf0";
/// The colour of choices.
pub const GOLD: &str = "#ffd54a";
/// Ink.
pub const INK: &str = "#3b2f23";

/// The outline of a work around a point, as points of a polygon.
fn outline(kind: WorkKind, (x, y): Point) -> String {
    let r = NODE + 5.0;
    let corners: Vec<(f32, f32)> = match kind {
        WorkKind::Fortress => (0..16)
            .map(|corner| {
                let (angle, far) =
                    (corner as f32 * std::f32::consts::PI / 8.0, if corner % 2 == 0 { 1.25 } else { 0.9 });
                (angle.cos() * r * far, angle.sin() * r * far)
            })
            .collect(),
        WorkKind::Fort | WorkKind::Unfinished => {
            let (a, b) = (r * 1.15, r * 0.72);
            vec![
                (-a, -a),
                (-b, -b),
                (b, -b),
                (a, -a),
                (b, -b),
                (b, b),
                (a, a),
                (b, b),
                (-b, b),
                (-a, a),
                (-b, b),
                (-b, -b),
            ]
        }
        WorkKind::Stockade => vec![(0.0, -r), (r, 0.0), (0.0, r), (-r, 0.0)],
    };
    let corners: Vec<String> = corners.iter().map(|(dx, dy)| format!("{:.1},{:.1}", x + dx, y + dy)).collect();
    corners.join(" ")
}

/// A work at a point.
pub fn work(kind: WorkKind, side: usize, at: Point) -> Markup {
    let dashes = (kind == WorkKind::Unfinished).then_some("5 4");
    let fill = if kind == WorkKind::Unfinished { PALE[side] } else { SIDES[side] };
    html! {
        polygon points=(outline(kind, at)) fill=(fill) stroke=(SIDES[side]) stroke-width="4" stroke-linejoin="round"
            stroke-dasharray=[dashes] {}
    }
}

/// A feature at a point.
pub fn feature(feature: Feature, (x, y): Point) -> Markup {
    match feature {
        Feature::Port => html! {
            circle cx=(x) cy=(y) r=(NODE + 9.0) fill="none" stroke="#3f7fa6" stroke-width="3" stroke-dasharray="9 5" {}
        },
        Feature::Settlement => html! {
            path d=(format!("M{:.0} {:.0}l9 17h-18zM{0:.0} {1:.0}l-3 -4M{0:.0} {1:.0}l3 -4", x, y - 10.0))
                fill="#a0642c" stroke=(INK) stroke-width="1.5" {}
        },
    }
}

/// The glyphs that [`glyph`] uses, and the points of the arrows of this many sides.
pub fn definitions(sides: usize) -> Markup {
    let points = SIDES.iter().take(sides).enumerate().map(|(side, colour)| (format!("point-{side}"), *colour));
    let points = [("point".to_string(), INK)].into_iter().chain(points);
    html! {
        defs {
            g id="tree" fill="none" stroke="#7d9162" stroke-width="2" stroke-linecap="round" {
                path d="M0 8v-5M-6 3q6 -16 12 0z" fill="#b5c494" {}
            }
            path id="hill" d="M-13 6q7 -17 12 -13q6 3 13 13M1 -6q1 5 4 8" fill="none" stroke="#a08a66"
                stroke-width="2.2"
                stroke-linecap="round" {}
            @for (id, colour) in [("fields", FIELDS), ("hills", HILLS)] {
                radialGradient id=(id) {
                    stop offset="45%" stop-color=(colour) {}
                    stop offset="100%" stop-color=(colour) stop-opacity="0" {}
                }
            }
            @for (id, colour) in points {
                marker id=(id) viewBox="0 0 10 10" refX="5" refY="5" markerWidth="22" markerHeight="22"
                    markerUnits="userSpaceOnUse" orient="auto" {
                    path d="M0 0L10 5L0 10z" fill=(colour) {}
                }
            }
        }
    }
}

/// A glyph of the country.
pub fn glyph(terrain: Terrain, (x, y): Point, size: f32) -> Markup {
    let name = if terrain == Terrain::Mountain { "#hill" } else { "#tree" };
    html! { use href=(name) transform=(format!("translate({x:.0} {y:.0}) scale({size:.1})")) {} }
}

/// The point of an arrow of a side.
pub fn point_of(side: usize) -> String {
    format!("url(#point-{side})")
}

/// How much the corners of a side's counters are rounded: neighbouring sides differ in shape too.
pub fn rounding(side: usize) -> &'static str {
    ["8", "1.5"][side % 2]
}

/// How the border of a layer is broken, by its number.
pub fn dashes(number: usize) -> Option<&'static str> {
    [None, Some("10 6"), Some("3 5")][number % 3]
}

/// The height of a badge.
pub const BADGE: f32 = 24.0;

/// The numbers of choices in short: `4`, `4,7`, `4–6`.
pub fn numbers(all: &[usize]) -> String {
    let runs = all.chunk_by(|a, b| a + 1 == *b);
    let runs: Vec<String> = runs
        .map(|run| match run {
            [first, _, .., last] => format!("{first}–{last}"),
            few => few.iter().map(usize::to_string).collect::<Vec<String>>().join(","),
        })
        .collect();
    runs.join(",")
}

/// The numbers of choices, around a point.
pub fn badge(label: &str, (x, y): Point) -> Markup {
    let w = badge_width(label);
    html! {
        rect x=(format!("{:.1}", x - w / 2.0)) y=(format!("{:.1}", y - BADGE / 2.0)) width=(format!("{w:.1}")) height=(BADGE) rx=(BADGE / 2.0)
            fill=(GOLD) stroke=(INK) stroke-width="2.5" {}
        (text(label, (x - width(label, MARK, true) / 2.0, y + 6.0), MARK, true, INK))
    }
}

/// The width of the badge with the numbers of choices.
pub fn badge_width(label: &str) -> f32 {
    (width(label, MARK, true) + 10.0).max(BADGE)
}
