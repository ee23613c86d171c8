//! Text: columns, colours, tables, names as people type them, and where it is printed. Nothing here knows a game.

pub mod columns;
pub mod names;
pub mod out;
pub mod report;
pub mod style;
pub mod table;
