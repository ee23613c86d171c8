//! The built-in agents.

pub(crate) mod features;
mod greedy;
mod reluctance;
mod tried;

pub use greedy::Greedy;
pub(crate) use reluctance::reluctance;
pub(crate) use tried::tried;
pub use wilderness_engine::agents::{Budget, Random};

use crate::war::War;

/// Searches for every answer.
pub type Search = wilderness_engine::agents::Search<War>;
