//! The odds of attacks and bombardments, in words and tables.

use super::names;
use super::say::{hexes_of, touching, units_of};
use crate::text::columns::{line_width, wrap};
use crate::text::style::{BOLD, DIM, paint};
use crate::text::table::{TextTable, percent};
use std::fmt::Write as _;
use wilderness_battles::look;
use wilderness_battles::odds::{ASSUMED, Odds};
use wilderness_battles::{Battle, Class, Game, Hex, Side, State, UnitId, View};

/// The odds of what is pending; of `HEX[, HEX] with UNITS [from HEX]`, before those units march there; of all who touch the
/// hexes, if no units are named; or of `GUN at HEX`.
///
/// # Errors
/// Why there are none.
pub fn show(game: &Game, what: &str) -> Result<String, String> {
    let (battle, state) = (game.scenario(), &View::public(game));
    if what.is_empty() {
        let odds = Odds::of_pending(game).map_err(|halt| halt.to_string())?;
        let none = "the next die belongs to no attack or bombardment; `odds HEX with UNITS` or `odds GUN at HEX` weighs one, and \
             `odds HEX with UNIT from HEX` one before the march";
        return odds.map(|odds| render(battle, &odds)).ok_or_else(|| none.into());
    }
    if let Some((gun, hex)) = what.split_once(" at ") {
        let gun = gun.trim().trim_start_matches("fire ");
        let gun = names::unit(battle, state, None, gun)?;
        let odds = Odds::of_shot(game, gun, names::hex(battle, hex)?).map_err(|refusal| refusal.to_string())?;
        return Ok(render(battle, &odds));
    }
    let what = what.trim_start_matches("attack ");
    let (hexes, units) = what.split_once(" with ").unwrap_or((what, ""));
    // The name of a place may have several words.
    let hexes = names::hex(battle, hexes.trim()).map_or_else(|_| hexes_of(battle, hexes), |hex| Ok(vec![hex]))?;
    let side = hexes.first().and_then(|hex| {
        let there = battle.units().find(|(unit, _)| state.hex(*unit) == Some(*hex));
        there.map(|(unit, _)| state.piece(unit).side.enemy())
    });
    let (units, marched) = match (units, side) {
        ("", Some(side)) => (touching(battle, state, side, &hexes), Vec::new()),
        (units, _) => marching(battle, state, side, units)?,
    };
    if units.is_empty() {
        return Err(
            "no unit in good order touches it: name the attackers, as in `odds HEX with UNITS [from HEX]` or `odds \
                    GUN at HEX`"
                .into(),
        );
    }
    let marched = brought_up(game, &units, marched, &hexes);
    let odds = Odds::after_march(game, &units, &marched, &hexes).map_err(|refusal| refusal.to_string())?;
    Ok(render(battle, &odds))
}

/// The units that attack, and those of them who march to a hex first.
type Attackers = (Vec<UnitId>, Vec<(UnitId, Hex)>);

/// Those who march before they attack: those for whom a hex is named, and the others who do not touch these hexes, each to
/// the nearest hex from which it would.
fn brought_up(game: &Game, units: &[UnitId], named: Vec<(UnitId, Hex)>, hexes: &[Hex]) -> Vec<(UnitId, Hex)> {
    let (battle, state) = (game.scenario(), &View::public(game));
    let grid = &battle.map.grid;
    let touches = |from: Hex| hexes.iter().any(|hex| grid.near(*hex).any(|near| near == from));
    let mut marched = named;
    for unit in units {
        let at = marched.iter().find(|(known, _)| known == unit).map(|(_, hex)| *hex).or_else(|| state.hex(*unit));
        if at.is_none_or(touches) {
            continue;
        }
        let reached = look::reach(game.scripts(), battle, state, *unit).hexes;
        let is_free = |hex: &Hex| marched.iter().all(|(_, taken)| taken != hex);
        let near = reached.iter().filter(|(hex, _)| touches(**hex) && is_free(hex)).min_by_key(|(_, mp)| **mp);
        marched.extend(near.map(|(hex, _)| (*unit, *hex)));
    }
    marched
}

/// The attackers of a list, and those of them who are to attack from a hex: `78-foot, 35-foot from 1206`. A hex is that
/// of all who are named between the hex before it and itself.
fn marching(battle: &Battle, state: &State, side: Option<Side>, text: &str) -> Result<Attackers, String> {
    let (mut units, mut marched) = (Vec::new(), Vec::new());
    let mut rest = text.to_string();
    while let Some((named, after)) = rest.split_once(" from ") {
        let after = after.trim_start();
        let (hex, after) = after.split_at(after.find([' ', ',']).unwrap_or(after.len()));
        let hex = names::hex(battle, hex)?;
        for unit in units_of(battle, state, side, named)? {
            units.push(unit);
            marched.push((unit, hex));
        }
        rest = after.trim_start().trim_start_matches(',').trim_start().trim_start_matches("and ").to_string();
    }
    units.extend(units_of(battle, state, side, &rest)?);
    Ok((units, marched))
}

/// All about one attack or bombardment.
pub fn render(battle: &Battle, odds: &Odds) -> String {
    let hexes: Vec<String> = odds.hexes.iter().map(Hex::to_string).collect();
    let what = if odds.fire.is_some() { "bombard" } else { "attack" };
    let mut text = format!("{}\n", paint(BOLD, format!("The {} {what} {}", odds.side, hexes.join(", "))));
    if let Some(strength) = &odds.strength {
        let enfilade = if strength.enfilade { ", in enfilade (9.2.2)" } else { "" };
        let _ =
            writeln!(text, "{} to {}{enfilade}: column {} (9.1)", strength.attack, strength.defence, strength.column);
        let doubled: Vec<&str> = strength.doubled.iter().map(|unit| battle.unit(*unit).name.as_str()).collect();
        if !doubled.is_empty() {
            let _ = writeln!(text, "doubled in defence: {} (9.2.1)", doubled.join("; "));
        }
    }
    if let Some(strength) = odds.fire {
        let _ = writeln!(text, "strength {strength} (6.1)");
    }
    let results: Vec<String> =
        odds.results.iter().map(|(name, chance)| format!("{name} {}", percent(*chance))).collect();
    let reconstructed = match odds.fire {
        Some(_) => battle.tables.bombardment.reconstructed,
        None => battle.tables.combat.reconstructed,
    };
    let mark = if reconstructed { " (the table is reconstructed)" } else { "" };
    let _ = writeln!(text, "{}{mark}", results.join(", "));
    let mut table = TextTable::new(&["Unit", "eliminated", "disordered", "retreats"]);
    for fate in &odds.fates {
        let unit = battle.unit(fate.unit);
        let disordered = if unit.class() == Class::Leader { String::new() } else { percent(fate.disordered) };
        table.row([unit.name.clone(), percent(fate.eliminated), disordered, percent(fate.retreats)]);
    }
    if !table.is_empty() {
        text.push_str(&table.render());
    }
    let cleared = if odds.hexes.len() == 1 { "the hex is" } else { "the hexes are" };
    let points = wilderness_battles::Side::BOTH.map(|side| format!("{side} {:.1}", odds.points[side])).join(", ");
    let _ = writeln!(text, "{cleared} cleared: {}; DP on average: {points}", percent(odds.cleared));
    let stands = |(unit, hex): &(UnitId, Hex)| format!("{} stands in {hex}, ", battle.unit(*unit).name);
    let marched: String = odds.marched.iter().map(stands).collect();
    let _ = writeln!(text, "{}", paint(DIM, wrap(&format!("Assumed: {marched}{ASSUMED}."), line_width()).join("\n")));
    text
}
