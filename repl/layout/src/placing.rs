//! Finds room for what belongs to points: without covering anything, near, and nearest to its own point.

use crate::geometry::{Point, Rect, distance};
use crate::layout::NODE;
use crate::spot_cache::{given, spots};
use std::rc::Rc;
use wilderness_engine::scene::{Scene, Shape};

/// What it costs to cover anything.
const COVERED: f32 = 2000.0;
/// What costs as much is wrong: others are pushed aside for it.
const WRONG: f32 = 900.0;
/// The number of options of each form that cover nothing fixed, from which one is chosen.
const ENOUGH: usize = 40;
/// How many of its options are tried for what pushes others aside.
const PUSHES: usize = 40;
/// How often all that still covers something may push others aside.
const PASSES: usize = 4;
/// How often everything may move once more, given where the rest is.
const ROUNDS: usize = 10;
/// By how much another point must be farther from a rectangle than its own: in part, and in units of the scene.
const MARGIN: (f32, f32) = (1.3, 3.0);

/// What is to be placed.
pub struct PlacingWish<'a> {
    /// The point that it belongs to.
    pub at: Point,
    /// The forms that it can have: a rectangle of the size of each, and what it costs by itself.
    pub forms: Vec<(Rect, f32)>,
    /// How far from the symbol at its point it can stand, in ascending order.
    pub distances: &'a [f32],
    /// What distance costs.
    pub dear: f32,
    /// What it costs that another point is almost as near as its own.
    pub unclear: f32,
    /// What it costs that another point is as near; without limit if that may not be.
    pub astray: f32,
    /// A rectangle where the last form has room.
    pub known: Option<Rect>,
    /// Where it stood before.
    pub stood: Option<Point>,
}

/// What is there before anything is placed.
#[derive(Clone, PartialEq)]
pub struct Surroundings {
    frame: Rect,
    /// What nothing may cover.
    fixed: Vec<Rect>,
    /// What it is better not to cover.
    segments: Vec<(Point, Point)>,
    /// The places that are points.
    points: Vec<Point>,
}

/// Where something can stand.
#[derive(Clone, Copy)]
pub(crate) struct RatedSpot {
    form: usize,
    rect: Rect,
    /// What that costs, whatever the others choose.
    cost: f32,
}

impl Surroundings {
    /// What is there in a scene.
    pub fn new(scene: &Scene, fixed: Vec<Rect>, segments: Vec<(Point, Point)>) -> Surroundings {
        let frame = Rect { x: 0.0, y: 0.0, w: scene.size.0, h: scene.size.1 }.grown(-6.0);
        let points = scene.places.iter().filter(|place| place.shape == Shape::Point).map(|place| place.at).collect();
        Surroundings { frame, fixed, segments, points }
    }

    /// What of it can matter within a distance of a point.
    fn near(&self, at: Point, reach: f32) -> Surroundings {
        let all = Rect::around(at, 2.0 * reach, 2.0 * reach);
        let is_near = |(a, b): &(Point, Point)| all.overlap(Rect::between(*a, *b)) > 0.0;
        Surroundings {
            frame: self.frame,
            fixed: self.fixed.iter().copied().filter(|other| all.overlap(*other) > 0.0).collect(),
            segments: self.segments.iter().copied().filter(is_near).collect(),
            points: self.points.iter().copied().filter(|other| *other != at && all.contains(*other)).collect(),
        }
    }

    /// Where something can stand: of each form the nearest spots, until enough of them cover nothing.
    pub(crate) fn spots(&self, wish: &PlacingWish<'_>) -> Vec<RatedSpot> {
        let widest = wish.forms.iter().map(|(size, _)| size.w.max(size.h)).fold(0.0, f32::max);
        let farthest = wish.distances.last().copied().unwrap_or_default();
        let near = self.near(wish.at, NODE + 2.0 * farthest + widest);
        let mut spots = Vec::new();
        for (form, (size, own)) in wish.forms.iter().enumerate() {
            let mut free = 0;
            for (rect, far) in around(wish.at, *size, wish.distances, wish.dear) {
                if let Some(cost) = near.cost(wish, rect) {
                    free += usize::from(cost < COVERED);
                    spots.push(RatedSpot { form, rect, cost: own + far + cost });
                }
                if free == ENOUGH {
                    break;
                }
            }
        }
        if let (Some(known), Some((form, (size, own)))) = (wish.known, wish.forms.iter().enumerate().next_back()) {
            let (x, y) = known.centre();
            let rect = Rect::around((x, y), size.w, size.h);
            spots.extend(near.cost(wish, rect).map(|cost| RatedSpot { form, rect, cost: own + cost }));
        }
        spots
    }

    /// What it costs to stand in a rectangle, whatever the others choose; none if it may not.
    fn cost(&self, wish: &PlacingWish<'_>, rect: Rect) -> Option<f32> {
        let astray = match clearance(rect, wish.at, &self.points) {
            Clearance::None => wish.astray,
            Clearance::Little => wish.unclear,
            Clearance::Enough => 0.0,
        };
        if !astray.is_finite() {
            return None;
        }
        let hidden: f32 = self.fixed.iter().map(|other| covered(rect, *other)).sum();
        let crossed: f32 = self.segments.iter().map(|segment| rect.crossed_by(*segment)).sum();
        let moved = wish.stood.map_or(0.0, |stood| distance(stood, rect.centre()).min(100.0) * 2.0);
        Some(astray + hidden + crossed * 2.0 + rect.outside(self.frame) * 50.0 + self.tied(wish.at, rect) + moved)
    }

    /// What it costs that the line from a point to its rectangle, which stands away from it, crosses something else.
    fn tied(&self, at: Point, rect: Rect) -> f32 {
        let line = (at, rect.nearest(at));
        if distance(line.0, line.1) <= NODE + 14.0 {
            return 0.0;
        }
        let others = self.fixed.iter().filter(|other| !other.contains(at));
        others.map(|other| other.crossed_by(line)).sum::<f32>() * 2.0
    }
}

/// How clear it is that a rectangle belongs to a point.
enum Clearance {
    /// Another point is as near.
    None,
    /// Another point is almost as near.
    Little,
    Enough,
}

fn clearance(rect: Rect, at: Point, points: &[Point]) -> Clearance {
    let own = distance(rect.nearest(at), at);
    let others = points.iter().filter(|other| **other != at).map(|other| distance(rect.nearest(*other), *other));
    match others.fold(f32::MAX, f32::min) {
        other if other <= own => Clearance::None,
        other if other <= own * MARGIN.0 + MARGIN.1 => Clearance::Little,
        _ => Clearance::Enough,
    }
}

/// Whether a rectangle that belongs to a point is as near to another point.
pub fn is_astray(rect: Rect, at: Point, points: &[Point]) -> bool {
    matches!(clearance(rect, at, points), Clearance::None)
}

/// Where something of the size of a rectangle can stand around a point, each with its cost: what is far costs more.
fn around(
    (x, y): Point,
    Rect { w, h, .. }: Rect,
    distances: &[f32],
    dear: f32,
) -> impl Iterator<Item = (Rect, f32)> + '_ {
    distances.iter().flat_map(move |&away| {
        let d = NODE + away;
        let mut corners = Vec::with_capacity(40);
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
        let far = (away - distances[0]) * dear;
        let cost = move |order: usize| far + order as f32 * dear * 0.5;
        corners.into_iter().enumerate().map(move |(order, (x, y))| (Rect { x, y, w, h }, cost(order)))
    })
}

/// What it costs that a rectangle covers part of another, or comes too close to it.
fn covered(rect: Rect, other: Rect) -> f32 {
    let shared = rect.grown(1.5).overlap(other);
    if shared > 0.0 { COVERED + shared * 20.0 } else { 0.0 }
}

/// Chooses a form and a rectangle for each, so that they overlap neither each other nor what is fixed, and stay near; and
/// near to where they stood, if they did.
pub fn settle(surroundings: &Surroundings, wishes: &[PlacingWish<'_>]) -> Vec<(usize, Rect)> {
    given(spots(surroundings, wishes), |spots| Placing::of(spots).give())
}

/// The choice of a spot for each.
struct Placing {
    /// Where each can stand.
    spots: Vec<Rc<[RatedSpot]>>,
    /// Which others can come in the way of each.
    neighbours: Vec<Vec<usize>>,
    chosen: Vec<Option<usize>>,
}

impl Placing {
    fn of(spots: Vec<Rc<[RatedSpot]>>) -> Placing {
        let reach = |spots: &Rc<[RatedSpot]>| spots.iter().map(|spot| spot.rect).reduce(Rect::with).unwrap_or_default();
        let reaches: Vec<Rect> = spots.iter().map(reach).collect();
        let near = |(index, reach): (usize, &Rect)| {
            let others = (0..reaches.len()).filter(|other| *other != index);
            others.filter(|other| reach.grown(2.0).overlap(reaches[*other]) > 0.0).collect()
        };
        let neighbours = reaches.iter().enumerate().map(near).collect();
        Placing { chosen: vec![None; spots.len()], spots, neighbours }
    }

    /// Chooses a spot for each: its form and its rectangle.
    fn give(mut self) -> Vec<(usize, Rect)> {
        self.settle();
        let all = 0..self.spots.len();
        for _ in 0..PASSES {
            let wrong: Vec<usize> = all.clone().filter(|index| self.is_wrong(*index)).collect();
            if wrong.is_empty() {
                break;
            }
            wrong.into_iter().for_each(|index| self.push_aside(index));
        }
        all.map(|index| self.spot(index).map_or_else(Default::default, |at| (at.form, at.rect))).collect()
    }

    /// Chooses the best spot of each, given the others, until nothing moves any more. Those with the least room come
    /// first.
    fn settle(&mut self) {
        let room = |index: &usize| self.spots[*index].iter().filter(|spot| spot.cost < COVERED).count();
        let mut order: Vec<usize> = (0..self.spots.len()).collect();
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

    fn spot(&self, index: usize) -> Option<RatedSpot> {
        self.chosen[index].map(|chosen| self.spots[index][chosen])
    }

    /// What it costs that one stands in a rectangle that the others have reached.
    fn hides(&self, rect: Rect, others: impl Iterator<Item = usize>) -> f32 {
        others.filter_map(|other| self.spot(other)).map(|other| covered(rect, other.rect)).sum()
    }

    /// The best spot of one, given what the others have chosen.
    fn best(&self, index: usize) -> Option<usize> {
        let mut found: Option<(usize, f32)> = None;
        for (number, spot) in self.spots[index].iter().enumerate() {
            // Neighbours only add to the cost.
            if found.is_some_and(|(_, least)| spot.cost >= least) {
                continue;
            }
            let cost = spot.cost + self.hides(spot.rect, self.neighbours[index].iter().copied());
            if found.is_none_or(|(_, least)| cost < least) {
                found = Some((number, cost));
            }
        }
        found.map(|(number, _)| number)
    }

    /// Whether one covers something, or is astray, although it need not.
    fn is_wrong(&self, index: usize) -> bool {
        self.cost(&[index]) >= WRONG && self.spots[index].iter().any(|spot| spot.cost < WRONG)
    }

    /// What the choices of some cost, with each thing that they cover counted once.
    fn cost(&self, some: &[usize]) -> f32 {
        let cost = |(order, index): (usize, &usize)| {
            let Some(spot) = self.spot(*index) else { return 0.0 };
            let others = self.neighbours[*index].iter().copied();
            spot.cost + self.hides(spot.rect, others.filter(|other| !some[..order].contains(other)))
        };
        some.iter().enumerate().map(cost).sum()
    }

    /// Lets one have its way, and the others give way to it, if that is better for all together.
    fn push_aside(&mut self, index: usize) {
        let mut spots: Vec<usize> = (0..self.spots[index].len()).collect();
        spots.retain(|spot| self.spots[index][*spot].cost < WRONG);
        spots.sort_by(|a, b| self.spots[index][*a].cost.total_cmp(&self.spots[index][*b].cost));
        let before = self.chosen.clone();
        for spot in spots.into_iter().take(PUSHES) {
            let rect = self.spots[index][spot].rect;
            let is_pushed = |other: &usize| self.spot(*other).is_some_and(|it| covered(rect, it.rect) > 0.0);
            let mut some: Vec<usize> = self.neighbours[index].iter().copied().filter(is_pushed).collect();
            some.push(index);
            let least = self.cost(&some);
            some.iter().for_each(|other| self.chosen[*other] = None);
            self.chosen[index] = Some(spot);
            some[..some.len() - 1].iter().for_each(|other| self.chosen[*other] = self.best(*other));
            if self.cost(&some) < least {
                return;
            }
            self.chosen.clone_from(&before);
        }
    }
}
