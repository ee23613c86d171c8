//! Sets of hexes to be seen: zones of control, a unit's reach, lines of sight, threats, odds.

use super::{index, moves::number};
use crate::battle::Battle;
use crate::game::Game;
use crate::id::Id;
use crate::look::{self, Threats};
use crate::odds::Odds;
use crate::side::Side;
use crate::state::State;
use crate::unit::UnitId;
use std::collections::BTreeMap;
use wilderness_engine::scene::Layer;
use wilderness_hexes::Hex;

/// The layers of this game, as they are asked for, each with what it shows.
pub const LAYERS: [(&str, &str); 5] = [
    ("zones", "the zones of control of the enemy of the side that looks on"),
    ("reach=UNIT", "where a unit could end its move, with the MP that it costs"),
    ("sight=HEX", "what can be seen from a hex"),
    ("threats", "own hexes that the enemy could fire at or attack in its next turn"),
    ("odds", "enemies in contact, with the odds and the chance to clear the hex if all attack"),
];

/// The layer of a name, as a side sees it; of a unit or hex if the name asks for one.
///
/// # Errors
/// No such layer, unit or hex; in a sentence.
pub fn layer(game: &Game, side: Side, name: &str, of: Option<&str>) -> Result<Layer, String> {
    let (battle, state) = (game.scenario(), game.view(side).state());
    if of.is_some() && matches!(name, "zones" | "threats" | "odds") {
        return Err(format!("the layer `{name}` takes neither unit nor hex"));
    }
    match name {
        "zones" => {
            let zone = look::zone(battle, &state, side.enemy());
            Ok(make(
                battle,
                format!("{} zones of control", side.enemy()),
                side.enemy(),
                zone.iter().map(|hex| (hex, String::new())),
            ))
        }
        "reach" => {
            let unit = unit(battle, &state, of.ok_or("`reach` needs a unit: `reach=UNIT`")?)?;
            let hexes = look::reach(game.scripts(), battle, &state, unit).hexes.into_iter();
            let words = hexes.map(|(hex, mp)| (hex, format!("{mp} MP")));
            Ok(make(battle, format!("reach of {}", battle.unit(unit).name), state.piece(unit).side, words))
        }
        "sight" => {
            let text = of.ok_or("`sight` needs a hex: `sight=0810`")?;
            let from = Hex::new(text).filter(|hex| battle.map.grid.has(*hex));
            let from = from.ok_or_else(|| format!("`{text}` is not a hex of this map: four digits, as in `0810`"))?;
            let seen = battle.map.grid.hexes().filter(|to| look::line_of_sight(battle, &state, from, *to).is_none());
            let words = |hex: Hex| (hex, if hex == from { "from here".to_string() } else { String::new() });
            Ok(make(battle, format!("in sight of {from}"), side, seen.map(words)))
        }
        "threats" => Ok(threats(game, battle, &state, side)),
        "odds" => Ok(odds(game, battle, &state, side)),
        _ => Err(format!("no layer is called `{name}`; the layers are {}", LAYERS.map(|(name, _)| name).join(", "))),
    }
}

fn make(battle: &Battle, name: String, side: Side, hexes: impl Iterator<Item = (Hex, String)>) -> Layer {
    let places = hexes.filter_map(|(hex, words)| Some((number(battle, hex)?, words)));
    Layer { name, side: Some(index(side)), places: places.collect() }
}

/// The unit with an id.
fn unit(battle: &Battle, state: &State, text: &str) -> Result<UnitId, String> {
    let found = Id::new(text).and_then(|id| battle.find(id));
    let found = found.ok_or_else(|| format!("no unit has the id `{text}` (`show units` lists them)"))?;
    state.hex(found).map(|_| found).ok_or_else(|| format!("{} is not on the map", battle.unit(found).name))
}

/// The hexes with units of a side.
fn held(battle: &Battle, state: &State, side: Side) -> Vec<Hex> {
    let own = battle.units().filter(|(unit, _)| state.piece(*unit).side == side);
    let mut hexes: Vec<Hex> = own.filter_map(|(unit, _)| state.hex(unit)).collect();
    hexes.sort_unstable();
    hexes.dedup();
    hexes
}

fn threats(game: &Game, battle: &Battle, state: &State, side: Side) -> Layer {
    let words = |Threats { guns, foot }: Threats| {
        let count = |number: usize, one: &str, many: &str| match number {
            0 => None,
            1 => Some(format!("1 {one}")),
            _ => Some(format!("{number} {many}")),
        };
        let parts = [count(guns.len(), "gun", "guns"), count(foot.len(), "unit", "units")];
        let parts: Vec<String> = parts.into_iter().flatten().collect();
        (!parts.is_empty()).then(|| parts.join(", "))
    };
    let held = held(battle, state, side).into_iter();
    let threatened =
        held.filter_map(|hex| Some((hex, words(look::threats(game.scripts(), battle, state, side, hex))?)));
    make(battle, format!("threats to the {side}"), side.enemy(), threatened)
}

/// The enemies in contact, with the odds if everybody in contact with their hex attacks it (9.3).
fn odds(game: &Game, battle: &Battle, state: &State, side: Side) -> Layer {
    let mut attackers: BTreeMap<Hex, Vec<UnitId>> = BTreeMap::new();
    for (unit, hexes) in look::contacts(battle, state, side) {
        hexes.into_iter().for_each(|hex| attackers.entry(hex).or_default().push(unit));
    }
    let words = |(hex, units): (Hex, Vec<UnitId>)| {
        let odds = Odds::of_attack(game, &units, &[hex]).ok()?;
        let column = odds.strength.map(|strength| strength.column.to_string()).unwrap_or_default();
        Some((hex, format!("{column}: {:.0}%", odds.cleared * 100.0)))
    };
    make(
        battle,
        format!("odds of the {side}, and chance to clear the hex"),
        side,
        attackers.into_iter().filter_map(words),
    )
}
