//! What the map is made of, and how it is drawn.

use crate::components::Components;
use crate::side::Side;
use std::sync::{Arc, LazyLock};
use wilderness_engine::Word;
use wilderness_engine::scene::{
    Conditions, Emblem, Figure, Motif, Paint, SideColours, Soil, Stroke, Surface, Symbol, Symbols,
};

pub(super) const WATER: Word = Word::of("water");
pub(super) const ISLAND: Word = Word::of("land");
pub(super) const CULTIVATED: Word = Word::of("cultivated");
pub(super) const MOUNTAIN: Word = Word::of("mountain");
pub(super) const WOODS: Word = Word::of("woods");
pub(super) const FORTRESS: Word = Word::of("fortress");
pub(super) const FORT: Word = Word::of("fort");
pub(super) const UNFINISHED: Word = Word::of("unfinished");
pub(super) const STOCKADE: Word = Word::of("stockade");
pub(super) const PORT: Word = Word::of("port");
pub(super) const SETTLEMENT: Word = Word::of("settlement");
pub(super) const LAND: Word = Word::of("land");
pub(super) const RIVER: Word = Word::of("river");
pub(super) const LAKE: Word = Word::of("lake");

/// The colours of the country, and of fields and islands.
const COUNTRY: &str = "#e3e6cb";
const FIELDS: &str = "#f4e7c0";
/// The colours of water, and of shores and rivers.
const WATERS: &str = "#b4d3e4";
const SHORE: &str = "#6ea3c2";

/// The symbols of the map.
pub(super) fn symbols() -> Arc<Symbols> {
    static SYMBOLS: LazyLock<Arc<Symbols>> = LazyLock::new(|| Arc::new(table()));
    let own = Side::BOTH.map(|side| Components::get().sides[side].colours);
    if own == [None, None] {
        return SYMBOLS.clone();
    }
    let sides = own.iter().enumerate().map(|(side, colours)| colours.unwrap_or(SideColours::usual(side))).collect();
    Arc::new(Symbols { sides, ..Symbols::clone(&SYMBOLS) })
}

fn table() -> Symbols {
    let surface = |id, colour: &str, bare| Symbol::new(id, "", None, Surface { colour: colour.into(), bare });
    Symbols {
        backdrop: COUNTRY.into(),
        wilds: Some(WOODS),
        surfaces: vec![surface(WATER, WATERS, true), surface(ISLAND, FIELDS, false)],
        terrain: terrain(),
        works: works(),
        features: features(),
        ways: ways(),
        hexsides: Vec::new(),
        conditions: Conditions {
            factor: "combat factor".into(),
            leader: "leader".into(),
            reduced: "reduced".into(),
            inside: "inside the works".into(),
            troubled: "cut off".into(),
        },
        sides: Vec::new(),
    }
}

fn terrain() -> Vec<Symbol<Soil>> {
    let soil = |figure, colour: &str, spreads, motif: Option<Motif>| Soil {
        figure,
        colour: colour.into(),
        spreads,
        strewn: motif.map(|motif| (motif, 4)),
    };
    vec![
        Symbol::new(CULTIVATED, "cultivated", '□', soil(Figure::Square, FIELDS, true, None)).keyed("land"),
        Symbol::new(WOODS, "wilderness", '○', soil(Figure::Circle, COUNTRY, false, Some(Motif::Tree))).keyed("land"),
        Symbol::new(MOUNTAIN, "mountain", '△', soil(Figure::Triangle, "#dac9a6", true, Some(Motif::Hill)))
            .keyed("land"),
    ]
}

fn works() -> Vec<Symbol<Emblem>> {
    let work = |figure| Emblem { figure, fill: Paint::Side, edge: Paint::Side, broken: false };
    let unfinished = Emblem { fill: Paint::Pale, broken: true, ..work(Figure::Bastions) };
    vec![
        Symbol::new(FORTRESS, "fortress", '★', work(Figure::Star)),
        Symbol::new(FORT, "fort", '■', work(Figure::Bastions)),
        Symbol::new(UNFINISHED, "fort under construction", '▪', unfinished).keyed("begun"),
        Symbol::new(STOCKADE, "stockade", '◆', work(Figure::Diamond)),
    ]
}

fn features() -> Vec<Symbol<Emblem>> {
    let colour = |colour: &str| Paint::Colour(colour.into());
    let port = Emblem { figure: Figure::Ring, fill: Paint::Clear, edge: colour("#3f7fa6"), broken: true };
    let settlement = Emblem { figure: Figure::Tent, fill: colour("#a0642c"), edge: Paint::Ink, broken: false };
    vec![Symbol::new(PORT, "port", None, port), Symbol::new(SETTLEMENT, "Indian settlement", None, settlement)]
}

fn ways() -> Vec<Symbol<Stroke>> {
    let stroke = |colour: &str, width| Stroke { colour: colour.into(), width, ..Stroke::default() };
    let path = Stroke { dashes: Some((10.0, 6.0)), bend: 0.05, faint: true, ..stroke("#94784f", 3.5) };
    let river = Stroke { round: true, inner: Some(WATERS.into()), bend: 0.12, ..stroke(SHORE, 10.0) };
    let lake = Stroke { dashes: Some((3.0, 8.0)), round: true, ..stroke("#2f6f9a", 4.0) };
    vec![
        Symbol::new(LAND, "path", '·', path),
        Symbol::new(RIVER, "river", '~', river),
        Symbol::new(LAKE, "lake", '≈', lake),
    ]
}
