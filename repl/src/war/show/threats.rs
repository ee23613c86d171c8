//! The enemies that could reach a space in one activation.

use super::Unknown;
use super::path::how;
use crate::text::columns::beside;
use crate::text::style::{BOLD, DIM, paint};
use crate::text::table::TextTable;
use crate::war::colours;
use crate::war::describe;
use std::cmp::Reverse;
use wilderness_war::queries::Arrival;
use wilderness_war::{Game, Side, SpaceId};

/// The pieces of a side that could reach a space.
///
/// # Errors
/// A script that fails.
pub fn show(game: &Game, by: Side, space: SpaceId) -> Result<String, Unknown> {
    let view = game.view(by);
    let who = paint(colours::side(by), by);
    let mut table = TextTable::new(&["From", "Strength", "How", "Who"]);
    let mut raiders = false;
    for arrival in view.arrivals(by, space).map_err(|halt| Unknown::Plain(halt.to_string()))? {
        let pieces = arrival.pieces;
        raiders |= !pieces.auxiliaries().is_empty();
        let strength = view.strength_of(pieces).to_string();
        table.row([arrival.from.to_string(), strength, ways(&arrival), describe::counted(pieces)]);
    }
    let mut text = format!("{} {} {who}\n", paint(BOLD, space), paint(DIM, "within one activation of the"));
    if table.is_empty() {
        return Ok(text + "nobody\n");
    }
    text.push_str(&table.render());
    if raiders && view.is_raid_target(space) {
        text.push_str(&format!("Auxiliaries would raid {space} (10.1).\n"));
    }
    let note = "The largest part of each stack that gets there is named, whatever card it takes. Enemies on the way \
                are not attacked, and there is no interception.";
    text.push_str(&format!("{}\n", paint(DIM, beside("", 0, note))));
    Ok(text)
}

/// The threatened works of a side, each with the strongest enemy force that could come.
fn threats(game: &Game, side: Side) -> Result<Vec<(SpaceId, Arrival)>, Unknown> {
    game.view(side).threats().map_err(|halt| Unknown::Plain(halt.to_string()))
}

/// The threatened works of a side in short, the strongest enemy first: `Oswego (2 against 9 from Albany)`. Nothing if a script fails.
pub fn endangered(game: &Game, side: Side) -> Vec<String> {
    let view = game.view(side);
    let short = |(space, Arrival { from, pieces, .. }): (SpaceId, Arrival)| {
        let (held_by, enemy) = (view.units(side, space), view.strength_of(pieces));
        match held_by.is_empty() {
            true => format!("{space} (empty, {enemy} could come from {from})"),
            false => format!("{space} ({} against {enemy} from {from})", view.strength_of(held_by)),
        }
    };
    let mut found = threats(game, side).unwrap_or_default();
    found.sort_by_key(|(_, arrival)| Reverse(view.strength_of(arrival.pieces)));
    found.into_iter().map(short).collect()
}

/// The threatened works of a side, with the threatening forces.
///
/// # Errors
/// A script that fails.
pub fn to_works(game: &Game, side: Side) -> Result<String, Unknown> {
    let (view, who) = (game.view(side), paint(colours::side(side), side));
    let threats = threats(game, side)?;
    if threats.is_empty() {
        return Ok(format!("no fortification of the {who} is threatened\n"));
    }
    let mut table = TextTable::new(&["Work", "Holds", "Enemy", "From", "Who"]);
    for (space, Arrival { from, pieces, .. }) in threats {
        let holds = view.strength_of(view.units(side, space)).to_string();
        let enemy = view.strength_of(pieces).to_string();
        table.row([space.to_string(), holds, enemy, from.to_string(), describe::counted(pieces)]);
    }
    let note = "Where an enemy force that is no weaker than those who hold it could be within one activation; the \
                strongest is named.";
    let heading = format!("{} {who}", paint(BOLD, "Threatened fortifications of the"));
    Ok(format!("{heading}\n{}{}\n", table.render(), paint(DIM, beside("", 0, note))))
}

/// The ways of a force to a space.
fn ways(arrival: &Arrival) -> String {
    let by_sea = arrival.by_sea.then(|| "by sea".into());
    let by_landing = arrival.by_landing.then(|| "by a landing".into());
    let ways: Vec<String> = [arrival.leg.as_ref().map(how), by_sea, by_landing].into_iter().flatten().collect();
    ways.join(", ")
}
