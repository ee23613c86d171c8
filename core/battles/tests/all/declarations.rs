//! Declarations of attacks (9.0, B39) against brute force: on small random positions every way of sorting units and
//! hexes into attacks is tried, and judged by the ruling's own words.

use crate::situation::{Situation, battles};
use serde_json::{Map, Value, json};
use std::collections::BTreeSet;
use wilderness_battles::inspect::{InspectQuery, inspect};
use wilderness_battles::{Battle, Happened, Hex, PositionEntry, UnitId};
use wilderness_engine::Generator;
use wilderness_engine::faults::Source;
use wilderness_engine::{Purpose, Stream};

/// A unit and where it stands, in good order or not.
type Man = (&'static str, Hex, bool);

const BRITISH: [&str; 4] = ["15-foot", "28-foot", "35-foot", "43-foot"];
const FRENCH: [&str; 4] = ["bearn", "guyenne", "languedoc", "art-q-f"];

/// Men of both sides, close together.
fn men(stream: &mut Stream, battle: &Battle) -> (Vec<Man>, Vec<Man>) {
    let centre = Hex::at(6 + stream.below(14) as u8, 3 + stream.below(7) as u8).expect("a hex");
    let mut near: Vec<Hex> =
        battle.map.grid.hexes().filter(|hex| hex.distance(centre) <= 1 + (hex.column as u32 & 1)).collect();
    near.retain(|hex| !battle.map.terrain(*hex).is_closed());
    stream.shuffle(&mut near);
    let mut place = |ids: [&'static str; 4], stream: &mut Stream| {
        let count = 1 + stream.below(4) as usize;
        let ids = ids.into_iter().take(count);
        ids.filter_map(|id| Some((id, near.pop()?, stream.below(4) > 0))).collect::<Vec<Man>>()
    };
    let british = place(BRITISH, stream);
    (british, place(FRENCH, stream))
}

/// All legal declarations, as text.
fn by_force(battle: &Battle, attackers: &[Man], defenders: &[Man]) -> BTreeSet<String> {
    let touches = |a: Hex, b: Hex| a.distance(b) == 1 && !battle.map.is_water(a, b);
    let presses =
        |(_, from, good): &Man, to: Hex| *good && from.distance(to) == 1 && battle.map.is_controlled(*from, to);
    let (units, hexes) = (attackers.len(), defenders.len());
    let ways = 5usize.pow((units + hexes) as u32);
    let mut found = BTreeSet::new();
    for way in 0..ways {
        // Digit 0: in no attack; otherwise in the attack with this number.
        let digit = |index: usize| way / 5usize.pow(index as u32) % 5;
        let of = |attack: usize| {
            let s: Vec<&Man> = (0..units).filter(|unit| digit(*unit) == attack).map(|unit| &attackers[unit]).collect();
            let t = (0..hexes).filter(|hex| digit(units + hex) == attack).map(|hex| &defenders[hex]);
            (s, t.collect::<Vec<&Man>>())
        };
        let attacks: Vec<_> = (1..5).map(of).filter(|(s, t)| !s.is_empty() || !t.is_empty()).collect();
        let each = attacks.iter().all(|(s, t)| {
            let complete = !s.is_empty() && !t.is_empty();
            let reach = s.iter().all(|unit| t.iter().all(|hex| touches(unit.1, hex.1)));
            complete && reach && (t.iter().all(|hex| hex.2) || s.iter().all(|unit| unit.2))
        });
        let bound = attackers.iter().all(|unit| {
            let pressed = defenders.iter().any(|hex| presses(hex, unit.1));
            let fights =
                |(s, t): &(Vec<&Man>, Vec<&Man>)| s.contains(&unit) && t.iter().any(|hex| presses(hex, unit.1));
            !pressed || attacks.iter().any(fights)
        });
        let due = defenders.iter().all(|hex| {
            let pressing = attackers.iter().any(|unit| presses(hex, unit.1));
            !pressing || attacks.iter().any(|(_, t)| t.contains(&hex))
        });
        if each && bound && due {
            found.insert(text(&attacks));
        }
    }
    found
}

fn text(attacks: &[(Vec<&Man>, Vec<&Man>)]) -> String {
    let one = |(s, t): &(Vec<&Man>, Vec<&Man>)| {
        let mut units: Vec<String> = s.iter().map(|unit| unit.0.to_string()).collect();
        let mut hexes: Vec<String> = t.iter().map(|hex| hex.1.to_string()).collect();
        units.sort();
        hexes.sort();
        format!("{}>{}", units.join("+"), hexes.join("+"))
    };
    let mut texts: Vec<String> = attacks.iter().map(one).collect();
    texts.sort();
    texts.join("; ")
}

fn position(attackers: &[Man], defenders: &[Man]) -> Value {
    let place = |(id, hex, good): &Man| (id.to_string(), json!({"at": hex.to_string(), "disordered": !good}));
    let units: Map<String, Value> = attackers.iter().chain(defenders).map(place).collect();
    json!({"scenario": "quebec", "turn": 2, "phase": "combat", "phasing": "british", "units": units})
}

#[test]
fn the_declarations_are_those_that_brute_force_finds() {
    let battles = battles();
    let battle = battles.find("quebec").expect("a battle");
    let mut stream = Stream::new(1759, Purpose::Deck);
    let (mut fought, mut rounds) = (0, 0);
    while rounds < 200 {
        let (attackers, defenders) = men(&mut stream, battle);
        if attackers.len() + defenders.len() > 7 {
            continue;
        }
        rounds += 1;
        let expected = by_force(battle, &attackers, &defenders);
        let play = Situation::begin(&position(&attackers, &defenders), [6; 60]);
        let Ok(play) = play else { panic!("{attackers:?} {defenders:?}") };
        let entry = PositionEntry::read(&Source::new("position", position(&attackers, &defenders).to_string()));
        let state = entry.expect("a position").check(battle, Generator::seeded(0)).expect("a position that can be");
        let seen = inspect(&battles, battle, &state, &InspectQuery::default());
        let listed: BTreeSet<String> = seen["attacks"]["list"]
            .as_array()
            .expect("a list")
            .iter()
            .map(|text| text.as_str().expect("text").into())
            .collect();
        assert_eq!(listed, expected, "{attackers:?} {defenders:?}");
        fought += usize::from(listed.len() > 1);
        declare(play, &listed, &attackers);
    }
    assert!(fought > 30, "{fought}");
}

/// Declares at random: what comes of it is one of the legal declarations.
fn declare(mut play: Situation, legal: &BTreeSet<String>, attackers: &[Man]) {
    let mut stream = Stream::new(attackers.len() as u64, Purpose::Deck);
    let mut declared: Vec<String> = Vec::new();
    while matches!(play.asked(), "attacked" | "build") {
        let offered = play.offered();
        let token = offered[stream.below(offered.len() as u32) as usize].clone();
        let kind = play.asked();
        play = play.choose(kind, &token);
    }
    for entry in play.0.log() {
        // Where nothing was asked, the battle has gone on.
        let Happened::Declared(units, hexes) = &entry.what else { break };
        let id = |unit: &UnitId| play.0.scenario().unit(*unit).id.to_string();
        let mut units: Vec<String> = units.iter().map(id).collect();
        units.sort();
        let hexes: Vec<String> = hexes.iter().map(Hex::to_string).collect();
        declared.push(format!("{}>{}", units.join("+"), hexes.join("+")));
    }
    declared.sort();
    assert!(legal.contains(&declared.join("; ")), "{declared:?} of {legal:?}");
}
