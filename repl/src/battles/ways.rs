//! `path`: how far it is from hex to hex, in movement points of those who walk.

use super::names::{self, place};
use crate::text::style::{BOLD, paint};
use crate::text::table::TextTable;
use std::collections::BTreeMap;
use wilderness_battles::{Battle, Choice, Gait, Game, Hex, View};

/// The most hexes of which the distance is told.
const MOST: usize = 12;

/// The MP from a hex to all others, past everybody, for a gait.
fn costs(battle: &Battle, from: Hex, gait: Gait) -> BTreeMap<Hex, u16> {
    let mut known = BTreeMap::from([(from, 0_u16)]);
    let mut open = BTreeMap::from([((0_u16, from), ())]);
    while let Some(((cost, hex), ())) = open.pop_first() {
        if known[&hex] < cost {
            continue;
        }
        for (next, mp) in battle.map.steps(hex, gait) {
            let sum = cost + u16::from(mp);
            if known.get(&next).is_none_or(|old| sum < *old) {
                known.insert(next, sum);
                open.insert((sum, next), ());
            }
        }
    }
    known
}

/// The distances of `FROM, TO`; or, with only a destination, from each hex that the open question offers, or else from the
/// hexes of the own units, the nearest first.
///
/// # Errors
/// Words that are no hexes and no units on the map.
pub fn show(game: &Game, what: &str) -> Result<String, String> {
    let (battle, state) = (game.scenario(), &View::public(game));
    let hex = |name: &str| {
        let of_unit = || names::unit(battle, state, None, name).ok().and_then(|unit| state.hex(unit));
        names::hex(battle, name).or_else(|why| of_unit().ok_or(why))
    };
    let what = what.trim().trim_start_matches("from ").trim_start_matches("to ");
    let two = what.split_once(',').or_else(|| what.split_once(" to ")).or_else(|| {
        what.split_once(' ').filter(|(from, to)| names::hex(battle, from).is_ok() && names::hex(battle, to).is_ok())
    });
    let (from, to) = match two {
        Some((from, to)) => (vec![hex(from.trim())?], hex(to.trim())?),
        None => (begins(game), hex(what)?),
    };
    let gaits = [Gait::Foot, Gait::Light, Gait::Artillery];
    let mut rows: Vec<(Hex, [Option<u16>; 3])> = Vec::new();
    for hex in from.into_iter().filter(|hex| *hex != to) {
        rows.push((hex, gaits.map(|gait| costs(battle, hex, gait).get(&to).copied())));
    }
    rows.sort_by_key(|(hex, costs)| (costs[0].unwrap_or(u16::MAX), *hex));
    let mut table = TextTable::new(&["From", "Hexes", "MP of infantry", "of light troops", "of guns"]);
    for (hex, costs) in rows.into_iter().take(MOST) {
        let costs = costs.map(|cost| cost.map_or("no way".into(), |cost| cost.to_string()));
        table.row([place(battle, hex), hex.distance(to).to_string()].into_iter().chain(costs));
    }
    if table.is_empty() {
        return Err("usage: path [HEX,] HEX".into());
    }
    let heading = paint(BOLD, format!("To {}", place(battle, to)));
    let note = "The fewest MP (7.2), past everybody and without stacking; a unit has its MA each turn.";
    Ok(format!("{heading}\n{}{note}\n", table.render()))
}

/// The hexes that the open question offers, or else those of the units of the side that decides.
fn begins(game: &Game) -> Vec<Hex> {
    let Some(open) = game.decision() else { return Vec::new() };
    let offered = open.choices.iter().filter_map(|choice| match choice {
        Choice::Hex(hex) => Some(*hex),
        _ => None,
    });
    let offered: Vec<Hex> = offered.collect();
    if !offered.is_empty() {
        return offered;
    }
    let (battle, state) = (game.scenario(), View::public(game));
    let own = battle.units().filter(|(unit, _)| state.piece(*unit).side == open.side);
    let mut hexes: Vec<Hex> = own.filter_map(|(unit, _)| state.hex(unit)).collect();
    hexes.sort_unstable();
    hexes.dedup();
    hexes
}
