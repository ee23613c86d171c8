//! The shapes of a picture: figures, lines, glyphs, badges.

use super::svg::text;
use maud::{Markup, html};
use wilderness_engine::scene::{Emblem, Figure, Motif, Paint, Stroke, Symbols};
use wilderness_layout::geometry::Point;
use wilderness_layout::layout::{MARK, NODE};
use wilderness_layout::widths::width;

pub const PAPER: &str = "#fffaf0";
/// The colour of choices.
pub const GOLD: &str = "#ffd54a";
pub const INK: &str = "#3b2f23";

/// What is written on the colour of a side, and around it.
pub fn ink_on(symbols: &Symbols, side: usize) -> &'static str {
    if symbols.is_light(side) { INK } else { PAPER }
}

/// A disc of a side around a point, with what stands on it.
pub fn disc(symbols: &Symbols, side: usize, print: &str, (x, y): Point, r: f32) -> Markup {
    let (colour, ink) = (symbols.dark(side), ink_on(symbols, side));
    html! {
        circle cx=(x) cy=(y) r=(r) fill=(colour) stroke=(INK) stroke-width="2.5" {}
        circle cx=(x) cy=(y) r=(format!("{:.1}", r * 0.74)) fill="none" stroke=(ink) stroke-width="1.5" stroke-opacity="0.45" {}
        @if !print.is_empty() {
            (text(print, (x - width(print, r, true) / 2.0, y + 0.35 * r), r, true, ink))
        }
    }
}

/// How a figure is filled, and what its edge looks like.
pub struct Inks<'a> {
    /// The colour inside.
    pub fill: &'a str,
    /// The colour of the edge.
    pub edge: &'a str,
    /// The width of the edge.
    pub width: &'a str,
    /// How the edge is broken.
    pub dashes: Option<&'a str>,
}

/// The corners of a figure with corners, around the origin, at a distance of about `r`.
fn corners(figure: Figure, r: f32) -> Vec<Point> {
    match figure {
        Figure::Star => (0..16)
            .map(|corner| {
                let (angle, far) =
                    (corner as f32 * std::f32::consts::PI / 8.0, if corner % 2 == 0 { 1.25 } else { 0.9 });
                (angle.cos() * r * far, angle.sin() * r * far)
            })
            .collect(),
        Figure::Bastions => {
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
        Figure::Diamond => vec![(0.0, -r), (r, 0.0), (0.0, r), (-r, 0.0)],
        Figure::Circle | Figure::Square | Figure::Triangle | Figure::Tent | Figure::Ring => Vec::new(),
    }
}

/// A figure around a point.
pub fn figure(figure: Figure, (x, y): Point, r: f32, inks: &Inks<'_>) -> Markup {
    let Inks { fill, edge, width, dashes } = *inks;
    match figure {
        Figure::Circle | Figure::Ring => html! {
            circle cx=(x) cy=(y) r=(r) fill=(fill) stroke=(edge) stroke-width=(width) stroke-dasharray=[dashes] {}
        },
        Figure::Square => html! {
            rect x=(x - r) y=(y - r) width=(2.0 * r) height=(2.0 * r) rx="4" fill=(fill) stroke=(edge)
                stroke-width=(width) stroke-dasharray=[dashes] {}
        },
        Figure::Triangle => html! {
            path d=(format!("M{x:.0} {:.0}l{:.0} {:.0}h-{:.0}z", y - r * 1.3, r * 1.23, r * 2.15, r * 2.46)) fill=(fill)
                stroke=(edge) stroke-width=(width) stroke-linejoin="round" stroke-dasharray=[dashes] {}
        },
        Figure::Tent => html! {
            path d=(tent((x, y), r)) fill=(fill) stroke=(edge) stroke-width=(width) stroke-dasharray=[dashes] {}
        },
        Figure::Star | Figure::Bastions | Figure::Diamond => {
            let corners = corners(figure, r).into_iter().map(|(dx, dy)| format!("{:.1},{:.1}", x + dx, y + dy));
            html! {
                polygon points=(corners.collect::<Vec<String>>().join(" ")) fill=(fill) stroke=(edge)
                    stroke-width=(width) stroke-linejoin="round" stroke-dasharray=[dashes] {}
            }
        }
    }
}

/// The path of a tent, with the ends of its poles.
fn tent((x, y): Point, r: f32) -> String {
    let (top, half, high, pole) = (y - r, r * 0.9, r * 1.7, (r * 0.3, r * 0.4));
    format!(
        "M{x:.0} {top:.0}l{half:.0} {high:.0}h-{:.0}zM{x:.0} {top:.0}l-{:.0} -{:.0}M{x:.0} {top:.0}l{:.0} -{:.0}",
        2.0 * half,
        pole.0,
        pole.1,
        pole.0,
        pole.1
    )
}

/// The colour of a side, or of what belongs to neither.
fn colour<'a>(symbols: &Symbols, paint: &'a Paint, side: Option<usize>) -> &'a str {
    match paint {
        Paint::Clear => "none",
        Paint::Ink => INK,
        Paint::Side => side.map_or(INK, |side| symbols.dark(side)),
        Paint::Pale => side.map_or("#ffffff", |side| symbols.pale(side)),
        Paint::Colour(colour) => colour,
    }
}

/// A work at a point.
pub fn work(symbols: &Symbols, work: &Emblem, side: usize, at: Point) -> Markup {
    emblem(symbols, work, Some(side), at, (NODE + 5.0, "4"))
}

/// A feature at a point that a side holds.
pub fn feature(symbols: &Symbols, feature: &Emblem, side: Option<usize>, at: Point) -> Markup {
    emblem(symbols, feature, side, at, (10.0, "1.5"))
}

/// A work or feature of some size, and with an edge of some width: a ring goes around the place, whatever it stands for.
fn emblem(symbols: &Symbols, emblem: &Emblem, side: Option<usize>, at: Point, (r, width): (f32, &str)) -> Markup {
    let (r, width, dashes) = if emblem.figure == Figure::Ring { (NODE + 9.0, "3", "9 5") } else { (r, width, "5 4") };
    let (fill, edge) = (colour(symbols, &emblem.fill, side), colour(symbols, &emblem.edge, side));
    figure(emblem.figure, at, r, &Inks { fill, edge, width, dashes: emblem.broken.then_some(dashes) })
}

/// The lengths of the dashes of a line, as SVG writes them.
pub fn dashes_of(stroke: &Stroke) -> Option<String> {
    stroke.dashes.map(|(dash, gap)| format!("{dash} {gap}"))
}

/// The glyphs that [`glyph`] uses, and the points of the arrows of this many sides.
pub fn definitions(sides: usize, symbols: &Symbols) -> Markup {
    let points = (0..sides).map(|side| (format!("point-{side}"), symbols.dark(side)));
    let points = [("point".to_string(), INK)].into_iter().chain(points);
    html! {
        defs {
            g id="tree" fill="none" stroke="#7d9162" stroke-width="2" stroke-linecap="round" {
                path d="M0 8v-5M-6 3q6 -16 12 0z" fill="#b5c494" {}
            }
            path id="hill" d="M-13 6q7 -17 12 -13q6 3 13 13M1 -6q1 5 4 8" fill="none" stroke="#a08a66"
                stroke-width="2.2"
                stroke-linecap="round" {}
            @for terrain in symbols.terrain.iter().filter(|terrain| terrain.shape.spreads) {
                @let colour = &terrain.shape.colour;
                radialGradient id=(format!("ground-{}", terrain.id)) {
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
pub fn glyph(motif: Motif, (x, y): Point, size: f32) -> Markup {
    let name = match motif {
        Motif::Hill => "#hill",
        Motif::Tree => "#tree",
    };
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
