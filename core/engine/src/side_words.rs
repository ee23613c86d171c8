//! What content calls the sides of a game, and how it draws them.

use crate::scene::SideColours;
use crate::word::Word;
use serde::Deserialize;
use serde::de::{Deserializer, Error};

/// What a side is called, and its colours. In a file: `{ name = "Spanish", colour = "#8a5a00", pale = "#f9e3b4" }`, where
/// the colours may be left out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SideWords {
    /// Its name, which stands alone, as in `the Spanish`, and before a noun, as in `Spanish units`.
    pub name: Word,
    /// Its colours, if they are not the usual ones.
    pub colours: Option<SideColours>,
}

impl SideWords {
    /// A name that is part of the program.
    pub const fn of(name: &'static str) -> SideWords {
        SideWords { name: Word::of(name), colours: None }
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SideForm {
    name: String,
    colour: Option<Colour>,
    pale: Option<Colour>,
}

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

impl<'de> Deserialize<'de> for SideWords {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<SideWords, D::Error> {
        let SideForm { name, colour, pale } = SideForm::deserialize(deserializer)?;
        let name = Word::name(&name).map_err(|reason| D::Error::custom(format!("no name of a side: {reason}")))?;
        let colours = match (colour, pale) {
            (Some(dark), Some(pale)) => Some(SideColours { dark: dark.0, pale: pale.0 }),
            (None, None) => None,
            _ => return Err(D::Error::custom("a side has both, `colour` and `pale`, or neither")),
        };
        Ok(SideWords { name, colours })
    }
}

/// A colour: `#` and six hexadecimal digits.
pub(crate) fn colour_of(text: &str) -> Option<Word> {
    let digits = text.strip_prefix('#').filter(|digits| digits.len() == 6)?;
    digits.bytes().all(|byte| byte.is_ascii_hexdigit()).then(|| Word::name(text).ok())?
}
