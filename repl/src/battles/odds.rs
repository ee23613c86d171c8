//! The odds of attacks and bombardments, in words and tables.

use super::names;
use super::say::{hexes_of, units_of};
use crate::text::columns::{line_width, wrap};
use crate::text::style::{BOLD, DIM, paint};
use crate::text::table::{TextTable, percent};
use std::fmt::Write as _;
use wilderness_battles::odds::{ASSUMED, Odds};
use wilderness_battles::{Battle, Class, Game, Hex, View};

/// The odds of what is pending; of `HEX[, HEX] with UNITS`; or of `GUN at HEX`.
///
/// # Errors
/// Why there are none.
pub fn show(game: &Game, what: &str) -> Result<String, String> {
    let (battle, state) = (game.scenario(), &View::public(game));
    if what.is_empty() {
        let odds = Odds::of_pending(game).map_err(|halt| halt.to_string())?;
        let none =
            "the next die belongs to no attack or bombardment; `odds HEX with UNITS` or `odds GUN at HEX` weighs one";
        return odds.map(|odds| render(battle, &odds)).ok_or_else(|| none.into());
    }
    if let Some((gun, hex)) = what.split_once(" at ") {
        let gun = gun.trim().trim_start_matches("fire ");
        let gun = names::unit(battle, state, None, gun)?;
        let odds = Odds::of_shot(game, gun, names::hex(battle, hex)?).map_err(|refusal| refusal.to_string())?;
        return Ok(render(battle, &odds));
    }
    let what = what.trim_start_matches("attack ");
    let (hexes, units) = what.split_once(" with ").ok_or("usage: odds HEX with UNITS, or odds GUN at HEX")?;
    let hexes = hexes_of(battle, hexes)?;
    let side = hexes.first().and_then(|hex| {
        let there = battle.units().find(|(unit, _)| state.hex(*unit) == Some(*hex));
        there.map(|(unit, _)| state.piece(unit).side.enemy())
    });
    let units = units_of(battle, state, side, units)?;
    let odds = Odds::of_attack(game, &units, &hexes).map_err(|refusal| refusal.to_string())?;
    Ok(render(battle, &odds))
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
    let _ = writeln!(text, "{}", paint(DIM, wrap(&format!("Assumed: {ASSUMED}."), line_width()).join("\n")));
    text
}
