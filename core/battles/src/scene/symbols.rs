//! The ids of what a field is made of; how it is drawn, `symbols.toml` says.

use crate::map::HexsideKind;
use crate::tables::{Cost, Gait, TerrainRow};
use wilderness_engine::Word;

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
