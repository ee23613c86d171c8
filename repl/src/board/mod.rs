//! Pictures of a board, drawn from a [`Scene`](wilderness_engine::scene::Scene) of any game.

mod canvas;
mod country;
pub mod field;
pub(crate) mod hexes;
mod panel;
pub mod part;
pub mod pictured;
mod stacks;
pub(crate) mod svg;
pub(crate) mod symbols;
pub mod terminal;
pub mod text;
mod texture;

pub use wilderness_layout::{geometry, layout, placing};

pub use svg::{GROUPS, Picture, names, svg};

use wilderness_engine::files::FileForm;

/// How pictures of a board are told from other files.
pub const PICTURE: FileForm =
    FileForm { what: "a picture of a board", is: |text| text.contains("<svg ") && text.contains("class=\"board\"") };
