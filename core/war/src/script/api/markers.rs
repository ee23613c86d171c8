//! Markers: events in force, and what lies on the map.

use super::{Answer, Game, array};
use crate::news::{Entry, Happened};
use crate::sets::SpaceSet;
use crate::side::Side;
use rhai::plugin::*;
use rhai::{Array, Dynamic, combine_with_exported_module};
use std::sync::Arc;

pub(super) fn register(module: &mut Module) {
    combine_with_exported_module!(module, "markers", functions);
}

#[export_module]
mod functions {
    /// Puts a marker in force. Its name stands in the `markers()` of the script, with what it lasts until: "battle",
    /// "activation", "action-phase", "season", "year" or "game" (5.51).
    ///
    /// `game.mark("no-amphib")`
    #[rhai_fn(return_raw)]
    pub fn mark(game: &mut Game, name: &str) -> Answer<()> {
        let Some(until) = game.read(|seat| seat.markers.get(name).copied())? else {
            return super::super::refuse(format!("`{name}` is not among the `markers()` of this script"));
        };
        game.act(|table, side| {
            table.state.markers.insert(Arc::from(name), until);
            table.tell(|_| Entry::new("5.51", Happened::MarkerPlaced { marker: Arc::from(name), until }).by(side));
            Ok(())
        })
    }

    /// Takes a marker away: one of the script, or one of another event. Optional rules stay in force.
    ///
    /// `game.unmark("cherokees")`
    #[rhai_fn(return_raw)]
    pub fn unmark(game: &mut Game, name: &str) -> Answer<()> {
        if game.table(|table| table.scripts.is_rule(name)) == Some(true) {
            return super::super::refuse(format!("`{name}` is an optional rule, in force until the game ends"));
        }
        game.act(|table, side| {
            if table.state.markers.remove(name).is_some() {
                table.tell(|_| Entry::new("5.51", Happened::MarkerRemoved { marker: Arc::from(name) }).by(side));
            }
            Ok(())
        })
    }

    /// Whether a marker is in force.
    ///
    /// `game.has_marker("quiberon")`
    #[rhai_fn(pure, return_raw)]
    pub fn has_marker(game: &mut Game, name: &str) -> Answer<bool> {
        game.read(|seat| seat.state().markers.contains_key(name))
    }

    /// The spaces with Raided markers of a side, as often as there are markers (10.33).
    ///
    /// `game.raided(Side::FRENCH).in_department("northern").len()`
    #[rhai_fn(pure, return_raw)]
    pub fn raided(game: &mut Game, side: Side) -> Answer<Array> {
        game.read(|seat| seat.state().raided[side].iter().copied().map(Dynamic::from).collect())
    }

    /// The settlements allied to a side (5.532).
    ///
    /// `unit.home in game.allied(game.enemy)`
    #[rhai_fn(pure, return_raw)]
    pub fn allied(game: &mut Game, side: Side) -> Answer<Array> {
        let allied: SpaceSet = game.read(|seat| seat.state().allied(side))?;
        Ok(array(allied))
    }
}
