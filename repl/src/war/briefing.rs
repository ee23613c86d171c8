//! What a player should know at the start of an action phase: the score, and what is besieged, unsupplied or threatened.

use super::show::endangered;
use super::warnings;
use crate::text::columns::beside;
use crate::text::style::{DIM, paint};
use wilderness_war::map::Map;
use wilderness_war::{Game, Side, SpaceId, SpaceSet, View};

/// The most threats, and places on the front, that are named.
const MOST: usize = 4;
/// The width of the column with the labels.
const MARGIN: usize = 12;

/// The situation of a side.
pub fn render(game: &Game, side: Side) -> String {
    let view = game.view(side);
    let mut lines = vec![("score", score(game, &view))];
    lines.extend(front(&view, side).map(|text| ("front", text)));
    lines.extend(besieged(&view).map(|text| ("besieged", text)));
    lines.extend(unsupplied(&view, side).map(|text| ("supply", text)));
    lines.extend(winter(&view, side).map(|text| ("winter", text)));
    lines.extend(threatened(game, side).map(|text| ("threatened", text)));
    // A label is painted after its line is set, so that its colour takes no room.
    let line = |(label, text): (&str, String)| beside(label, MARGIN, &text).replacen(label, &paint(DIM, label), 1);
    lines.into_iter().map(|labelled| line(labelled) + "\n").collect()
}

/// What each side still needs to win at the end of the year, and who would win if it ended now (13.1).
fn score(game: &Game, view: &View<'_>) -> String {
    let last = game.scenario().last_year;
    let rule = match view.year() >= last {
        false => "13.11",
        true if last <= 1759 => "13.12",
        true => "13.13",
    };
    let lacks = |side: Side| {
        let ahead = if side == Side::French { view.vp() } else { -view.vp() };
        match view.points_to_win(game.scenario(), side) - ahead {
            lack if lack > 0 => format!("the {side} win with {lack} VP more"),
            _ => format!("the {side} have enough VP to win"),
        }
    };
    let [french, british] = Side::BOTH.map(lacks);
    let mut text = format!("at the end of {} {french}, {british} ({rule})", view.year());
    if let Some(verdict) = view.verdict(game.scenario()) {
        text.push_str(&format!("; if it ended now, {verdict}"));
    }
    text
}

/// Where the two sides face each other, at most two spaces apart: the strongest of each side's stacks there, and their
/// strengths.
fn front(view: &View<'_>, side: Side) -> Option<String> {
    let strength = |side: Side, space: SpaceId| view.strength_of(view.units(side, space));
    let stands = |side: Side| Map::get().all.filter(|space| strength(side, space) > 0);
    let (own, enemies) = (stands(side), stands(side.enemy()));
    let next = |spaces: SpaceSet| spaces.iter().fold(spaces, |near, space| near | Map::get().adjacent(space));
    let mut faced: Vec<(u32, SpaceId, SpaceId)> = Vec::new();
    for space in own.iter() {
        let near = next(SpaceSet::one(space));
        let facing = [near & enemies, next(near) & enemies].into_iter().find(|facing| !facing.is_empty());
        let strongest = facing.unwrap_or(SpaceSet::EMPTY).iter().max_by_key(|other| strength(side.enemy(), *other));
        faced.extend(strongest.map(|other| (strength(side, space) + strength(side.enemy(), other), space, other)));
    }
    faced.sort_by_key(|(both, space, _)| (std::cmp::Reverse(*both), *space));
    let told = |(_, space, other): (u32, SpaceId, SpaceId)| {
        format!("{space} {} – {other} {}", strength(side, space), strength(side.enemy(), other))
    };
    list(faced.into_iter().take(MOST).map(told))
}

fn besieged(view: &View<'_>) -> Option<String> {
    let siege = |space: SpaceId| {
        let level = view.siege_level(space).unwrap_or_default();
        let owner = Side::BOTH.into_iter().find(|side| view.works(*side).besiegeable().contains(space));
        let owner = owner.map(|side| format!("{side}, ")).unwrap_or_default();
        format!("{space} ({owner}level {level})")
    };
    list(view.besieged_spaces().iter().map(siege))
}

/// Where drilled troops of a side are out of supply (12.2).
fn unsupplied(view: &View<'_>, side: Side) -> Option<String> {
    let spaces = list(warnings::unsupplied(view, side).iter().map(|space| space.to_string()));
    spaces.map(|spaces| format!("none for drilled troops at {spaces}"))
}

/// Whose units would suffer attrition if the year ended now (11.1).
fn winter(view: &View<'_>, side: Side) -> Option<String> {
    list(warnings::winter(view, side).into_iter().map(|(_, text)| text))
}

/// What the enemy could attack with one card.
fn threatened(game: &Game, side: Side) -> Option<String> {
    let mut found = endangered(game, side);
    let more = found.len().saturating_sub(MOST);
    found.truncate(MOST);
    let more = if more > 0 { format!(" and {more} more (`threats`)") } else { String::new() };
    list(found.into_iter()).map(|text| format!("{text}{more}"))
}

fn list(texts: impl Iterator<Item = String>) -> Option<String> {
    let texts: Vec<String> = texts.collect();
    (!texts.is_empty()).then(|| texts.join(", "))
}
