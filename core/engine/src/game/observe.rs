//! Letting bots play to the end, to learn from the positions on the way.

use super::Game;
use crate::rules::{Rules, Searched};
use crate::table::Halt;
use crate::value::{Features, Observed, ObservedPosition, by_points};

impl<R: Rules> Game<R> {
    /// Lets the agents play on as [`Game::proceed`] does, and measures the positions at which a search would judge.
    ///
    /// # Errors
    /// A fault of the engine or of a script.
    pub fn observe(&mut self) -> Result<Observed, Halt<R>> {
        let mut observed = Observed::default();
        while self.live(|game| (R::inner_loops().run_steps)(game, 1))? {
            let (state, scripts, scenario) = (&self.table.state, &self.table.scripts, &*self.table.scenario);
            if !R::is_over(state) && R::Search::is_turn(state) {
                let worth = |side| R::Search::worth(state, side, scripts, scenario);
                observed.samples.push(ObservedPosition {
                    features: Features::of::<R>(state, scripts, scenario),
                    told: R::sides(scripts).iter().map(worth).collect(),
                    by_points: by_points::<R>(state, scripts, scenario),
                });
            }
        }
        let (state, scripts) = (&self.table.state, &self.table.scripts);
        let result = |side| R::Search::result(state, side, scripts);
        observed.result = R::sides(scripts).iter().map(result).collect();
        Ok(observed)
    }
}
