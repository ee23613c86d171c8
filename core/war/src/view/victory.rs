//! How near the game is to its end (13.0).

use super::View;
use crate::rules::victory;
use crate::side::Side;
use crate::state::Victory;

impl View<'_> {
    /// How a game up to this year would end if the present year ended now; none if it would go on (13.1).
    pub fn verdict(&self, last_year: u16) -> Option<Victory> {
        victory::judge(self.state, last_year)
    }

    /// The victory points with which a side wins a game up to this year at the end of the present year (13.11 to 13.13).
    pub fn points_to_win(&self, last_year: u16, side: Side) -> i16 {
        victory::points_to_win(self.state, last_year, side)
    }
}
