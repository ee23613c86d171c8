//! The ids of what the map is made of; how it is drawn, `symbols.toml` says.

use wilderness_engine::Word;

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
