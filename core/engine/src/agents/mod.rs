//! The agents that play any game: at random, or by searching imagined games.

mod look;
mod random;
mod search;

pub use look::Look;
pub use random::Random;
pub use search::{Budget, Clock, Search};
