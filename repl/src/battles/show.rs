//! `show WHAT`: units, hexes, and how the battle stands.

use super::names::{self, MOST_OF_A_NAME, place};
use crate::front::OnRoll;
use crate::text::columns::beside;
use crate::text::style::{BOLD, DIM, paint};
use crate::text::table::TextTable;
use std::fmt::Write as _;
use wilderness_battles::look::{self, Demoralization, Loss, Terms};
use wilderness_battles::words;
use wilderness_battles::{At, Battle, Class, Game, Hex, Side, State, UnitId, View};
use wilderness_engine::Side as _;

/// What is to be shown.
///
/// # Errors
/// What is called by no name.
pub fn show(game: &Game, what: &str) -> Result<String, String> {
    let (battle, state) = (game.scenario(), &View::public(game));
    let (first, rest) = what.split_once(' ').unwrap_or((what, ""));
    let side = |word: &str| Side::BOTH.into_iter().find(|side| !word.is_empty() && side.id().starts_with(word));
    match (first.to_lowercase().as_str(), rest.trim()) {
        ("units", "") => Ok(Side::BOTH.into_iter().map(|side| units(battle, state, side)).collect()),
        ("units", word) => {
            side(word).map(|side| units(battle, state, side)).ok_or_else(|| "a side is `french` or `british`".into())
        }
        (word, "") if side(word).is_some() => Ok(side(word).map(|side| units(battle, state, side)).unwrap_or_default()),
        ("hex", word) => names::hex(battle, word).map(|hex| about_hex(battle, state, hex)),
        ("unit", word) => about_units(battle, state, word),
        _ => names::hex(battle, what)
            .map(|hex| about_hex(battle, state, hex))
            .or_else(|_| about_units(battle, state, what)),
    }
}

/// The units and leaders of both sides, with those that are off the map.
pub fn roll(game: &Game) -> Vec<OnRoll> {
    let (battle, state) = (game.scenario(), &View::public(game));
    let present = |unit: &UnitId| state.piece(*unit).at != At::Absent;
    let entry = |id: UnitId| {
        let (unit, piece) = (battle.unit(id), state.piece(id));
        let class = match unit.class() {
            Class::Foot => "infantry",
            Class::Gun => "artillery",
            Class::Leader => "leader",
            Class::Train => "train",
        };
        let factor = if piece.disordered { unit.dcf } else { unit.cf };
        let states =
            [(piece.disordered, "disordered"), (piece.done.fired, "fired"), (piece.at == At::Eliminated, "eliminated")];
        OnRoll {
            name: unit.name.clone(),
            side: piece.side.index(),
            noun: if class == "leader" { "leader" } else { "unit" },
            kinds: vec![unit.kind.word().into(), class.into()],
            states: states.into_iter().filter(|(is, _)| *is).map(|(_, word)| word).collect(),
            place: state.hex(id).and_then(|hex| battle.map.grid.hexes().position(|other| other == hex)),
            figures: names::figures(battle, state, id),
            elsewhere: names::whereabouts(battle, state, id),
            strength: unit.is_man().then_some(factor.into()).filter(|_| matches!(piece.at, At::Hex(_) | At::Due)),
        }
    };
    battle.units().map(|(unit, _)| unit).filter(present).map(entry).collect()
}

/// All about the units with a name: the wings of a regiment share one.
fn about_units(battle: &Battle, state: &State, name: &str) -> Result<String, String> {
    let unclear = match names::unit(battle, state, None, name) {
        Ok(unit) => return Ok(about_unit(battle, state, unit)),
        Err(unclear) => unclear,
    };
    match unclear.is_misspelt || unclear.candidates.len() > MOST_OF_A_NAME {
        true => Err(unclear.into()),
        false => Ok(unclear.candidates.iter().map(|unit| about_unit(battle, state, *unit)).collect()),
    }
}

/// The units of a side, those on the map first.
fn units(battle: &Battle, state: &State, side: Side) -> String {
    let mut table = TextTable::new(&["id", "factors", "MA", "", "where", "unit"]);
    let rank = |at: At| match at {
        At::Hex(hex) => (0, hex.to_string()),
        At::Due => (1, String::new()),
        At::OffMap => (2, String::new()),
        At::Exited => (3, String::new()),
        At::Eliminated => (4, String::new()),
        At::Absent => (5, String::new()),
    };
    let mut all: Vec<UnitId> = battle.units().map(|(unit, _)| unit).collect();
    all.retain(|unit| state.piece(*unit).side == side && state.piece(*unit).at != At::Absent);
    all.sort_by_key(|unit| rank(state.piece(*unit).at));
    for unit in all {
        let counter = battle.unit(unit);
        let place = match state.piece(unit).at {
            At::Hex(hex) => hex.to_string(),
            _ => names::whereabouts(battle, state, unit),
        };
        let [factors, ma, mark] = names::brief(battle, state, unit);
        table.row([counter.id.to_string(), factors, ma, mark, place, counter.name.clone()]);
    }
    let mark = if battle.units_reconstructed { paint(DIM, " (figures reconstructed)") } else { String::new() };
    format!("{}{mark}\n{}", paint(names::style(side), side), table.render())
}

/// A hex: terrain, who stands there, and what it is worth.
fn about_hex(battle: &Battle, state: &State, hex: Hex) -> String {
    let map = &battle.map;
    let mut text = format!("{}\n", paint(BOLD, place(battle, hex)));
    let mut marks = vec![map.terrain(hex).name.clone()];
    marks.extend(map.has_road(hex).then(|| "road or trail".into()));
    marks.extend(map.hill(hex).map(|_| "hilltop".into()));
    marks.extend(state.burning.contains(hex).then(|| "burning".into()));
    for side in Side::BOTH {
        marks.extend(look::zone(battle, state, side).contains(hex).then(|| format!("{side} zone of control")));
        let worth = look::objectives(battle, side).into_iter().find(|(at, _)| *at == hex);
        marks.extend(worth.map(|(_, vp)| format!("{vp} VP for the {side}")));
    }
    let _ = writeln!(text, "  {}", marks.join(", "));
    for (unit, counter) in battle.units().filter(|(unit, _)| state.hex(*unit) == Some(hex)) {
        let _ = writeln!(text, "  {} ({}): {}", counter.name, counter.id, names::figures(battle, state, unit));
    }
    text
}

/// A unit: figures and whereabouts.
fn about_unit(battle: &Battle, state: &State, id: UnitId) -> String {
    let unit = battle.unit(id);
    let mark = if battle.units_reconstructed { paint(DIM, " (figures reconstructed)") } else { String::new() };
    let mut text = format!("{} ({}, {}){mark}\n", paint(BOLD, &unit.name), unit.id, state.piece(id).side);
    let _ = writeln!(text, "  {}: {}", names::whereabouts(battle, state, id), names::figures(battle, state, id));
    if let Some(modifier) = look::rally_modifier(battle, state, id) {
        let _ = writeln!(text, "  rally: die {modifier:+}, {} or more rallies (11.2)", battle.tables.rally.succeeds_on);
    }
    if !unit.hist.is_empty() {
        let _ = writeln!(text, "  {}", paint(DIM, &unit.hist));
    }
    text
}

/// Victory (17.0): how both sides stand, what gives them VP and DP, and how it would end now.
pub fn victory(battle: &Battle, state: &State) -> String {
    let mut text = String::new();
    for side in Side::BOTH {
        let level = look::demoralization_level(battle, side);
        let broken = if state.is_demoralized(battle, side) { ", demoralized" } else { "" };
        let _ = writeln!(
            text,
            "{}: {} of {level} DP{broken}, {} VP now",
            paint(names::style(side), side),
            state.dp[side],
            look::victory_points(battle, state, side)
        );
        for line in terms(battle, side) {
            text.push_str(&format!("{}\n", beside("", 2, &line)));
        }
    }
    let _ = writeln!(text, "If it ended now: {} (17.0)", words::result(&look::outcome(battle, state)));
    if !battle.historical.is_empty() {
        let _ = writeln!(text, "{}", paint(DIM, format!("In history: {}", battle.historical)));
    }
    text
}

/// What gives a side VP, and what its army takes DP for.
fn terms(battle: &Battle, side: Side) -> Vec<String> {
    let enemy = side.enemy();
    let Terms { hexes, demoralization, entered, losses } = look::terms(battle, side);
    let mut lines: Vec<String> =
        hexes.iter().map(|(hex, vp)| format!("{vp} VP for {} at the end", place(battle, *hex))).collect();
    lines.extend(demoralization.iter().map(|Demoralization { vp, from, below, percent }| {
        let points = match below {
            Some(below) => format!("{from} to {} DP", below - 1),
            None => format!("{from} DP or more"),
        };
        format!("{vp} VP if the {enemy} have {points} (from {percent} % of their level)")
    }));
    lines.extend(entered.iter().map(|(hexes, points)| {
        let hexes: Vec<String> = hexes.iter().map(|hex| place(battle, *hex)).collect();
        let once = if hexes.len() > 1 { "the first of " } else { "" };
        format!("{points} DP when the {enemy} enter {once}{}, once (13.2)", hexes.join(", "))
    }));
    let losses: Vec<String> = losses
        .iter()
        .map(|loss| match loss {
            Loss { what, points, per: None } => format!("{what} {points} each"),
            Loss { what, points: 1, per: Some(figure) } => format!("{what} their {figure}"),
            Loss { what, points, per: Some(figure) } => format!("{what} {points} times their {figure}"),
        })
        .collect();
    lines.push(format!("DP for each unit that is eliminated: {} (13.2)", losses.join(", ")));
    lines
}
