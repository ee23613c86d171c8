//! The front end of Wilderness War: descriptions of its spaces, pieces and cards, what `show` prints, and the sentences
//! of its players.

pub(crate) mod account;
pub(crate) mod briefing;
mod chances;
pub(crate) mod choices;
pub(crate) mod colours;
pub mod content;
pub mod describe;
pub mod difference;
mod front;
pub mod help;
pub mod lexicon;
pub mod names;
pub mod news;
pub mod odds;
mod pictured;
mod possible;
pub mod prompt;
pub mod replayed;
pub mod rules;
pub(crate) mod say;
pub mod series;
pub mod show;
pub mod start;
mod tutorial;
pub mod ways;
mod workshop;
