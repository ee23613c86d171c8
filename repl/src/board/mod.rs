//! Pictures of a board, drawn from a [`Scene`](wilderness_engine::scene::Scene) of any game.

mod canvas;
mod country;
pub mod field;
pub mod geometry;
pub(crate) mod hexes;
pub mod layout;
mod panel;
pub mod part;
pub mod pictured;
pub(crate) mod placing;
mod spot_cache;
mod stacks;
pub(crate) mod svg;
pub(crate) mod symbols;
pub mod terminal;
pub mod text;
mod texture;
mod widths;

pub use svg::{GROUPS, Picture, names, svg};

use wilderness_engine::files::FileForm;

/// How pictures of a board are told from other files.
pub const PICTURE: FileForm =
    FileForm { what: "a picture of a board", is: |text| text.contains("<svg ") && text.contains("class=\"board\"") };
