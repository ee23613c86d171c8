//! Colours in files.

use crate::word::Word;
use serde::Deserialize;
use serde::de::{Deserializer, Error};

/// A colour: `#` and six hexadecimal digits. Read by itself, so that what is wrong with it points at it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Colour(pub(crate) Word);

impl<'de> Deserialize<'de> for Colour {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Colour, D::Error> {
        let text = String::deserialize(deserializer)?;
        let no_colour = || D::Error::custom(format!("`{text}` is not a colour: write it as `#rrggbb`"));
        colour_of(&text).map(Colour).ok_or_else(no_colour)
    }
}

/// A colour: `#` and six hexadecimal digits.
pub(crate) fn colour_of(text: &str) -> Option<Word> {
    let digits = text.strip_prefix('#').filter(|digits| digits.len() == 6)?;
    digits.bytes().all(|byte| byte.is_ascii_hexdigit()).then(|| Word::name(text).ok())?
}
