//! A scene as an SVG picture: what never changes in a game, and over it the parts that do.

use super::country::{country, link_of, water_names};
use super::hexes;
use super::panel;
use super::stacks;
use super::symbols::{self, INK, PAPER};
use maud::{Markup, PreEscaped, html};
use wilderness_engine::scene::{Arrow, Layer, Scene, Shape};
use wilderness_layout::geometry::{Point, Rect, between, distance};
use wilderness_layout::layout::{self, Block, LINE, Label, NAME, NODE};
use wilderness_layout::widths::width;

/// The groups of parts, from bottom to top. Names stand between the places and what is on them.
pub const GROUPS: [&str; 9] =
    ["tracks", "layers", "arrows", "places", "ties", "counters", "stacks", "discs", "choices"];

/// A part of a picture that can change.
pub struct DrawnPart {
    /// The number of its group.
    pub group: usize,
    /// What it stands for, in its group.
    pub key: String,
    /// How it is drawn.
    pub markup: Markup,
}

/// A picture in parts.
pub struct Picture<'a> {
    scene: &'a Scene,
    names: &'a [Label],
    /// Where the stacks and markers are.
    pub blocks: Vec<Block>,
}

/// The names of a board in their places: they depend on the board alone.
pub fn names(scene: &Scene) -> Vec<Label> {
    layout::names(scene, &reserved(scene))
}

/// The picture of a scene.
pub fn svg(scene: &Scene) -> String {
    let names = names(scene);
    let picture = Picture::new(scene, &names, &[]);
    let parts = picture.parts();
    let group =
        |number: usize| html! { @for part in parts.iter().filter(|part| part.group == number) { (part.markup) } };
    html! { (PreEscaped("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n")) (picture.around(&group)) }.into_string()
}

impl<'a> Picture<'a> {
    /// A picture with what stands on the board, as near as possible to where it was `before`.
    pub fn new(scene: &'a Scene, names: &'a [Label], before: &[Block]) -> Picture<'a> {
        let blocks = layout::blocks(scene, names, &reserved(scene), before);
        Picture { scene, names, blocks }
    }

    /// The whole picture with the parts of each group, by its number.
    pub fn around(&self, group: &dyn Fn(usize) -> Markup) -> Markup {
        let scene = self.scene;
        let groups = |numbers: std::ops::Range<usize>| {
            html! { @for number in numbers { g class=(GROUPS[number]) { (group(number)) } } }
        };
        html! {
            svg xmlns="http://www.w3.org/2000/svg" viewBox=(format!("0 0 {:.0} {:.0}", scene.size.0, scene.size.1))
                width="1200" class="board" font-family="Arial, Helvetica, 'Liberation Sans', sans-serif" role="img" {
                title { (scene.title) @if !scene.caption.is_empty() { ", " (scene.caption) } }
                (symbols::definitions(scene.sides.len(), &scene.symbols))
                clipPath id="frame" { rect width=(scene.size.0) height=(format!("{:.0}", scene.size.1)) {} }
                g clip-path="url(#frame)" {
                    @if is_field(scene) { (hexes::field(scene)) }
                    @else { (country(scene, self.names, &panel::rooms(scene))) }
                }
                g class="links" { @for link in &scene.links { (link_of(scene, link)) } }
                (panel::title(scene))
                (groups(0..4))
                g class="names" { @for label in self.names { (name_of(scene, label)) } }
                (groups(4..GROUPS.len()))
                (panel::legend(scene))
            }
        }
    }

    /// The parts that can change.
    pub fn parts(&self) -> Vec<DrawnPart> {
        let scene = self.scene;
        let mut parts = Vec::new();
        let mut add = |group: &str, key: String, markup: Markup| {
            let group = GROUPS.iter().position(|name| *name == group).unwrap_or_default();
            parts.push(DrawnPart { group, key, markup });
        };
        for (number, markup) in panel::tracks(scene).into_iter().enumerate() {
            add("tracks", number.to_string(), markup);
        }
        for (number, layer) in scene.layers.iter().enumerate() {
            add("layers", number.to_string(), layer_of(scene, number, layer));
        }
        for (number, arrow) in scene.arrows.iter().enumerate() {
            add("arrows", number.to_string(), arrow_of(scene, arrow));
        }
        for place in &scene.places {
            let is_bare = place.works.is_empty() && place.features.is_empty();
            let drawn = match place.shape {
                Shape::Point => stacks::place_of(scene, place),
                _ if is_bare => continue,
                _ => stacks::emblems_of(scene, place, &html! {}),
            };
            add("places", place.id.clone(), html! { g id=(place.id) { (drawn) } });
        }
        for (number, place) in scene.places.iter().enumerate() {
            if let Some(markup) = hexes::contents(scene, number) {
                add("counters", place.id.clone(), markup);
            }
        }
        for block in &self.blocks {
            if let Some(tie) = stacks::tie_of(scene, block) {
                add("ties", key_of(scene, block), tie);
            }
            add("stacks", key_of(scene, block), html! { g { (stacks::block_of(scene, block)) } });
        }
        for (number, place) in scene.places.iter().enumerate().filter(|(_, place)| place.shape == Shape::Point) {
            if let Some((stack, print)) = scene.disc_in(number) {
                let title = stacks::described(stack);
                let disc = symbols::disc(&scene.symbols, stack.side, print, place.at, stacks::DISC);
                add("discs", place.id.clone(), html! { g { title { (title) } (disc) } });
            }
        }
        for highlight in &scene.highlights {
            let place = &scene.places[highlight.place];
            let at = match place.shape {
                Shape::Point => place.at,
                _ => hexes::choice_at(scene, highlight.place),
            };
            add("choices", place.id.clone(), symbols::badge(&symbols::numbers(&highlight.numbers), at));
        }
        parts
    }
}

/// What tells a block from the others: its place, its side, and whether it is inside the works.
fn key_of(scene: &Scene, block: &Block) -> String {
    let place = &scene.places[block.place].id;
    match block.stack.map(|stack| &scene.stacks[stack]) {
        Some(stack) => format!("{place}-{}{}", stack.side, if stack.inside { "-in" } else { "" }),
        None => place.clone(),
    }
}

/// Whether the board is a field of hexes.
pub fn is_field(scene: &Scene) -> bool {
    scene.places.iter().any(|place| place.shape != Shape::Point)
}

/// The room of the panels, and of the names of waters: nothing else may stand there.
pub fn reserved(scene: &Scene) -> Vec<Rect> {
    panel::rooms(scene).into_iter().chain(water_names(scene)).collect()
}

/// The colour of a layer.
pub fn layer_colour(scene: &Scene, layer: &Layer) -> &'static str {
    layer.side.map_or("#b8860b", |side| scene.symbols.dark(side))
}

fn layer_of(scene: &Scene, number: usize, layer: &Layer) -> Markup {
    let colour = layer_colour(scene, layer);
    let places = layer.places.iter().map(|(place, _)| &scene.places[*place]);
    html! {
        g fill=(colour) fill-opacity="0.2" stroke=(colour) stroke-opacity="0.75" stroke-width="4"
            stroke-dasharray=[symbols::dashes(number)] {
            @for place in places {
                @match place.shape {
                    Shape::Point => circle cx=(place.at.0) cy=(place.at.1) r=(NODE + 15.0 + 5.0 * number as f32) {},
                    _ => polygon points=(hexes::polygon(place, 7.0 + 6.0 * number as f32)) {},
                }
            }
        }
    }
}

/// A movement along its places, with its point at the edge of the last.
fn arrow_of(scene: &Scene, arrow: &Arrow) -> Markup {
    let mut points: Vec<Point> = arrow.path.iter().map(|place| scene.places[*place].at).collect();
    let ends = points.len();
    let [.., before, last] = points[..] else { return html! {} };
    let room = if is_field(scene) { 40.0 } else { NODE + 12.0 };
    points[ends - 1] = between(last, before, (room / distance(before, last).max(1.0)).min(0.45));
    let path: Vec<String> = points.iter().map(|(x, y)| format!("{x:.0},{y:.0}")).collect();
    html! {
        polyline points=(path.join(" ")) fill="none" stroke=(PAPER) stroke-width="10" stroke-linejoin="round"
            stroke-linecap="round" opacity="0.8" {}
        circle cx=(points[0].0) cy=(points[0].1) r="8" fill=(scene.symbols.dark(arrow.side)) stroke=(PAPER) stroke-width="2" {}
        polyline points=(path.join(" ")) fill="none" stroke=(scene.symbols.dark(arrow.side)) stroke-width="5"
            stroke-linejoin="round" stroke-linecap="round" marker-end=(symbols::point_of(arrow.side)) {}
    }
}

/// A text at its left edge and baseline, fitted to the width that the table gives it.
pub fn text(content: &str, (x, y): Point, size: f32, bold: bool, fill: &str) -> Markup {
    let weight = bold.then_some("bold");
    let size = (size * 10.0).round() / 10.0;
    html! {
        text x=(format!("{x:.1}")) y=(format!("{y:.1}")) font-size=(size) font-weight=[weight] fill=(fill)
            textLength=(format!("{:.1}", width(content, size, bold))) lengthAdjust="spacingAndGlyphs" { (content) }
    }
}

fn name_of(scene: &Scene, label: &Label) -> Markup {
    html! {
        g data-name=(scene.places[label.place].id) stroke="#fbf7ea" stroke-width="4" stroke-linejoin="round" paint-order="stroke" {
            @for (row, line) in label.lines.iter().enumerate() {
                @let w = width(line, NAME, false);
                @let x = label.rect.x + (label.rect.w - w) / 2.0;
                (text(line, (x, label.rect.y + (row as f32 + 0.8) * NAME * LINE), NAME, false, INK))
            }
        }
    }
}
