//! A scene as an SVG picture.

use super::geometry::{Point, Rect, between, distance, scattered, smooth};
use super::hexes;
use super::layout::{self, Block, LINE, Label, MARK, NAME, NODE, PADDING, UNITS, strength_width};
use super::symbols::{self, FIELDS, HILLS, INK, PALE, SIDES};
use super::texture;
use super::widths::width;
use maud::{Markup, PreEscaped, html};
use wilderness_engine::scene::{Ground, Link, Place, Sample, Scene, Shape, Stack, Terrain, Track, Way};

/// The colour of the land.
const LAND: &str = "#e3e6cb";
/// The colour of water.
pub const WATER: &str = "#b4d3e4";
/// The colour of shores and rivers.
const SHORE: &str = "#6ea3c2";
/// The colour of paths.
const PATHS: &str = "#94784f";
/// The font size of the names of waters.
const WATER_NAME: f32 = 23.0;
/// The height of a row in a panel.
const ROW: f32 = 27.0;

/// The picture of a scene.
pub fn svg(scene: &Scene) -> String {
    let taken = reserved(scene);
    let panels = [taken[0], taken[1]];
    let names = layout::names(scene, &taken);
    let blocks = layout::blocks(scene, &names, &taken);
    let picture = html! {
        (PreEscaped("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"))
        svg xmlns="http://www.w3.org/2000/svg" viewBox=(format!("0 0 {} {}", scene.size.0, scene.size.1)) width="1200"
            class="board" font-family="Arial, Helvetica, 'Liberation Sans', sans-serif" role="img" {
            title { (scene.title) ", " (scene.caption) }
            (symbols::definitions())
            @if is_field(scene) { (paper(scene)) (hexes::field(scene)) } @else { (country(scene, &names, &panels)) }
            g class="layers" { @for layer in &scene.layers { (layer_of(scene, layer)) } }
            g class="links" { @for link in &scene.links { (link_of(scene, link)) } }
            g class="arrows" { @for arrow in &scene.arrows { (arrow_of(scene, arrow.from, arrow.to, arrow.side)) } }
            g class="places" { @for place in scene.places.iter().filter(|place| place.shape == Shape::Point) {
                (place_of(place)) } }
            g class="names" { @for label in &names { (name_of(label)) } }
            g class="counters" { (hexes::contents(scene)) }
            g class="stacks" { @for block in &blocks { (block_of(scene, block)) } }
            g class="choices" { @for highlight in &scene.highlights { (choice_of(scene, highlight.place,
                &highlight.numbers)) } }
            (tracks_of(scene, panels[0]))
            (legend_of(scene, panels[1]))
        }
    };
    picture.into_string()
}

/// Whether the board is a field of hexes.
fn is_field(scene: &Scene) -> bool {
    scene.places.iter().any(|place| place.shape != Shape::Point)
}

/// The paper under a field.
fn paper(scene: &Scene) -> Markup {
    html! { rect width=(scene.size.0) height=(scene.size.1) fill="#f6f0de" {} }
}

/// The room of the panels, and of the names of waters: nothing else may stand there.
pub fn reserved(scene: &Scene) -> Vec<Rect> {
    [tracks_panel(scene), legend_panel(scene)].into_iter().chain(water_names(scene)).collect()
}

/// Land and water, with their names and textures.
fn country(scene: &Scene, names: &[Label], panels: &[Rect]) -> Markup {
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
fn water_names(scene: &Scene) -> impl Iterator<Item = Rect> {
    let named = scene.country.iter().filter_map(|region| region.name.as_ref());
    named.map(|(name, (x, y))| Rect::around((*x, y - WATER_NAME * 0.35), water_width(name), WATER_NAME))
}

fn water_width(name: &str) -> f32 {
    width(name, WATER_NAME, false) * 1.1
}

fn layer_of(scene: &Scene, layer: &wilderness_engine::scene::Layer) -> Markup {
    let colour = layer.side.map_or("#e0a100", |side| SIDES[side]);
    html! {
        g fill=(colour) opacity="0.35" {
            @for (place, _) in &layer.places {
                circle cx=(scene.places[*place].at.0) cy=(scene.places[*place].at.1) r="34" {}
            }
        }
    }
}

fn link_of(scene: &Scene, link: &Link) -> Markup {
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
            path d=(path) fill="none" stroke="#2f6f9a" stroke-width="4" stroke-dasharray="3 8" stroke-linecap="round" {}
        },
    }
}

fn arrow_of(scene: &Scene, from: usize, to: usize, side: usize) -> Markup {
    let (a, b) = (scene.places[from].at, scene.places[to].at);
    let short = (NODE + 8.0) / distance(a, b).max(1.0);
    let (a, b) = (between(a, b, short.min(0.4)), between(a, b, 1.0 - short.min(0.4)));
    html! {
        line x1=(a.0) y1=(a.1) x2=(b.0) y2=(b.1) stroke=(SIDES[side]) stroke-width="7" opacity="0.75"
            marker-end="url(#point)" {}
    }
}

fn place_of(place: &Place) -> Markup {
    let (x, y) = place.at;
    let fill = place.side.map_or("#ffffff", |side| PALE[side]);
    html! {
        g id=(place.id) {
            title { (place.name) @for work in &place.works { ", " (work.name) } }
            @for feature in place.features.iter().filter(|feature| **feature ==
                wilderness_engine::scene::Feature::Port) {
                (symbols::feature(*feature, place.at))
            }
            @for work in &place.works { (symbols::work(work.kind, work.side, place.at)) }
            @match place.terrain {
                Terrain::Cultivated => rect x=(x - NODE + 2.0) y=(y - NODE + 2.0) width=(2.0 * NODE - 4.0)
                    height=(2.0 * NODE - 4.0) rx="4" fill=(fill) stroke=(INK) stroke-width="2.5" {},
                Terrain::Mountain => path d=(format!("M{x:.0} {:.0}l16 28h-32z", y - 17.0)) fill=(fill) stroke=(INK)
                    stroke-width="2.5" stroke-linejoin="round" {},
                _ => circle cx=(x) cy=(y) r=(NODE - 2.0) fill=(fill) stroke=(INK) stroke-width="2.5" {},
            }
            @for feature in place.features.iter().filter(|feature| **feature !=
                wilderness_engine::scene::Feature::Port) {
                (symbols::feature(*feature, place.at))
            }
        }
    }
}

/// A text at its left edge and baseline, fitted to the width that the table gives it.
pub fn text(content: &str, (x, y): Point, size: f32, bold: bool, fill: &str) -> Markup {
    let weight = bold.then_some("bold");
    html! {
        text x=(format!("{x:.1}")) y=(format!("{y:.1}")) font-size=(size) font-weight=[weight] fill=(fill)
            textLength=(format!("{:.1}", width(content, size, bold))) lengthAdjust="spacingAndGlyphs" { (content) }
    }
}

fn name_of(label: &Label) -> Markup {
    html! {
        g stroke="#fbf7ea" stroke-width="4" stroke-linejoin="round" paint-order="stroke" {
            @for (row, line) in label.lines.iter().enumerate() {
                @let w = width(line, NAME, false);
                @let x = label.rect.x + (label.rect.w - w) / 2.0;
                (text(line, (x, label.rect.y + (row as f32 + 0.8) * NAME * LINE), NAME, false, INK))
            }
        }
    }
}

fn block_of(scene: &Scene, block: &Block) -> Markup {
    let at = scene.places[block.place].at;
    let near = nearest(block.rect, at);
    let far = distance(near, at) > NODE + 14.0;
    html! {
        @if far {
            line x1=(near.0) y1=(near.1) x2=(at.0) y2=(at.1) stroke=(INK) stroke-width="2" {}
        }
        @match block.stack {
            Some(stack) => (stack_of(block, &scene.stacks[stack])),
            None => (markers_of(scene, block)),
        }
    }
}

/// The point of a rectangle that is nearest to another point.
fn nearest(rect: Rect, (x, y): Point) -> Point {
    (x.clamp(rect.x, rect.right()), y.clamp(rect.y, rect.bottom()))
}

fn stack_of(block: &Block, stack: &Stack) -> Markup {
    let Rect { x, y, w, h } = block.rect;
    let strength = strength_width(stack);
    let round = if stack.side == 0 { 9.0 } else { 1.5 };
    let dashes = stack.inside.then_some("6 4");
    html! {
        g {
            title { (described(stack)) }
            rect x=(x) y=(y) width=(w) height=(h) rx=(round) fill=(SIDES[stack.side]) stroke="#fffaf0"
                stroke-width="2.5"
                stroke-dasharray=[dashes] {}
            @if !stack.units.is_empty() {
                rect x=(x + 3.0) y=(y + h - UNITS * LINE - 1.0) width=(strength - 2.0) height=(UNITS * LINE - 2.0)
                    rx="4"
                    fill="#fffaf0" {}
                (text(&stack.strength.to_string(), (x + PADDING + 2.0, y + h - 7.0), UNITS, true, SIDES[stack.side]))
            }
            @for (row, line) in block.lines.iter().enumerate() {
                @let last = row + 1 == block.lines.len() && !stack.units.is_empty();
                @let left = if last { x + strength + PADDING } else { x + PADDING };
                @let below = (block.lines.len() - 1 - row) as f32 * UNITS * LINE;
                (text(line, (left, y + h - 7.0 - below), UNITS, true, "#fffaf0"))
            }
        }
    }
}

/// Everything about a stack, as its tooltip.
fn described(stack: &Stack) -> String {
    let mut lines: Vec<String> =
        stack.leaders.iter().map(|leader| format!("{} {}", leader.name, leader.ratings)).collect();
    lines.extend(stack.units.iter().map(|group| {
        let reduced = if group.reduced > 0 { format!(" ({} reduced)", group.reduced) } else { String::new() };
        format!("{}{}{reduced}: {}", group.count, group.kind, group.names.join(", "))
    }));
    lines.extend(stack.states.iter().cloned());
    lines.join("\n")
}

fn markers_of(scene: &Scene, block: &Block) -> Markup {
    let Rect { x, y, w, h } = block.rect;
    let sides: Vec<Option<usize>> =
        scene.markers.iter().filter(|marker| marker.place == block.place).map(|marker| marker.side).collect();
    html! {
        rect x=(x) y=(y) width=(w) height=(h) rx="4" fill="#fff3c4" stroke=(INK) stroke-width="1.5" {}
        @for ((row, line), side) in block.lines.iter().enumerate().zip(sides) {
            (text(line, (x + PADDING, y + (row as f32 + 0.92) * MARK * LINE), MARK, true, side.map_or(INK, |side|
                SIDES[side])))
        }
    }
}

/// The numbers of choices at a place.
fn choice_of(scene: &Scene, place: usize, numbers: &[usize]) -> Markup {
    let (x, y) = scene.places[place].at;
    let numbers: Vec<String> = numbers.iter().map(usize::to_string).collect();
    let label = numbers.join(",");
    let w = width(&label, MARK, true) + 8.0;
    html! {
        circle cx=(x) cy=(y) r=(NODE + 6.0) fill="none" stroke="#e0a100" stroke-width="6" {}
        rect x=(x - w / 2.0) y=(y - 11.0) width=(w) height="22" rx="11" fill="#ffd54a" stroke=(INK) stroke-width="1.5"
            {}
        (text(&label, (x - w / 2.0 + 4.0, y + 6.0), MARK, true, INK))
    }
}

/// The room of the title and the tracks: the top left corner.
fn tracks_panel(scene: &Scene) -> Rect {
    let rows = scene.tracks.iter().filter(|track| track.scale.is_none()).count().div_ceil(3);
    let w = if is_field(scene) { scene.size.0 - 48.0 } else { 1250.0 };
    Rect { x: 24.0, y: 20.0, w, h: 138.0 + rows as f32 * ROW }
}

fn tracks_of(scene: &Scene, panel: Rect) -> Markup {
    let Rect { x, y, w, h } = panel;
    let plain: Vec<&Track> = scene.tracks.iter().filter(|track| track.scale.is_none()).collect();
    let rows = plain.len().div_ceil(3).max(1);
    html! {
        g class="tracks" {
            rect x=(x) y=(y) width=(w) height=(h) rx="10" fill="#fbf6e6" fill-opacity="0.92" stroke=(INK)
                stroke-width="2" {}
            text x=(x + 22.0) y=(y + 46.0) font-family="Georgia, 'Times New Roman', serif" font-size="38" fill=(INK) {
                (scene.title) }
            text x=(x + w - 22.0) y=(y + 44.0) text-anchor="end" font-family="Georgia, 'Times New Roman', serif"
                font-size="30"
                fill=(INK) { (scene.caption) }
            @for remark in &scene.remarks {
                (text(remark, (x + 34.0 + width(&scene.title, 38.0, false), y + 44.0), MARK, false, "#8a4b12"))
            }
            @for track in scene.tracks.iter() {
                @if let Some(scale) = track.scale { (scale_of(track, scale, Rect { x: x + 22.0, y: y + 66.0, w: w -
                    44.0, h: 50.0 })) }
            }
            @for (index, track) in plain.iter().enumerate() {
                @let column = (index / rows) as f32;
                @let at = (x + 22.0 + column * (w - 35.0) / 3.0, y + 152.0 + (index % rows) as f32 * ROW);
                (text(&track.name, at, MARK, true, INK))
                (text(&track.text, (at.0 + width(&track.name, MARK, true) + 10.0, at.1), MARK, false, INK))
            }
        }
    }
}

/// A track as a row of boxes.
fn scale_of(track: &Track, (first, last, now): (i32, i32, i32), room: Rect) -> Markup {
    let boxes = (first - last).unsigned_abs() + 1;
    let w = room.w / boxes as f32;
    let step = if last > first { 1 } else { -1 };
    html! {
        @for index in 0..boxes as i32 {
            @let value = first + index * step;
            @let x = room.x + index as f32 * w;
            @let side = usize::from((value > 0) != (first > 0));
            @let here = value == now.clamp(first.min(last), first.max(last));
            @let fill = match (value, here) {
                (_, false) if first.signum() == last.signum() => "#efe6cf",
                (0, _) => "#ffffff",
                (_, true) => SIDES[side],
                (_, false) => PALE[side],
            };
            @let ink = if here && value != 0 { "#ffffff" } else { INK };
            @let label = value.abs().to_string();
            rect x=(x) y=(room.y) width=(w) height="34" fill=(fill) stroke=(INK) stroke-width=(
                if here { "5" } else { "1.5" }) {}
            (text(&label, (x + (w - width(&label, NAME, here)) / 2.0, room.y + 24.0), NAME, here, ink))
        }
        (text(&format!("{}: {}", track.name, track.text), (room.x, room.y + 58.0), MARK, true, INK))
    }
}

/// The room of the legend: the bottom right corner.
fn legend_panel(scene: &Scene) -> Rect {
    let rows = scene.legend.len().div_ceil(4) as f32;
    let (w, h) = (if is_field(scene) { scene.size.0 - 48.0 } else { 960.0 }, 24.0 + rows * ROW);
    Rect { x: scene.size.0 - w - 24.0, y: scene.size.1 - h - 24.0, w, h }
}

fn legend_of(scene: &Scene, panel: Rect) -> Markup {
    let rows = scene.legend.len().div_ceil(4).max(1);
    html! {
        g class="legend" {
            rect x=(panel.x) y=(panel.y) width=(panel.w) height=(panel.h) rx="10" fill="#fbf6e6" fill-opacity="0.92"
                stroke=(INK)
                stroke-width="2" {}
            @for (index, (sample, meaning)) in scene.legend.iter().enumerate() {
                @let at = (panel.x + 34.0 + (index / rows) as f32 * panel.w / 4.0, panel.y + 26.0 + (index % rows) as
                    f32 * ROW);
                (sample_of(sample, at, is_field(scene)))
                (text(meaning, (at.0 + 26.0, at.1 + 6.0), MARK, false, INK))
            }
        }
    }
}

fn sample_of(sample: &Sample, (x, y): Point, field: bool) -> Markup {
    let small = format!("translate({x:.0} {y:.0}) scale(0.6)");
    let line = |stroke: &str, width: &str, dashes: &str| {
        html! {
            line x1=(x - 18.0) y1=(y) x2=(x + 18.0) y2=(y) stroke=(stroke) stroke-width=(width)
                stroke-dasharray=(dashes)
                stroke-linecap="round" {}
        }
    };
    match sample {
        Sample::Terrain(terrain) => html! {
            g transform=(small) {
                @match terrain {
                    Terrain::Cultivated => rect x="-13" y="-13" width="26" height="26" rx="4" fill=(FIELDS)
                        stroke=(INK) stroke-width="2.5" {},
                    Terrain::Mountain => path d="M0 -17l16 28h-32z" fill=(HILLS) stroke=(INK) stroke-width="2.5" {},
                    Terrain::Woods if !field => circle r="13" fill=(LAND) stroke=(INK) stroke-width="2.5" {},
                    _ => rect x="-18" y="-13" width="36" height="26" fill=(hexes::colour(*terrain)) stroke=(INK)
                        stroke-width="1.5" {},
                }
            }
        },
        Sample::Way(Way::Land) => line(PATHS, "3.5", "10 6"),
        Sample::Way(Way::River) => line(SHORE, "9", ""),
        Sample::Way(Way::Lake) => line("#2f6f9a", "4", "3 8"),
        Sample::Hexside(kind) => hexes::line(*kind, (x - 18.0, y), (x + 18.0, y)),
        Sample::Work(kind) => html! { g transform=(small) { (symbols::work(*kind, 0, (0.0, 0.0))) } },
        Sample::Feature(feature) => html! { g transform=(small) { (symbols::feature(*feature, (0.0, 0.0))) } },
        Sample::Units(letters) => text(letters, (x - 7.0, y + 6.0), MARK, true, INK),
    }
}
