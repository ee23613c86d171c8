//! What stands on a map: places with their works, stacks, markers.

use super::svg::text;
use super::symbols::{self, INK, Inks, PAPER};
use maud::{Markup, html};
use wilderness_engine::scene::{Emblem, Figure, Place, Scene, Stack, symbol};
use wilderness_layout::geometry::{Rect, distance};
use wilderness_layout::layout::{Block, LINE, MARK, NODE, PADDING, STATE, UNITS, notes, strength_width};
use wilderness_layout::widths::width;

/// The radius of a disc in a place.
pub const DISC: f32 = NODE + 10.0;

/// A place with its works.
pub fn place_of(scene: &Scene, place: &Place) -> Markup {
    let soil = symbol(&scene.symbols.terrain, place.terrain);
    let figure = soil.map_or(Figure::Circle, |soil| soil.shape.figure);
    let fill = place.side.map_or("#ffffff", |side| scene.symbols.pale(side));
    let point = symbols::figure(figure, place.at, NODE - 2.0, &Inks { fill, edge: INK, width: "2.5", dashes: None });
    emblems_of(scene, place, &point)
}

/// What is built on a place and what else is there, under and over the `point` where it is.
pub fn emblems_of(scene: &Scene, place: &Place, point: &Markup) -> Markup {
    let shapes = place.features.iter().filter_map(|id| symbol(&scene.symbols.features, *id)).map(|found| &found.shape);
    let (rings, others): (Vec<&Emblem>, Vec<&Emblem>) = shapes.partition(|shape| shape.figure == Figure::Ring);
    html! {
        title { (place.name) @for work in &place.works { ", " (work.name) } }
        @for feature in rings { (symbols::feature(&scene.symbols, feature, place.side, place.at)) }
        @for work in &place.works {
            @if let Some(found) = symbol(&scene.symbols.works, work.kind) {
                (symbols::work(&scene.symbols, &found.shape, work.side, place.at))
            }
        }
        (point)
        @for feature in others { (symbols::feature(&scene.symbols, feature, place.side, place.at)) }
    }
}

/// The line that ties a block to its place, if it stands away from it.
pub fn tie_of(scene: &Scene, block: &Block) -> Option<Markup> {
    let at = scene.places[block.place].at;
    let near = block.rect.nearest(at);
    let colour = block.stack.map_or(INK, |stack| scene.symbols.dark(scene.stacks[stack].side));
    (distance(near, at) > NODE + 14.0).then(|| {
        html! {
            @for (stroke, width) in [(PAPER, "6"), (colour, "3")] {
                line x1=(format!("{:.0}", near.0)) y1=(format!("{:.0}", near.1)) x2=(at.0) y2=(at.1) stroke=(stroke)
                    stroke-width=(width) {}
            }
        }
    })
}

/// A stack, or the markers of a place.
pub fn block_of(scene: &Scene, block: &Block) -> Markup {
    match block.stack {
        Some(stack) => stack_of(scene, block, &scene.stacks[stack]),
        None => notes_of(scene, block),
    }
}

/// A stack: its leaders; its strength and units; what is the matter with it.
fn stack_of(scene: &Scene, block: &Block, stack: &Stack) -> Markup {
    let Rect { x, y, w, h } = block.rect;
    let strength = strength_width(stack);
    let dashes = stack.inside.then_some("6 4");
    let (fill, ink) = if stack.inside {
        (scene.symbols.pale(stack.side), scene.symbols.dark(stack.side))
    } else {
        (scene.symbols.dark(stack.side), symbols::ink_on(&scene.symbols, stack.side))
    };
    let border = if stack.inside { scene.symbols.dark(stack.side) } else { PAPER };
    let number = if scene.symbols.is_light(stack.side) { INK } else { scene.symbols.dark(stack.side) };
    let foot = if block.foot.is_empty() { 0.0 } else { STATE * LINE };
    html! {
        title { (described(stack)) }
        rect x=(tenth(x)) y=(tenth(y)) width=(tenth(w)) height=(tenth(h)) rx=(symbols::rounding(stack.side)) fill=(fill)
            stroke=(border) stroke-width="2.5" stroke-dasharray=[dashes] {}
        @if stack.has_strength() {
            rect x=(tenth(x + 3.0)) y=(tenth(y + h - foot - UNITS * LINE - 1.0)) width=(tenth(strength - 2.0))
                height=(tenth(UNITS * LINE - 2.0)) rx="4" fill=(PAPER) {}
            (text(&stack.strength.to_string(), (x + PADDING + 2.0, y + h - foot - 7.0), UNITS, true, number))
        }
        @for (row, line) in block.lines.iter().enumerate() {
            @let last = row + 1 == block.lines.len() && !stack.units.is_empty();
            @let left = if last { x + strength + PADDING } else { x + PADDING };
            @let below = (block.lines.len() - 1 - row) as f32 * UNITS * LINE;
            (text(line, (left, y + h - foot - 7.0 - below), UNITS, true, ink))
        }
        @if !block.foot.is_empty() {
            @let words = &block.foot;
            rect x=(tenth(x + 2.0)) y=(tenth(y + h - foot - 1.0)) width=(tenth(w - 4.0)) height=(tenth(foot - 1.0)) rx="3"
                fill="#ffe08a" {}
            (text(words, (x + (w - width(words, STATE, true)) / 2.0, y + h - 5.5), STATE, true, INK))
        }
    }
}

fn tenth(number: f32) -> String {
    format!("{number:.1}")
}

/// Everything about a stack, as its tooltip.
pub fn described(stack: &Stack) -> String {
    let mut lines: Vec<String> =
        stack.leaders.iter().map(|leader| format!("{} {}", leader.name, leader.ratings)).collect();
    lines.extend(stack.units.iter().map(|group| {
        let reduced = if group.reduced > 0 { format!(" ({} reduced)", group.reduced) } else { String::new() };
        let names = if group.names.is_empty() { String::new() } else { format!(": {}", group.names.join(", ")) };
        format!("{}{}{reduced}{names}", group.count, group.kind)
    }));
    lines.extend(stack.states.iter().cloned());
    lines.join("\n")
}

/// The markers of a place, and the words of layers about it.
fn notes_of(scene: &Scene, block: &Block) -> Markup {
    let Rect { x, y, w, h } = block.rect;
    html! {
        rect x=(tenth(x)) y=(tenth(y)) width=(tenth(w)) height=(tenth(h)) rx="4" fill="#fff3c4" stroke=(INK)
            stroke-width="1.5" {}
        @for (row, (line, side)) in notes(scene, block.place).into_iter().enumerate() {
            (text(&line, (x + PADDING, y + (row as f32 + 0.92) * MARK * LINE), MARK, true, side.map_or(INK, |side|
                scene.symbols.dark(side))))
        }
    }
}
