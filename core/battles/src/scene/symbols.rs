//! What a field is made of, and how it is drawn.

use crate::map::HexsideKind;
use crate::side::Side;
use crate::tables::{Cost, Gait, TerrainRow};
use std::sync::{Arc, LazyLock};
use wilderness_engine::Word;
use wilderness_engine::scene::{Conditions, Figure, Motif, SideColours, Soil, Stroke, Symbol, Symbols};

const OPEN: Word = Word::of("open");
const WOODS: Word = Word::of("woods");
const FOREST: Word = Word::of("forest");
const MARSH: Word = Word::of("marsh");
const WATER: Word = Word::of("water");
const TOWN: Word = Word::of("town");
const BUILDING: Word = Word::of("building");
const CITY: Word = Word::of("city");
const FORT: Word = Word::of("fort");
/// A road or trail.
pub(super) const ROAD: Word = Word::of("land");
const WALL: Word = Word::of("wall");
const SLOPE: Word = Word::of("slope");
const CREEK: Word = Word::of("creek");
const RIVER: Word = Word::of("river");
const CROSSING: Word = Word::of("crossing");

/// What a hexside looks like.
pub(super) fn hexside(kind: HexsideKind) -> Word {
    match kind {
        HexsideKind::Slope => SLOPE,
        HexsideKind::Wall => WALL,
        HexsideKind::Creek => CREEK,
        HexsideKind::River => RIVER,
        HexsideKind::Crossing => CROSSING,
    }
}

/// What terrain looks like, from what it does.
pub(super) fn terrain(terrain: &TerrainRow) -> Word {
    match terrain {
        terrain if terrain.fort => FORT,
        terrain if terrain.water => WATER,
        terrain if terrain.is_closed() && terrain.los => CITY,
        terrain if terrain.burns && terrain.cost(Gait::Foot) != Cost::Mp(1) => TOWN,
        terrain if terrain.burns || !terrain.ambush && terrain.los => BUILDING,
        terrain if terrain.ambush && !terrain.los => MARSH,
        terrain if terrain.ambush && !terrain.disengage.is_empty() => FOREST,
        terrain if terrain.ambush => WOODS,
        _ => OPEN,
    }
}

/// The symbols of all fields.
pub(super) fn symbols() -> Arc<Symbols> {
    static SYMBOLS: LazyLock<Arc<Symbols>> = LazyLock::new(|| Arc::new(table()));
    let own = Side::BOTH.map(Side::colours);
    if own == [None, None] {
        return SYMBOLS.clone();
    }
    let sides =
        own.into_iter().enumerate().map(|(side, colours)| colours.unwrap_or(SideColours::usual(side))).collect();
    Arc::new(Symbols { sides, ..Symbols::clone(&SYMBOLS) })
}

fn table() -> Symbols {
    Symbols {
        backdrop: "#f6f0de".into(),
        terrain: soils(),
        ways: ways(),
        hexsides: hexsides(),
        conditions: Conditions {
            factor: "combat factor".into(),
            leader: "leader".into(),
            reduced: "disordered".into(),
            inside: "inside the works".into(),
            troubled: "out of command".into(),
        },
        ..Symbols::default()
    }
}

fn soils() -> Vec<Symbol<Soil>> {
    let bare = |colour: &str| Soil { figure: Figure::Circle, colour: colour.into(), spreads: false, strewn: None };
    let trees = |colour: &str, number| Soil { strewn: Some((Motif::Tree, number)), ..bare(colour) };
    vec![
        Symbol::new(OPEN, "clear", '.', bare("#f4e7c0")),
        Symbol::new(WOODS, "woods", '♠', trees("#d3dcae", 4)),
        Symbol::new(FOREST, "forest", '♣', trees("#b3c48c", 8)),
        Symbol::new(MARSH, "marsh", '"', trees("#cfdcc9", 1)),
        Symbol::new(WATER, "water", '≈', bare("#b4d3e4")).unexplained(),
        Symbol::new(TOWN, "town", '%', bare("#d6bca4")),
        Symbol::new(BUILDING, "building", '⌂', bare("#dcc7b2")),
        Symbol::new(CITY, "city", '▒', bare("#cfbfb2")),
        Symbol::new(FORT, "fort", '■', bare("#d9cfc4")),
    ]
}

fn ways() -> Vec<Symbol<Stroke>> {
    let dashes = Some((10.0, 6.0));
    let road = Stroke { colour: "#94784f".into(), width: 3.5, dashes, bend: 0.05, faint: true, ..Stroke::default() };
    vec![Symbol::new(ROAD, "road or trail", '·', road).keyed("road")]
}

fn hexsides() -> Vec<Symbol<Stroke>> {
    let line = |colour: &str, width| Stroke { colour: colour.into(), width, round: true, ..Stroke::default() };
    let dashed = |colour: &str, width, dashes| Stroke { dashes: Some(dashes), round: false, ..line(colour, width) };
    vec![
        Symbol::new(WALL, "entrenchment", '#', line("#5a4632", 8.0)).keyed("wall"),
        Symbol::new(SLOPE, "slope", '^', dashed("#8a6d3f", 5.0, (3.0, 5.0))),
        Symbol::new(CREEK, "creek", '~', line("#6ea3c2", 5.0)).keyed("stream"),
        Symbol::new(RIVER, "river", '~', line("#4f8db3", 11.0)),
        Symbol::new(CROSSING, "ford or bridge", '=', dashed("#6b4f2a", 12.0, (4.0, 4.0))),
    ]
}
