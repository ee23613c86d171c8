//! The two sides.

use serde::{Deserialize, Serialize};
use std::fmt;

/// A side.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    /// The French and their allies.
    French,
    /// The British and their allies.
    British,
}

impl wilderness_engine::Side for Side {
    const BOTH: [Side; 2] = [Side::French, Side::British];

    fn id(self) -> &'static str {
        ["french", "british"][self as usize]
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(["French", "British"][*self as usize])
    }
}
