//! A rules engine for the board game Wilderness War. The core plays the whole game: map, sequence of play, movement,
//! battles, sieges, raids, supply. It has no terminal and no network.

pub mod agents;
pub mod chance;
pub mod content;
pub mod decision;
pub mod deck;
mod engine;
pub mod game;
pub mod header;
pub mod imagine;
pub mod inspect;
pub mod invariants;
mod layout;
pub mod map;
pub mod moments;
pub mod news;
pub mod odds;
pub mod perft;
pub mod pieces;
pub mod placement;
pub mod position;
pub mod record;
pub mod rules;
pub mod scenario;
pub mod scene;
pub mod script;
pub mod sets;
pub mod settings;
pub mod side;
pub mod state;
pub mod table;
pub mod tables;
pub mod trial;
pub mod view;
pub mod war;
pub mod way;

pub use side::{PerSide, Side};
pub use war::War;
