//! The services that scripts call on the game. What they are told of by name is looked up, and refused if it is not of
//! this battle.
#![allow(clippy::unwrap_used)] // in the code that rhai's macro writes around each function

use crate::decision::Table;
use crate::game::FrenchAndIndianWarBattles as Us;
use crate::hex::Hex;
use crate::id::Id;
use crate::log::Happened;
use crate::rules::effects;
use crate::script::MomentView;
use crate::state::At;
use crate::unit::{Class, UnitId};
use rhai::Dynamic;
use rhai::plugin::*;
use wilderness_engine::script::{Answer, Handle, refuse};

type Game = Handle<Us>;

/// Looks up a hex of the map.
fn hex_of(table: &Table, text: &str) -> Result<Hex, String> {
    let hex = Hex::new(text).filter(|hex| table.scenario.map.has(*hex));
    hex.ok_or_else(|| format!("`{text}` is not a hex of this map"))
}

/// Looks up a unit of the battle.
fn unit_of(table: &Table, text: &str) -> Result<UnitId, String> {
    let unit = Id::new(text).and_then(|id| table.scenario.find(id));
    unit.ok_or_else(|| format!("`{text}` is not a unit of this battle"))
}

/// Does something with a thing that is looked up by its name.
fn with<T, V>(
    game: &Game,
    name: &str,
    find: impl FnOnce(&Table, &str) -> Result<T, String>,
    then: impl FnOnce(&mut Table, T) -> V,
) -> Answer<V> {
    match game.act(|table, _| Ok(find(table, name).map(|found| then(table, found))))? {
        Ok(value) => Ok(value),
        Err(reason) => refuse(reason),
    }
}

#[export_module]
pub mod moments {
    /// The name of the moment, as in `moments()`.
    ///
    /// `moment.kind == "bombarded"`
    #[rhai_fn(get = "kind", pure)]
    pub fn kind(moment: &mut MomentView) -> String {
        moment.kind.into()
    }

    /// The unit that fired or entered.
    ///
    /// `game.is_foot(moment.unit)`
    #[rhai_fn(get = "unit", pure)]
    pub fn unit(moment: &mut MomentView) -> Dynamic {
        moment.at.map_or(Dynamic::UNIT, |(unit, _)| unit.to_string().into())
    }

    /// The hex that was fired at or entered.
    ///
    /// `game.burns(moment.hex)`
    #[rhai_fn(get = "hex", pure)]
    pub fn hex(moment: &mut MomentView) -> Dynamic {
        moment.at.map_or(Dynamic::UNIT, |(_, hex)| hex.to_string().into())
    }

    /// What the die shows.
    ///
    /// `moment.die == 1`
    #[rhai_fn(get = "die", pure)]
    pub fn die(moment: &mut MomentView) -> Dynamic {
        moment.die.map_or(Dynamic::UNIT, |die| i64::from(die).into())
    }
}

#[export_module]
pub mod hexes {
    /// Whether the terrain of a hex can be set on fire (21.0).
    ///
    /// `game.can_burn("0810")`
    #[rhai_fn(return_raw)]
    pub fn can_burn(game: &mut Game, hex: &str) -> Answer<bool> {
        with(game, hex, hex_of, |table, hex| table.scenario.map.terrain(hex).burns)
    }

    /// Whether a hex burns.
    ///
    /// `game.burns("0810")`
    #[rhai_fn(return_raw)]
    pub fn burns(game: &mut Game, hex: &str) -> Answer<bool> {
        with(game, hex, hex_of, |table, hex| table.state.burning.contains(hex))
    }

    /// Sets a hex on fire for good; refused if its terrain cannot burn.
    ///
    /// `game.set_on_fire("0810")`
    #[rhai_fn(return_raw)]
    pub fn set_on_fire(game: &mut Game, hex: &str) -> Answer<()> {
        let can_burn = |table: &Table, text: &str| {
            let hex = hex_of(table, text)?;
            let terrain = table.scenario.map.terrain(hex);
            if terrain.burns { Ok(hex) } else { Err(format!("{hex} cannot burn: it is {}", terrain.name)) }
        };
        with(game, hex, can_burn, |table, hex| {
            table.state.burning.insert(hex);
            effects::tell(table, "21.0", table.state.side, Happened::SetOnFire(hex));
        })
    }
}

#[export_module]
pub mod units {
    /// Whether a unit is infantry or cavalry.
    ///
    /// `game.is_foot("la-sarre")`
    #[rhai_fn(return_raw)]
    pub fn is_foot(game: &mut Game, unit: &str) -> Answer<bool> {
        with(game, unit, unit_of, |table, unit| table.scenario.unit(unit).class() == Class::Foot)
    }

    /// Whether a unit is disordered.
    ///
    /// `game.is_disordered("la-sarre")`
    #[rhai_fn(return_raw)]
    pub fn is_disordered(game: &mut Game, unit: &str) -> Answer<bool> {
        with(game, unit, unit_of, |table, unit| table.state.piece(unit).disordered)
    }

    /// Disorders a unit on the map; one that is disordered already is eliminated (11.0). Refused for leaders and supply
    /// trains.
    ///
    /// `game.disorder("la-sarre")`
    #[rhai_fn(return_raw)]
    pub fn disorder(game: &mut Game, unit: &str) -> Answer<()> {
        let on_map = |table: &Table, text: &str| {
            let unit = unit_of(table, text)?;
            let is_there = matches!(table.state.piece(unit).at, At::Hex(_));
            match (is_there, table.scenario.unit(unit).is_man()) {
                (false, _) => Err(format!("{text} is not on the map")),
                (true, false) => Err(format!("{text} is never disordered: it is no infantry, cavalry or artillery")),
                (true, true) => Ok(unit),
            }
        };
        with(game, unit, on_map, |table, unit| effects::disorder(table, "11.0", unit))
    }
}
