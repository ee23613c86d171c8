//! The game's name, for the compiler and in files.

/// Wilderness War.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct War;

/// The id of the game: content, records and positions may name it.
pub const GAME: &str = "war";
