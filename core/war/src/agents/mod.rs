//! The built-in agents.

mod greedy;
mod reluctance;
mod standing;

pub use greedy::Greedy;
pub(crate) use reluctance::reluctance;
#[cfg(feature = "testing")]
pub use standing::Features;
pub(crate) use standing::value;
pub use wilderness_engine::agents::{Budget, Random};

use crate::war::War;

/// Searches for every answer.
pub type Search = wilderness_engine::agents::Search<War>;
