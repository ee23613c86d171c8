//! Where names, stacks and markers go, so that none covers another. Names are placed first, whatever stands on the
//! board; stacks and markers find room around them.

use super::geometry::{Point, Rect, distance};
use super::widths::width;
use wilderness_engine::scene::{Place, Scene, Shape, Stack};

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
/// What it costs to cover anything.
const COVERED: f32 = 2000.0;
/// So many options that cover nothing fixed are enough to choose from.
const ENOUGH: usize = 60;
/// How many of its options are tried for what pushes others aside.
const PUSHES: usize = 24;
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
    /// The side of the stack, and whether it is inside the works.
    pub side: Option<(usize, bool)>,
    /// The lines; markers have one each.
    pub lines: Vec<String>,
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
    let mut labels: Vec<Label> = points.map(|(place, facts)| label(place, facts)).collect();
    let nodes = nodes(scene);
    let segments = segments(scene);
    let wishes: Vec<LabelWish> = labels
        .iter()
        .map(|label| LabelWish {
            at: scene.places[label.place].at,
            options: around(
                scene.places[label.place].at,
                label.rect,
                &[NODE + 9.0, NODE + 15.0, NODE + 25.0, NODE + 38.0],
                3.0,
            ),
            stood: None,
        })
        .collect();
    let fixed: Vec<Rect> = nodes.iter().chain(taken).copied().collect();
    let rects = settle(scene, &wishes, &fixed, &segments);
    labels.iter_mut().zip(rects).for_each(|(label, rect)| label.rect = rect);
    labels
}

/// Where stacks and markers go, around the names, and as near as possible to where they were `before`. Hexes hold theirs.
pub fn blocks(scene: &Scene, names: &[Label], taken: &[Rect], before: &[Block]) -> Vec<Block> {
    let is_point = |place: usize| scene.places[place].shape == Shape::Point;
    let stacks = scene.stacks.iter().enumerate().filter(|(_, stack)| is_point(stack.place));
    let stacks = stacks.map(|(number, stack)| of_stack(number, stack));
    let marked = (0..scene.places.len()).filter(|place| is_point(*place)).filter_map(|place| {
        let notes = notes(scene, place);
        (!notes.is_empty()).then(|| of_notes(place, notes))
    });
    let mut blocks: Vec<Block> = stacks.chain(marked).collect();
    let mut fixed = nodes(scene);
    fixed.extend(names.iter().map(|label| label.rect));
    fixed.extend(taken);
    let distances =
        [2.0, 14.0, 30.0, 48.0, 68.0, 90.0, 115.0, 145.0, 180.0, 220.0, 265.0, 315.0].map(|distance| NODE + distance);
    let wishes: Vec<LabelWish> = blocks
        .iter()
        .map(|block| LabelWish {
            at: scene.places[block.place].at,
            options: around(scene.places[block.place].at, block.rect, &distances, 1.0),
            stood: before.iter().find(|old| old.is_of(block)).map(|old| old.rect.centre()),
        })
        .collect();
    let rects = settle(scene, &wishes, &fixed, &[]);
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
    let state = width(&stack.states.join(", "), STATE, true) + 2.0 * PADDING;
    let (w, foot) = if stack.states.is_empty() { (w, 0.0) } else { (w.max(state), STATE * LINE) };
    let h = lines.len() as f32 * UNITS * LINE + PADDING + foot;
    let side = Some((stack.side, stack.inside));
    Block { place: stack.place, stack: Some(number), side, lines, rect: Rect { w, h, ..Rect::default() } }
}

/// The width of the field with the strength of a stack; none without units.
pub fn strength_width(stack: &Stack) -> f32 {
    if stack.units.is_empty() { 0.0 } else { width(&stack.strength.to_string(), UNITS, true) + 2.0 * PADDING }
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
    Block { place, stack: None, side: None, lines, rect: Rect { w, h, ..Rect::default() } }
}

/// What is to be placed.
struct LabelWish {
    /// The point that it belongs to.
    at: Point,
    /// Where it can stand, each with what that costs by itself.
    options: Vec<(Rect, f32)>,
    /// Where it stood before.
    stood: Option<Point>,
}

/// Where something of the size of a rectangle can stand around a point, each with its cost: what is far costs more.
fn around((x, y): Point, Rect { w, h, .. }: Rect, distances: &[f32], dear: f32) -> Vec<(Rect, f32)> {
    let mut found = Vec::new();
    for &d in distances {
        let mut corners = Vec::new();
        // Along the sides of a frame around the point: below, above, right, left.
        for slide in [0.5, 0.25, 0.75, 0.0, 1.0] {
            let (left, level) = (x - w * slide, y - h * slide);
            corners.extend([(left, y + d), (left, y - d - h), (x + d, level), (x - d - w, level)]);
        }
        for (across, along) in [(0.75, 0.75), (1.0, 0.4), (0.4, 1.0), (1.0, 0.7), (0.7, 1.0)] {
            let (across, along) = (d * across, d * along);
            for left in [x + across, x - across - w] {
                corners.extend([(left, y + along), (left, y - along - h)]);
            }
        }
        let far = (d - distances[0]) * dear;
        let cost = |order: usize| far + order as f32 * dear * 0.5;
        found.extend(corners.into_iter().enumerate().map(|(order, (x, y))| (Rect { x, y, w, h }, cost(order))));
    }
    found
}

/// What it costs that a rectangle covers part of another, or comes too close to it.
fn covered(rect: Rect, other: Rect) -> f32 {
    let shared = rect.grown(1.5).overlap(other);
    if shared > 0.0 { COVERED + shared * 20.0 } else { 0.0 }
}

/// Chooses an option for each, so that they overlap neither each other nor what is fixed, and stay near; and near to where
/// they stood, if they did.
fn settle(scene: &Scene, wishes: &[LabelWish], fixed: &[Rect], segments: &[(Point, Point)]) -> Vec<Rect> {
    let frame = Rect { x: 0.0, y: 0.0, w: scene.size.0, h: scene.size.1 }.grown(-6.0);
    let costs: Vec<Vec<f32>> = wishes.iter().map(|wish| wish.costs(frame, fixed, segments)).collect();
    let mut placing = Placing { wishes, costs, chosen: vec![None; wishes.len()] };
    placing.settle();
    for index in 0..wishes.len() {
        if placing.collides(index) {
            placing.push_aside(index);
        }
    }
    let rect =
        |(wish, chosen): (&LabelWish, Option<usize>)| chosen.map_or(Rect::default(), |option| wish.options[option].0);
    wishes.iter().zip(placing.chosen).map(rect).collect()
}

/// The choice of an option for each wish.
struct Placing<'a> {
    wishes: &'a [LabelWish],
    /// What each option costs, whatever the others choose.
    costs: Vec<Vec<f32>>,
    chosen: Vec<Option<usize>>,
}

impl Placing<'_> {
    /// Chooses the best option of each, given the others, until nothing moves any more. Those with the least room come
    /// first.
    fn settle(&mut self) {
        let room = |index: &usize| self.costs[*index].iter().filter(|cost| **cost < COVERED).count();
        let mut order: Vec<usize> = (0..self.wishes.len()).collect();
        order.sort_by_key(room);
        for _ in 0..ROUNDS {
            let before = self.chosen.clone();
            for &index in &order {
                self.chosen[index] = self.best(index);
            }
            if self.chosen == before {
                break;
            }
        }
    }

    fn rect(&self, index: usize) -> Option<Rect> {
        self.chosen[index].map(|option| self.wishes[index].options[option].0)
    }

    /// Where the others are that are near one.
    fn near(&self, index: usize) -> Vec<Rect> {
        let others = (0..self.wishes.len()).filter(|&other| other != index).filter_map(|other| self.rect(other));
        others.filter(|rect| distance(rect.centre(), self.wishes[index].at) < 600.0).collect()
    }

    /// The best option of one, given what the others have chosen.
    fn best(&self, index: usize) -> Option<usize> {
        let near = self.near(index);
        let mut found: Option<(usize, f32)> = None;
        for (option, own) in self.costs[index].iter().enumerate() {
            // Neighbours only add to the cost.
            if found.is_some_and(|(_, least)| *own >= least) {
                continue;
            }
            let rect = self.wishes[index].options[option].0;
            let cost = own + near.iter().map(|other| covered(rect, *other)).sum::<f32>();
            if found.is_none_or(|(_, least)| cost < least) {
                found = Some((option, cost));
            }
        }
        found.map(|(option, _)| option)
    }

    /// What the choice of one costs.
    fn cost(&self, index: usize) -> f32 {
        let (Some(option), Some(rect)) = (self.chosen[index], self.rect(index)) else { return 0.0 };
        self.costs[index][option] + self.near(index).iter().map(|other| covered(rect, *other)).sum::<f32>()
    }

    /// Whether one covers something, although it need not.
    fn collides(&self, index: usize) -> bool {
        self.cost(index) >= COVERED && self.costs[index].iter().any(|cost| *cost < COVERED)
    }

    /// Lets one have its way, and the others give way to it, if that is better for all together.
    fn push_aside(&mut self, index: usize) {
        let total = |placing: &Placing<'_>| (0..placing.wishes.len()).map(|index| placing.cost(index)).sum::<f32>();
        let mut options: Vec<usize> = (0..self.costs[index].len()).collect();
        options.retain(|option| self.costs[index][*option] < COVERED);
        options.sort_by(|a, b| self.costs[index][*a].total_cmp(&self.costs[index][*b]));
        let (before, least) = (self.chosen.clone(), total(self));
        for option in options.into_iter().take(PUSHES) {
            self.chosen[index] = Some(option);
            let rect = self.wishes[index].options[option].0;
            let pushed = |other: &usize| *other != index && self.rect(*other).is_some_and(|it| covered(rect, it) > 0.0);
            let pushed: Vec<usize> = (0..self.wishes.len()).filter(pushed).collect();
            pushed.iter().for_each(|other| self.chosen[*other] = None);
            pushed.iter().for_each(|other| self.chosen[*other] = self.best(*other));
            if total(self) < least {
                return;
            }
            self.chosen.clone_from(&before);
        }
    }
}

impl LabelWish {
    /// What each option costs, whatever the others choose: the nearest options, until enough of them cover nothing.
    fn costs(&self, frame: Rect, fixed: &[Rect], segments: &[(Point, Point)]) -> Vec<f32> {
        let Some(all) = self.options.iter().map(|(rect, _)| *rect).reduce(Rect::with) else { return Vec::new() };
        let fixed: Vec<Rect> = fixed.iter().copied().filter(|other| all.grown(2.0).overlap(*other) > 0.0).collect();
        let segments: Vec<(Point, Point)> =
            segments.iter().copied().filter(|(a, b)| all.overlap(Rect::between(*a, *b)) > 0.0).collect();
        let cost = |(rect, own): &(Rect, f32)| {
            let hidden: f32 = fixed.iter().map(|other| covered(*rect, *other)).sum();
            let crossed: f32 = segments.iter().map(|segment| rect.crossed_by(*segment)).sum();
            let moved = self.stood.map_or(0.0, |stood| distance(stood, rect.centre()).min(100.0) * 2.0);
            own + hidden + crossed * 2.0 + rect.outside(frame) * 50.0 + self.tied(*rect, &fixed) + moved
        };
        let mut free = 0;
        let enough = |cost: &f32| {
            free += usize::from(*cost < COVERED);
            free <= ENOUGH
        };
        self.options.iter().map(cost).take_while(enough).collect()
    }

    /// What it costs that the line from the point to a rectangle that stands away from it crosses something else.
    fn tied(&self, rect: Rect, fixed: &[Rect]) -> f32 {
        let line = (self.at, rect.nearest(self.at));
        if distance(line.0, line.1) <= NODE + 14.0 {
            return 0.0;
        }
        let others = fixed.iter().filter(|other| !other.contains(self.at));
        others.map(|other| other.crossed_by(line)).sum::<f32>() * 2.0
    }
}
