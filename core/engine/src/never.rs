//! The type without values.

use crate::table::Chance;

/// What never is: the die of a game without dice, the draw of a game in which nothing is drawn.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Never {}

impl Chance for Never {
    const ALL: &'static [Never] = &[];

    fn kind(self) -> &'static str {
        match self {}
    }
}
