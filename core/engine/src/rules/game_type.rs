//! What a game has, as data.

use super::{Hidden, Rules, Searched, Weighed};
use crate::language::{Language, LanguageOf};
use crate::table::Chance as _;

/// What a game has, as data, so that generic code can ask: whether to offer odds, to hide a hand, to reload a script.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GameType {
    /// The number of sides; `None` if content says how many.
    pub sides: Option<usize>,
    /// The scores of all sides add up to nothing.
    pub zero_sum: bool,
    /// Dice are rolled.
    pub dice: bool,
    /// Something is drawn at random.
    pub draws: bool,
    /// Something is hidden from a side.
    pub hidden: bool,
    /// The game judges positions itself; otherwise a search goes by the score.
    pub judges: bool,
    /// The odds of combats can be computed.
    pub odds: bool,
    /// The rules call functions in scripts.
    pub scripts: bool,
}

impl GameType {
    /// The type of a game.
    pub const fn of<R: Rules>() -> GameType {
        GameType {
            sides: if R::SIDES.is_empty() { None } else { Some(R::SIDES.len()) },
            zero_sum: R::ZERO_SUM,
            dice: R::Throw::IS_OPEN || !R::Throw::ALL.is_empty(),
            draws: R::Draw::IS_OPEN || !R::Draw::ALL.is_empty(),
            hidden: R::Hidden::HIDES,
            judges: R::Search::JUDGES,
            odds: R::Combat::WEIGHS,
            scripts: !<LanguageOf<R> as Language>::THEMES.is_empty(),
        }
    }
}
