//! Perft: the number of ways in which a game can continue for a number of decisions. See [`wilderness_engine::perft`].

pub use wilderness_engine::perft::{Asked, Below, Deals, Perft};

/// A sequence in which the rules could not go on.
pub type Stuck = wilderness_engine::perft::Stuck<crate::war::War>;
