//! The Provincial Assemblies and the provincials that they allow (5.54).

use super::{Answer, Game, guards, refuse};
use crate::rules::assemblies;
use crate::state::Assemblies;
use rhai::combine_with_exported_module;
use rhai::plugin::*;

pub(super) fn register(module: &mut Module) {
    combine_with_exported_module!(module, "assemblies", functions);
}

#[export_module]
mod functions {
    /// How many more provincials of a department may come into play and are at hand (5.54).
    ///
    /// `game.provincial_room("southern")`
    #[rhai_fn(pure, return_raw)]
    pub fn provincial_room(game: &mut Game, department: &str) -> Answer<i64> {
        let department = super::super::spaces::department(department)?;
        game.read(|seat| assemblies::room(seat.state(), department) as i64)
    }

    /// The Provincial Assemblies track: "reluctant", "supportive" or "enthusiastic" (5.54).
    ///
    /// `game.assemblies != "reluctant"`
    #[rhai_fn(get = "assemblies", pure, return_raw)]
    pub fn assemblies(game: &mut Game) -> Answer<String> {
        game.read(|seat| format!("{:?}", seat.state().assemblies).to_lowercase())
    }

    /// Moves the marker on the Provincial Assemblies track up by one box, or down; after a move down the British
    /// eliminate provincials above the limits (5.54). Not down while pieces are moving, fighting, besieging or raiding.
    ///
    /// `game.shift_assemblies(game.side == Side::BRITISH)`
    #[rhai_fn(return_raw)]
    pub fn shift_assemblies(game: &mut Game, up: bool) -> Answer<()> {
        if !up {
            guards::only_in_quiet(game)?;
        }
        game.act(|table, _| {
            assemblies::shift(table, up);
            if up { Ok(()) } else { assemblies::enforce(table) }
        })
    }

    /// Sets the marker on the Provincial Assemblies track: "reluctant", "supportive" or "enthusiastic"; provincials
    /// above new limits are eliminated (5.54). Not while pieces are moving, fighting, besieging or raiding.
    ///
    /// `game.set_assemblies("supportive")`
    #[rhai_fn(return_raw)]
    pub fn set_assemblies(game: &mut Game, willingness: &str) -> Answer<()> {
        guards::only_in_quiet(game)?;
        let all = [Assemblies::Reluctant, Assemblies::Supportive, Assemblies::Enthusiastic];
        match all.into_iter().find(|known| format!("{known:?}").to_lowercase() == willingness) {
            Some(wanted) => game.act(|table, _| {
                assemblies::set(table, wanted);
                assemblies::enforce(table)
            }),
            None => refuse(format!("the assemblies are never `{willingness}`")),
        }
    }
}
