//! The enemies that could reach a space in one activation.

use super::Unknown;
use super::path::how;
use crate::text::columns::beside;
use crate::text::style::{BOLD, DIM, paint};
use crate::text::table::Table;
use crate::war::colours;
use crate::war::describe;
use crate::war::say;
use wilderness_war::Side;
use wilderness_war::game::Game;
use wilderness_war::map::Map;
use wilderness_war::rules::demolition::demolishable;
use wilderness_war::rules::march::{Manner, Party};
use wilderness_war::rules::movement::{landing_sites, naval_destinations};
use wilderness_war::rules::raid;
use wilderness_war::rules::route::{Search, route};
use wilderness_war::script::MovementLimits;
use wilderness_war::sets::{PieceSet, SpaceId, SpaceSet};
use wilderness_war::state::State;

/// The pieces of a side that could reach a space.
///
/// # Errors
/// A script that fails.
pub fn show(game: &Game, by: Side, space: SpaceId) -> Result<String, Unknown> {
    let state = game.state();
    let limits = game.scripts().movement(state, by).map_err(|halt| Unknown::Plain(halt.to_string()))?;
    let who = paint(colours::side(by), by);
    let mut table = Table::new(&["From", "Strength", "How", "Who"]);
    let mut raiders = false;
    for Arrival { from, group, ways } in arrivals(state, limits, by, space) {
        raiders |= !group.auxiliaries().is_empty();
        table.row([from.to_string(), strength(state, group).to_string(), ways, describe::counted(group)]);
    }
    let mut text = format!("{} {} {who}\n", paint(BOLD, space), paint(DIM, "within one activation of the"));
    if table.is_empty() {
        return Ok(text + "nobody\n");
    }
    text.push_str(&table.render());
    if raiders && raid::is_target(state, by, space) {
        text.push_str(&format!("Auxiliaries would raid {space} (10.1).\n"));
    }
    let note = "The largest part of each stack that gets there is named, whatever card it takes. Enemies on the way \
                are not attacked, and nobody intercepts.";
    text.push_str(&format!("{}\n", paint(DIM, beside("", 0, note))));
    Ok(text)
}

/// The endangered works of a side that it could demolish: those that an enemy force at least as strong as their
/// garrison could reach in one activation.
///
/// # Errors
/// A script that fails.
pub fn threatened(game: &Game, side: Side) -> Result<SpaceSet, Unknown> {
    Ok(threats(game, side)?.into_iter().map(|(space, _)| space).collect())
}

/// The threatened works of a side, each with the strongest enemy force that could come.
fn threats(game: &Game, side: Side) -> Result<Vec<(SpaceId, Arrival)>, Unknown> {
    let (state, by) = (game.state(), side.enemy());
    let limits = game.scripts().movement(state, by).map_err(|halt| Unknown::Plain(halt.to_string()))?;
    let strongest = |space: SpaceId| {
        let all = arrivals(state, limits, by, space).into_iter();
        let first = all.max_by_key(|arrival| strength(state, arrival.group))?;
        let holds = strength(state, state.units(side, space));
        (strength(state, first.group) >= holds).then_some((space, first))
    };
    Ok(demolishable(state, side).iter().filter_map(strongest).collect())
}

/// The threatened works of a side, with the threatening forces.
///
/// # Errors
/// A script that fails.
pub fn to_works(game: &Game, side: Side) -> Result<String, Unknown> {
    let (state, who) = (game.state(), paint(colours::side(side), side));
    let threats = threats(game, side)?;
    if threats.is_empty() {
        return Ok(format!("no fortification of the {who} is threatened\n"));
    }
    let mut table = Table::new(&["Work", "Holds", "Enemy", "From", "Who"]);
    for (space, Arrival { from, group, .. }) in threats {
        let holds = strength(state, state.units(side, space)).to_string();
        let enemy = strength(state, group).to_string();
        table.row([space.to_string(), holds, enemy, from.to_string(), describe::counted(group)]);
    }
    let note = "Where an enemy force that is no weaker than those who hold it could be within one activation; the \
                strongest is named.";
    let heading = format!("{} {who}", paint(BOLD, "Threatened fortifications of the"));
    Ok(format!("{heading}\n{}{}\n", table.render(), paint(DIM, beside("", 0, note))))
}

/// A force that could reach a space.
struct Arrival {
    from: SpaceId,
    group: PieceSet,
    /// Its ways there.
    ways: String,
}

/// For each stack of a side, the largest part that could reach a space in one activation.
fn arrivals(state: &State, limits: MovementLimits, by: Side, space: SpaceId) -> Vec<Arrival> {
    let stacks = Map::get().all.iter().filter(|from| *from != space && !state.outside(by, *from).is_empty());
    let arrival = |from: SpaceId| {
        let mut groups = groups(state, by, from).into_iter();
        groups.find_map(|group| Some(Arrival { from, group, ways: ways(state, limits, group, from, space)? }))
    };
    stacks.filter_map(arrival).collect()
}

fn strength(state: &State, group: PieceSet) -> u32 {
    group.units().iter().map(|unit| u32::from(state.strength(unit))).sum()
}

/// The groups from a space that can act together, the largest first: a force with its leader, or single units.
fn groups(state: &State, side: Side, from: SpaceId) -> Vec<PieceSet> {
    let here = state.outside(side, from);
    let leader = here.leaders().iter().max_by_key(|leader| (leader.facts().command, leader.facts().tactics));
    let parts = [here, here.drilled() | here.leaders(), here.auxiliaries() | here.leaders()];
    let mut groups: Vec<PieceSet> = match leader {
        Some(leader) => parts.iter().map(|part| say::strongest(state, leader, part.without(leader))).collect(),
        None => Vec::new(),
    };
    let alone = here.drilled().iter().max_by_key(|unit| state.strength(*unit));
    groups.extend(alone.map(PieceSet::one));
    groups.extend(here.auxiliaries().iter().max_by_key(|unit| state.strength(*unit)).map(PieceSet::one));
    groups.retain(|group| !group.units().is_empty());
    groups
}

/// The ways of a group to a space, if any.
fn ways(state: &State, limits: MovementLimits, group: PieceSet, from: SpaceId, to: SpaceId) -> Option<String> {
    let side = group.first()?.side();
    let party = Party::new(side, group);
    let closed = state.occupied(side.enemy());
    let search = Search { party, limits, manner: Manner::Any, activations: 1, closed };
    let found = route(state, &search, from, to);
    let by_sea = limits.naval && naval_destinations(state, side, from).contains(to);
    let lands = side == Side::British && limits.naval && landing_sites(state, group).contains(to);
    let way = found.as_ref().and_then(|route| route.legs.first()).map(|leg| how(leg, party));
    let ways: Vec<String> =
        [way, by_sea.then(|| "by sea".into()), lands.then(|| "by a landing".into())].into_iter().flatten().collect();
    (!ways.is_empty()).then(|| ways.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::war::show::find_space;
    use wilderness_tests::situation::Situation;

    #[test]
    fn who_can_come_is_told_with_strength_and_way() {
        let situation =
            Situation::new().put("montreal", "montcalm bearn la-sarre huron").put("albany", "webb 22nd 27th");
        let game = situation.put("niagara", "marine-1").game();
        let told = |by, space| {
            let text = show(&game, by, find_space(space).expect("a space")).expect("threats");
            anstream::adapter::strip_str(&text).to_string()
        };
        let text = told(Side::French, "ticonderoga");
        assert!(text.contains("Montréal") && text.contains("Montcalm") && text.contains("by land, 4 of 4"), "{text}");
        assert!(!text.contains("Niagara"), "{text}");
        assert!(told(Side::British, "québec").contains("nobody"));
        assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
    }
}
