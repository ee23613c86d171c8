//! The pieces of a side, space by space, and where its auxiliaries can raid.

use super::Unknown;
use crate::text::columns::beside;
use crate::text::style::{DIM, paint};
use crate::text::table::TextTable;
use crate::war::{colours, describe};
use wilderness_war::map::Map;
use wilderness_war::{Game, PieceSet, Side, SpaceId, View};

/// Which pieces of a side are listed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Listed {
    /// All of them.
    All,
    /// The leaders only.
    Leaders,
}

/// The pieces of a side on the map, the strongest stack first.
pub fn pieces(view: &View<'_>, side: Side, listed: Listed) -> String {
    let mut stacks: Vec<(u32, SpaceId, PieceSet)> = Vec::new();
    for space in Map::get().all.iter() {
        let here = view.in_space(space).of(side);
        let here = if listed == Listed::Leaders { here.leaders() } else { here };
        if !here.is_empty() {
            stacks.push((view.strength_of(view.in_space(space).of(side)), space, here));
        }
    }
    stacks.sort_by_key(|(strength, space, _)| (std::cmp::Reverse(*strength), *space));
    let mut table = TextTable::new(&["Space", "Strength", "Pieces"]);
    for (strength, space, here) in stacks {
        table.row([space.to_string(), strength.to_string(), described(view, here)]);
    }
    format!("{}\n{}", paint(colours::side(side), side), table.render())
}

/// Leaders with their ratings, units counted by name.
fn described(view: &View<'_>, pieces: PieceSet) -> String {
    let mut parts: Vec<String> = pieces.leaders().iter().map(|leader| describe::piece(view, leader)).collect();
    let units = pieces.units();
    if !units.is_empty() {
        parts.push(describe::counted(units));
    }
    parts.join(", ")
}

/// The spaces that a side's auxiliaries would raid, with those of them that could come within one activation.
///
/// # Errors
/// A script that fails.
pub fn raids(game: &Game, side: Side) -> Result<String, Unknown> {
    let (view, who) = (game.view(side), paint(colours::side(side), side));
    let mut table = TextTable::new(&["Target", "What", "From", "Who"]);
    for space in view.raid_targets() {
        let what = match view.works(side.enemy()).stockades.contains(space) {
            true => "stockade",
            false if Map::get().cultivated.contains(space) => "cultivated",
            false => "settlement",
        };
        let arrivals = view.arrivals(side, space).map_err(|halt| Unknown::Plain(halt.to_string()))?;
        for arrival in arrivals {
            let raiders = arrival.pieces.auxiliaries();
            if !raiders.is_empty() {
                let (from, raiders) = (arrival.from.to_string(), describe::counted(raiders));
                table.row([space.to_string(), what.into(), from, raiders]);
            }
        }
    }
    if table.is_empty() {
        return Ok(format!("no auxiliaries of the {who} can reach a target within one activation (10.1)\n"));
    }
    let note = "A success is worth half a point. Whatever card it takes; enemies on the way are not attacked, and nobody \
                intercepts. `tables raid` has the dice.";
    Ok(format!("Raids of the {who} (10.1)\n{}{}\n", table.render(), paint(DIM, beside("", 0, note))))
}
