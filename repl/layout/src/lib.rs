//! Where the names and the stacks of a board stand in its picture: each nearest to its own place, and none in the way of
//! another. It has a crate of its own because the profile `release` does not optimise the program, and this takes most of
//! the time that a picture takes.

pub mod geometry;
pub mod layout;
pub mod placing;
mod spot_cache;
pub mod widths;
