//! The panels beside a board: the title with the tracks, and the legend. Each is drawn to its own measure, and scaled
//! into its room.

use super::hexes;
use super::svg::{is_field, layer_colour, text};
use super::symbols::{self, GOLD, INK, Inks, PAPER, dashes_of};
use maud::{Markup, html};
use wilderness_engine::scene::{Conditions, Sample, Scene, Soil, Stack, Stroke, Track, symbol};
use wilderness_layout::geometry::{Point, Rect};
use wilderness_layout::layout::{MARK, NAME, NODE};
use wilderness_layout::widths::width;

/// The height of a row.
const ROW: f32 = 27.0;
/// The font of titles.
const SERIF: &str = "Georgia, 'Times New Roman', serif";
/// The columns of the legend.
const COLUMNS: usize = 5;
/// The rows of the legend of a map that are always free, so that layers do not move what stands on the map.
const LEGEND_ROWS: usize = 5;
/// The least rows of the legend of a field.
const FIELD_LEGEND_ROWS: usize = 3;

/// Where a panel is, and how much it is enlarged.
#[derive(Clone, Copy)]
struct PanelRoom {
    rect: Rect,
    scale: f32,
}

impl PanelRoom {
    /// A panel of some width and height in the units of a map; on a field it fills the breadth, and the height that the
    /// hexes leave.
    fn new(scene: &Scene, (w, h): (f32, f32), at_the_top: bool) -> PanelRoom {
        let (mut top, mut bottom) = (scene.size.1, 0f32);
        for place in &scene.places {
            for (_, y) in place.shape.corners(place.at, 0.0) {
                (top, bottom) = (top.min(y), bottom.max(y));
            }
        }
        let free = if at_the_top { top } else { scene.size.1 - bottom };
        let scale = if is_field(scene) { ((free - 28.0) / h).max(0.5) } else { 1.0 };
        let w = if is_field(scene) { scene.size.0 - 40.0 } else { w };
        let y = if at_the_top { 16.0 } else { scene.size.1 - h * scale - 16.0 };
        let x = if at_the_top { 20.0 } else { scene.size.0 - w - 20.0 };
        PanelRoom { rect: Rect { x, y, w, h: h * scale }, scale }
    }

    /// The width that the panel is drawn to.
    fn width(self) -> f32 {
        self.rect.w / self.scale
    }

    fn height(self) -> f32 {
        self.rect.h / self.scale
    }

    fn transform(self) -> String {
        format!("translate({:.1} {:.1}) scale({:.3})", self.rect.x, self.rect.y, self.scale)
    }
}

/// The tracks that are words, and in how many columns they are written.
fn words(scene: &Scene) -> (Vec<&Track>, usize) {
    let plain: Vec<&Track> = scene.tracks.iter().filter(|track| track.scale.is_none()).collect();
    let columns = if is_field(scene) { 4 } else { 3 };
    (plain, columns)
}

/// How many rows of words there is room for.
fn rows(scene: &Scene) -> usize {
    let (plain, columns) = words(scene);
    plain.len().div_ceil(columns).max(if is_field(scene) { 1 } else { 4 })
}

fn tracks_room(scene: &Scene) -> PanelRoom {
    PanelRoom::new(scene, (1250.0, 138.0 + rows(scene) as f32 * ROW), true)
}

/// How many rows a legend of this many entries has; with fewer it would be enlarged.
fn legend_rows(scene: &Scene, entries: usize) -> usize {
    entries.div_ceil(COLUMNS).max(if is_field(scene) { FIELD_LEGEND_ROWS } else { LEGEND_ROWS })
}

fn legend_room(scene: &Scene) -> PanelRoom {
    let rows = legend_rows(scene, entries(scene).len());
    PanelRoom::new(scene, (1220.0, 22.0 + rows as f32 * ROW), false)
}

/// The room of the title and the tracks, and of the legend.
pub fn rooms(scene: &Scene) -> [Rect; 2] {
    [tracks_room(scene).rect, legend_room(scene).rect]
}

fn frame(room: PanelRoom) -> Markup {
    html! {
        rect width=(format!("{:.1}", room.width())) height=(format!("{:.1}", room.height())) rx="10" fill=(PAPER)
            fill-opacity="0.94" stroke=(INK) stroke-width="2" {}
    }
}

/// The title, and the frame of the tracks.
pub fn title(scene: &Scene) -> Markup {
    let room = tracks_room(scene);
    html! {
        g class="heading" transform=(room.transform()) {
            (frame(room))
            text x="22" y="46" font-family=(SERIF) font-size="38" fill=(INK) { (scene.title) }
            @for remark in &scene.remarks {
                (text(remark, (36.0 + width(&scene.title, 38.0, false), 44.0), MARK, false, "#8a4b12"))
            }
        }
    }
}

/// The tracks, one after the other, and the time: each changes by itself.
pub fn tracks(scene: &Scene) -> Vec<Markup> {
    let room = tracks_room(scene);
    let (plain, columns) = words(scene);
    let rows = rows(scene);
    let column = (room.width() - 30.0) / columns as f32;
    let inside = |content: Markup| html! { g transform=(room.transform()) { (content) } };
    let mut found = vec![inside(html! {
        text x=(format!("{:.1}", room.width() - 22.0)) y="44" text-anchor="end" font-family=(SERIF) font-size="30"
            fill=(INK) { (scene.caption) }
    })];
    for track in &scene.tracks {
        let boxes = Rect { x: 22.0, y: 66.0, w: room.width() - 44.0, h: 50.0 };
        found.extend(track.scale.map(|scale| inside(scale_of(scene, track, scale, boxes))));
    }
    for (index, track) in plain.into_iter().enumerate() {
        let at = (22.0 + (index / rows) as f32 * column, 152.0 + (index % rows) as f32 * ROW);
        found.push(inside(line_of(track, at, column - 16.0)));
    }
    found
}

/// A track in words, in a smaller font if it is long.
fn line_of(track: &Track, (x, y): Point, room: f32) -> Markup {
    let whole = width(&track.name, MARK, true) + 10.0 + width(&track.text, MARK, false);
    let size = MARK * (room / whole).min(1.0);
    let name = width(&track.name, size, true) + 10.0 * size / MARK;
    html! {
        (text(&track.name, (x, y), size, true, INK))
        (text(&track.text, (x + name, y), size, false, INK))
    }
}

/// A track as a row of boxes.
fn scale_of(scene: &Scene, track: &Track, (first, last, now): (i32, i32, i32), room: Rect) -> Markup {
    let boxes = (first - last).unsigned_abs() + 1;
    let w = room.w / boxes as f32;
    let step = if last > first { 1 } else { -1 };
    let has_sides = first.signum() != last.signum();
    html! {
        @for index in 0..boxes as i32 {
            @let value = first + index * step;
            @let x = format!("{:.1}", room.x + index as f32 * w);
            @let side = usize::from((value > 0) != (first > 0));
            @let here = value == now.clamp(first.min(last), first.max(last));
            @let fill = match (value, here) {
                (_, true) if !has_sides => GOLD,
                (_, false) if !has_sides => "#efe6cf",
                (0, true) => GOLD,
                (0, false) => "#ffffff",
                (_, true) => scene.symbols.dark(side),
                (_, false) => scene.symbols.pale(side),
            };
            @let ink = if here && has_sides && value != 0 { "#ffffff" } else { INK };
            @let label = value.abs().to_string();
            rect x=(x) y=(room.y) width=(format!("{w:.1}")) height="34" fill=(fill) stroke=(INK) stroke-width=(
                if here { "4" } else { "1.5" }) {}
            (text(&label, (room.x + index as f32 * w + (w - width(&label, NAME, here)) / 2.0, room.y + 24.0), NAME,
                here, ink))
        }
        (text(&format!("{}: {}", track.name, track.text), (room.x, room.y + 58.0), MARK, true, INK))
    }
}

/// What the legend explains: the samples of the scene, and what every picture shows.
enum LegendEntry<'a> {
    Sample(&'a Sample),
    Stack,
    Inside,
    Counter,
    Reduced,
    Leader,
    Arrow,
    Choice,
    Layer(usize),
}

fn entries(scene: &Scene) -> Vec<(LegendEntry<'_>, String)> {
    let mut all: Vec<(LegendEntry<'_>, String)> =
        scene.legend.iter().map(|(sample, meaning)| (LegendEntry::Sample(sample), meaning.clone())).collect();
    let conditions = &scene.symbols.conditions;
    if is_field(scene) {
        let called = |word: &String, entry, text: String| Some((entry, text)).filter(|_| !word.is_empty());
        let Conditions { factor, reduced, leader, .. } = conditions;
        all.extend(called(factor, LegendEntry::Counter, format!("unit, {factor}")));
        all.extend(called(reduced, LegendEntry::Reduced, format!("{reduced} unit")));
        all.extend(called(leader, LegendEntry::Leader, leader.clone()));
    } else {
        let has_strength = scene.stacks.iter().any(Stack::has_strength);
        all.extend(has_strength.then(|| (LegendEntry::Stack, "strength of a stack".into())));
        let inside = Some(&conditions.inside).filter(|words| !words.is_empty());
        all.extend(inside.map(|words| (LegendEntry::Inside, words.clone())));
    }
    all.push((LegendEntry::Arrow, "has moved".into()));
    all.push((LegendEntry::Choice, "choice to make".into()));
    all.extend(scene.layers.iter().enumerate().map(|(number, layer)| (LegendEntry::Layer(number), layer.name.clone())));
    all
}

pub fn legend(scene: &Scene) -> Markup {
    let room = legend_room(scene);
    let entries = entries(scene);
    let rows = legend_rows(scene, entries.len());
    let column = (room.width() - 16.0) / COLUMNS as f32;
    html! {
        g class="legend" transform=(room.transform()) {
            (frame(room))
            @for (index, (entry, meaning)) in entries.iter().enumerate() {
                @let at = (34.0 + (index / rows) as f32 * column, 25.0 + (index % rows) as f32 * ROW);
                (entry_of(scene, entry, at))
                @let size = MARK * ((column - 50.0) / width(meaning, MARK, false)).min(1.0);
                (text(meaning, (at.0 + 26.0, at.1 + 6.0), size, false, INK))
            }
        }
    }
}

fn entry_of(scene: &Scene, entry: &LegendEntry<'_>, (x, y): Point) -> Markup {
    let boxed = |fill: &str, ink: &str, label: &str, dashes: Option<&str>, rx: &str| {
        html! {
            rect x=(x - 16.0) y=(y - 10.0) width="32" height="20" rx=(rx) fill=(fill) stroke=(scene.symbols.dark(0))
                stroke-width="1.5" stroke-dasharray=[dashes] {}
            (text(label, (x - width(label, 15.0, true) / 2.0, y + 5.5), 15.0, true, ink))
        }
    };
    match entry {
        LegendEntry::Sample(sample) => sample_of(scene, sample, (x, y)).unwrap_or_default(),
        LegendEntry::Stack => boxed(PAPER, scene.symbols.dark(0), "9", None, "4"),
        LegendEntry::Inside => boxed(scene.symbols.pale(0), scene.symbols.dark(0), "", Some("4 3"), "4"),
        LegendEntry::Counter => boxed(scene.symbols.dark(0), PAPER, "4", None, "4"),
        LegendEntry::Reduced => boxed(scene.symbols.pale(0), scene.symbols.dark(0), "1", None, "4"),
        LegendEntry::Leader => boxed(PAPER, scene.symbols.dark(0), "★", None, "9"),
        LegendEntry::Arrow => html! {
            line x1=(x - 18.0) y1=(y) x2=(x + 8.0) y2=(y) stroke=(scene.symbols.dark(0)) stroke-width="5" stroke-linecap="round"
                marker-end=(symbols::point_of(0)) {}
        },
        LegendEntry::Choice => symbols::badge("2", (x, y)),
        LegendEntry::Layer(number) => html! {
            circle cx=(x) cy=(y) r="9" fill=(layer_colour(scene, &scene.layers[*number])) fill-opacity="0.3"
                stroke=(layer_colour(scene, &scene.layers[*number])) stroke-width="4" stroke-dasharray=[symbols::dashes(*number)]
                {}
        },
    }
}

/// A sample around a point; none of what the table of the scene does not have.
fn sample_of(scene: &Scene, sample: &Sample, (x, y): Point) -> Option<Markup> {
    let table = &scene.symbols;
    let small = |content: Markup| {
        html! { g transform=(format!("translate({x:.0} {y:.0}) scale(0.6)")) { (content) } }
    };
    let centre = (0.0, 0.0);
    Some(match sample {
        Sample::Terrain(id) => {
            let soil = &symbol(&table.terrain, *id)?.shape;
            small(if is_field(scene) { tile(soil) } else { point(soil) })
        }
        Sample::Way(id) => way(&symbol(&table.ways, *id)?.shape, (x, y)),
        Sample::Hexside(id) => hexes::line(&symbol(&table.hexsides, *id)?.shape, (x - 18.0, y), (x + 18.0, y)),
        Sample::Work(id) => small(symbols::work(table, &symbol(&table.works, *id)?.shape, 0, centre)),
        Sample::Feature(id) => small(symbols::feature(table, &symbol(&table.features, *id)?.shape, None, centre)),
        Sample::Units(letters) => text(letters, (x - 7.0, y + 6.0), MARK, true, INK),
    })
}

/// Terrain as the point of a map, around the origin.
fn point(soil: &Soil) -> Markup {
    let inks = Inks { fill: &soil.colour, edge: INK, width: "2.5", dashes: None };
    symbols::figure(soil.figure, (0.0, 0.0), NODE - 2.0, &inks)
}

/// Terrain as a piece of a field, around the origin: with two of what is strewn over it if it is dense.
fn tile(soil: &Soil) -> Markup {
    html! {
        rect x="-24" y="-16" width="48" height="32" fill=(soil.colour) stroke=(INK) stroke-width="1.5" {}
        @if let Some((motif, number)) = soil.strewn {
            (symbols::glyph(motif, (-9.0, 1.0), 1.1))
            @if number > 5 { (symbols::glyph(motif, (9.0, 1.0), 1.1)) }
        }
    }
}

/// A piece of a way around a point, no wider than a row.
fn way(stroke: &Stroke, (x, y): Point) -> Markup {
    html! {
        line x1=(x - 18.0) y1=(y) x2=(x + 18.0) y2=(y) stroke=(stroke.colour) stroke-width=(stroke.width.min(9.0))
            stroke-dasharray=(dashes_of(stroke).unwrap_or_default()) stroke-linecap="round" {}
    }
}
