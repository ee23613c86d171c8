//! What a player should know at the start of a player turn: how long the battle lasts, who leads and what is missing,
//! the losses, and who is disordered, threatened or on the way.

use crate::text::columns::beside;
use crate::text::style::{DIM, paint};
use std::collections::BTreeSet;
use wilderness_battles::look::{self, Awaited, Lacking};
use wilderness_battles::words;
use wilderness_battles::{Ask, Battle, Decision, Game, Happened, LogEntry, Side, State, UnitId, View, scene};
use wilderness_engine::Answer;

/// The most things that a line names.
const MOST: usize = 4;
/// The width of the column with the labels.
const MARGIN: usize = 12;

/// Whether a decision is the first of a player turn: the side has decided nothing since its enemy's turn.
pub fn is_due(game: &Game, decision: &Decision) -> bool {
    let last = game.history().iter().rev().find_map(|answer| match answer {
        Answer::Choice { side, ask, .. } if is_of_phasing_side(ask) => Some(*side),
        _ => None,
    });
    is_of_phasing_side(&decision.ask) && last != Some(decision.side)
}

/// Whether it is what the phasing side is asked in each phase (4.2).
fn is_of_phasing_side(ask: &Ask) -> bool {
    use Ask as A;
    matches!(
        ask,
        A::Gun
            | A::ForcedMarch
            | A::Reserve
            | A::Anchor(_)
            | A::Arrival
            | A::Mover
            | A::Attacked
            | A::Attack
            | A::Rally
    )
}

/// The situation of a side.
pub fn render(game: &Game, side: Side) -> String {
    let (battle, state) = (game.scenario(), &View::public(game));
    let mut lines = vec![("turn", turn(battle, state)), ("score", score(battle, state))];
    lines.extend(missing(battle, state, Side::French).map(|text| (Side::French.name(), text)));
    lines.extend(missing(battle, state, Side::British).map(|text| (Side::British.name(), text)));
    lines.push(("losses", losses(battle, state)));
    lines.extend(disordered(battle, state, side).map(|text| ("disordered", text)));
    lines.extend(threatened(game, state, side).map(|text| ("threatened", text)));
    lines.extend(expected(game).map(|text| ("expected", text)));
    lines.extend(since_last_turn(game, side).map(|text| ("since then", text)));
    // A label is painted after its line is set, so that its colour takes no room.
    let line = |(label, text): (&str, String)| beside(label, MARGIN, &text).replacen(label, &paint(DIM, label), 1);
    lines.into_iter().map(|labelled| line(labelled) + "\n").collect()
}

fn turn(battle: &Battle, state: &State) -> String {
    let left = match battle.turns.saturating_sub(state.turn) {
        0 => "the last".into(),
        1 => "1 more follows".into(),
        more => format!("{more} more follow"),
    };
    format!("{} of {}, {left} (4.1)", state.turn, battle.turns)
}

/// Who would win now (17.1).
fn score(battle: &Battle, state: &State) -> String {
    let [french, british] = Side::BOTH.map(|side| look::victory_points(battle, state, side));
    let now = words::result(&look::outcome(battle, state));
    format!("{} {french} VP, {} {british}; if it ended now: {now} (17.1)", Side::French, Side::British)
}

/// What would give a side more victory points (17.1).
fn missing(battle: &Battle, state: &State, side: Side) -> Option<String> {
    let more = look::lacking(battle, state, side).into_iter().map(|(vp, lacking)| match lacking {
        Lacking::Hex(hex) => format!("{vp} VP for {hex}"),
        Lacking::Points(points) => format!("{vp} VP by inflicting {points} more {} DP", side.enemy()),
    });
    list(more).map(|more| format!("can still score {more}"))
}

/// The DP of both sides against their levels (13.1).
fn losses(battle: &Battle, state: &State) -> String {
    let each = Side::BOTH.map(|side| {
        let broken = if state.is_demoralized(battle, side) { ", demoralized" } else { "" };
        format!("{side} {} of {} DP{broken}", state.dp[side], look::demoralization_level(battle, side))
    });
    format!("{} (13.1)", each.join("; "))
}

fn disordered(battle: &Battle, state: &State, side: Side) -> Option<String> {
    let own = battle.units().filter(|(unit, _)| {
        let piece = state.piece(*unit);
        piece.side == side && piece.disordered && state.hex(*unit).is_some()
    });
    let at = |unit: UnitId| state.hex(unit).map_or_else(String::new, |hex| format!(" at {hex}"));
    let named: Vec<String> = own.map(|(unit, counter)| format!("{}{}", counter.name, at(unit))).collect();
    some(named, "`show units`")
}

/// Where the enemy could attack or fire in its next turn, the most endangered hex first.
fn threatened(game: &Game, state: &State, side: Side) -> Option<String> {
    let battle = game.scenario();
    let all = look::threatened(game.scripts(), battle, state, side);
    let mut all: Vec<_> = all.into_iter().collect();
    all.sort_by_key(|(hex, threats)| (std::cmp::Reverse(threats.foot.len() + threats.guns.len()), *hex));
    let count = |number: usize, one: &str| match number {
        0 => None,
        1 => Some(format!("1 {one}")),
        _ => Some(format!("{number} {one}s")),
    };
    let named = all.into_iter().map(|(hex, threats)| {
        let by = [count(threats.foot.len(), "unit"), count(threats.guns.len(), "gun")];
        let by: Vec<String> = by.into_iter().flatten().collect();
        format!("{hex} (by {})", by.join(" and "))
    });
    some(named.collect(), "`threats HEX`")
}

/// Who is still to arrive, when at the earliest, and on which condition (14.0).
fn expected(game: &Game) -> Option<String> {
    let groups = look::awaited(game).into_iter().filter_map(|group| {
        let units = if group.units.len() == 1 { "1 unit".into() } else { format!("{} units", group.units.len()) };
        Some(format!("{} ({}, {units}) {}", group.name, group.side, when(&group)?))
    });
    list(groups).map(|text| format!("{text} (14.0)"))
}

/// When a group comes at the earliest, and on which condition; nothing if it does not come any more.
pub fn when(group: &Awaited) -> Option<String> {
    let turn = group.turn?;
    let die = group.die.as_ref().map(|faces| format!(" if a die shows {}", faces_in_words(faces)));
    Some(match (&die, group.after_attack_by) {
        (None, None) => format!("comes on turn {turn}"),
        (_, None) => format!("may come from turn {turn} on{}", later(group, die)),
        (_, Some(enemy)) => format!(
            "may come from the turn after the first {enemy} attack on, turn {turn} at the earliest{}",
            die.unwrap_or_default()
        ),
    })
}

/// On which faces a group comes at first, and on which ones later.
fn later(group: &Awaited, die: Option<String>) -> String {
    let told = group.later.iter().map(|(turn, faces)| match faces.is_empty() {
        true => format!("; no more from turn {turn} on"),
        false => format!(", on turn {turn} {}", faces_in_words(faces)),
    });
    format!("{}{}", die.unwrap_or_default(), told.collect::<String>())
}

/// `1`, `1-2`, `1 or 3`.
fn faces_in_words(faces: &[u8]) -> String {
    match faces {
        [first, .., last] if usize::from(last - first) + 1 == faces.len() => format!("{first}-{last}"),
        faces => faces.iter().map(u8::to_string).collect::<Vec<_>>().join(" or "),
    }
}

/// What has become of units since the last turn of a side.
fn since_last_turn(game: &Game, side: Side) -> Option<String> {
    let acts = |entry: &&LogEntry| {
        use Happened as H;
        entry.side == side && matches!(entry.what, H::Moved(..) | H::Entered(..) | H::Fired { .. } | H::Declared(..))
    };
    let log = game.log();
    let since = log.get(scene::moved_since(log, side)..).unwrap_or_default();
    if since.iter().any(|entry| acts(&entry)) {
        return None; // The enemy has done nothing since.
    }
    let (battle, state) = (game.scenario(), View::public(game));
    let named = |fate: &str, units: BTreeSet<UnitId>| {
        let name = |unit: UnitId| format!("{} ({})", battle.unit(unit).name, state.piece(unit).side);
        some(units.into_iter().map(name).collect(), "`log`").map(|names| format!("{fate}: {names}"))
    };
    let eliminated = since.iter().filter_map(|entry| match entry.what {
        Happened::Eliminated(unit) => Some(unit),
        _ => None,
    });
    let disordered = since.iter().filter_map(|entry| match entry.what {
        Happened::Disordered(unit) => Some(unit).filter(|unit| state.piece(*unit).disordered),
        _ => None,
    });
    let told = [named("eliminated", eliminated.collect()), named("newly disordered", disordered.collect())];
    let told: Vec<String> = told.into_iter().flatten().collect();
    (!told.is_empty()).then(|| told.join("; "))
}

/// The first of some names, and how to see the others.
fn some(mut names: Vec<String>, how: &str) -> Option<String> {
    let more = names.len().saturating_sub(MOST);
    names.truncate(MOST);
    let more = if more > 0 { format!(" and {more} more ({how})") } else { String::new() };
    list(names.into_iter()).map(|text| text + more.as_str())
}

fn list(texts: impl Iterator<Item = String>) -> Option<String> {
    let texts: Vec<String> = texts.collect();
    (!texts.is_empty()).then(|| texts.join(", "))
}
