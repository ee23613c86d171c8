//! A rules engine for French & Indian War Battles: one battle at a time, with hexes and counters. What a battle is
//! comes from data (`scenarios/battles`): tables, maps, counters and scenarios. Whatever is reconstructed there is
//! marked as such.

pub mod agents;
pub mod battle;
mod board;
pub mod content;
pub mod decision;
mod declare;
mod engine;
pub mod game;
mod ground;
pub mod header;
pub mod hex;
pub mod id;
pub mod inspect;
pub mod invariants;
pub mod log;
pub mod look;
pub mod los;
pub mod map;
pub mod odds;
pub mod position;
mod reach;
mod rules;
pub mod scene;
mod script;
pub mod side;
pub mod state;
pub mod strength;
pub mod tables;
pub mod unit;
mod view;
pub mod words;

pub use side::Side;
pub use view::View;
