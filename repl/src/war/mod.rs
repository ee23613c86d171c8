//! The front end of Wilderness War: descriptions of its spaces, pieces and cards, what `show` prints, and the sentences
//! of its players.

pub(crate) mod account;
mod auto;
pub(crate) mod briefing;
mod cards;
mod chances;
mod check;
mod checked;
pub(crate) mod choices;
pub(crate) mod colours;
pub mod content;
pub mod describe;
pub mod difference;
mod front;
pub mod harness;
pub mod help;
pub(crate) mod impact;
mod inspect;
pub mod lexicon;
pub mod names;
pub mod news;
pub mod odds;
mod options;
mod pictured;
mod possible;
pub mod prompt;
pub mod replayed;
pub mod rules;
pub(crate) mod say;
pub mod series;
pub mod show;
pub mod start;
mod tables;
mod title;
mod tutorial;
mod warnings;
mod workshop;
