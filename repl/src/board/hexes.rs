//! A field of hexes or squares: terrain, hexsides, and the counters in each cell.

use super::stacks::described;
use super::svg::text;
use super::symbols::{INK, PAPER, badge_width, dashes_of, glyph, numbers, rounding};
use maud::{Markup, html};
use wilderness_engine::scene::{Group, Hexside, Motif, Place, Scene, Stack, Stroke, symbol};
use wilderness_layout::geometry::{Point, Rect, scattered};
use wilderness_layout::layout::notes;
use wilderness_layout::widths::width;

/// The height of a counter, and its width if it is alone.
const COUNTER: (f32, f32) = (86.0, 46.0);
/// The width of all counters of a hex, side by side.
const ROW: f32 = 108.0;
/// The font size of the name on a counter.
const PRINT: f32 = 19.0;
/// The font size of the combat factor.
const FACTOR: f32 = 25.0;
/// How far below the centre of a hex its number stands.
const ID: f32 = 52.5;
/// The font size of everything else.
const SMALL: f32 = 15.0;

/// The colour of a hex, and what is strewn over it.
fn ground<'a>(scene: &'a Scene, place: &Place) -> (&'a str, Option<(Motif, usize)>) {
    let soil = symbol(&scene.symbols.terrain, place.terrain);
    soil.map_or(("none", None), |soil| (&soil.shape.colour, soil.shape.strewn))
}

/// The hexes of a scene, by their numbers.
fn hexes(scene: &Scene) -> impl Iterator<Item = (usize, &Place, f32)> {
    scene.places.iter().enumerate().filter_map(|(number, place)| Some((number, place, place.shape.size()?)))
}

/// The ground of all hexes.
pub fn field(scene: &Scene) -> Markup {
    html! {
        rect width=(scene.size.0) height=(format!("{:.0}", scene.size.1)) fill=(scene.symbols.backdrop) {}
        g class="hexes" {
            @for (number, place, corner) in hexes(scene) {
                @let (colour, motifs) = ground(scene, place);
                polygon points=(polygon(place, 0.0)) fill=(colour) stroke="#a89f86" stroke-width="1.2" {}
                @if let Some((motif, count)) = motifs {
                    @for nth in 0..count {
                        (glyph(motif, strewn(place.at, corner, number, nth), 0.75 + scattered(number, nth) * 0.4))
                    }
                }
            }
        }
        g class="hexsides" { @for side in &scene.hexsides { (hexside(scene, side)) } }
        g class="names" {
            @for (_, place, _) in hexes(scene) {
                text x=(format!("{:.0}", place.at.0)) y=(format!("{:.0}", place.at.1 + ID)) text-anchor="middle"
                    font-size=(SMALL) fill="#463e2e" { (place.id) }
            }
        }
    }
}

/// A point in a hex that looks random, not under its number.
fn strewn((x, y): Point, corner: f32, number: usize, nth: usize) -> Point {
    let angle = std::f32::consts::TAU * (scattered(number, nth + 20) + nth as f32) / 8.0 * 2.6;
    let far = corner * (0.25 + 0.5 * scattered(number, nth + 40));
    (x + angle.cos() * far, y + (angle.sin() * far * 0.8 - 2.0).min(26.0))
}

/// The corners of a cell that is smaller by some length, as points of a polygon.
pub fn polygon(place: &Place, less: f32) -> String {
    let points = place.shape.corners(place.at, less).into_iter().map(|(x, y)| format!("{x:.1},{y:.1}"));
    points.collect::<Vec<String>>().join(" ")
}

fn hexside(scene: &Scene, side: &Hexside) -> Markup {
    let place = &scene.places[side.place];
    let corners = place.shape.corners(place.at, 0.0);
    if corners.is_empty() {
        return html! {};
    }
    let (a, b) = (corners[side.direction % corners.len()], corners[(side.direction + 1) % corners.len()]);
    symbol(&scene.symbols.hexsides, side.kind).map_or(html! {}, |kind| line(&kind.shape, a, b))
}

/// A hexside between two corners.
pub fn line(stroke: &Stroke, a: Point, b: Point) -> Markup {
    let cap = if stroke.round { "round" } else { "butt" };
    let part = |colour: &str, width: f32, dashes: Option<String>| {
        html! {
            line x1=(format!("{:.1}", a.0)) y1=(format!("{:.1}", a.1)) x2=(format!("{:.1}", b.0))
                y2=(format!("{:.1}", b.1)) stroke=(colour) stroke-width=(width) stroke-dasharray=[dashes]
                stroke-linecap=(cap) {}
        }
    };
    html! {
        (part(&stroke.colour, stroke.width, dashes_of(stroke)))
        @if let Some(inner) = &stroke.inner { (part(inner, stroke.width / 2.0, None)) }
    }
}

/// A text in a hex, with what it stands on.
struct Mark {
    text: String,
    rect: Rect,
    size: f32,
    bold: bool,
    ink: &'static str,
    /// The colours of the field and its border, and how its corners are rounded; none for a text with a pale edge.
    field: Option<(&'static str, &'static str, &'static str)>,
}

impl Mark {
    /// A text around a point, in a font that fits it into a width.
    fn new(text: &str, (x, y): Point, size: f32, bold: bool, room: f32) -> Mark {
        let size = size.min(size * room / width(text, size, bold).max(1.0));
        let rect = Rect::around((x, y), width(text, size, bold), size);
        Mark { text: text.into(), rect, size, bold, ink: INK, field: None }
    }

    /// The same in another colour.
    fn ink(self, ink: &'static str) -> Mark {
        Mark { ink, ..self }
    }

    /// The same on a field.
    fn on(self, fill: &'static str, border: &'static str, rounding: &'static str) -> Mark {
        Mark { field: Some((fill, border, rounding)), ..self }
    }

    fn draw(&self) -> Markup {
        let Rect { x, y, w, h } = self.rect;
        let edge = self.field.is_none().then_some("#fbf7ea");
        html! {
            @if let Some((fill, border, rounding)) = self.field {
                rect x=(format!("{:.1}", x - 5.0)) y=(format!("{:.1}", y - 1.5)) width=(format!("{:.1}", w + 10.0))
                    height=(format!("{:.1}", h + 3.0)) rx=(rounding) fill=(fill) stroke=(border) stroke-width="1.5" {}
            }
            g stroke=[edge] stroke-width="3" stroke-linejoin="round" paint-order="stroke" {
                (text(&self.text, (x, y + h * 0.85), self.size, self.bold, self.ink))
            }
        }
    }
}

/// What stands in a hex.
struct Contents<'a> {
    /// The number of the hex, and its name.
    called: String,
    marks: Vec<Mark>,
    stack: Option<&'a Stack>,
    at: Point,
}

impl<'a> Contents<'a> {
    /// The contents of a hex; none if it is empty.
    fn of(scene: &'a Scene, number: usize) -> Option<Contents<'a>> {
        let place = &scene.places[number];
        place.shape.size()?;
        let stack = scene.stacks.iter().find(|stack| stack.place == number);
        let notes = notes(scene, number);
        if stack.is_none() && notes.is_empty() && place.name.is_empty() {
            return None;
        }
        // Markers cover the number of the hex.
        let has_markers = notes.iter().any(|(_, side)| side.is_some());
        let shown = if has_markers { format!("{} {}", place.id, place.name) } else { place.name.clone() };
        let mut marks = name(&shown, place.at, stack.is_some(), has_markers);
        marks.extend(notes_of(scene, &notes, place.at));
        marks.extend(stack.and_then(|stack| leaders(scene, stack, place.at, badge_of(scene, number))));
        if let Some(stack) = stack {
            for (unit, rect) in stack.units.iter().zip(counters(stack, place.at)) {
                marks.extend(counter_marks(scene, unit, stack.side, rect));
            }
        }
        let called = format!("{} {}", place.id, place.name);
        Some(Contents { called, marks, stack, at: place.at })
    }
}

/// What stands in a hex: its name, markers, leaders and counters; nothing if it is empty.
pub fn contents(scene: &Scene, number: usize) -> Option<Markup> {
    let Contents { called, marks, stack, at } = Contents::of(scene, number)?;
    Some(html! {
        g {
            title { (called) @if let Some(stack) = stack { "\n" (described(stack)) } }
            @if let Some(stack) = stack {
                @for (unit, rect) in stack.units.iter().zip(counters(stack, at)) { (counter(scene, unit, stack.side, rect)) }
            }
            @for mark in &marks { (mark.draw()) }
        }
    })
}

/// The texts of a hex with their rectangles, for tests.
#[cfg(feature = "testing")]
pub fn texts(scene: &Scene, number: usize) -> Vec<(String, Rect)> {
    let marks = Contents::of(scene, number).map_or(Vec::new(), |contents| contents.marks);
    // Letters fill about three quarters of the height of their line.
    let letters = |Rect { x, y, w, h }: Rect| Rect { x, y: y + 0.13 * h, w, h: 0.74 * h };
    let marks = marks.into_iter().filter(|mark| !mark.text.is_empty());
    let mut found: Vec<(String, Rect)> = marks.map(|mark| (mark.text, letters(mark.rect))).collect();
    let place = &scene.places[number];
    if !notes(scene, number).iter().any(|(_, side)| side.is_some()) {
        let (x, y) = place.at;
        found.push((place.id.clone(), Rect { x: x - 17.0, y: y + ID - 10.5, w: 34.0, h: 10.5 }));
    }
    found
}

/// The name of a place: under the counters, or in the middle of an empty hex; above its markers.
fn name(name: &str, (x, y): Point, taken: bool, has_markers: bool) -> Vec<Mark> {
    let lines = lines(name, if taken { 2 } else { 3 });
    let size = if has_markers { SMALL - 2.0 } else { SMALL - 1.0 };
    let top = if taken { y + 20.0 } else { y - (lines.len() as f32 - 1.0) * SMALL / 2.0 };
    let pitch = if taken { size - 1.0 } else { SMALL };
    let mark = |(row, line): (usize, &String)| {
        let (size, room) = if taken { (size, 92.0) } else { (SMALL, 84.0) };
        Mark::new(line, (x, top + row as f32 * pitch), size, false, room)
    };
    lines.iter().enumerate().map(mark).collect()
}

/// A name in at most this many lines of about the same width.
fn lines(name: &str, most: usize) -> Vec<String> {
    let wanted = (width(name, SMALL, false) / 80.0).ceil().clamp(1.0, most as f32);
    let room = width(name, SMALL, false) / wanted * 1.15;
    let mut lines: Vec<String> = Vec::new();
    for word in name.split(' ').filter(|word| !word.is_empty()) {
        let full = lines.len() == most;
        match lines.last_mut() {
            Some(line) if full || width(line, SMALL, false) + width(word, SMALL, false) < room => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_string()),
        }
    }
    lines
}

/// Markers, side by side at the foot of the hex, and the words of layers at its head.
fn notes_of(scene: &Scene, notes: &[(String, Option<usize>)], (x, y): Point) -> Vec<Mark> {
    let (markers, words): (Vec<_>, Vec<_>) = notes.iter().partition(|(_, side)| side.is_some());
    let room = 100.0 / markers.len().max(1) as f32;
    let widths: Vec<f32> = markers.iter().map(|(label, _)| (width(label, SMALL, true) + 12.0).min(room)).collect();
    let mut left = x - widths.iter().sum::<f32>() / 2.0;
    let marker = |((label, side), w): (&&(String, Option<usize>), &f32)| {
        left += w;
        let at = (left - w / 2.0, y + 46.5);
        Mark::new(label, at, SMALL - 1.0, true, w - 12.0)
            .ink(side.map_or(INK, |side| scene.symbols.dark(side)))
            .on("#fff3c4", INK, "8")
    };
    let word = |(row, (label, _)): (usize, &&(String, Option<usize>))| {
        Mark::new(label, (x, y - 44.0 + row as f32 * SMALL), SMALL + 1.0, true, 84.0)
    };
    markers.iter().zip(&widths).map(marker).chain(words.iter().enumerate().map(word)).collect()
}

/// The width of the badge with the numbers of the choices in a hex; none without any.
fn badge_of(scene: &Scene, number: usize) -> f32 {
    let highlight = scene.highlights.iter().find(|highlight| highlight.place == number);
    highlight.map_or(0.0, |highlight| badge_width(&numbers(&highlight.numbers)))
}

/// The leaders of a stack, above its counters, beside a badge of some width.
fn leaders(scene: &Scene, stack: &Stack, (x, y): Point, badge: f32) -> Option<Mark> {
    let text = match stack.leaders.as_slice() {
        [] => return None,
        [one] => format!("★{}", one.name),
        [first, rest @ ..] => format!("★{} +{}", first.name, rest.len()),
    };
    let at = if stack.units.is_empty() { (x, y) } else { (x + badge / 2.0, y - 43.0) };
    let room = if stack.units.is_empty() { 76.0 } else { 76.0 - badge };
    let mark = Mark::new(&text, at, 16.0, true, room).ink(scene.symbols.dark(stack.side));
    Some(mark.on(PAPER, scene.symbols.dark(stack.side), rounding(stack.side)))
}

/// The counters of a stack, side by side.
fn counters(stack: &Stack, (x, y): Point) -> Vec<Rect> {
    let each = COUNTER.0.min(ROW / stack.units.len().max(1) as f32);
    let left = x - each * stack.units.len() as f32 / 2.0;
    let rect = |index: usize| Rect { x: left + index as f32 * each, y: y - 33.0, w: each - 2.0, h: COUNTER.1 };
    (0..stack.units.len()).map(rect).collect()
}

/// The field of a counter. Disordered, it is pale, with a broken border.
fn counter(scene: &Scene, unit: &Group, side: usize, Rect { x, y, w, h }: Rect) -> Markup {
    let disordered = unit.reduced > 0;
    html! {
        rect x=(format!("{x:.1}")) y=(format!("{y:.1}")) width=(format!("{w:.1}")) height=(h) rx=(rounding(side))
            fill=(if disordered { scene.symbols.pale(side) } else { scene.symbols.dark(side) }) stroke=(if disordered { scene.symbols.dark(side) } else { PAPER })
            stroke-width=(if disordered { "3" } else { "2" }) stroke-dasharray=[disordered.then_some("7 4")] {}
    }
}

/// What is printed on a counter: its name, with how many units it stands for if these are several; and their combat factor.
fn counter_marks(scene: &Scene, unit: &Group, side: usize, Rect { x, y, w, .. }: Rect) -> [Mark; 2] {
    let ink = if unit.reduced > 0 { scene.symbols.dark(side) } else { PAPER };
    let factor = unit.factor.map(|factor| factor.to_string()).unwrap_or_default();
    let name = if unit.count > 1 { format!("{}{}", unit.count, unit.kind) } else { unit.kind.clone() };
    let middle = x + w / 2.0;
    let bare = ("none", "none", "0");
    // A kind without a factor stands alone in the middle.
    let is_alone = unit.factor.is_none() && unit.names.is_empty();
    let (print, down) = if is_alone { (FACTOR, 23.0) } else { (PRINT, 11.5) };
    [
        Mark::new(&name, (middle, y + down), print, true, w - 8.0).ink(ink).on(bare.0, bare.1, bare.2),
        Mark::new(&factor, (middle, y + 32.5), FACTOR, true, w - 8.0).ink(ink).on(bare.0, bare.1, bare.2),
    ]
}

/// Where the badge with the numbers of choices goes: above the counters, left of the leaders, or into an empty hex.
pub fn choice_at(scene: &Scene, number: usize) -> Point {
    let place = &scene.places[number];
    let (x, y) = place.at;
    match scene.stacks.iter().find(|stack| stack.place == number) {
        Some(stack) if stack.leaders.is_empty() || stack.units.is_empty() => (x, y - 43.0),
        Some(_) => (x - 46.0 + badge_of(scene, number) / 2.0, y - 43.0),
        None if place.name.is_empty() => (x, y - 4.0),
        None => (x, y - 41.0),
    }
}
