//! Lasting triggers: scripts in force that act at moments, such as optional rules, or cards with a marker in force.

use super::host::Host;
use super::loaded::Script;
use super::markers::is_in_force;
use super::seat::Occasion;
use crate::language::{Moment, markers_in_force};
use crate::rules::Rules;
use crate::table::{Play, Table};
use rhai::Dynamic;
use std::collections::BTreeMap;
use std::rc::Rc;

/// The scripts that act at moments, by moment, in the order in which they act.
pub struct Triggers<R: Rules>(BTreeMap<Moment<R>, Vec<Rc<Script<R>>>>);

impl<R: Rules> Triggers<R> {
    /// Those of some scripts, in their order.
    pub fn new<'a>(scripts: impl Iterator<Item = &'a Rc<Script<R>>>) -> Triggers<R> {
        let mut triggers = BTreeMap::<Moment<R>, Vec<Rc<Script<R>>>>::new();
        for script in scripts.filter(|script| script.compiled.has("act", 1)) {
            for &moment in script.moments() {
                triggers.entry(moment).or_default().push(script.clone());
            }
        }
        Triggers(triggers)
    }

    /// Whether a script in force acts at a moment.
    pub fn act_at(&self, state: &R::State, moment: Moment<R>) -> bool {
        self.0.get(&moment).is_some_and(|scripts| scripts.iter().any(|script| script.is_in_force(state)))
    }

    /// Lets the scripts in force act at a moment of a side: each for the sides to which its markers belong, or else for
    /// that side.
    ///
    /// # Errors
    /// A script that fails, and what the services that it calls wait for.
    pub fn act(
        &self,
        host: &Host<R>,
        table: &mut Table<R>,
        (moment, side): (Moment<R>, R::Side),
        view: &Dynamic,
    ) -> Play<(), R> {
        for script in self.0.get(&moment).into_iter().flatten() {
            let sides = table.sides();
            let players = [side].into_iter().chain(sides.others(side));
            for player in players.filter(|player| script.acts_for(&table.state, *player, side)).collect::<Vec<_>>() {
                // What acted before may have ended the marker.
                if script.acts_for(&table.state, player, side) {
                    let occasion = Occasion::lasting(player, script.card);
                    host.act(script, "act", table, occasion, vec![view.clone()])?;
                }
            }
        }
        Ok(())
    }
}

impl<R: Rules> Script<R> {
    /// Whether it acts for a player at a moment of a side: a marker of that player is in force, or one of no side, and
    /// the moment is his.
    fn acts_for(&self, state: &R::State, player: R::Side, side: R::Side) -> bool {
        let placed = markers_in_force::<R>(state);
        let owner = |name: &std::sync::Arc<str>| self.owners.get(name).copied().unwrap_or(side);
        self.markers.keys().chain(&self.rule).any(|name| is_in_force(placed, name) && owner(name) == player)
    }
}
