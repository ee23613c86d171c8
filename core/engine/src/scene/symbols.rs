//! What the board of a game is made of: its terrain, works, features, ways and hexsides, as a table that the game supplies
//! with the [`Scene`](super::Scene). A renderer looks up how an id is drawn, and knows shapes only.

mod colour;
mod file;

pub(crate) use colour::Colour;
pub use file::SymbolsFile;

use super::Sample;
use crate::side::MOST_SIDES;
use crate::word::Word;
use serde::Deserialize;

/// The symbols of a game. Where the order matters, it is that of these lists: the legend explains the symbols in it, the
/// first work of a place stands for all of them in a small map, and terrain lies over the terrain after it.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Symbols {
    /// The colour of the board where nothing else is.
    pub backdrop: String,
    /// The terrain far from all places of a map.
    pub wilds: Option<Word>,
    /// What regions are made of.
    pub surfaces: Vec<Symbol<Surface>>,
    /// The grounds of places.
    pub terrain: Vec<Symbol<Soil>>,
    /// What is built.
    pub works: Vec<Symbol<Emblem>>,
    /// What else is in a place.
    pub features: Vec<Symbol<Emblem>>,
    /// How places are connected.
    pub ways: Vec<Symbol<Stroke>>,
    /// What lies on the sides of hexes.
    pub hexsides: Vec<Symbol<Stroke>>,
    /// What the conditions of pieces are called.
    pub conditions: Conditions,
    /// The colours of the sides; of those that have none, the usual ones.
    pub sides: Vec<SideColours>,
}

/// The colours of a side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SideColours {
    /// That of its counters.
    pub dark: Word,
    /// That of what is reduced, inside, or its land.
    pub pale: Word,
}

impl SideColours {
    /// The colours of a side, by its number, that the table of a game does not have.
    pub fn usual(side: usize) -> SideColours {
        USUAL[side % USUAL.len()]
    }

    const fn of(dark: &'static str, pale: &'static str) -> SideColours {
        SideColours { dark: Word::of(dark), pale: Word::of(pale) }
    }
}

/// The colours of sides that the table of a game does not have. People who cannot tell red from green can tell them
/// apart: they differ in lightness too.
const USUAL: [SideColours; MOST_SIDES] = [
    SideColours::of("#1d4f91", "#cfe0f5"),
    SideColours::of("#b3261e", "#f8d5cc"),
    SideColours::of("#b37400", "#f9e3b4"),
    SideColours::of("#00796b", "#cdebe5"),
    SideColours::of("#5e2a84", "#e3d5f0"),
    SideColours::of("#2b2b2b", "#dcdcdc"),
    SideColours::of("#c4588f", "#f7d9e8"),
];

/// How bright a colour is on which white cannot be read, of 255.
const LIGHT: f32 = 170.0;

impl Symbols {
    /// The dark colour of a side.
    pub fn dark(&self, side: usize) -> &'static str {
        self.colours(side).dark.as_str()
    }

    /// The pale colour of a side.
    pub fn pale(&self, side: usize) -> &'static str {
        self.colours(side).pale.as_str()
    }

    /// Whether what stands on the dark colour of a side is dark itself, since that colour is light.
    pub fn is_light(&self, side: usize) -> bool {
        let part =
            |from: usize| self.dark(side).get(from..from + 2).and_then(|digits| u8::from_str_radix(digits, 16).ok());
        let [red, green, blue] = [1, 3, 5].map(|from| f32::from(part(from).unwrap_or_default()));
        0.299 * red + 0.587 * green + 0.114 * blue > LIGHT
    }

    fn colours(&self, side: usize) -> SideColours {
        self.sides.get(side).copied().unwrap_or(SideColours::usual(side))
    }
}

/// An entry of the table.
#[derive(Clone, PartialEq, Debug)]
pub struct Symbol<S> {
    /// The id by which a scene refers to it.
    pub id: Word,
    /// What the legend calls it; empty if the legend does not explain it.
    pub label: String,
    /// What the key of a map in the terminal calls it, in a word or two; empty if the key does not explain it.
    pub key: String,
    /// The letter that stands for it in a map in the terminal; none if such a map does not show it.
    pub glyph: Option<char>,
    /// How a picture draws it.
    pub shape: S,
}

/// How a region is drawn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Surface {
    /// Its colour.
    pub colour: String,
    /// Whether nothing grows there.
    pub bare: bool,
}

/// How terrain is drawn: the point of a map with the country around it, or a hex.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Soil {
    /// The shape of a point of a map.
    pub figure: Figure,
    /// The colour of a hex, of the country around a point, and in the legend.
    pub colour: String,
    /// Whether the country around a point has its colour.
    pub spreads: bool,
    /// What is strewn over it, and how many of them stand in a hex.
    pub strewn: Option<(Motif, usize)>,
}

/// How a work or feature is drawn at its place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Emblem {
    /// Its shape.
    pub figure: Figure,
    /// How it is filled.
    pub fill: Paint,
    /// What its edge looks like.
    pub edge: Paint,
    /// Whether its edge is broken.
    pub broken: bool,
}

/// How a way or hexside is drawn.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Stroke {
    /// Its colour.
    pub colour: String,
    /// Its width, in the units of the scene.
    pub width: f32,
    /// The lengths of dashes and of the gaps between them.
    pub dashes: Option<(f32, f32)>,
    /// Whether its ends, and those of its dashes, are round.
    pub round: bool,
    /// The colour of its inner half, if it has another.
    pub inner: Option<String>,
    /// How far a way winds: the largest distance from a straight line, as a part of its length.
    pub bend: f32,
    /// Whether a map in the terminal shows it faintly.
    pub faint: bool,
}

/// The shapes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Figure {
    /// A circle.
    Circle,
    /// A square with rounded corners.
    Square,
    /// A triangle that stands on a side.
    Triangle,
    /// A square that stands on a corner.
    Diamond,
    /// A star with eight points.
    Star,
    /// A square with a point at each corner.
    Bastions,
    /// A small tent.
    Tent,
    /// A ring around the place, under everything else.
    Ring,
}

/// A colour that may depend on a side.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Paint {
    /// None: what lies below is seen.
    Clear,
    /// That of ink.
    Ink,
    /// The dark colour of the side.
    Side,
    /// The light colour of the side.
    Pale,
    /// One that is always the same, as SVG writes it.
    Colour(String),
}

/// What is strewn over the country.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Motif {
    /// A tree.
    Tree,
    /// A hill.
    Hill,
}

/// What is shown of pieces, in the words of keys and legends; what has no word there is not shown.
#[derive(Clone, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Conditions {
    /// The number on the counter of a unit: `combat factor`.
    pub factor: String,
    /// A piece that leads units: `leader`.
    pub leader: String,
    /// A unit that is at reduced strength: `disordered`.
    pub reduced: String,
    /// A stack inside a fortification: `inside the works`.
    pub inside: String,
    /// A stack with which something is the matter: `cut off`.
    pub troubled: String,
}

impl<S> Symbol<S> {
    /// A symbol that the key of a map in the terminal calls as the legend does.
    pub fn new(id: Word, label: &str, glyph: impl Into<Option<char>>, shape: S) -> Symbol<S> {
        Symbol { id, label: label.into(), key: label.into(), glyph: glyph.into(), shape }
    }

    /// The same with another word in the key of a map in the terminal.
    #[must_use]
    pub fn keyed(self, key: &str) -> Symbol<S> {
        Symbol { key: key.into(), ..self }
    }

    /// The same, which the legend does not explain.
    #[must_use]
    pub fn unexplained(self) -> Symbol<S> {
        Symbol { label: String::new(), ..self }
    }
}

/// The entry of a table with an id; none if the table has no such entry.
pub fn symbol<S>(table: &[Symbol<S>], id: Word) -> Option<&Symbol<S>> {
    table.iter().find(|symbol| symbol.id == id)
}

impl Symbols {
    /// The rows of the legend that explain the terrain, ways, hexsides, works and features.
    pub fn legend(&self) -> Vec<(Sample, String)> {
        let mut rows = Vec::new();
        explain(&self.terrain, Sample::Terrain, &mut rows);
        explain(&self.ways, Sample::Way, &mut rows);
        explain(&self.hexsides, Sample::Hexside, &mut rows);
        explain(&self.works, Sample::Work, &mut rows);
        explain(&self.features, Sample::Feature, &mut rows);
        rows
    }
}

/// Adds the symbols of a table that have a label to the rows of a legend.
fn explain<S>(table: &[Symbol<S>], sample: fn(Word) -> Sample, rows: &mut Vec<(Sample, String)>) {
    let labelled = table.iter().filter(|symbol| !symbol.label.is_empty());
    rows.extend(labelled.map(|symbol| (sample(symbol.id), symbol.label.clone())));
}
