//! How near the game is to its end (13.0).

use super::View;
use crate::rules::victory;
use crate::scenario::Scenario;
use crate::side::Side;
use crate::state::Victory;

impl View<'_> {
    /// How a game of this scenario would end if the present year ended now; none if it would go on (13.1).
    pub fn verdict(&self, scenario: &Scenario) -> Option<Victory> {
        victory::judge(self.state, scenario.last_year, &scenario.victory)
    }

    /// The victory points with which a side wins a game of this scenario at the end of the present year (13.11 to 13.13).
    pub fn points_to_win(&self, scenario: &Scenario, side: Side) -> i16 {
        victory::points_to_win(self.state, scenario.last_year, &scenario.victory, side)
    }
}
