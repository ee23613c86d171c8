//! Records of Wilderness War: the engine's.

pub use wilderness_engine::record::{AutoLines, KnownRecords};

use crate::war::War;
use wilderness_engine::record;

/// A game as text.
pub type Record = record::Record<War>;
/// A record that was played as far as its lines fit.
pub type Played = wilderness_engine::Played<War>;
