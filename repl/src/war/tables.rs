//! The words and tables of Wilderness War for the commands that every game has.

use super::{difference, odds};
use crate::front::Tables;
use wilderness_war::odds::Odds;
use wilderness_war::{Game, Side, Throw, War};

/// What Wilderness War supplies.
pub struct WarTables;

impl Tables<War> for WarTables {
    const LEFT_OUT: &'static str = "Response cards are not considered. ";
    const DRAWN: &'static str = "a card or leader";

    fn differences(before: &Game, after: &Game, side: Side) -> Option<String> {
        Some(difference::render(before, after, side))
    }

    fn purpose(throw: Throw) -> String {
        throw.about().into()
    }

    fn is_weighed(throw: Throw) -> bool {
        !matches!(throw, Throw::Interception | Throw::AvoidBattle | Throw::Event)
    }

    /// Odds that cannot be computed are omitted: the next question is shown anyway.
    fn pending_odds(game: &Game) -> Option<String> {
        let odds = Odds::of_pending(game).ok()??;
        Some(odds::render(game, &odds))
    }
}
