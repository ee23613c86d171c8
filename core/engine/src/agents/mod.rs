//! The agents that play any game: at random, or by searching imagined games.

mod random;
mod search;

pub use random::Random;
pub use search::{Budget, Clock, Search};
