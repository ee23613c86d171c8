//! Sides in sentences: "the French decide", "White decides".

use crate::text::names::capital;
use std::fmt;

/// A side as sentences name it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SideInWords {
    name: String,
    is_plural: bool,
}

impl SideInWords {
    /// A side that is spoken of like this.
    pub fn new(name: impl Into<String>, is_plural: bool) -> SideInWords {
        SideInWords { name: name.into(), is_plural }
    }

    /// The side with what it does, as said of several and of one: "decide" or "decides".
    pub fn does(&self, several: &str, one: &str) -> String {
        format!("{} {}", self.name, if self.is_plural { several } else { one })
    }

    /// The same at the beginning of a sentence.
    pub fn begins(&self, several: &str, one: &str) -> String {
        capital(&self.does(several, one))
    }
}

impl fmt::Display for SideInWords {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)
    }
}
