//! What content calls the sides of a game, and how it draws them.

use crate::scene::{Colour, SideColours};
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
