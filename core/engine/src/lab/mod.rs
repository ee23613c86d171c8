//! The balance lab: agents play many games, each from its seed alone, and estimates tell what came of them. What is
//! kept of a game, and what is printed, others say.

mod estimate;
mod in_order;
mod simulate;

pub use estimate::{CONFIDENCE, Mean, Rate};
pub use in_order::{Threads, count, in_order};
pub use simulate::{Ended, Experiment, Worker, message, play_all, play_pairs, play_several};
