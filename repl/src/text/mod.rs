//! Text: columns, colours, tables, search by name, and output. Nothing here knows a game.

pub mod columns;
pub mod entry;
pub mod list;
pub mod names;
pub mod out;
pub mod report;
pub mod side_in_words;
pub mod style;
pub mod table;
pub mod window;
