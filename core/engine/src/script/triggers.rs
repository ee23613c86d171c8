//! Lasting triggers: scripts in force that act at moments, such as optional rules, or cards with a marker in force.

use super::host::Host;
use super::loaded::Script;
use super::markers::is_in_force;
use super::seat::Occasion;
use crate::language::{End, Language, LanguageOf, Markers, Moment, markers_in_force};
use crate::rules::Rules;
use crate::table::{Play, Table};
use rhai::Dynamic;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;

/// The scripts that act at moments, in the order in which they act, and the moments at which those act that were in force
/// when the rules asked last.
pub struct Triggers<R: Rules> {
    all: BTreeMap<Moment<R>, Vec<Rc<Script<R>>>>,
    last: RefCell<ActingMoments<R>>,
}

/// The moments at which a script acts while these markers are in force. They are the same markers if they are in the same
/// place of memory, which they keep while they are shared.
struct ActingMoments<R: Rules> {
    markers: Option<Arc<Markers<End<R>>>>,
    moments: Vec<Moment<R>>,
}

impl<R: Rules> Triggers<R> {
    /// Those of some scripts, in their order.
    pub fn new<'a>(scripts: impl Iterator<Item = &'a Rc<Script<R>>>) -> Triggers<R> {
        let mut triggers = BTreeMap::<Moment<R>, Vec<Rc<Script<R>>>>::new();
        for script in scripts.filter(|script| script.compiled.has("act", 1)) {
            for &moment in script.moments() {
                triggers.entry(moment).or_default().push(script.clone());
            }
        }
        Triggers { all: triggers, last: RefCell::new(ActingMoments { markers: None, moments: Vec::new() }) }
    }

    /// Whether a script in force acts at a moment.
    pub fn act_at(&self, state: &R::State, moment: Moment<R>) -> bool {
        let Some(markers) = <LanguageOf<R> as Language>::markers(state).filter(|markers| !markers.is_empty()) else {
            return false;
        };
        let mut last = self.last.borrow_mut();
        if last.markers.as_ref().is_none_or(|known| !Arc::ptr_eq(known, markers)) {
            let acts = |(_, scripts): &(_, &Vec<Rc<Script<R>>>)| scripts.iter().any(|script| script.is_in_force(state));
            let moments = self.all.iter().filter(acts).map(|(moment, _)| *moment).collect();
            *last = ActingMoments { markers: Some(markers.clone()), moments };
        }
        last.moments.contains(&moment)
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
        for script in self.all.get(&moment).into_iter().flatten() {
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
    /// the moment is his. A rule acts once, whatever its markers.
    fn acts_for(&self, state: &R::State, player: R::Side, side: R::Side) -> bool {
        let placed = markers_in_force::<R>(state);
        if self.rule.as_ref().is_some_and(|rule| is_in_force(placed, rule)) {
            return player == side;
        }
        let owner = |name: &Arc<str>| self.owners.get(name).copied().unwrap_or(side);
        self.markers.keys().any(|name| is_in_force(placed, name) && owner(name) == player)
    }
}
