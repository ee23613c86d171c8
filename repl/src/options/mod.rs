//! Options of the command line that the commands share, whichever game they are about.

pub mod content;
pub mod game_option;
pub mod offered;
pub mod own_games;
pub mod players;
pub mod rows;
pub mod series;
pub mod start;
pub mod time;
