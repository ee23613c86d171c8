//! How things stand in a game as to a topic of the rules: the case before the rule.

use super::fought::Fought;
use crate::text::columns::beside;
use crate::text::table::percent;
use crate::war::describe;
use std::collections::BTreeMap;
use wilderness_war::map::{Department, Map, Terrain};
use wilderness_war::news::Happened;
use wilderness_war::news::words::list;
use wilderness_war::{Ask, Game, PieceSet, Side, SpaceId, SpaceSet, View};

/// The width of the column with the label.
const MARGIN: usize = 6;

/// The sum from which on an interception succeeds (6.71).
const SUCCESS: u8 = 4;
/// The faces of a die.
const FACES: u8 = 6;

/// What there is to say of a topic here and now, in whole lines; nothing if there is nothing.
pub fn case(game: &Game, viewer: Side, topic: &str) -> String {
    let view = &game.view(viewer);
    let told = match topic {
        "Activation" | "Forces" | "Leaders" => leaders(view, viewer),
        "Winner" => Fought::last(game).and_then(|fought| Some(format!("at {}: {}", fought.space()?, fought.result()?))),
        "Interception" => interception(game),
        "Assemblies" => Some(assemblies(view)),
        "Demolition" => demolition(view),
        "Retreat" => retreat(game),
        "Siege" | "Assault" => sieges(view, viewer),
        "Seasons" => Some(hand(view, viewer)),
        "Forts" | "Construction" => begun(view),
        "Militia" => Some(militia(view)),
        "Events" | "Units" => reduced(view, viewer),
        "Going home" | "Winter" => Some(season(view)),
        "Sea" => ports(view, viewer),
        "Settlements" => settlements(game),
        "Losses" => losses(game),
        "Points" => worth(game),
        _ => None,
    };
    told.map_or_else(String::new, |told| format!("{}\n", beside("here", MARGIN, &told)))
}

/// The leaders of a side, by the least card that activates their force.
fn leaders(view: &View<'_>, side: Side) -> Option<String> {
    let mut by_initiative: BTreeMap<u8, Vec<String>> = BTreeMap::new();
    for leader in view.on_map(side).leaders() {
        let facts = leader.facts();
        by_initiative.entry(facts.initiative).or_default().push(format!("{leader} (leads {})", facts.command));
    }
    let told = by_initiative.into_iter().map(|(least, names)| match least {
        1 => format!("any card activates {}", list(names)),
        least => format!("one of value {least} or more also {}", list(names)),
    });
    let told: Vec<String> = told.collect();
    (!told.is_empty()).then(|| told.join("; "))
}

/// What each interceptor needs, while that is asked (6.71).
fn interception(game: &Game) -> Option<String> {
    let open = game.decision().filter(|open| matches!(open.ask, Ask::Intercept(_)))?;
    let offered: PieceSet = open.choices.iter().filter_map(|choice| choice.piece()).collect();
    let needs = |who: &str, tactics: u8| {
        let least = SUCCESS.saturating_sub(tactics).max(1);
        let chance = f64::from(FACES + 1 - least) / f64::from(FACES);
        format!("{who} adds {tactics} to the die: {least} or more succeeds, {}", percent(chance))
    };
    let leaders = offered.leaders().iter().map(|leader| needs(&leader.to_string(), leader.facts().tactics));
    let alone = (!offered.units().is_empty()).then(|| needs("a unit without a leader", 0));
    let told: Vec<String> = leaders.chain(alone).collect();
    (!told.is_empty()).then(|| told.join("; "))
}

/// How many provincials may be in play (5.54).
fn assemblies(view: &View<'_>) -> String {
    let of = |department: Department| {
        let (most, now) = view.provincials(department);
        let most = most.map_or("any number may be".to_string(), |most| format!("{most} may be"));
        format!("{} provincials: {most} in play, {now} are", describe::short(department))
    };
    let all = [Department::NORTHERN, Department::SOUTHERN].map(of);
    format!("the assemblies are {:?}; {}", view.assemblies(), all.join("; "))
}

/// What the own works cost if they are demolished, and which stand empty.
fn demolition(view: &View<'_>) -> Option<String> {
    let (side, works) = (view.side(), view.works(view.side()));
    let own = view.demolishable();
    let named = |spaces: SpaceSet| {
        let name = |space: SpaceId| {
            if view.units(side, space).is_empty() { format!("{space} (empty)") } else { space.to_string() }
        };
        (!spaces.is_empty()).then(|| list(spaces.iter().map(name)))
    };
    let costs = named(own & works.forts).map(|names| format!("1 point for each finished fort: {names}"));
    let free = [("stockades", works.stockades), ("forts under construction", works.under_construction)];
    let free =
        free.into_iter().filter_map(|(kind, spaces)| Some(format!("nothing for {kind}: {}", named(own & spaces)?)));
    let told: Vec<String> = costs.into_iter().chain(free).collect();
    (!told.is_empty()).then(|| told.join("; "))
}

/// Where both sides of the battle that is fought could retreat.
fn retreat(game: &Game) -> Option<String> {
    let fought = Fought::last(game).filter(|fought| !fought.is_over())?;
    let (attacker, place) = (fought.attacker()?, fought.space()?);
    let view = View::public(game);
    let takes_drilled = |side: Side, space: SpaceId| {
        space.terrain() == Terrain::Cultivated || view.works(side).fortifications().contains(space)
    };
    let origin = fought.origin().map(|origin| {
        let drilled = match takes_drilled(attacker, origin) {
            true => "drilled troops can stay there",
            false => "drilled troops cannot stay there and are eliminated",
        };
        format!("the {attacker} would retreat to {origin}, where they came from: {drilled}")
    });
    let defender = attacker.enemy();
    let free = Map::get().adjacent(place).filter(|space| {
        !view.occupies(attacker, space) && Some(space) != fought.origin() && takes_drilled(defender, space)
    });
    let inside = view.works(defender).forts.contains(place) || view.works(defender).fortresses.contains(place);
    let mut ways: Vec<String> = free.iter().map(|space| space.to_string()).collect();
    ways.extend(inside.then(|| "inside the fortification".to_string()));
    let ways = if ways.is_empty() { "nowhere".into() } else { ways.join(", ") };
    let told: Vec<String> =
        origin.into_iter().chain([format!("the drilled troops of the {defender} could retreat to: {ways}")]).collect();
    Some(told.join("; "))
}

/// The sieges that a side conducts.
fn sieges(view: &View<'_>, side: Side) -> Option<String> {
    let told = view.besieged_spaces().iter().map(|space| {
        let level = view.siege_level(space).unwrap_or_default();
        let needs =
            if view.works(side.enemy()).fortresses.contains(space) || view.works(side).fortresses.contains(space) {
                2
            } else {
                1
            };
        format!("{space} is at siege level {level}; an assault needs {needs}")
    });
    let told: Vec<String> = told.collect();
    (!told.is_empty()).then(|| told.join("; "))
}

/// The number of cards in hand.
fn hand(view: &View<'_>, side: Side) -> String {
    let held = if view.is_holding(side) { ", one of them held" } else { "" };
    let other = side.enemy();
    format!("the {side} have {} cards{held}, the {other} {}", view.hand_size(side), view.hand_size(other))
}

/// The forts under construction.
fn begun(view: &View<'_>) -> Option<String> {
    let told = Side::BOTH.into_iter().filter_map(|side| {
        let begun = view.works(side).under_construction;
        (!begun.is_empty()).then(|| format!("{side} forts under construction: {}", list(begun.iter())))
    });
    let told: Vec<String> = told.collect();
    (!told.is_empty()).then(|| told.join("; "))
}

/// The militia in the boxes.
fn militia(view: &View<'_>) -> String {
    let of = |department: Department| {
        let units = view.here(wilderness_war::Place::Militia(department)).len();
        format!("{} {units}", describe::short(department))
    };
    let all: Vec<String> = Department::all().map(of).collect();
    format!("militia in the boxes: {}", all.join(", "))
}

/// The reduced units of a side.
fn reduced(view: &View<'_>, side: Side) -> Option<String> {
    let reduced = view.reduced() & view.on_map(side);
    let units = if reduced.is_empty() { "none".into() } else { describe::counted(reduced) };
    Some(format!("reduced units of the {side}: {units}. They do not recover by themselves; only events restore them"))
}

/// The date.
fn season(view: &View<'_>) -> String {
    format!("it is the {} of {}; the year ends after the late season", view.season(), view.year())
}

/// Between which ports a side can sail.
fn ports(view: &View<'_>, side: Side) -> Option<String> {
    let ports = Map::get().all.filter(|space| space.facts().port && view.controls(side, space));
    (!ports.is_empty()).then(|| format!("ports of the {side}: {}", list(ports.iter())))
}

/// Where the Indians come in that an open event offers.
fn settlements(game: &Game) -> Option<String> {
    let open = game.decision()?;
    let offered = open.choices.iter().filter_map(|choice| choice.piece());
    let mut told: Vec<String> = Vec::new();
    for piece in offered {
        let Some(home) = piece.facts().home else { continue };
        let text = format!("{piece} at {home}");
        if !told.contains(&text) {
            told.push(text);
        }
    }
    (!told.is_empty()).then(|| told.join(", "))
}

/// How many steps are still to be lost, and the fire that costs them.
fn losses(game: &Game) -> Option<String> {
    let (Ask::Loss(left) | Ask::RaidLoss(left)) = game.decision()?.ask else { return None };
    let fired = game.log().iter().rev().filter(|entry| matches!(entry.what, Happened::Fired { .. }));
    let dice: Vec<String> = fired.take(2).map(|entry| entry.text()).collect();
    Some(format!("{left} steps are still to be lost. {}", dice.into_iter().rev().collect::<Vec<_>>().join("; ")))
}

/// What the fall of the place is worth that may be assaulted, or else a win over those who moved last to enemies, and over
/// those whom they meet.
fn worth(game: &Game) -> Option<String> {
    let view = View::public(game);
    let open = game.decision()?;
    let besieged = view.besieged_spaces().iter().filter(|space| view.works(open.side.enemy()).forts.contains(*space));
    let falls = besieged.map(|space| format!("the fall of the fort {space} would bring the {} 2 points", open.side));
    let falls: Vec<String> = falls.collect();
    if !falls.is_empty() {
        return Some(falls.join("; "));
    }
    let (pieces, space) = game.log().iter().rev().find_map(|entry| match &entry.what {
        Happened::Moved { pieces, path, .. } => Some((*pieces, *path.last()?)),
        _ => None,
    })?;
    let side = pieces.first()?.side();
    if view.units(side.enemy(), space).is_empty() {
        return None;
    }
    let of = |side: Side, units: PieceSet| {
        let regulars = units.filter(|unit| describe::kind(unit.facts()) == "regular");
        let points = if regulars.is_empty() && units.len() <= 4 { "no point" } else { "1 point" };
        let count = if units.len() == 1 { "1 unit".to_string() } else { format!("{} units", units.len()) };
        format!("a win over the {side} at {space} ({count}, {} regular) is worth {points}", regulars.len())
    };
    let there = [(side, pieces.units()), (side.enemy(), view.units(side.enemy(), space))];
    let told = there.into_iter().filter(|(_, units)| !units.is_empty()).map(|(side, units)| of(side, units));
    let told: Vec<String> = told.collect();
    (!told.is_empty()).then(|| told.join("; "))
}
