//! Fields of movement: where a piece can go, by which way, and what it costs.

use crate::grid::Grid;
use crate::hex::{Direction, Hex};
use crate::set::HexSet;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// What each step of a field costs, for one kind of mover, the hex and the hexside together.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StepCosts(Vec<[Option<u8>; 6]>);

impl StepCosts {
    /// The costs of a field, from what the game says of the step from one hex to a neighbour; nothing if it is prohibited.
    pub fn new(grid: &Grid, cost: impl Fn(Hex, Hex) -> Option<u8>) -> StepCosts {
        let mut costs = StepCosts(vec![[None; 6]; Hex::PLACES]);
        for hex in grid.hexes() {
            let step = |to: Direction| grid.next(hex, to).and_then(|to| cost(hex, to));
            costs.0[hex.index()] = Direction::ALL.map(step);
        }
        costs
    }

    /// What the step from a hex in a direction costs; nothing if it is prohibited, or leaves the field.
    #[inline]
    pub fn towards(&self, from: Hex, direction: Direction) -> Option<u8> {
        self.0[from.index()][direction as usize]
    }

    /// What the step from a hex to a neighbour costs; nothing if it is prohibited, or no step.
    #[inline]
    pub fn cost(&self, grid: &Grid, from: Hex, to: Hex) -> Option<u8> {
        self.0[from.index()][grid.side(from, to)?]
    }

    /// The steps from a hex that are not prohibited, each with what it costs.
    #[inline]
    pub fn steps<'a>(&'a self, grid: &'a Grid, from: Hex) -> impl Iterator<Item = (Hex, u8)> + 'a {
        grid.around(from).iter().zip(&self.0[from.index()]).filter_map(|(to, cost)| (*to).zip(*cost))
    }
}

/// How the pieces of a game move.
pub trait Movement {
    /// A piece on its way: where it is, and all that decides where it can go on to.
    type Walk: Copy;

    /// Where it is.
    fn at(&self, walk: &Self::Walk) -> Hex;

    /// What it has spent so far. No step makes it less.
    fn spent(&self, walk: &Self::Walk) -> u32;

    /// The walk after a step to the neighbour in a direction; nothing if it is not allowed.
    fn step(&self, walk: &Self::Walk, direction: Direction, to: Hex) -> Option<Self::Walk>;

    /// Whether it must stop where it is, so that no step is asked for.
    fn stops(&self, walk: &Self::Walk) -> bool;
}

/// The hexes that a piece can reach, the starts first, each with the walk that led there.
#[derive(Clone, Debug)]
pub struct Reached<W> {
    /// The walks, each with the place of the one before it; a start has its own.
    walks: Vec<(W, usize)>,
}

impl<W: Copy> Reached<W> {
    /// Every hex by its cheapest walk, from the first of the starts that allows it.
    pub fn cheapest<M: Movement<Walk = W>>(
        grid: &Grid,
        movement: &M,
        starts: impl IntoIterator<Item = W>,
    ) -> Reached<W> {
        let mut reached = Reached { walks: Vec::new() };
        let mut settled = HexSet::EMPTY;
        // What may still be followed, with the place of the walk before it.
        let mut found: Vec<(W, Option<usize>)> = starts.into_iter().map(|walk| (walk, None)).collect();
        let open = |(place, (walk, _)): (usize, &(W, Option<usize>))| Reverse((movement.spent(walk), place));
        let mut open: BinaryHeap<Reverse<(u32, usize)>> = found.iter().enumerate().map(open).collect();
        while let Some(Reverse((_, place))) = open.pop() {
            let (walk, before) = found[place];
            let at = movement.at(&walk);
            if settled.contains(at) {
                continue;
            }
            settled.insert(at);
            let here = reached.walks.len();
            reached.walks.push((walk, before.unwrap_or(here)));
            if movement.stops(&walk) {
                continue;
            }
            for (direction, to) in grid.ways(at).filter(|(_, to)| !settled.contains(*to)) {
                if let Some(next) = movement.step(&walk, direction, to) {
                    open.push(Reverse((movement.spent(&next), found.len())));
                    found.push((next, Some(here)));
                }
            }
        }
        reached
    }

    /// Every hex by the first walk that is found, where walks that have spent less go on before others: quicker than the
    /// cheapest, which costs less where a short way is dear.
    pub fn first<M: Movement<Walk = W>>(grid: &Grid, movement: &M, start: W) -> Reached<W> {
        let mut reached = Reached { walks: vec![(start, 0)] };
        let mut known = HexSet::EMPTY;
        known.insert(movement.at(&start));
        let mut open = BinaryHeap::from([Reverse((movement.spent(&start), 0))]);
        while let Some(Reverse((_, here))) = open.pop() {
            let walk = reached.walks[here].0;
            if movement.stops(&walk) {
                continue;
            }
            for (direction, to) in grid.ways(movement.at(&walk)) {
                if known.contains(to) {
                    continue;
                }
                let Some(next) = movement.step(&walk, direction, to) else { continue };
                known.insert(to);
                open.push(Reverse((movement.spent(&next), reached.walks.len())));
                reached.walks.push((next, here));
            }
        }
        reached
    }

    /// The walks, in the order in which they were found.
    pub fn walks(&self) -> impl ExactSizeIterator<Item = &W> {
        self.walks.iter().map(|(walk, _)| walk)
    }

    /// The walks from a start to the one in a place, the start left out.
    ///
    /// # Panics
    /// If no walk is in that place.
    pub fn way(&self, mut place: usize) -> Vec<W> {
        let mut way = Vec::new();
        while self.walks[place].1 != place {
            way.push(self.walks[place].0);
            place = self.walks[place].1;
        }
        way.reverse();
        way
    }
}
