//! How things stand in a battle as to a topic of the rules: who is still to come, which hexes are walled.

use super::briefing;
use super::names;
use crate::text::columns::{beside, line_width, wrap};
use crate::text::style::{BOLD, paint};
use std::collections::BTreeMap;
use wilderness_battles::look::{self, Awaited};
use wilderness_battles::{Ask, Battle, Choice, Game, Hex, Side, UnitId, View};

/// The width of the column with the label.
const MARGIN: usize = 6;
/// The most hexes that are listed one by one.
const MOST: usize = 30;

/// What there is to say of a topic here and now, in whole lines; nothing if there is nothing.
pub fn case(game: &Game, topic: &str) -> String {
    let told = match topic {
        "Reinforcements" => return expected(game).unwrap_or_default(),
        "Doubling and enfilade" => return walls(game).unwrap_or_default(),
        "Demoralization" => Some(demoralization(game)),
        "Sequence of play" => setting_up(game),
        _ => None,
    };
    told.map_or_else(String::new, |told: String| format!("{}\n", beside("here", MARGIN, &told)))
}

/// Who is still to arrive: when, on which condition, by which hexes, and with what.
///
/// # Errors
/// If nobody is.
pub fn expected(game: &Game) -> Result<String, String> {
    let (battle, state) = (game.scenario(), &View::public(game));
    let groups = look::awaited(game);
    if groups.is_empty() {
        return Err("no unit is still to arrive".into());
    }
    let mut text = format!("{}\n", paint(BOLD, "Who is still to arrive (14.0)"));
    for group in groups {
        let when = briefing::when(&group).unwrap_or_else(|| "does not come any more".into());
        let within = group
            .within
            .map_or(String::new(), |most| format!("; all of them within {most} hexes of the hex that is chosen first"));
        let figures = |unit: &UnitId| names::brief(battle, state, *unit)[0].clone();
        let units = group.units.iter().map(|unit| format!("{} ({})", battle.unit(*unit).name, figures(unit)));
        let units: Vec<String> = units.collect();
        let told = format!("{} ({}) {when}, by {}{within}: {}", group.name, group.side, edge(&group), units.join(", "));
        let lines = wrap(&told, line_width() - 2);
        text.extend(
            lines.iter().enumerate().map(|(row, line)| format!("{}{line}\n", if row == 0 { "" } else { "  " })),
        );
    }
    Ok(text)
}

/// The hexes by which a group enters, and the edge that they are on.
fn edge(group: &Awaited) -> String {
    let names: Vec<String> = group.edge.iter().map(Hex::to_string).collect();
    let (Some(first), Some(last)) = (names.first(), names.last()) else { return "any edge".into() };
    let same =
        |range: std::ops::Range<usize>| names.iter().all(|name| name.get(range.clone()) == first.get(range.clone()));
    let is_low = |part: Option<&str>| part.and_then(|part| part.parse::<u8>().ok()).is_some_and(|number| number <= 2);
    let edge = match (same(0..2), same(2..4)) {
        (true, false) if is_low(first.get(0..2)) => "the west edge, ",
        (true, false) => "the east edge, ",
        (false, true) if is_low(first.get(2..4)) => "the north edge, ",
        (false, true) => "the south edge, ",
        _ => "",
    };
    match names.as_slice() {
        [only] => format!("{edge}{only}"),
        _ => format!("{edge}{first} to {last}"),
    }
}

/// The hexes behind walls, with the neighbours towards which the walls stand.
///
/// # Errors
/// If there are none.
pub fn walls(game: &Game) -> Result<String, String> {
    let battle = game.scenario();
    let walled: BTreeMap<Hex, Vec<Hex>> = walled(battle);
    if walled.is_empty() {
        return Err("no hexside of this map is walled".into());
    }
    let mut text = format!("{}\n", paint(BOLD, "Hexes behind walls (7.2.1, 9.2.1)"));
    for (hex, outside) in walled.iter().take(MOST) {
        let outside: Vec<String> = outside.iter().map(Hex::to_string).collect();
        text.push_str(&format!("  {} towards {}\n", names::place(battle, *hex), outside.join(", ")));
    }
    let note = "Who is inside is doubled against attackers that all come across the wall, and getting in there costs 1 MP more.";
    Ok(text + beside("", 0, note).as_str() + "\n")
}

fn walled(battle: &Battle) -> BTreeMap<Hex, Vec<Hex>> {
    let map = &battle.map;
    let mut walled: BTreeMap<Hex, Vec<Hex>> = BTreeMap::new();
    for hex in map.grid.hexes() {
        let outside: Vec<Hex> = map.grid.near(hex).filter(|next| map.is_entrenched(hex, *next)).collect();
        if !outside.is_empty() {
            walled.insert(hex, outside);
        }
    }
    walled
}

/// Where the unit may be set up that the open question is about.
fn setting_up(game: &Game) -> Option<String> {
    let open = game.decision()?;
    if !matches!(open.ask, Ask::Place(_)) {
        return None;
    }
    let hexes: Vec<Hex> = open
        .choices
        .iter()
        .filter_map(|choice| match choice {
            Choice::Hex(hex) => Some(*hex),
            _ => None,
        })
        .collect();
    let (first, last) = (hexes.iter().min()?, hexes.iter().max()?);
    let count = hexes.len();
    Some(format!(
        "the scenario limits where a unit may be set up: this one in {count} hexes, from {first} to {last} (`show`)"
    ))
}

/// How near both armies are to demoralization, and what losses count.
fn demoralization(game: &Game) -> String {
    let (battle, state) = (game.scenario(), View::public(game));
    let of = |side: Side| {
        let losses = look::terms(battle, side).losses.into_iter().map(|loss| match loss.per {
            Some(figure) if loss.points == 1 => format!("for {} their {figure}", loss.what),
            Some(figure) => format!("for {} {} times their {figure}", loss.what, loss.points),
            None => format!("for each of the {} {}", loss.what, loss.points),
        });
        let (now, level) = (state.dp[side], look::demoralization_level(battle, side));
        format!("the {side} have {now} of {level} DP; they get {}", losses.collect::<Vec<_>>().join(", "))
    };
    Side::BOTH.map(of).join("; ")
}
