//! Parts of the program by themselves.

mod auto;
mod autosave;
mod commands;
mod completion;
mod editor;
mod grammar;
mod guard;
mod help;
mod hidden_cards;
mod hidden_markers;
mod impact;
mod lexicon;
mod lines_typed;
mod open_scene;
mod pictures;
mod possible;
mod seat_memory;
mod sentences;
mod shown;
mod text;
mod told;
pub mod twins;
