//! A rules engine for the board game Wilderness War. The core plays the whole game: map, sequence of play, movement,
//! battles, sieges, raids, supply. It has no terminal and no network.

pub mod chance;
pub mod faults;
mod json;
mod layout;
pub mod map;
pub mod pieces;
pub mod placement;
pub mod position;
pub mod scenario;
pub mod script;
pub mod sets;
pub mod side;
pub mod state;
pub mod tables;

pub use side::{PerSide, Side};
