//! Makes sentences of what a line names that is not understood, by what is asked and what its verb says, and says what the
//! rules have against it.

use super::moves;
use crate::prompt::heard::{Heard, HeardThing};
use crate::text::names::fold;
use wilderness_battles::look;
use wilderness_battles::{Ask, Choice, Class, Game, Hex, Id, Side, Unit, UnitId, View};
use wilderness_engine::{Question as _, Refusal, cite};

/// What guns do.
const FIRING: [&str; 10] =
    ["fire", "fires", "bombard", "bombards", "bombardment", "shoot", "shoots", "shell", "shells", "cannonade"];

/// What those do who attack.
const ATTACKING: [&str; 9] =
    ["attack", "attacks", "assault", "assaults", "charge", "charges", "storm", "storms", "fight"];

/// What brings units onto the map.
const ENTERING: [&str; 6] = ["enter", "enters", "reserve", "reserves", "reinforcements", "arrive"];

/// The sentences that a line may mean, the most likely first: those for the open question, and those for what its verb
/// says, of which the rules tell why not now.
pub fn guesses(game: &Game, heard: &Heard<Choice>) -> Vec<String> {
    let Some(open) = game.decision() else { return Vec::new() };
    let mut all = match open.ask {
        Ask::Place(unit) => setup(game, heard, unit),
        Ask::Mover | Ask::Along(_) | Ask::Step(_) => moves::sentences(game, heard),
        _ => Vec::new(),
    };
    let is_about_fire = matches!(open.ask, Ask::Gun | Ask::Target(_));
    let is_about_combat = matches!(open.ask, Ask::Attacked | Ask::Build);
    if is_about_fire || heard.has_any(&FIRING) {
        all = fire(game, heard);
    } else if is_about_combat || heard.has_any(&ATTACKING) {
        let attacks = attack(game, heard);
        let at = if is_about_combat { 0 } else { all.len() };
        all.splice(at..at, attacks);
    }
    all
}

/// What the rules say against a line, where no sentence says it.
pub fn objections(game: &Game, heard: &Heard<Choice>) -> Vec<String> {
    let Some(open) = game.decision() else { return Vec::new() };
    let mut all = Vec::new();
    match open.ask {
        Ask::Anchor(_) => all.extend(anchors(game, heard)),
        Ask::Place(_) | Ask::Mover => all.extend(stacked(game, heard, open.side)),
        _ => {}
    }
    if heard.has_any(&ENTERING) {
        all.extend(due(game, heard, open.side));
    }
    all
}

/// Where a group does not enter: by two hexes, or by another edge.
fn anchors(game: &Game, heard: &Heard<Choice>) -> Option<String> {
    let open = game.decision()?;
    let offered = heard.things.iter().filter(|thing| thing.is_offered && thing.is_wanted()).count();
    let rule = cite(open.ask.rule());
    if offered > 1 && heard.has_any(&["half", "both", "split", "rest", "other", "others"]) {
        return Some(format!("all units of the group enter round one hex{rule}"));
    }
    let is_edge = |word: &String| matches!(word.as_str(), "north" | "south" | "west" | "east");
    heard.words.iter().find(|word| is_edge(word)).filter(|_| offered == 0)?;
    // The reason against a hex inside the map says by which ones it enters.
    let inside = game.scenario().map.grid.hexes().map(Choice::Hex).find(|hex| !open.choices.contains(hex))?;
    game.why().why_not(inside).filter(Refusal::says_why).map(|why| why.to_string())
}

/// That two men of a side do not end in one hex.
fn stacked(game: &Game, heard: &Heard<Choice>, side: Side) -> Option<String> {
    let battle = game.scenario();
    let is_foot = |thing: &&HeardThing<Choice>| match thing.thing {
        Choice::Unit(id) => battle
            .find(id)
            .map(|unit| battle.unit(unit))
            .is_some_and(|unit| unit.side == side && unit.class() == Class::Foot),
        _ => false,
    };
    let foot = heard.of_kind("unit").filter(is_foot).count();
    let hexes = heard.of_kind("hex").count();
    let together = heard.has_any(&["both", "together", "same", "stack", "top"]);
    (foot > 1 && hexes == 1 && together).then(|| "a hex holds one unit of infantry of a side (7.1)".to_string())
}

/// When those come who are not on the map yet.
fn due(game: &Game, heard: &Heard<Choice>, side: Side) -> Option<String> {
    let battle = game.scenario();
    let awaited = look::awaited(game);
    let own = || awaited.iter().filter(|group| group.side == side);
    let is_named =
        |unit: &UnitId| fold(&battle.unit(*unit).name).split([' ', ',']).any(|word| word.len() > 4 && heard.has(word));
    let group = own().find(|group| group.units.iter().any(is_named)).or_else(|| own().next())?;
    let when = group.turn.map_or_else(|| "not any more".to_string(), |turn| format!("on turn {turn} at the earliest"));
    let faces = |die: &Vec<u8>| die.iter().map(u8::to_string).collect::<Vec<_>>().join(", ");
    let die = group.die.as_ref().map_or_else(String::new, |die| format!(", if the die shows {}", faces(die)));
    let after = group.after_attack_by.map_or_else(String::new, |side| format!(", after an attack of the {side}"));
    Some(format!("{} enters {when}{die}{after} (14.0)", group.name))
}

/// Where a unit is set up, or all of them.
fn setup(game: &Game, heard: &Heard<Choice>, unit: Id) -> Vec<String> {
    if heard.says("all") && !heard.things.iter().any(|thing| hex(thing).is_some()) {
        return vec!["place all".into()];
    }
    // Those who are set up later are asked about later.
    let is_it = |thing: &&HeardThing<Choice>| thing.thing == Choice::Unit(unit);
    let from = heard.things.iter().find(is_it).map_or(0, |thing| thing.at);
    let hexes = heard.things.iter().filter(|thing| thing.at >= from && hex(thing).is_some());
    if let Some(all) = placements(game, heard, unit) {
        return vec![all];
    }
    // A number says more than a name: `the hex below the camp, 0811`.
    let mut hexes: Vec<_> = hexes.collect();
    hexes.sort_by_key(|thing| !thing.typed.ends_with(|c: char| c.is_ascii_digit()));
    hexes.into_iter().take(1).filter_map(hex).map(|hex| hex.to_string()).collect()
}

/// The hexes of several units that follow each other in the order in which they are set up, each named before its hex:
/// `ruggles 0810, titcomb 0911`.
fn placements(game: &Game, heard: &Heard<Choice>, asked: Id) -> Option<String> {
    let battle = game.scenario();
    let side = game.decision()?.side;
    let to_come = battle.units().filter(|(_, unit)| unit.side == side).map(|(_, unit)| unit.id);
    let mut to_come = to_come.skip_while(|id| *id != asked);
    let mut hexes = Vec::new();
    for pair in heard.things.windows(2) {
        let (Choice::Unit(unit), Some(hex)) = (pair[0].thing, hex(&pair[1])) else { continue };
        if to_come.next() != Some(unit) {
            return None;
        }
        hexes.push(hex.to_string());
    }
    (hexes.len() > 1).then(|| hexes.join(", "))
}

fn hex(thing: &HeardThing<Choice>) -> Option<Hex> {
    match thing.thing {
        Choice::Hex(hex) if !thing.is_left_out => Some(hex),
        _ => None,
    }
}

/// The hexes that are fired at or attacked: those that are named, or where an enemy stands who is named.
fn targets(game: &Game, heard: &Heard<Choice>) -> Vec<Hex> {
    let (battle, view) = (game.scenario(), View::public(game));
    let named: Vec<Hex> = heard.things.iter().filter_map(hex).collect();
    if !named.is_empty() {
        return named;
    }
    let side = game.decision().map(|open| open.side);
    let enemies = heard.of_kind("unit").filter_map(|thing| match thing.thing {
        Choice::Unit(id) => battle.find(id).filter(|unit| Some(battle.unit(*unit).side) != side),
        _ => None,
    });
    let mut hexes: Vec<Hex> = enemies.filter_map(|unit| view.hex(unit)).collect();
    hexes.dedup();
    hexes
}

/// The own units that are named.
fn own_units(game: &Game, heard: &Heard<Choice>) -> Vec<Id> {
    let battle = game.scenario();
    let side = game.decision().map(|open| open.side);
    let own = |id: Id| battle.find(id).is_some_and(|unit| Some(battle.unit(unit).side) == side);
    let named = heard.of_kind("unit").filter_map(|thing| match thing.thing {
        Choice::Unit(id) if own(id) => Some(id),
        _ => None,
    });
    named.collect()
}

/// `fire GUN at HEX`. A gun may be named by a word that others share with it: `the Ontario guns`.
fn fire(game: &Game, heard: &Heard<Choice>) -> Vec<String> {
    let battle = game.scenario();
    let side = game.decision().map(|open| open.side);
    let is_gun = |unit: &Unit| Some(unit.side) == side && unit.class() == Class::Gun;
    let shares = |unit: &Unit| {
        let name = fold(&unit.name);
        name.split(' ').any(|part| part.len() > 3 && part != "battery" && heard.has(part))
    };
    let guns = || battle.units().map(|(_, unit)| unit).filter(|unit| is_gun(unit));
    let named = own_units(game, heard).into_iter().find(|id| guns().any(|gun| gun.id == *id));
    let called = guns().find(|gun| shares(gun)).or_else(|| guns().next()).map(|gun| gun.id);
    match (named.or(called), targets(game, heard).first()) {
        (Some(gun), Some(at)) => vec![format!("fire {gun} at {at}")],
        _ => Vec::new(),
    }
}

/// `attack HEX with UNIT, UNIT`.
fn attack(game: &Game, heard: &Heard<Choice>) -> Vec<String> {
    let units: Vec<String> = own_units(game, heard).iter().map(Id::to_string).collect();
    let hexes: Vec<String> = targets(game, heard).iter().map(Hex::to_string).collect();
    match (hexes.is_empty(), units.is_empty()) {
        (false, false) => vec![format!("attack {} with {}", hexes.join(", "), units.join(", "))],
        (false, true) => vec![format!("attack {} with all", hexes.join(", "))],
        _ => Vec::new(),
    }
}
