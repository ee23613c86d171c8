//! Makes sentences of what a line names that is not understood: units, leaders with them, and hexes.

use crate::prompt::heard::{Heard, HeardThing};
use crate::prompt::whereabouts;
use wilderness_battles::{Ask, Choice, Class, Game, Hex, Id, UnitId, View};

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
            if let Some(all) = placements(game, heard, unit) {
                return vec![all];
            }
            // A number says more than a name: `the hex below the camp, 0811`.
            let mut hexes: Vec<_> = hexes.collect();
            hexes.sort_by_key(|thing| !thing.typed.ends_with(|c: char| c.is_ascii_digit()));
            hexes.into_iter().take(1).filter_map(hex).map(|hex| hex.to_string()).collect()
        }
        Ask::Mover | Ask::Along(_) | Ask::Step(_) => moves(game, heard),
        Ask::Gun | Ask::Target(_) => fire(heard),
        Ask::Attacked | Ask::Build => attack(heard),
        _ => Vec::new(),
    }
}

/// The hexes of several units that follow each other in the order in which they are set up, each named before its hex:
/// `ruggles 0810, titcomb 0911`.
fn placements(game: &Game, heard: &Heard<Choice>, asked: Id) -> Option<String> {
    let battle = game.scenario();
    let side = game.decision()?.side;
    let to_come = battle.units().filter(|(_, unit)| unit.side == side).map(|(_, unit)| unit.id);
    let mut to_come = to_come.skip_while(|id| *id != asked);
    let mut hexes = Vec::new();
    let mut pairs = heard.things.chunks_exact(2);
    for pair in &mut pairs {
        let (Choice::Unit(unit), Some(hex)) = (pair[0].thing, hex(&pair[1])) else { return None };
        if to_come.next() != Some(unit) {
            return None;
        }
        hexes.push(hex.to_string());
    }
    (hexes.len() > 1 && pairs.remainder().is_empty()).then(|| hexes.join(", "))
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

/// Words for going with others.
const ALONG: [&str; 8] = ["along", "with", "too", "also", "accompanies", "accompany", "follows", "joins"];

/// The moves that some units make to some hexes, as one sentence each: leaders go with the others, or several units each
/// to a hex of its own.
fn orders(game: &Game, heard: &Heard<Choice>, units: &[UnitId], mut hexes: Vec<Hex>) -> Vec<String> {
    let (battle, view) = (game.scenario(), View::public(game));
    // A unit that stands in the first of several hexes moves from there.
    if hexes.len() > units.len().max(1) && units.iter().any(|unit| view.hex(*unit) == hexes.first().copied()) {
        hexes.remove(0);
    }
    // Of several hexes, the unit goes to the one behind `to`.
    let has_goal = |at: usize| at > 0 && matches!(heard.words[at - 1].as_str(), "to" | "into" | "onto" | "on");
    let goals: Vec<Hex> = heard.things.iter().filter(|thing| has_goal(thing.at)).filter_map(hex).collect();
    if hexes.len() > units.len() && goals.iter().filter(|goal| hexes.contains(goal)).count() == 1 {
        hexes.retain(|hex| goals.contains(hex));
    }
    let (leaders, men): (Vec<UnitId>, Vec<UnitId>) =
        units.iter().partition(|unit| battle.unit(**unit).class() == Class::Leader);
    let id = |unit: &UnitId| battle.unit(*unit).id.to_string();
    let ids = |units: &[UnitId]| units.iter().map(id).collect::<Vec<_>>().join(", ");
    let is_road = heard.words.iter().any(|word| matches!(word.as_str(), "road" | "trail" | "strasse" | "route"));
    let road = if is_road { " by road" } else { "" };
    match (men.as_slice(), leaders.as_slice(), hexes.as_slice()) {
        ([], [], _) => Vec::new(),
        ([], movers, [to]) | (movers, [], [to]) => vec![format!("move {} to {to}{road}", ids(movers))],
        (men, leaders, [to]) => vec![format!("move {} with {} to {to}{road}", ids(men), ids(leaders))],
        (men, [], hexes) if men.len() == hexes.len() => {
            men.iter().zip(hexes).map(|(unit, to)| format!("move {} to {to}{road}", id(unit))).collect()
        }
        _ => Vec::new(),
    }
}

/// `move UNIT with LEADER to HEX`, for every hex in the line.
fn moves(game: &Game, heard: &Heard<Choice>) -> Vec<String> {
    let battle = game.scenario();
    let Some(side) = game.decision().map(|open| open.side) else { return Vec::new() };
    let mut sentences: Vec<String> = Vec::new();
    let (mut units, mut hexes): (Vec<UnitId>, Vec<Hex>) = (Vec::new(), Vec::new());
    let goes_along = ALONG.iter().any(|word| heard.has(word));
    let last_hex = heard.things.iter().rposition(|thing| hex(thing).is_some());
    for (number, thing) in heard.things.iter().enumerate() {
        if let Some((unit, _)) = unit(game, thing).filter(|(unit, _)| battle.unit(*unit).side == side) {
            // `47 foot to 0709, monckton goes along`.
            let joins =
                goes_along && battle.unit(unit).class() == Class::Leader && last_hex.is_some_and(|last| last < number);
            if !hexes.is_empty() && !joins {
                sentences.extend(orders(game, heard, &std::mem::take(&mut units), std::mem::take(&mut hexes)));
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
    if !heard.things.iter().any(|thing| hex(thing).is_some()) {
        return by_steps(game, heard, &units);
    }
    sentences.extend(orders(game, heard, &units, hexes));
    let all = sentences.join("; ");
    // A road that is named may lead only part of the way.
    let anyhow = all.replace(" by road", "");
    let anyhow = (anyhow != all).then_some(anyhow);
    if sentences.is_empty() { Vec::new() } else { [all].into_iter().chain(anyhow).collect() }
}

/// The words for the steps of a move.
const STEPS: [(&str, u32); 12] = [
    ("one", 1),
    ("ein", 1),
    ("une", 1),
    ("two", 2),
    ("zwei", 2),
    ("deux", 2),
    ("three", 3),
    ("drei", 3),
    ("trois", 3),
    ("four", 4),
    ("five", 5),
    ("six", 6),
];

/// The words for moving towards the enemy.
const FORWARD: [&str; 11] = [
    "forward",
    "forwards",
    "fwd",
    "ahead",
    "advance",
    "advances",
    "vor",
    "vorrucken",
    "vorwarts",
    "avance",
    "avancent",
];

/// The words for all who stand in the line.
const LINE: [&str; 7] = ["line", "regimenter", "regiments", "everybody", "everyone", "all", "army"];

/// The most steps that are tried for a move as far as it goes.
const FARTHEST: u32 = 8;

/// Moves of units by a number of hexes in a direction: `the 58th two hexes east`, `the whole line forward 1`. Of those who
/// are not named, one.
fn by_steps(game: &Game, heard: &Heard<Choice>, named: &[UnitId]) -> Vec<String> {
    let (battle, view) = (game.scenario(), View::public(game));
    let Some(open) = game.decision() else { return Vec::new() };
    let is_line = heard.words.iter().any(|word| LINE.contains(&word.as_str()));
    let offered = open.choices.iter().filter_map(|choice| match choice {
        Choice::Unit(id) => battle.find(*id),
        _ => None,
    });
    let units: Vec<UnitId> = if named.is_empty() && is_line {
        offered.filter(|unit| matches!(battle.unit(*unit).class(), Class::Foot)).take(1).collect()
    } else {
        named.to_vec()
    };
    let place = |hex: Hex| {
        let (column, row) = (f32::from(hex.column), f32::from(hex.row));
        (column * 1.5, (row + if hex.column.is_multiple_of(2) { 0.5 } else { 0.0 }) * 1.732)
    };
    let enemies: Vec<_> = battle.units().filter(|(_, unit)| unit.side != open.side).collect();
    let enemies: Vec<_> = enemies.into_iter().filter_map(|(unit, _)| view.hex(unit)).map(place).collect();
    let is_forward = heard.words.iter().any(|word| FORWARD.contains(&word.as_str()));
    let count = heard.words.iter().find_map(|word| {
        let number = STEPS.iter().find(|(name, _)| name == word).map(|(_, count)| *count);
        number.or_else(|| word.parse().ok().filter(|count| (1..=FARTHEST).contains(count)))
    });
    let sentence = |steps: u32| -> Option<String> {
        let move_of = |unit: &UnitId| {
            let from = view.hex(*unit)?;
            let (x, y) = place(from);
            let towards = || {
                let near = |(a, b): &(f32, f32)| (a - x).hypot(b - y);
                let enemy = enemies.iter().min_by(|one, other| near(one).total_cmp(&near(other)))?;
                Some((enemy.0 - x, enemy.1 - y))
            };
            let way = heard.words.iter().find_map(|word| whereabouts::direction(word));
            let way = way.or_else(|| towards().filter(|_| is_forward))?;
            let gain = |hex: &Hex| whereabouts::along((place(*hex).0 - x, place(*hex).1 - y), way);
            let there = battle.map.grid.hexes().filter(|hex| from.distance(*hex) == steps);
            let to = there.max_by(|one, other| gain(one).total_cmp(&gain(other)))?;
            Some(format!("move {} to {to}", battle.unit(*unit).id))
        };
        let moves: Vec<String> = units.iter().filter_map(move_of).collect();
        (!moves.is_empty()).then(|| moves.join("; "))
    };
    match count {
        Some(steps) => sentence(steps).into_iter().collect(),
        None if is_forward || heard.has("far") => (1..=FARTHEST).rev().filter_map(sentence).collect(),
        None => Vec::new(),
    }
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
