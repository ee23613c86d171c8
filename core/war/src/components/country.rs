//! The country that the map shows: a drawing, and the parts of the map that the board shows one at a time.

use crate::sets::SpaceId;
use serde::Deserialize;

/// The drawing, in the coordinates of the spaces.
#[derive(Debug)]
pub(crate) struct Country {
    /// Width and height.
    pub(crate) size: (u16, u16),
    /// From bottom to top.
    pub(crate) regions: Vec<Outline>,
    pub(crate) parts: Vec<MapPart>,
}

/// A region.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Outline {
    pub(crate) ground: Ground,
    pub(crate) name: Option<String>,
    pub(crate) label: Option<(f32, f32)>,
    pub(crate) outline: Vec<(f32, f32)>,
}

/// What a region is made of.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Ground {
    /// Sea, a lake or a river.
    Water,
    /// An island.
    Land,
}

/// A part of the map. Some spaces belong to two; every space belongs to one.
#[derive(Debug)]
pub(crate) struct MapPart {
    /// The word by which a player asks for it.
    pub(crate) id: String,
    pub(crate) name: String,
    pub(crate) spaces: Vec<SpaceId>,
}
