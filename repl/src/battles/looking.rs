//! `los`, `reach`, `threats` and `why`: what follows from where everything stands.

use super::names::{self, MOST_OF_A_NAME, place};
use crate::prompt::answer::with_name;
use crate::text::columns::{downwards, line_width, wrap};
use crate::text::style::{BOLD, paint};
use wilderness_battles::look;
use wilderness_battles::los::Blocked;
use wilderness_battles::{Battle, Choice, Decision, Game, Hex, Side, UnitId, View};
use wilderness_engine::{Choice as _, Question as _, cite};

/// The two hexes of `los 1204 0605`, with or without `to` or a comma.
fn two(battle: &Battle, what: &str) -> Result<[Hex; 2], String> {
    let words = what.split([' ', ',']).filter(|word| !word.is_empty() && !matches!(*word, "to" | "from"));
    match words.collect::<Vec<_>>().as_slice() {
        [from, to] => Ok([names::hex(battle, from)?, names::hex(battle, to)?]),
        _ => Err("usage: los HEX HEX".into()),
    }
}

/// Whether one hex sees another, and what blocks the line and why.
///
/// # Errors
/// A word that is not a hex.
pub fn line_of_sight(game: &Game, what: &str) -> Result<String, String> {
    let (battle, state) = (game.scenario(), &View::public(game));
    let [from, to] = two(battle, what)?;
    let distance = from.distance(to);
    let heading = paint(BOLD, format!("{} to {}, {distance} hexes", place(battle, from), place(battle, to)));
    let why = match look::line_of_sight(battle, state, from, to) {
        None => "clear: nothing between blocks the line of sight (6.1)".to_string(),
        Some(blocked) => format!("blocked: {}", reason(battle, blocked)),
    };
    Ok(format!("{heading}\n{}\n", wrap(&why, line_width()).join("\n")))
}

fn reason(battle: &Battle, blocked: Blocked) -> String {
    match blocked {
        Blocked::Fog => format!("in fog no unit sees further than {} hexes (5.1)", battle.tables.fog.maximum_los),
        Blocked::Man(hex) => format!("units stand in {}, between the two (6.1 step 3a)", place(battle, hex)),
        Blocked::Terrain(hex) => format!("the terrain of {} blocks it (6.1 step 3b)", place(battle, hex)),
        Blocked::Height(hex) => {
            format!("the hilltop {} is higher, and the line crosses its slope (6.1 step 3e)", place(battle, hex))
        }
        Blocked::Pair(one, other) => format!(
            "the line runs between {} and {}, and both block it (6.1 step 3c)",
            place(battle, one),
            place(battle, other)
        ),
        Blocked::Adjacent => "a gun next to the enemy fires at an adjacent enemy only (6.2)".into(),
    }
}

/// Where a unit could end its move.
///
/// # Errors
/// A word that is not a unit.
pub fn reach(game: &Game, what: &str) -> Result<String, String> {
    let (battle, state) = (game.scenario(), &View::public(game));
    let side = game.decision().map(|decision| decision.side);
    match names::unit(battle, state, side, what) {
        Ok(unit) => Ok(reach_of(game, unit)),
        // The wings of a regiment share its name.
        Err(unclear) if !unclear.is_misspelt && unclear.candidates.len() <= MOST_OF_A_NAME => {
            Ok(unclear.candidates.iter().map(|unit| reach_of(game, *unit)).collect())
        }
        Err(unclear) => Err(unclear.into()),
    }
}

fn reach_of(game: &Game, unit: UnitId) -> String {
    let (battle, state) = (game.scenario(), &View::public(game));
    let reached = look::reach(game.scripts(), battle, state, unit);
    let counter = battle.unit(unit);
    let (about, figures) = (names::whereabouts(battle, state, unit), names::figures(battle, state, unit));
    let mut text = format!("{}\n", paint(BOLD, format!("{} {about}: {figures}", counter.name)));
    if reached.hexes.is_empty() && reached.exit.is_none() {
        return text + "it cannot move (7.2, 8.2)\n";
    }
    let cells: Vec<String> = reached.hexes.iter().map(|(hex, mp)| format!("{hex} {mp}")).collect();
    downwards(&cells, line_width()).into_iter().for_each(|line| text.push_str(&format!("{line}\n")));
    if let Some(mp) = reached.exit {
        text.push_str(&format!("off the map {mp} (15.0)\n"));
    }
    text + "Each hex with the fewest MP to it; the unit moves next, alone and without a forced march.\n"
}

/// Who of the enemy could fire at a hex, enter it or attack it in their next turn; without a hex, at those where this side
/// stands.
///
/// # Errors
/// A word that is neither a hex nor a unit.
pub fn threats(game: &Game, viewer: Side, what: &str) -> Result<String, String> {
    let (battle, state) = (game.scenario(), &View::public(game));
    if what.is_empty() {
        let hexes = look::threatened(game.scripts(), battle, state, viewer).into_keys();
        let all: String = hexes.map(|hex| threats_to(game, viewer, hex)).collect();
        return Ok(if all.is_empty() { format!("no {viewer} unit is threatened\n") } else { all });
    }
    let of_unit = || names::unit(battle, state, None, what).ok().and_then(|unit| state.hex(unit));
    let hex = names::hex(battle, what).or_else(|why| of_unit().ok_or(why))?;
    Ok(threats_to(game, viewer, hex))
}

fn threats_to(game: &Game, viewer: Side, hex: Hex) -> String {
    let (battle, state) = (game.scenario(), &View::public(game));
    // The side that stands there is threatened; an empty hex is looked at by the side that asks.
    let holder =
        |side: &Side| battle.units().any(|(unit, _)| state.hex(unit) == Some(hex) && state.piece(unit).side == *side);
    let side = Side::BOTH.into_iter().find(holder).unwrap_or(viewer);
    let threats = look::threats(game.scripts(), battle, state, side, hex);
    let mut text = format!("{}\n", paint(BOLD, format!("{} against the {side}", place(battle, hex))));
    for (gun, strength) in &threats.guns {
        let effect =
            if look::can_harm(battle, state, hex, *strength) { "" } else { ", without effect whatever the die" };
        let name = &battle.unit(*gun).name;
        text.push_str(&format!("  {name} can fire at it with strength {strength}{effect} (6.1)\n"));
    }
    for (unit, mp) in &threats.foot {
        let how =
            if *mp == 0 { "is in contact with it".to_string() } else { format!("can attack or enter it: {mp} MP") };
        text.push_str(&format!("  {} {how} (7.2, 9.0)\n", battle.unit(*unit).name));
    }
    if threats.guns.is_empty() && threats.foot.is_empty() {
        text.push_str("  none\n");
    }
    text
}

/// Which rule is against an answer.
///
/// # Errors
/// What is called by no name.
pub fn why(game: &Game, what: &str) -> Result<String, String> {
    let decision = game.decision().ok_or("nothing is to be decided: the game is over")?;
    let typed = what.strip_prefix("not ").unwrap_or(what).trim_end_matches('?').trim();
    let battle = game.scenario();
    let choices = match (Choice::from_token(typed), names::hex(battle, typed)) {
        (Some(choice), _) => vec![choice],
        (None, Ok(hex)) => vec![Choice::Hex(hex)],
        (None, Err(_)) => {
            let units = names::units(battle, typed);
            units.into_iter().map(|unit| as_answer(decision, battle.unit(unit).id)).collect()
        }
    };
    if choices.is_empty() {
        return Err(format!("nothing is called `{typed}`"));
    }
    let line = |choice: &Choice| {
        let about = match decision.choices.contains(choice) {
            true => format!("it is allowed, and among the answers{}", cite(decision.ask.rule())),
            false => match game.why().why_not(*choice).filter(|refusal| refusal.says_why()) {
                Some(refusal) => refusal.to_string(),
                None => format!(
                    "that is not an answer to \"{}\"{}",
                    names::question(battle, &decision.ask),
                    cite(decision.ask.rule())
                ),
            },
        };
        wrap(&with_name(&names::choice(game, *choice), &about), line_width()).join("\n") + "\n"
    };
    Ok(choices.iter().take(8).map(line).collect())
}

/// A unit as the open question would have it.
fn as_answer(decision: &Decision, id: wilderness_battles::Id) -> Choice {
    let forms = [Choice::Unit(id), Choice::With(id), Choice::March(id)];
    forms.into_iter().find(|choice| decision.choices.contains(choice)).unwrap_or(Choice::Unit(id))
}
