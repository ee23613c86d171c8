//! Where names, stacks and markers go, so that none covers another. Names are placed first, whatever stands on the
//! board; stacks and markers find room around them.

use super::geometry::{Point, Rect, distance};
use super::widths::width;
use wilderness_engine::scene::{Marker, Place, Scene, Shape, Stack};

/// The font size of names.
pub const NAME: f32 = 20.0;
/// The font size of what stands in a stack.
pub const UNITS: f32 = 20.0;
/// The font size of a marker.
pub const MARK: f32 = 17.0;
/// The height of a line, by the size of its font.
pub const LINE: f32 = 1.1;
/// Half the width of the symbol of a place.
pub const NODE: f32 = 15.0;
/// The room around a text in a stack.
pub const PADDING: f32 = 5.0;

/// Names of more than this width are broken into two lines.
const BROAD: f32 = 130.0;
/// How often everything may move once more, given where the rest is.
const ROUNDS: usize = 10;

/// A name, in its lines.
#[derive(Clone, PartialEq, Debug)]
pub struct Label {
    /// The number of the place.
    pub place: usize,
    /// The lines.
    pub lines: Vec<String>,
    /// Where it is.
    pub rect: Rect,
}

/// What stands at a place: a stack of one side, or markers.
#[derive(Clone, PartialEq, Debug)]
pub struct Block {
    /// The number of the place.
    pub place: usize,
    /// The number of the stack in the scene; none for markers.
    pub stack: Option<usize>,
    /// The lines; markers have one each.
    pub lines: Vec<String>,
    /// Where it is.
    pub rect: Rect,
}

/// Where the names of a board go. They depend on the board alone, not on what stands there.
pub fn names(scene: &Scene, taken: &[Rect]) -> Vec<Label> {
    let points = scene.places.iter().enumerate().filter(|(_, facts)| facts.shape == Shape::Point);
    let mut labels: Vec<Label> = points.map(|(place, facts)| label(place, facts)).collect();
    let nodes = nodes(scene);
    let segments = segments(scene);
    let options: Vec<Vec<Rect>> = labels
        .iter()
        .map(|label| {
            around(scene.places[label.place].at, label.rect.w, label.rect.h, &[NODE + 4.0, NODE + 12.0, NODE + 22.0])
        })
        .collect();
    let fixed: Vec<Rect> = nodes.iter().chain(taken).copied().collect();
    let rects = settle(scene, &options, &fixed, &segments);
    labels.iter_mut().zip(rects).for_each(|(label, rect)| label.rect = rect);
    labels
}

/// Where stacks and markers go, around the names. Hexes hold theirs.
pub fn blocks(scene: &Scene, names: &[Label], taken: &[Rect]) -> Vec<Block> {
    let is_point = |place: usize| scene.places[place].shape == Shape::Point;
    let stacks = scene.stacks.iter().enumerate().filter(|(_, stack)| is_point(stack.place));
    let stacks = stacks.map(|(number, stack)| of_stack(number, stack));
    let marked = (0..scene.places.len()).filter(|place| is_point(*place)).filter_map(|place| {
        let here: Vec<&Marker> = scene.markers.iter().filter(|marker| marker.place == place).collect();
        (!here.is_empty()).then(|| of_markers(place, &here))
    });
    let mut blocks: Vec<Block> = stacks.chain(marked).collect();
    let mut fixed = nodes(scene);
    fixed.extend(names.iter().map(|label| label.rect));
    fixed.extend(taken);
    let distances = [2.0, 14.0, 30.0, 48.0, 68.0, 90.0, 115.0, 145.0, 180.0, 220.0].map(|distance| NODE + distance);
    let options: Vec<Vec<Rect>> = blocks
        .iter()
        .map(|block| around(scene.places[block.place].at, block.rect.w, block.rect.h, &distances))
        .collect();
    let rects = settle(scene, &options, &fixed, &[]);
    blocks.iter_mut().zip(rects).for_each(|(block, rect)| block.rect = rect);
    blocks
}

/// The symbols of places that are points.
fn nodes(scene: &Scene) -> Vec<Rect> {
    let points = scene.places.iter().filter(|place| place.shape == Shape::Point);
    points.map(|place| Rect::around(place.at, 2.0 * NODE, 2.0 * NODE)).collect()
}

fn segments(scene: &Scene) -> Vec<(Point, Point)> {
    scene.links.iter().map(|link| (scene.places[link.from].at, scene.places[link.to].at)).collect()
}

fn label(place: usize, facts: &Place) -> Label {
    let lines = broken(&facts.name);
    let w = lines.iter().map(|line| width(line, NAME, false)).fold(0.0, f32::max);
    Label { place, rect: Rect { w, h: lines.len() as f32 * NAME * LINE, ..Rect::default() }, lines }
}

/// A name in one line, or in two of about the same width.
pub fn broken(name: &str) -> Vec<String> {
    let whole = vec![name.to_string()];
    if width(name, NAME, false) <= BROAD {
        return whole;
    }
    let cuts = name.match_indices(' ').map(|(at, _)| vec![name[..at].to_string(), name[at + 1..].to_string()]);
    let widest = |lines: &Vec<String>| lines.iter().map(|line| width(line, NAME, false)).fold(0.0, f32::max);
    cuts.chain([whole.clone()]).min_by(|a, b| widest(a).total_cmp(&widest(b))).unwrap_or(whole)
}

/// The leaders of a stack, then its units with their strength.
fn of_stack(number: usize, stack: &Stack) -> Block {
    let mut lines = Vec::new();
    match stack.leaders.as_slice() {
        [] => {}
        [one] => lines.push(one.name.clone()),
        [first, rest @ ..] => lines.push(format!("{} +{}", first.name, rest.len())),
    }
    if !stack.units.is_empty() {
        let units: Vec<String> = stack.units.iter().map(|group| format!("{}{}", group.count, group.kind)).collect();
        lines.push(units.join(" "));
    }
    let strength = strength_width(stack);
    let w = lines.iter().map(|line| width(line, UNITS, true)).fold(0.0, f32::max) + strength + 2.0 * PADDING;
    let h = lines.len() as f32 * UNITS * LINE + PADDING;
    Block { place: stack.place, stack: Some(number), lines, rect: Rect { w, h, ..Rect::default() } }
}

/// The width of the field with the strength of a stack; none without units.
pub fn strength_width(stack: &Stack) -> f32 {
    if stack.units.is_empty() { 0.0 } else { width(&stack.strength.to_string(), UNITS, true) + 2.0 * PADDING }
}

fn of_markers(place: usize, markers: &[&Marker]) -> Block {
    let lines: Vec<String> = markers.iter().map(|marker| marker.text.clone()).collect();
    let w = lines.iter().map(|line| width(line, MARK, true)).fold(0.0, f32::max) + 2.0 * PADDING;
    let h = lines.len() as f32 * MARK * LINE + PADDING;
    Block { place, stack: None, lines, rect: Rect { w, h, ..Rect::default() } }
}

/// Where something of this size can stand around a point, the best first.
fn around((x, y): Point, w: f32, h: f32, distances: &[f32]) -> Vec<Rect> {
    let mut rects = Vec::new();
    for &d in distances {
        // Along the sides of a frame around the point: below, above, right, left.
        for slide in [0.5, 0.25, 0.75, 0.0, 1.0] {
            let (left, level) = (x - w * slide, y - h * slide);
            rects.extend([(left, y + d), (left, y - d - h), (x + d, level), (x - d - w, level)]);
        }
        let near = d * 0.75;
        rects.extend([
            (x + near, y + near),
            (x - near - w, y + near),
            (x + near, y - near - h),
            (x - near - w, y - near - h),
        ]);
    }
    rects.into_iter().map(|(x, y)| Rect { x, y, w, h }).collect()
}

/// What it costs that a rectangle covers part of another, or comes too close to it.
fn covered(rect: Rect, other: Rect) -> f32 {
    let shared = rect.grown(1.5).overlap(other);
    if shared > 0.0 { 600.0 + shared * 20.0 } else { 0.0 }
}

/// Chooses an option for each, so that they overlap neither each other nor what is fixed, and stay near.
fn settle(scene: &Scene, options: &[Vec<Rect>], fixed: &[Rect], segments: &[(Point, Point)]) -> Vec<Rect> {
    let frame = Rect { x: 0.0, y: 0.0, w: scene.size.0, h: scene.size.1 }.grown(-6.0);
    let own = |rect: Rect, preference: usize| {
        let hidden: f32 = fixed.iter().map(|other| covered(rect, *other)).sum();
        let crossed: f32 = segments.iter().map(|segment| rect.crossed_by(*segment)).sum();
        hidden + crossed * 2.0 + rect.outside(frame) * 50.0 + preference as f32 * 2.0
    };
    let costs: Vec<Vec<f32>> = options
        .iter()
        .map(|options| options.iter().enumerate().map(|(preference, rect)| own(*rect, preference)).collect())
        .collect();
    let mut chosen: Vec<Option<usize>> = vec![None; options.len()];
    for _ in 0..ROUNDS {
        let before = chosen.clone();
        for index in 0..options.len() {
            let near: Vec<Rect> = (0..options.len())
                .filter(|&other| other != index)
                .filter_map(|other| chosen[other].map(|option| options[other][option]))
                .filter(|rect| distance(rect.centre(), options[index][0].centre()) < 600.0)
                .collect();
            let cost = |option: usize| {
                let rect = options[index][option];
                costs[index][option] + near.iter().map(|other| covered(rect, *other)).sum::<f32>()
            };
            chosen[index] = (0..options[index].len()).min_by(|a, b| cost(*a).total_cmp(&cost(*b)));
        }
        if chosen == before {
            break;
        }
    }
    let rect = |(options, chosen): (&Vec<Rect>, Option<usize>)| chosen.map_or(options[0], |option| options[option]);
    options.iter().zip(chosen).map(rect).collect()
}
