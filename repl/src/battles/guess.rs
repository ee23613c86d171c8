//! Makes sentences of what a line names that is not understood: units, leaders with them, and hexes.

use crate::prompt::heard::{Heard, HeardThing};
use wilderness_battles::{Ask, Choice, Class, Game, Hex, UnitId, View};

/// The sentences that a line may mean, the most likely first.
pub fn guesses(game: &Game, heard: &Heard<Choice>) -> Vec<String> {
    let Some(open) = game.decision() else { return Vec::new() };
    match open.ask {
        Ask::Place(_) if heard.says("all") && !heard.things.iter().any(|thing| hex(thing).is_some()) => {
            vec!["place all".into()]
        }
        Ask::Place(unit) => {
            // Those who are set up later are asked about later.
            let is_it = |thing: &&HeardThing<Choice>| thing.thing == Choice::Unit(unit);
            let from = heard.things.iter().find(is_it).map_or(0, |thing| thing.at);
            let hexes = heard.things.iter().filter(|thing| thing.at >= from && hex(thing).is_some());
            hexes.take(1).filter_map(hex).map(|hex| hex.to_string()).collect()
        }
        Ask::Mover | Ask::Along(_) | Ask::Step(_) => moves(game, heard),
        Ask::Gun | Ask::Target(_) => fire(heard),
        Ask::Attacked | Ask::Build => attack(heard),
        _ => Vec::new(),
    }
}

fn hex(thing: &HeardThing<Choice>) -> Option<Hex> {
    match thing.thing {
        Choice::Hex(hex) if !thing.is_left_out => Some(hex),
        _ => None,
    }
}

fn unit<'a>(game: &Game, thing: &'a HeardThing<Choice>) -> Option<(UnitId, &'a HeardThing<Choice>)> {
    match thing.thing {
        Choice::Unit(id) if !thing.is_left_out => game.scenario().find(id).map(|unit| (unit, thing)),
        _ => None,
    }
}

/// `move UNIT with LEADER to HEX`, for every hex in the line.
fn moves(game: &Game, heard: &Heard<Choice>) -> Vec<String> {
    let battle = game.scenario();
    let is_road = heard.words.iter().any(|word| matches!(word.as_str(), "road" | "trail" | "strasse" | "route"));
    let mut sentences: Vec<String> = Vec::new();
    let (mut units, mut hexes): (Vec<UnitId>, Vec<Hex>) = (Vec::new(), Vec::new());
    let mut close = |units: &mut Vec<UnitId>, hexes: &mut Vec<Hex>| {
        // A unit that stands in the first of several hexes moves from there.
        if hexes.len() > units.len().max(1)
            && units.iter().any(|unit| View::public(game).hex(*unit) == hexes.first().copied())
        {
            hexes.remove(0);
        }
        let leaders: Vec<UnitId> =
            units.iter().copied().filter(|unit| battle.unit(*unit).class() == Class::Leader).collect();
        let men: Vec<UnitId> = units.iter().copied().filter(|unit| !leaders.contains(unit)).collect();
        let id = |unit: &UnitId| battle.unit(*unit).id.to_string();
        let road = if is_road { " by road" } else { "" };
        match (men.as_slice(), leaders.as_slice(), hexes.as_slice()) {
            (men, leaders, [to]) if !(men.is_empty() && leaders.is_empty()) => {
                let movers = if men.is_empty() { leaders } else { men };
                let with = if men.is_empty() || leaders.is_empty() {
                    String::new()
                } else {
                    format!(" with {}", leaders.iter().map(id).collect::<Vec<_>>().join(", "))
                };
                let movers = movers.iter().map(id).collect::<Vec<_>>().join(", ");
                sentences.push(format!("move {movers}{with} to {to}{road}"));
            }
            (men, [], hexes) if men.len() == hexes.len() => {
                sentences.extend(men.iter().zip(hexes).map(|(unit, to)| format!("move {} to {to}{road}", id(unit))));
            }
            _ => {}
        }
        units.clear();
        hexes.clear();
    };
    for thing in &heard.things {
        if let Some((unit, _)) = unit(game, thing) {
            if !hexes.is_empty() {
                close(&mut units, &mut hexes);
            }
            units.push(unit);
        } else if let Some(to) = hex(thing) {
            hexes.push(to);
        }
    }
    // A leader who joins a unit goes where it is.
    let joins = ["join", "joins", "to", "with"].iter().any(|word| heard.has(word));
    if let ([first, .., last], true, true) = (units.as_slice(), hexes.is_empty(), joins)
        && battle.unit(*first).class() == Class::Leader
        && let Some(to) = View::public(game).hex(*last)
    {
        return vec![format!("move {} to {to}", battle.unit(*first).id)];
    }
    close(&mut units, &mut hexes);
    if sentences.is_empty() { Vec::new() } else { vec![sentences.join("; ")] }
}

/// `fire GUN at HEX`.
fn fire(heard: &Heard<Choice>) -> Vec<String> {
    let gun = heard.of_kind("unit").next().map(|gun| gun.thing);
    let at = heard.things.iter().find_map(hex);
    match (gun, at) {
        (Some(Choice::Unit(gun)), Some(at)) => vec![format!("fire {gun} at {at}")],
        _ => Vec::new(),
    }
}

/// `attack HEX with UNIT, UNIT`.
fn attack(heard: &Heard<Choice>) -> Vec<String> {
    let units: Vec<String> = heard.of_kind("unit").map(|unit| unit.thing.to_string()).collect();
    let hexes: Vec<String> = heard.things.iter().filter_map(hex).map(|hex| hex.to_string()).collect();
    match (hexes.is_empty(), units.is_empty()) {
        (false, false) => vec![format!("attack {} with {}", hexes.join(", "), units.join(", "))],
        (false, true) => vec![format!("attack {} with all", hexes.join(", "))],
        _ => Vec::new(),
    }
}
