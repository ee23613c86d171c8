//! Games that are folders: `game.toml` says what there is, and `rules.rhai` how it is played. `README.md` is the guide for
//! those who write one.
//!
//! A turn of a side is a series of phases, which are functions of the script; each is a step of the engine. So a script
//! asks, rolls and moves, and goes on with the answer; the engine waits, saves and undoes.

mod board;
mod combat;
mod content;
mod data;
pub mod dealt;
mod facts;
mod features;
mod form;
mod hidden;
mod language;
mod news;
mod offers;
mod position;
mod reader;
mod rules;
mod search;
mod sentences;
mod series;
mod services;
mod state;
pub mod trial;
mod tutorial;
mod view;

pub use board::{BoardMap, Place, PlaceFacts, Shape};
pub use combat::{DeclaredCombat, chances, odds, odds_with};
pub use content::{CATALOGUE, Folder, FolderTexts};
pub use data::{CardFacts, GameData, Kind, Look, Named, Names, Pile, QuestionFacts, SeenBy, SideFacts, Track, TrackOf};
pub use facts::{DefaultFacts, Fact, FactsOfThing};
pub use hidden::{Concealed, Unknown};
pub use news::TabletopNews;
pub use position::{FilledPile, PlacedPiece, TabletopPosition, TrackNumbers};
pub use rules::{FolderTurn, Play, Tabletop};
pub use search::Judged;
pub use sentences::{NamedAnswers, SentencePattern};
pub use state::{Card, CardAt, Course, Piece, PieceFacts, Played, SideSet, TabletopState, Version};
pub use tutorial::FolderTutorial;
pub use view::{SeenPiece, SeenPile, TabletopView};
