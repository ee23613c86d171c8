//! Options of the command line that the commands share, whichever game they are about.

pub mod content;
pub mod start;
