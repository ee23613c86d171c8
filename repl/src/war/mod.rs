//! The front end of Wilderness War: its places, pieces and cards in words, what it shows, and the sentences it understands.

pub mod content;
pub mod describe;
pub mod difference;
pub mod lexicon;
pub mod news;
pub mod odds;
pub mod say;
pub mod show;
pub mod start;
pub mod ways;
