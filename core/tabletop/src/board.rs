//! The board: places, and which lies beyond which.

use crate::facts::FactsOfThing;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};
use wilderness_engine::Word;

/// The shape of a board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shape {
    /// Squares in rows and columns, each with up to eight others around it.
    Squares,
    /// Hexes in rows, every second of which is shifted to the right by half a hex.
    Hexes,
    /// Places anywhere, joined by links.
    Places,
}

/// The ways from a square.
const OF_SQUARES: [(&str, i32, i32); 8] =
    [("n", 0, -1), ("ne", 1, -1), ("e", 1, 0), ("se", 1, 1), ("s", 0, 1), ("sw", -1, 1), ("w", -1, 0), ("nw", -1, -1)];

/// The ways from a hex. In a shifted row, the columns of the rows above and below are one more.
const OF_HEXES: [(&str, i32, i32); 6] =
    [("ne", 0, -1), ("e", 1, 0), ("se", 0, 1), ("sw", -1, 1), ("w", -1, 0), ("nw", -1, -1)];

impl Shape {
    /// All shapes, as `game.toml` names them.
    pub const NAMES: [(&'static str, Shape); 3] =
        [("squares", Shape::Squares), ("hexes", Shape::Hexes), ("places", Shape::Places)];

    /// The names of the ways that lead from a place.
    pub fn ways(self) -> Vec<&'static str> {
        self.offsets().iter().map(|(name, ..)| *name).collect()
    }

    fn offsets(self) -> &'static [(&'static str, i32, i32)] {
        match self {
            Shape::Squares => &OF_SQUARES,
            Shape::Hexes => &OF_HEXES,
            Shape::Places => &[],
        }
    }

    /// Where a way leads from a column and row.
    fn beyond(self, (column, row): (i32, i32), (_, right, down): (&str, i32, i32)) -> (i32, i32) {
        let shift = i32::from(self == Shape::Hexes && down != 0 && row % 2 == 0);
        (column + right + shift, row + down)
    }
}

/// A place, as scripts hold it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Place {
    /// Its number on the board.
    pub index: u16,
    /// Its id.
    pub id: Word,
    /// Its name.
    pub name: Word,
}

impl std::fmt::Display for Place {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.name.fmt(f)
    }
}

/// What is known of a place.
#[derive(Clone, PartialEq, Debug)]
pub struct PlaceFacts {
    /// The place.
    pub place: Place,
    /// Its column and row on a map, from 1; or where it is drawn.
    pub at: (i32, i32),
    /// Its facts.
    pub facts: FactsOfThing,
    /// The places next to it, in the order of the ways or links.
    pub near: Vec<Place>,
    /// The kinds of the links to the places next to it, in the same order; nothing on a map.
    pub links: Vec<Word>,
    /// The place to which each way of the board leads.
    beyond: Vec<Option<Place>>,
}

/// A place before its board is made.
pub struct NewPlace {
    /// Its id.
    pub id: Word,
    /// Its name.
    pub name: Word,
    /// Its column and row on a map, from 1; or where it is drawn.
    pub at: (i32, i32),
    /// Its facts.
    pub facts: FactsOfThing,
}

/// The board.
#[derive(Clone, PartialEq, Debug)]
pub struct BoardMap {
    /// Its shape.
    pub shape: Shape,
    /// The places, in their order.
    pub places: Vec<PlaceFacts>,
}

impl BoardMap {
    /// The board of a shape with these places.
    pub fn new(shape: Shape, places: Vec<NewPlace>) -> BoardMap {
        let ids = places.iter().zip(0..).map(|(place, index)| Place { index, id: place.id, name: place.name });
        let cells: BTreeMap<(i32, i32), Place> = places.iter().map(|place| place.at).zip(ids.clone()).collect();
        let facts = |(new, place): (&NewPlace, Place)| {
            let offsets = shape.offsets().iter();
            let beyond: Vec<Option<Place>> =
                offsets.map(|way| cells.get(&shape.beyond(new.at, *way)).copied()).collect();
            PlaceFacts {
                place,
                at: new.at,
                facts: new.facts.clone(),
                near: beyond.iter().copied().flatten().collect(),
                links: Vec::new(),
                beyond,
            }
        };
        BoardMap { shape, places: places.iter().zip(ids).map(facts).collect() }
    }

    /// Joins two places by a link of a kind, which leads both ways. They are joined once.
    pub fn link(&mut self, one: usize, other: usize, kind: Word) {
        for (from, to) in [(one, other), (other, one)] {
            let place = self.places[to].place;
            if !self.places[from].near.contains(&place) {
                self.places[from].near.push(place);
                self.places[from].links.push(kind);
            }
        }
    }

    /// The kind of the link between two places, if there is one.
    pub fn link_between(&self, one: Place, other: Place) -> Option<Word> {
        let facts = self.facts(one)?;
        let index = facts.near.iter().position(|near| *near == other)?;
        facts.links.get(index).copied()
    }

    /// How many steps lead from a place to each place: nothing where none do, or only more than `most`.
    pub fn steps_from(&self, place: Place, most: u32) -> Vec<Option<u32>> {
        let mut steps = vec![None; self.places.len()];
        steps[usize::from(place.index)] = Some(0);
        let mut edge = vec![place];
        for step in 1..=most {
            let near = edge.iter().flat_map(|from| &self.places[usize::from(from.index)].near);
            let mut next = Vec::new();
            for to in near {
                let known = &mut steps[usize::from(to.index)];
                if known.is_none() {
                    *known = Some(step);
                    next.push(*to);
                }
            }
            if next.is_empty() {
                break;
            }
            edge = next;
        }
        steps
    }

    /// The places that can be reached from a place with this many points, in their order. `left` says how many are left
    /// after a step from a place to the next one: less than 0 if it cannot be taken.
    ///
    /// # Errors
    /// Those of `left`.
    pub fn reach<E>(
        &self,
        start: Place,
        points: i64,
        mut left: impl FnMut(Place, Place, i64) -> Result<i64, E>,
    ) -> Result<Vec<Place>, E> {
        let mut most = vec![None; self.places.len()];
        let mut open = BinaryHeap::from([(points, Reverse(start.index))]);
        while let Some((rest, Reverse(index))) = open.pop() {
            let from = &self.places[usize::from(index)];
            if index != start.index && most[usize::from(index)] != Some(rest) {
                continue;
            }
            for to in from.near.iter().filter(|to| **to != start) {
                let then = left(from.place, *to, rest)?.min(rest);
                let known = &mut most[usize::from(to.index)];
                if then >= 0 && known.is_none_or(|known| known < then) {
                    *known = Some(then);
                    if then > 0 {
                        open.push((then, Reverse(to.index)));
                    }
                }
            }
        }
        let reached = self.places.iter().zip(most).filter(|(_, most)| most.is_some());
        Ok(reached.map(|(facts, _)| facts.place).collect())
    }

    /// The place with an id.
    pub fn named(&self, id: &str) -> Option<Place> {
        self.places.iter().map(|facts| facts.place).find(|place| place.id.as_str() == id)
    }

    /// What is known of a place.
    pub fn facts(&self, place: Place) -> Option<&PlaceFacts> {
        self.places.get(usize::from(place.index)).filter(|facts| facts.place == place)
    }

    /// Where a way leads from a place: nothing off the board; an error if there is no such way.
    ///
    /// # Errors
    /// The ways that there are.
    pub fn beyond(&self, place: Place, way: &str) -> Result<Option<Place>, String> {
        let offsets = self.shape.offsets();
        let Some(index) = offsets.iter().position(|(name, ..)| *name == way) else {
            let all = self.shape.ways().join(", ");
            return Err(match offsets {
                [] => "a board of places has links, and no ways: use `near`".into(),
                _ => format!("there is no way `{way}` on this board: the ways are {all}"),
            });
        };
        Ok(self.facts(place).and_then(|facts| facts.beyond[index]))
    }
}
