//! A board as data: what a picture, a map in the terminal and a page draw. A game builds a [`Scene`] from a view, so a
//! scene shows no more than the view does. Sides are numbered as in the game, from 0.

mod symbols;

pub(crate) use symbols::Colour;
pub use symbols::{
    Conditions, Emblem, Figure, Motif, Paint, SideColours, Soil, Stroke, Surface, Symbol, Symbols, SymbolsFile, symbol,
};

use crate::word::Word;
use serde::Serialize;
use std::sync::Arc;

/// A board with everything that lies on it.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct Scene {
    /// What the board is made of, and how it is drawn.
    #[serde(skip)]
    pub symbols: Arc<Symbols>,
    /// What is being played.
    pub title: String,
    /// When it is, and how the game stands.
    pub caption: String,
    /// What applies to the whole board: how much of it is reconstructed, for example.
    pub remarks: Vec<String>,
    /// The names of the sides.
    pub sides: Vec<String>,
    /// Width and height, in the units of all coordinates. The origin is the top left corner.
    pub size: (f32, f32),
    /// The country under the places, from bottom to top.
    pub country: Vec<Region>,
    /// The places, by their numbers.
    pub places: Vec<Place>,
    /// The connections between places.
    pub links: Vec<Link>,
    /// What lies on the sides of hexes.
    pub hexsides: Vec<Hexside>,
    /// The pieces, by place and side.
    pub stacks: Vec<Stack>,
    /// Markers on places.
    pub markers: Vec<Marker>,
    /// Tracks and boxes beside the board.
    pub tracks: Vec<Track>,
    /// The choices of the open question that stand for places.
    pub highlights: Vec<Highlight>,
    /// Movements to be seen.
    pub arrows: Vec<Arrow>,
    /// Sets of places to be seen, such as a side's supply.
    pub layers: Vec<Layer>,
    /// Parts of the board to be looked at one at a time.
    pub theatres: Vec<Theatre>,
    /// What the letters and colours mean, in the order of the legend.
    pub legend: Vec<(Sample, String)>,
}

/// A part of the country: an area, or a line of some width.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Region {
    /// The id of what it is made of, among the surfaces.
    pub ground: Word,
    /// Its name, with the point at the centre of the label; none if it has no label.
    pub name: Option<(String, (f32, f32))>,
    /// The points of its outline, which is smooth.
    pub outline: Vec<(f32, f32)>,
}

/// What a place looks like.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Shape {
    /// A point on a map.
    Point,
    /// A hex with a flat top, by the distance from its centre to a corner.
    Hex(f32),
    /// A hex with a corner at its top, likewise.
    Upright(f32),
    /// A square, by the distance from its centre to a side.
    Square(f32),
}

impl Shape {
    /// The distance from the centre of a cell to a corner, or to the side of a square; nothing for a point.
    pub fn size(self) -> Option<f32> {
        match self {
            Shape::Point => None,
            Shape::Hex(size) | Shape::Upright(size) | Shape::Square(size) => Some(size),
        }
    }

    /// The corners of a cell around a point, clockwise from the upper left, smaller by some length; none for a point.
    pub fn corners(self, (x, y): (f32, f32), less: f32) -> Vec<(f32, f32)> {
        let size = self.size().unwrap_or_default() - less;
        let (half, high) = (size / 2.0, size * 0.866);
        let around: &[(f32, f32)] = match self {
            Shape::Point => &[],
            Shape::Hex(_) => &[(-half, -high), (half, -high), (size, 0.0), (half, high), (-half, high), (-size, 0.0)],
            Shape::Upright(_) => {
                &[(-high, -half), (0.0, -size), (high, -half), (high, half), (0.0, size), (-high, half)]
            }
            Shape::Square(_) => &[(-size, -size), (size, -size), (size, size), (-size, size)],
        };
        around.iter().map(|(right, down)| (x + right, y + down)).collect()
    }
}

/// A space or hex.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Place {
    /// The id used in files and answers.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Its centre.
    pub at: (f32, f32),
    /// What it looks like.
    pub shape: Shape,
    /// The id of its ground.
    pub terrain: Word,
    /// The side that holds it, or to which it belongs by origin.
    pub side: Option<usize>,
    /// What is built there.
    pub works: Vec<Work>,
    /// The ids of what else is there.
    pub features: Vec<Word>,
}

/// Something that is built on a place.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Work {
    /// The id of what it is.
    pub kind: Word,
    /// Whose it is.
    pub side: usize,
    /// What it is called.
    pub name: String,
}

/// A connection.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Link {
    /// The number of a place.
    pub from: usize,
    /// The number of the other.
    pub to: usize,
    /// The id of how they are connected.
    pub way: Word,
    /// Whether it leads in one direction only.
    pub one_way: bool,
}

/// Something on a side of a hex.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Hexside {
    /// The number of the hex that owns it.
    pub place: usize,
    /// The side: 0 is the north, and so on clockwise.
    pub direction: usize,
    /// The id of what it is.
    pub kind: Word,
}

/// Pieces of a side that stand together.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Stack {
    /// The number of the place.
    pub place: usize,
    /// The side.
    pub side: usize,
    /// The leaders, the highest first.
    pub leaders: Vec<Leader>,
    /// The units, by kind.
    pub units: Vec<Group>,
    /// The combat strength of all units.
    pub strength: u32,
    /// What is the matter with it: `besieged`, `out of supply`, `routed`.
    pub states: Vec<String>,
    /// Whether it stands inside a fortification.
    pub inside: bool,
    /// Whether an arrow of the scene ends at it.
    pub moved: bool,
}

impl Stack {
    /// Whether its units have a strength, which some games do not know.
    pub fn has_strength(&self) -> bool {
        self.strength > 0 || self.units.iter().any(|group| group.factor.is_some())
    }

    /// What stands on the only unit of the stack, if that is a disc.
    pub fn disc(&self) -> Option<&str> {
        match &self.units[..] {
            [Group { count: 1, disc: Some(text), .. }] if self.leaders.is_empty() => Some(text),
            _ => None,
        }
    }

    /// Its units in short: their strength; or the letters of their kinds if these have no strength.
    pub fn summary(&self) -> String {
        let letters = |group: &Group| group.kind.repeat(group.count.min(3) as usize);
        match (self.units.is_empty(), self.has_strength()) {
            (true, _) => String::new(),
            (false, true) => self.strength.to_string(),
            (false, false) => self.units.iter().map(letters).collect(),
        }
    }
}

impl Scene {
    /// The disc that lies in a place, with what stands on it, if nothing else is there.
    pub fn disc_in(&self, place: usize) -> Option<(&Stack, &str)> {
        let mut here = self.stacks.iter().filter(|stack| stack.place == place);
        let stack = here.next().filter(|_| here.next().is_none())?;
        Some((stack, stack.disc()?))
    }
}

/// A leader.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Leader {
    /// The name.
    pub name: String,
    /// The ratings, as on the counter.
    pub ratings: String,
}

/// Units of a kind.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Group {
    /// The letters of the kind, as the legend explains them; or of a unit that has its own group.
    pub kind: String,
    /// How many there are.
    pub count: u32,
    /// How many of them are at reduced strength.
    pub reduced: u32,
    /// The combat factors of its units together, in games that print them on counters.
    pub factor: Option<u32>,
    /// The names of the units.
    pub names: Vec<String>,
    /// What stands on it, if it is a disc that lies in its place when it is alone there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub disc: Option<String>,
}

/// A marker on a place.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Marker {
    /// The number of the place.
    pub place: usize,
    /// The side that placed it, if it belongs to one.
    pub side: Option<usize>,
    /// What it says, in a word or two.
    pub text: String,
}

/// A track or box beside the board.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Track {
    /// Its name.
    pub name: String,
    /// What it shows, in words.
    pub text: String,
    /// Where the marker stands between two numbers, if it is a track.
    pub scale: Option<(i32, i32, i32)>,
}

/// A choice of the open question that stands for a place.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Highlight {
    /// The number of the place.
    pub place: usize,
    /// The numbers of the choices in the menu.
    pub numbers: Vec<usize>,
}

/// A movement.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Arrow {
    /// The numbers of the places from its beginning to its end: two or more.
    pub path: Vec<usize>,
    /// The side that moved.
    pub side: usize,
}

/// A set of places to be seen.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Layer {
    /// What the places have in common.
    pub name: String,
    /// The side whose colour it has, if it has one.
    pub side: Option<usize>,
    /// The numbers of the places, each with a few words if there is something to say.
    pub places: Vec<(usize, String)>,
}

/// A part of the board.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Theatre {
    /// The word by which a player asks for it.
    pub word: String,
    /// Its name.
    pub name: String,
    /// The numbers of its places.
    pub places: Vec<usize>,
}

/// A sample in the legend, by the id of the symbol.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Sample {
    /// A ground.
    Terrain(Word),
    /// A connection.
    Way(Word),
    /// A side of a hex.
    Hexside(Word),
    /// A work.
    Work(Word),
    /// A feature.
    Feature(Word),
    /// A kind of unit, by its letters.
    Units(String),
}

impl Scene {
    /// The number of the place with an id.
    pub fn find(&self, id: &str) -> Option<usize> {
        self.places.iter().position(|place| place.id == id)
    }

    /// Shows movements; the stacks at their ends have moved. Whatever is back where it began has not.
    pub fn show_moves(&mut self, moves: impl IntoIterator<Item = Arrow>) {
        for arrow in moves {
            let leads = arrow.path.len() > 1 && arrow.path.first() != arrow.path.last();
            if leads && !self.arrows.contains(&arrow) {
                self.arrows.push(arrow);
            }
        }
        for stack in &mut self.stacks {
            let ends_here = |arrow: &Arrow| arrow.side == stack.side && arrow.path.last() == Some(&stack.place);
            stack.moved = self.arrows.iter().any(ends_here);
        }
    }

    /// Marks a choice of the open question, by its number in the menu, at a place.
    pub fn mark_choice(&mut self, place: usize, number: usize) {
        match self.highlights.iter_mut().find(|highlight| highlight.place == place) {
            Some(highlight) if highlight.numbers.contains(&number) => {}
            Some(highlight) => highlight.numbers.push(number),
            None => self.highlights.push(Highlight { place, numbers: vec![number] }),
        }
    }
}
