//! The pieces of a side, space by space, and where its auxiliaries can raid.

use super::Unknown;
use crate::text::columns::beside;
use crate::text::style::{DIM, paint};
use crate::text::table::{TextTable, percent};
use crate::war::{colours, describe};
use wilderness_war::map::Map;
use wilderness_war::odds::Odds;
use wilderness_war::{Game, PieceId, PieceSet, Side, SpaceId, View};

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
    let mut table = TextTable::new(&["Target", "What", "From", "Succeeds", "Who"]);
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
                let chances = raiders.iter().map(|raider| chance_of_raid(game, raider, space)).collect();
                let (from, who) = (arrival.from.to_string(), describe::counted(raiders));
                table.row([space.to_string(), what.into(), from, alike(chances), who]);
            }
        }
    }
    if table.is_empty() {
        return Ok(format!("no auxiliaries of the {who} can reach a target within one activation (10.1)\n"));
    }
    let note = "The chance is that of each alone, past the militia that may meet him (10.2); `odds SPACE with PIECES` has \
                that of several. A success is worth half a point. Assumed: any card, no attack on enemies on the way, and \
                no interception. `tables raid` has the dice.";
    Ok(format!("Raids of the {who} (10.1)\n{}{}\n", table.render(), paint(DIM, beside("", 0, note))))
}

/// The chance that an auxiliary raids a space successfully if it comes there alone; empty where there is no raid.
fn chance_of_raid(game: &Game, raider: PieceId, space: SpaceId) -> String {
    let odds = Odds::before(game, PieceSet::one(raider), space).unwrap_or_default();
    odds.iter().find_map(|odds| odds.raid).map_or(String::new(), |raid| percent(raid.success))
}

/// Chances, once if all are equal.
fn alike(mut chances: Vec<String>) -> String {
    chances.dedup();
    chances.join(", ")
}
