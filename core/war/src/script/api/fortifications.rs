//! Fortifications and sieges.

use super::{Answer, Game, guards, optional, refuse};
use crate::news::{Happened, NewsEntry, Structure, WorksFate};
use crate::rules::{construction, demolition, housekeeping, siege};
use crate::script::UnderWay as _;
use crate::sets::{SpaceId, SpaceSet};
use crate::side::Side;
use rhai::plugin::*;
use rhai::{Dynamic, combine_with_exported_module};

pub(super) fn register(module: &mut Module) {
    combine_with_exported_module!(module, "fortifications", functions);
}

#[export_module]
mod functions {
    /// The spaces with a fortification of a side: fortress, completed fort or stockade, besieged ones too (2.0).
    ///
    /// `game.fortifications(game.side)`
    #[rhai_fn(pure, return_raw)]
    pub fn fortifications(game: &mut Game, side: Side) -> Answer<SpaceSet> {
        game.read(|seat| seat.state().works[side].fortifications())
    }

    /// The spaces with a fortification of a side that is not besieged.
    ///
    /// `game.unbesieged_fortifications(Side::BRITISH).filter(|space| game.can_enter(game.side, space))`
    #[rhai_fn(pure, return_raw)]
    pub fn unbesieged_fortifications(game: &mut Game, side: Side) -> Answer<SpaceSet> {
        game.read(|seat| {
            let state = seat.state();
            state.works[side].fortifications() - state.besieged_spaces()
        })
    }

    /// The spaces with a fort or fortress of a side that is besieged (8.21).
    ///
    /// `game.besieged_fortifications(game.side).filter(|space| game.siege_level(space) > 0)`
    #[rhai_fn(pure, return_raw)]
    pub fn besieged_fortifications(game: &mut Game, side: Side) -> Answer<SpaceSet> {
        game.read(|seat| {
            let state = seat.state();
            state.works[side].besiegeable() & state.besieged_spaces()
        })
    }

    /// The spaces with a completed fort of a side, besieged ones too (Q96).
    ///
    /// `space("niagara") in game.forts(Side::FRENCH)`
    #[rhai_fn(pure, return_raw)]
    pub fn forts(game: &mut Game, side: Side) -> Answer<SpaceSet> {
        game.read(|seat| seat.state().works[side].forts)
    }

    /// The spaces with a stockade of a side.
    ///
    /// `moment.space in game.stockades(game.side)`
    #[rhai_fn(pure, return_raw)]
    pub fn stockades(game: &mut Game, side: Side) -> Answer<SpaceSet> {
        game.read(|seat| seat.state().works[side].stockades)
    }

    /// Places a stockade of a side: not with a fortification, enemy units or a siege there, nor in a fortress space
    /// (5.41, 5.43). Not while pieces are moving, fighting or raiding.
    ///
    /// `game.place_stockade(game.side, space)`
    #[rhai_fn(return_raw)]
    pub fn place_stockade(game: &mut Game, side: Side, space: SpaceId) -> Answer<()> {
        guards::not_in_action(game)?;
        if let Some(refusal) = game.read(|seat| construction::why_closed_to_stockades(seat.state(), side, space))? {
            return refuse(format!("no stockade can be placed at {space}: {refusal}"));
        }
        game.act(|table, _| {
            table.state.works[side].stockades.insert(space);
            construction::built(table, side, space, Structure::Stockade)
        })
    }

    /// Builds a fort of a side, whatever troops are there: not in a siege or a fortress space, with a fort or an enemy
    /// fortification there, nor among enemy units. A stockade, or a fort that was begun, becomes the fort (5.42, 5.43). Not
    /// while pieces are moving, fighting or raiding.
    ///
    /// `game.place_fort(game.side, space)`
    #[rhai_fn(return_raw)]
    pub fn place_fort(game: &mut Game, side: Side, space: SpaceId) -> Answer<()> {
        guards::not_in_action(game)?;
        if let Some(refusal) = game.read(|seat| construction::why_closed_to_forts(seat.state(), side, space))? {
            return refuse(format!("no fort can be placed at {space}: {refusal}"));
        }
        game.act(|table, _| {
            let works = &mut table.state.works[side];
            works.under_construction.remove(space);
            works.stockades.remove(space);
            works.forts.insert(space);
            construction::built(table, side, space, Structure::Fort)
        })
    }

    /// Destroys the stockade of a side in a space, or else its unbesieged fort, finished or not. It costs nobody a point.
    /// Not while pieces are moving, fighting or raiding.
    ///
    /// `game.destroy_works(game.enemy, space)`
    #[rhai_fn(return_raw)]
    pub fn destroy_works(game: &mut Game, side: Side, space: SpaceId) -> Answer<()> {
        guards::not_in_action(game)?;
        if let Some(refusal) = game.read(|seat| demolition::why_not_demolish(seat.state(), side, space))? {
            return refuse(format!("nothing can be destroyed at {space}: {refusal}"));
        }
        game.act(|table, _| {
            demolition::destroy(table, side, space);
            housekeeping::settle(table, table.around())
        })
    }

    /// A side demolishes its stockade in a space, or else its unbesieged fort, finished or not, which costs a point if
    /// it is finished (5.46). A fort not while pieces are moving, fighting or raiding.
    ///
    /// `game.demolish(game.side, moment.space)`
    #[rhai_fn(return_raw)]
    pub fn demolish(game: &mut Game, side: Side, space: SpaceId) -> Answer<()> {
        if let Some(refusal) = game.read(|seat| demolition::why_not_demolish(seat.state(), side, space))? {
            return refuse(format!("nothing can be demolished at {space}: {refusal}"));
        }
        let is_stockade = game.read(|seat| seat.state().works[side].stockades.contains(space))?;
        if !is_stockade {
            guards::not_in_action(game)?;
        }
        game.act(|table, _| {
            demolition::pull_down(table, side, space, is_stockade)?;
            housekeeping::settle(table, table.around())
        })
    }

    /// The spaces with a fortress that a side holds, besieged ones too.
    ///
    /// `game.fortresses(Side::BRITISH)`
    #[rhai_fn(pure, return_raw)]
    pub fn fortresses(game: &mut Game, side: Side) -> Answer<SpaceSet> {
        game.read(|seat| seat.state().works[side].fortresses)
    }

    /// The ports that a side controls, and for the British the Amphib spaces: where its reinforcements come by sea, if
    /// they can enter (6.432).
    ///
    /// `game.place_each(regulars, game.ports(Side::BRITISH))`
    #[rhai_fn(pure, return_raw)]
    pub fn ports(game: &mut Game, side: Side) -> Answer<SpaceSet> {
        game.read(|seat| {
            let state = seat.state();
            let ports: SpaceSet = (state.controlled(side) & crate::map::Map::get().ports) | state.own_amphib(side);
            ports
        })
    }

    /// The siege level of a space: 0 to 2, or `()` if it is not besieged (8.21).
    ///
    /// `game.siege_level(space) != ()`
    #[rhai_fn(pure, return_raw)]
    pub fn siege_level(game: &mut Game, space: SpaceId) -> Answer<Dynamic> {
        game.read(|seat| optional(seat.state().siege_level(space).map(i64::from)))
    }

    /// Sets the siege level of a besieged space (8.23).
    ///
    /// `game.set_siege_level(space, 0)`
    #[rhai_fn(return_raw)]
    pub fn set_siege_level(game: &mut Game, space: SpaceId, level: i64) -> Answer<()> {
        let besieged = game.read(|seat| seat.state().siege_level(space).is_some())?;
        let level = match u8::try_from(level) {
            Ok(level @ 0..=2) if besieged => level,
            Ok(0..=2) => return refuse(format!("{space} is not besieged")),
            _ => return refuse(format!("there is no siege level {level}")),
        };
        game.act(|table, side| {
            table.state.set_siege(space, Some(level));
            table.tell(|_| NewsEntry::new("8.23", Happened::SiegeLevelSet { level }).by(side).at(space));
            Ok(())
        })
    }

    /// Hands a besieged fort or fortress over intact; the garrison goes to its own fortification that is closest to
    /// another space, or the same (8.231). Not while pieces are moving, fighting or raiding.
    ///
    /// `game.surrender(moment.space, moment.space)`
    #[rhai_fn(return_raw)]
    pub fn surrender(game: &mut Game, space: SpaceId, from: SpaceId) -> Answer<()> {
        if game.read(|seat| seat.state().siege_level(space).is_none())? {
            return refuse(format!("{space} is not besieged"));
        }
        guards::not_in_action(game)?;
        game.act(|table, _| siege::surrender(table, space, from))
    }

    /// Whether a Fieldworks marker lies in a space (7.55).
    ///
    /// `game.has_fieldworks(moment.space)`
    #[rhai_fn(pure, return_raw)]
    pub fn has_fieldworks(game: &mut Game, space: SpaceId) -> Answer<bool> {
        game.read(|seat| seat.state().fieldworks.contains(space))
    }

    /// Places or removes the Fieldworks marker of a space (7.55).
    ///
    /// `game.set_fieldworks(moment.space, true)`
    #[rhai_fn(return_raw)]
    pub fn set_fieldworks(game: &mut Game, space: SpaceId, placed: bool) -> Answer<()> {
        if game.read(|seat| seat.state().fieldworks.contains(space))? == placed {
            let there = if placed { "there are fieldworks already" } else { "there are no fieldworks" };
            return refuse(format!("{there} at {space} (7.55)"));
        }
        game.act(|table, side| {
            table.state.fieldworks.set(space, placed);
            table.tell(|_| {
                let fate = if placed { WorksFate::Built } else { WorksFate::Removed };
                let works = Happened::Works { structure: Structure::Fieldworks, fate };
                NewsEntry::new("7.55", works).by(side).at(space)
            });
            Ok(())
        })
    }
}
