//! The prompt: reads and parses lines, carries them out, and reports the result.

pub mod answer;
pub mod autosave;
pub mod balance;
pub mod command;
pub(crate) mod continued;
pub mod conversation;
pub mod display;
pub mod editor;
pub mod front;
pub mod help;
pub mod input;
pub mod lesson;
pub mod lexicon;
pub mod line;
pub mod menu;
pub mod offered;
pub mod plan;
pub mod session;
pub mod stopped;
pub mod thinking;
pub mod unfinished;
pub mod watch;
pub mod which;
