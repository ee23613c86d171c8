//! Games that are folders: `game.toml` says what there is, and `rules.rhai` how it is played. `README.md` is the guide for
//! those who write one.
//!
//! A turn of a side is a series of phases, which are functions of the script; each is a step of the engine. So a script
//! asks, rolls and moves, and goes on with the answer; the engine waits, saves and undoes.

mod board;
mod content;
mod data;
mod form;
mod language;
mod rules;
mod series;
mod services;
mod state;

pub use board::{BoardMap, Place, PlaceFacts, Shape};
pub use content::{CATALOGUE, Folder, FolderTexts};
pub use data::{GameData, Names, QuestionFacts, Track};
pub use rules::{Play, Tabletop};
pub use state::{Course, Piece, PieceFacts, TabletopState};
