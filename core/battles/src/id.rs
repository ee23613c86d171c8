//! Names from the data: of units, and of nothing else that answers name. They are plain values, so that an answer is
//! one too, whatever content is loaded.

use serde::de::{Deserialize, Deserializer, Error};
use std::cmp::Ordering;
use std::fmt;

/// A name of small letters, digits and hyphens, in the order of its text.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Id([u8; Id::LONGEST]);

impl Id {
    /// The most characters of a name.
    pub const LONGEST: usize = 24;

    /// The name with this text, if it can be one.
    pub fn new(text: &str) -> Option<Id> {
        let fits = |byte: &u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || *byte == b'-';
        if text.is_empty() || text.len() > Id::LONGEST || !text.as_bytes().iter().all(fits) {
            return None;
        }
        let mut bytes = [0; Id::LONGEST];
        bytes[..text.len()].copy_from_slice(text.as_bytes());
        Some(Id(bytes))
    }

    /// Its text.
    pub fn as_str(&self) -> &str {
        let length = self.0.iter().position(|byte| *byte == 0).unwrap_or(Id::LONGEST);
        std::str::from_utf8(&self.0[..length]).unwrap_or_default()
    }
}

/// Eight letters at once: choices are sorted by names all the time.
impl Ord for Id {
    #[inline]
    fn cmp(&self, other: &Id) -> Ordering {
        let numbers = |id: &Id| -> [u64; Id::LONGEST / 8] {
            let (chunks, _) = id.0.as_chunks();
            std::array::from_fn(|index| u64::from_be_bytes(chunks[index]))
        };
        numbers(self).cmp(&numbers(other))
    }
}

impl PartialOrd for Id {
    #[inline]
    fn partial_cmp(&self, other: &Id) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Id {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl fmt::Debug for Id {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl<'de> Deserialize<'de> for Id {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Id, D::Error> {
        let text = String::deserialize(deserializer)?;
        Id::new(&text).ok_or_else(|| {
            let wanted = format!("at most {} small letters, digits and hyphens", Id::LONGEST);
            D::Error::invalid_value(serde::de::Unexpected::Str(&text), &wanted.as_str())
        })
    }
}
