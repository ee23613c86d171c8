//! What happened, in sentences: the one place that words the log.

use crate::battle::Battle;
use crate::log::{Happened, LogEntry, TrainFate};
use crate::state::Outcome;
use crate::tables::{CombatResult, FireResult};
use crate::unit::UnitId;
use wilderness_engine::harmless::one_line;
use wilderness_hexes::Hex;

impl LogEntry {
    /// A sentence: one line, which does nothing to a terminal.
    pub fn text(&self, battle: &Battle) -> String {
        let word = general(self, battle).or_else(|| combat(self, battle));
        debug_assert!(word.is_some(), "{self:?} has no words");
        one_line(&word.unwrap_or_default()).into_owned()
    }
}

/// What happens outside of combat.
fn general(entry: &LogEntry, battle: &Battle) -> Option<String> {
    let name = |unit: &UnitId| battle.unit(*unit).name.as_str();
    let side = entry.side;
    Some(match &entry.what {
        Happened::SetUp(unit, hex) => format!("{} sets up in {hex}", name(unit)),
        Happened::Turn { turn, die: None, .. } => format!("game turn {turn}"),
        Happened::Turn { turn, die: Some(die), fog } => {
            format!("game turn {turn}: die {die}, {}", if *fog { "fog" } else { "no fog" })
        }
        Happened::SetOnFire(hex) => format!("{hex} burns"),
        Happened::DemoralizationDie(1) => format!("disordered {side} units may move one hex"),
        Happened::DemoralizationDie(die) => format!("disordered {side} units may move {die} hexes"),
        Happened::ArrivalDie { arrival, die, succeeds } => {
            let comes = if *succeeds { "arrives" } else { "does not arrive" };
            format!("{} {comes} (die {die})", group(battle, arrival))
        }
        Happened::Anchor(arrival, hex) => format!("{} enters around {hex}", group(battle, arrival)),
        Happened::Entered(unit, hex) => format!("{} enters the map by {hex}", name(unit)),
        Happened::Moved(unit, way) => format!("{} moves to {}", name(unit), last(way)),
        Happened::WentAlong(leader, hex) => format!("{} goes along to {hex}", name(leader)),
        Happened::Exited(unit) => format!("{} leaves the map", name(unit)),
        Happened::Points(points) => format!("the {side} army has {points} demoralization points"),
        Happened::Restored(unit) => format!("{} is in good order again", name(unit)),
        Happened::Changed { what, before, after, by } => format!("{what} {before} → {after} by {by}"),
        Happened::Marked { marker, is_on } => format!("{marker} {}", if *is_on { "is in force" } else { "is over" }),
        Happened::NumberSet { marker, number } => format!("{marker} is {number}"),
        Happened::Rolled(die) => format!("die: {die}"),
        Happened::Told(text) => text.clone(),
        Happened::Demoralized => format!("the {side} army is demoralized"),
        Happened::Rally { unit, die, modifier, rallied } => {
            format!("{} {}: {die}{modifier:+}", name(unit), if *rallied { "rallies" } else { "does not rally" })
        }
        Happened::Conceded(level) => format!("the {side} offer to concede: a {} victory of the enemy", level.word()),
        Happened::PlaysOn => format!("the {side} decline, and the battle goes on"),
        Happened::Over(outcome) => result(outcome),
        _ => return None,
    })
}

/// What an arrival is called.
pub fn group<'a>(battle: &'a Battle, id: &'a str) -> &'a str {
    battle.arrivals.iter().find(|arrival| arrival.id == id).map_or(id, |arrival| &arrival.name)
}

/// What happens in bombardment and combat.
fn combat(entry: &LogEntry, battle: &Battle) -> Option<String> {
    let name = |unit: &UnitId| battle.unit(*unit).name.as_str();
    let side = entry.side;
    Some(match &entry.what {
        Happened::Fired { gun, target, strength, die, result } => {
            format!("{} fires at {target} with strength {strength}: {die}, {}", name(gun), fire(*result))
        }
        Happened::Declared(units, hexes) => {
            let names: Vec<&str> = units.iter().map(name).collect();
            format!("{} {} {}", enumerated(&names), if names.len() == 1 { "attacks" } else { "attack" }, list(hexes))
        }
        Happened::Lapsed(hexes) => format!("the attack on {} comes to nothing", list(hexes)),
        Happened::Played(marker) => format!("the {side} play the marker \"{}\"", marker.word()),
        Happened::Attacked { hexes, attack, defence, enfilade, column, die, result } => {
            let enfilade = if *enfilade { " in enfilade" } else { "" };
            let odds = format!("{attack} to {defence}{enfilade}, {column}");
            format!("the {side} attack {} ({odds}): {die}, {}", list(hexes), result_of(*result))
        }
        Happened::Disordered(unit) if entry.rule == "21.1" => format!("{} is disordered by the fire", name(unit)),
        Happened::Disordered(unit) => format!("{} is disordered", name(unit)),
        Happened::Eliminated(unit) => format!("{} is eliminated", name(unit)),
        Happened::Converted(hex) => format!("a leader in {hex} converts the rout to a withdrawal"),
        Happened::Stayed(unit) => format!("{} stays in the fort", name(unit)),
        Happened::Retreated(unit, way) => format!("{} retreats to {}", name(unit), last(way)),
        Happened::Trapped(unit) => format!("{} has no line of retreat", name(unit)),
        Happened::Pursued(unit, hex) => format!("{} pursues into {hex}", name(unit)),
        Happened::TrainTaken(train, fate, die) => {
            let fate = match fate {
                TrainFate::Captured if battle.unit(*train).side == side => "retaken",
                fate => fate.word(),
            };
            format!("the {side} reach the {}: die {die}, {fate}", name(train).to_lowercase())
        }
        _ => return None,
    })
}

fn last(way: &[Hex]) -> String {
    way.last().map_or_else(String::new, Hex::to_string)
}

/// Names as a sentence has them: with commas, and an "and" before the last.
fn enumerated(names: &[&str]) -> String {
    match names {
        [] => String::new(),
        [only] => (*only).to_string(),
        [before @ .., last] => format!("{} and {last}", before.join(", ")),
    }
}

fn list(hexes: &[Hex]) -> String {
    hexes.iter().map(Hex::to_string).collect::<Vec<_>>().join(", ")
}

fn fire(result: FireResult) -> &'static str {
    match result {
        FireResult::None => "no effect",
        FireResult::Ds => "Ds: disorder",
        FireResult::Dz => "Dz: disorder and rout",
        FireResult::DzStar => "Dz*: disorder and rout, leaders eliminated",
    }
}

fn result_of(result: CombatResult) -> &'static str {
    match result {
        CombatResult::Ae => "Ae: attackers eliminated",
        CombatResult::Ar => "Ar: attackers routed",
        CombatResult::Ad => "Ad: attackers disordered",
        CombatResult::Bx => "Bx: disorder exchanged",
        CombatResult::Dd => "Dd: defenders disordered",
        CombatResult::Dr => "Dr: defenders routed",
        CombatResult::De => "De: defenders eliminated",
    }
}

/// How a battle ended, in a sentence without its full stop.
pub fn result(outcome: &Outcome) -> String {
    match outcome.winner {
        Some(side) if outcome.conceded => format!("{side} {} victory, conceded by the enemy", outcome.level.word()),
        Some(side) => {
            let points = if outcome.margin == 1 { "1 point".into() } else { format!("{} points", outcome.margin) };
            format!("{side} {} victory, by {points}", outcome.level.word())
        }
        None => "the battle ends in a draw".into(),
    }
}
