//! Where names, stacks and markers go, so that none covers another, and each stack is nearest to its own place. Names are
//! placed first, whatever stands on the board, and leave room for the shortest form of a stack beside each place; stacks
//! and markers find room around them.

use crate::geometry::{Point, Rect};
use crate::placing::{PlacingWish, Surroundings, settle};
use crate::widths::width;
use wilderness_engine::scene::{Scene, Shape, Stack};

/// The font size of names.
pub const NAME: f32 = 20.0;
/// The font size of what stands in a stack.
pub const UNITS: f32 = 20.0;
/// The font size of a marker.
pub const MARK: f32 = 18.0;
/// The font size of what is the matter with a stack.
pub const STATE: f32 = 16.0;
/// The height of a line, by the size of its font.
pub const LINE: f32 = 1.1;
/// Half the width of the symbol of a place.
pub const NODE: f32 = 15.0;
/// The room around a text in a stack.
pub const PADDING: f32 = 5.0;

/// Names of more than this width are broken into two lines.
const BROAD: f32 = 130.0;
/// How far from the symbol of its place a name can stand.
const NAME_DISTANCES: [f32; 4] = [9.0, 15.0, 25.0, 38.0];
/// How far from it the room for the shortest form of a stack can be.
const ROOM_DISTANCES: [f32; 4] = [2.0, 5.0, 9.0, 14.0];
/// How far from it a stack or markers can stand.
const BLOCK_DISTANCES: [f32; 12] = [2.0, 7.0, 14.0, 22.0, 30.0, 39.0, 48.0, 60.0, 75.0, 90.0, 115.0, 145.0];
/// The size of the shortest form of a stack: two digits, and whether anything is the matter.
const SHORTEST: Rect = Rect { x: 0.0, y: 0.0, w: 50.0, h: 28.0 };
/// What it costs that a name is almost as near to another place as to its own; and a stack, which its colours tell apart.
const NAME_UNCLEAR: f32 = 300.0;
const BLOCK_UNCLEAR: f32 = 60.0;
/// What it costs that a name is as near to another place as to its own: as much as to cover something.
const NAME_ASTRAY: f32 = 2000.0;
/// What it costs to break a name in another way.
const REBROKEN: f32 = 25.0;
/// What it costs to show a stack in the next shorter form.
const SHORTER: f32 = 130.0;

/// A name, in its lines.
#[derive(Clone, PartialEq, Debug)]
pub struct Label {
    /// The number of the place.
    pub place: usize,
    /// The lines.
    pub lines: Vec<String>,
    /// Where it is.
    pub rect: Rect,
    /// Where there is room beside the place for the shortest form of a stack.
    pub room: Rect,
}

/// What stands at a place: a stack of one side, or markers.
#[derive(Clone, PartialEq, Debug)]
pub struct Block {
    /// The number of the place.
    pub place: usize,
    /// The number of the stack in the scene; none for markers.
    pub stack: Option<usize>,
    /// The side of the stack, and whether it is inside the works.
    pub side: Option<(usize, bool)>,
    /// The lines; markers have one each.
    pub lines: Vec<String>,
    /// What is the matter with the stack, in words, or empty.
    pub foot: String,
    /// Where it is.
    pub rect: Rect,
}

impl Block {
    /// Whether another block stands for the same.
    fn is_of(&self, other: &Block) -> bool {
        self.place == other.place && self.side == other.side
    }
}

/// Where the names of a board go. They depend on the board alone, not on what stands there.
pub fn names(scene: &Scene, taken: &[Rect]) -> Vec<Label> {
    let points = scene.places.iter().enumerate().filter(|(_, facts)| facts.shape == Shape::Point);
    let labels: Vec<Vec<Label>> = points.map(|(place, facts)| label_forms(place, &facts.name)).collect();
    let fixed: Vec<Rect> = nodes(scene).into_iter().chain(taken.iter().copied()).collect();
    let surroundings = Surroundings::new(scene, fixed, segments(scene));
    let wish = |place: usize, forms, distances, dear, astray| PlacingWish {
        at: scene.places[place].at,
        forms,
        distances,
        dear,
        unclear: NAME_UNCLEAR,
        astray,
        known: None,
        stood: None,
    };
    let words = labels.iter().map(|forms| {
        let sizes = forms.iter().enumerate().map(|(order, label)| (label.rect, order as f32 * REBROKEN)).collect();
        wish(forms[0].place, sizes, &NAME_DISTANCES[..], 3.0, NAME_ASTRAY)
    });
    let rooms =
        labels.iter().map(|forms| wish(forms[0].place, vec![(SHORTEST, 0.0)], &ROOM_DISTANCES[..], 1.0, f32::INFINITY));
    let wishes: Vec<PlacingWish<'_>> = words.chain(rooms).collect();
    let mut words = settle(&surroundings, &wishes);
    let rooms = words.split_off(labels.len());
    let mut chosen = Vec::new();
    for ((mut forms, (form, rect)), (_, room)) in labels.into_iter().zip(words).zip(rooms) {
        chosen.push(Label { rect, room, ..forms.swap_remove(form) });
    }
    chosen
}

/// Where stacks and markers go, around the names, and as near as possible to where they were `before`. Hexes hold theirs.
pub fn blocks(scene: &Scene, names: &[Label], taken: &[Rect], before: &[Block]) -> Vec<Block> {
    let is_point = |place: usize| scene.places[place].shape == Shape::Point;
    let stacks = scene.stacks.iter().enumerate();
    let stacks = stacks.filter(|(_, stack)| is_point(stack.place) && scene.disc_in(stack.place).is_none());
    let stacks = stacks.map(|(number, stack)| forms(number, stack));
    let marked = (0..scene.places.len()).filter(|place| is_point(*place)).filter_map(|place| {
        let notes = notes(scene, place);
        (!notes.is_empty()).then(|| vec![of_notes(place, notes)])
    });
    let blocks: Vec<Vec<Block>> = stacks.chain(marked).collect();
    let mut fixed = nodes(scene);
    fixed.extend(names.iter().map(|label| label.rect));
    fixed.extend(taken);
    let surroundings = Surroundings::new(scene, fixed, Vec::new());
    let wish = |forms: &Vec<Block>| {
        let place = forms[0].place;
        let sizes = forms.iter().enumerate();
        PlacingWish {
            at: scene.places[place].at,
            forms: sizes.map(|(order, block)| (block.rect, order as f32 * SHORTER)).collect(),
            distances: &BLOCK_DISTANCES,
            dear: 1.0,
            unclear: BLOCK_UNCLEAR,
            astray: f32::INFINITY,
            known: names.iter().find(|label| label.place == place).map(|label| label.room),
            stood: before.iter().find(|old| old.is_of(&forms[0])).map(|old| old.rect.centre()),
        }
    };
    let wishes: Vec<PlacingWish<'_>> = blocks.iter().map(wish).collect();
    let found = settle(&surroundings, &wishes);
    let chosen = |(mut forms, (form, rect)): (Vec<Block>, (usize, Rect))| Block { rect, ..forms.swap_remove(form) };
    blocks.into_iter().zip(found).map(chosen).collect()
}

/// The symbols of places that are points.
fn nodes(scene: &Scene) -> Vec<Rect> {
    let points = scene.places.iter().filter(|place| place.shape == Shape::Point);
    points.map(|place| Rect::around(place.at, 2.0 * NODE, 2.0 * NODE)).collect()
}

fn segments(scene: &Scene) -> Vec<(Point, Point)> {
    scene.links.iter().map(|link| (scene.places[link.from].at, scene.places[link.to].at)).collect()
}

/// A name broken into lines as `broken` does it, then in other ways.
fn label_forms(place: usize, name: &str) -> Vec<Label> {
    let mut forms = vec![broken(name)];
    for lines in breaks(name) {
        if !forms.contains(&lines) {
            forms.push(lines);
        }
    }
    let label = |lines: Vec<String>| {
        let w = lines.iter().map(|line| width(line, NAME, false)).fold(0.0, f32::max);
        let rect = Rect { w, h: lines.len() as f32 * NAME * LINE, ..Rect::default() };
        Label { place, lines, rect, room: Rect::default() }
    };
    forms.into_iter().map(label).collect()
}

/// A name in one line, or in two of about the same width.
pub fn broken(name: &str) -> Vec<String> {
    let whole = vec![name.to_string()];
    if width(name, NAME, false) <= BROAD {
        return whole;
    }
    let widest = |lines: &Vec<String>| lines.iter().map(|line| width(line, NAME, false)).fold(0.0, f32::max);
    breaks(name).min_by(|a, b| widest(a).total_cmp(&widest(b))).unwrap_or(whole)
}

/// All ways to write a name in one line or in two.
fn breaks(name: &str) -> impl Iterator<Item = Vec<String>> {
    let cuts = name.match_indices(' ').map(|(at, _)| vec![name[..at].to_string(), name[at + 1..].to_string()]);
    cuts.chain([vec![name.to_string()]])
}

/// A stack in full: its leaders, then its units with their strength. And shorter, for where there is no room for that: its
/// strength with its leaders, with the initial of the first, or alone.
fn forms(number: usize, stack: &Stack) -> Vec<Block> {
    let units: Vec<String> = stack.units.iter().map(|group| format!("{}{}", group.count, group.kind)).collect();
    let units = (!units.is_empty()).then(|| units.join(" "));
    let first = stack.leaders.first().map(|leader| leader.name.clone());
    let leaders = first.as_ref().map(|first| match stack.leaders.len() {
        1 => first.clone(),
        all => format!("{first} +{}", all - 1),
    });
    let foot = stack.states.join(", ");
    let troubled = if foot.is_empty() { "" } else { "!" };
    let initial: String = first.iter().flat_map(|name| name.chars().next()).collect();
    let full: Vec<String> = leaders.iter().cloned().chain(units).collect();
    let shortest = if stack.units.is_empty() { initial.clone() } else { troubled.to_string() };
    let mut forms = vec![of_stack(number, stack, full, foot.clone())];
    for (line, foot) in [
        (leaders.unwrap_or_default(), foot),
        (format!("{initial}{troubled}"), String::new()),
        (shortest, String::new()),
    ] {
        let shorter = of_stack(number, stack, vec![line], foot);
        if forms.last().is_some_and(|last| shorter.rect.w * shorter.rect.h < last.rect.w * last.rect.h) {
            forms.push(shorter);
        }
    }
    forms
}

/// A stack with these lines, and what is the matter with it.
fn of_stack(number: usize, stack: &Stack, lines: Vec<String>, foot: String) -> Block {
    let strength = strength_width(stack);
    let w = lines.iter().map(|line| width(line, UNITS, true)).fold(0.0, f32::max) + strength + 2.0 * PADDING;
    let state = width(&foot, STATE, true) + 2.0 * PADDING;
    let (w, below) = if foot.is_empty() { (w, 0.0) } else { (w.max(state), STATE * LINE) };
    let h = lines.len() as f32 * UNITS * LINE + PADDING + below;
    let side = Some((stack.side, stack.inside));
    Block { place: stack.place, stack: Some(number), side, lines, foot, rect: Rect { w, h, ..Rect::default() } }
}

/// The width of the field with the strength of a stack; nothing if it has none.
pub fn strength_width(stack: &Stack) -> f32 {
    if stack.has_strength() { width(&stack.strength.to_string(), UNITS, true) + 2.0 * PADDING } else { 0.0 }
}

/// The markers of a place, with their sides, and the words of layers about it.
pub fn notes(scene: &Scene, place: usize) -> Vec<(String, Option<usize>)> {
    let markers = scene.markers.iter().filter(|marker| marker.place == place);
    let markers = markers.map(|marker| (marker.text.clone(), marker.side));
    let words = scene.layers.iter().flat_map(|layer| &layer.places);
    let words = words.filter(|(at, words)| *at == place && !words.is_empty()).map(|(_, words)| (words.clone(), None));
    markers.chain(words).collect()
}

fn of_notes(place: usize, notes: Vec<(String, Option<usize>)>) -> Block {
    let lines: Vec<String> = notes.into_iter().map(|(text, _)| text).collect();
    let w = lines.iter().map(|line| width(line, MARK, true)).fold(0.0, f32::max) + 2.0 * PADDING;
    let h = lines.len() as f32 * MARK * LINE + PADDING;
    Block { place, stack: None, side: None, lines, foot: String::new(), rect: Rect { w, h, ..Rect::default() } }
}
