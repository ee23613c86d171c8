//! The worked examples of the rulebook and of the reference: distances, costs, zones, odds, strengths, lines of sight.
//! Their numbers are those of the list of examples.

use crate::situation::battles;
use serde_json::{Value, json};
use wilderness_battles::inspect::{InspectQuery, inspect};
use wilderness_battles::los;
use wilderness_battles::{Gait, Hex, HexSet, PositionEntry};
use wilderness_engine::Generator;
use wilderness_engine::faults::Source;

fn hex(text: &str) -> Hex {
    Hex::new(text).expect("a hex")
}

/// What follows from a position.
fn seen(position: Value, ask: Value) -> Value {
    let entry = PositionEntry::read(&Source::new("example", position.to_string())).expect("a position");
    let battles = battles();
    let battle = battles.find(&entry.position.scenario).expect("a battle");
    let state = entry
        .check(battle, Generator::seeded(0))
        .unwrap_or_else(|faults| panic!("{:?}", faults.iter().collect::<Vec<_>>()));
    let asked: InspectQuery = serde_json::from_value(ask).expect("something asked");
    inspect(&battles, battle, &state, &asked)
}

/// The line of sight on a map with men in some hexes.
fn sight(map: &str, from: &str, to: &str, men: &[&str]) -> bool {
    let battles = battles();
    let men: HexSet = men.iter().map(|men| hex(men)).collect();
    los::blocked(&battles.find(map).expect("a map").map, &men, hex(from), hex(to)).is_none()
}

/// MP from hex to hex.
fn cost(map: &str, from: &str, to: &str, gait: Gait) -> Option<u8> {
    battles().find(map).expect("a map").map.cost(hex(from), hex(to), gait)
}

#[test]
fn r5_to_r8_and_23_odds_are_columns() {
    let battles = battles();
    let table = &battles.find("quebec").expect("a battle").tables.combat;
    let found =
        [(4, 3), (4, 5), (13, 4), (7, 10), (8, 5), (40, 5), (2, 30), (15, 10), (12, 8), (11, 8), (8, 16), (8, 17)];
    let columns = found.map(|(attack, defence)| table.column(attack, defence).to_string());
    let expected = ["1-1", "1-2", "3-1", "1-2", "1.5-1", "6-1", "1-5", "1.5-1", "1.5-1", "1-1", "1-2", "1-3"];
    assert_eq!(columns, expected);
    let more = [(5, 12), (8, 6), (18, 5), (18, 10), (36, 8)];
    let columns = more.map(|(attack, defence)| table.column(attack, defence).to_string());
    assert_eq!(columns, ["1-3", "1-1", "3-1", "1.5-1", "4-1"]);
}

#[test]
fn r32_and_33_dice_of_combat_and_bombardment() {
    let battles = battles();
    let tables = &battles.find("quebec").expect("a battle").tables;
    let combat =
        |attack, defence, die| format!("{:?}", tables.combat.result(tables.combat.column(attack, defence), die));
    assert_eq!([combat(2, 1, 4), combat(1, 2, 6), combat(6, 1, 1), combat(1, 5, 6)], ["Dd", "Bx", "Dd", "Ad"]);
    let fire = |strength, die| format!("{:?}", tables.bombardment.result(strength, die));
    assert_eq!([fire(2, 6), fire(4, 6), fire(5, 6), fire(1, 6)], ["Ds", "Dz", "DzStar", "Ds"]);
}

#[test]
fn r2_r3_and_37_to_43_lines_of_sight() {
    assert!(sight("fort-oswego", "0410", "0105", &[]) && sight("fort-oswego", "0105", "0410", &[]));
    assert!(sight("quebec", "1107", "1307", &["1206"]) && !sight("quebec", "1107", "1307", &["1206", "1207"]));
    assert!(!sight("quebec", "1107", "1110", &["1108"]) && sight("quebec", "1107", "1110", &[]));
    assert!(!sight("lake-george", "1403", "1206", &[]) && sight("lake-george", "1404", "1109", &[]));
    assert!(sight("quebec", "2707", "2107", &[]) && !sight("quebec", "2707", "2007", &[]));
    assert!(sight("quebec", "2107", "1707", &[]));
    assert!(!sight("quebec", "1805", "1802", &[]) && sight("quebec", "1803", "1801", &[]));
    assert!(sight("quebec", "1403", "2106", &["1705", "1804"]));
    assert!(sight("fort-oswego", "1204", "0605", &[]));
}

#[test]
fn examples_3_to_6_costs() {
    use Gait::{Artillery, Foot, Light};
    let lake = |from, to, gait| cost("lake-george", from, to, gait);
    assert_eq!([lake("1112", "1212", Foot), lake("1111", "1211", Foot)], [Some(2), Some(2)]);
    let camp = [lake("1011", "0911", Foot), lake("0911", "1011", Foot), lake("0911", "0811", Foot)];
    assert_eq!(camp, [Some(2), Some(1), Some(1)]);
    let uphill = [Foot, Light, Artillery].map(|gait| lake("1305", "1404", gait));
    assert_eq!((uphill, lake("1404", "1305", Foot)), ([Some(4), Some(3), None], Some(2)));
    let oswego = |from| cost("fort-oswego", from, "0511", Foot);
    assert_eq!([oswego("0512"), oswego("0611")], [Some(3), Some(2)]);
}

#[test]
fn example_11_works_and_zones() {
    let controls = |map: &str, from, to| battles().find(map).expect("a map").map.is_controlled(hex(from), hex(to));
    assert!(controls("lake-george", "0911", "1011") && !controls("lake-george", "1011", "0911"));
    assert!(!controls("fort-oswego", "0505", "0605") && !controls("fort-oswego", "0605", "0604"));
    assert!(controls("lake-george", "1110", "1210"));
}

#[test]
fn examples_16_17_and_20_hexsides_double() {
    let doubles = |map: &str, to, from: &[&str]| {
        let battles = battles();
        let map = &battles.find(map).expect("a map").map;
        from.iter().all(|from| map.doubles(hex(from), hex(to)))
    };
    assert!(doubles("lake-george", "0911", &["0912", "1011"]));
    assert!(!doubles("lake-george", "0911", &["0912", "1011", "0811"]));
    assert!(doubles("quebec", "2107", &["2006", "2007"]) && !doubles("quebec", "2107", &["2006", "2207"]));
}

#[test]
fn r4_and_12_to_15_declarations() {
    let attacks = |british: Value, french: Value, phasing: &str| {
        let mut units = british.as_object().expect("units").clone();
        units.extend(french.as_object().expect("units").clone());
        let position = json!({"scenario": "quebec", "turn": 2, "phase": "combat", "phasing": phasing, "units": units});
        seen(position, json!({}))["attacks"]["list"].clone()
    };
    // R4: the disordered unit alone is no target while the other presses.
    let found = attacks(
        json!({"15-foot": {"at": "1106"}}),
        json!({"bearn": {"at": "1105"}, "guyenne": {"at": "1205", "disordered": true}}),
        "british",
    );
    assert_eq!(found, json!(["15-foot>1105", "15-foot>1105+1205"]));
    // 12: a line against a line.
    let found = attacks(
        json!({"15-foot": {"at": "1006"}, "28-foot": {"at": "1106"}, "35-foot": {"at": "1206"}}),
        json!({"bearn": {"at": "1105"}, "guyenne": {"at": "1205"}}),
        "british",
    );
    assert_eq!(found, json!(["28-foot>1105; 35-foot>1205"]));
    // 13 and 14: one against two attacks both, two against one attack together.
    let one_two = json!({"bearn": {"at": "1105"}, "guyenne": {"at": "1205"}});
    assert_eq!(attacks(json!({"28-foot": {"at": "1106"}}), one_two.clone(), "british"), json!(["28-foot>1105+1205"]));
    assert_eq!(attacks(json!({"28-foot": {"at": "1106"}}), one_two, "french"), json!(["bearn+guyenne>1106"]));
}

#[test]
fn example_15_a_garrison_may_sally_and_who_stands_outside_must_attack() {
    let units = json!({"conn-1": {"at": "0911"}, "la-reine-lg": {"at": "1011"}});
    let of = |side: &str| {
        let position =
            json!({"scenario": "lake-george", "turn": 2, "phase": "combat", "phasing": side, "units": units});
        let seen = seen(position, json!({}));
        (seen["bound"].clone(), seen["due"].clone(), seen["attacks"]["list"].clone())
    };
    assert_eq!(of("british"), (json!([]), json!([]), json!(["", "conn-1>1011"])));
    assert_eq!(of("french"), (json!(["la-reine-lg"]), json!(["0911"]), json!(["la-reine-lg>0911"])));
}

/// The odds of the first attack asked for.
fn odds(scenario: &str, phasing: &str, units: Value, attack: Value) -> Value {
    let position = json!({"scenario": scenario, "turn": 2, "phase": "combat", "phasing": phasing, "units": units});
    seen(position, json!({"odds": [attack]}))["odds"][0].clone()
}

#[test]
fn example_16_to_19_strengths() {
    let units = json!({"la-reine-lg": {"at": "0912"}, "languedoc-lg": {"at": "1011"}, "conn-1": {"at": "0911"},
        "art-lg-a": {"at": "0911"}, "cfm-lg": {"at": "0811"}});
    let two = odds(
        "lake-george",
        "french",
        units.clone(),
        json!({"units": ["la-reine-lg", "languedoc-lg"], "hexes": ["0911"]}),
    );
    assert_eq!((&two["attack"], &two["defence"], &two["column"]), (&json!(5), &json!(12), &json!("1-3")));
    let all = json!({"units": ["la-reine-lg", "languedoc-lg", "cfm-lg"], "hexes": ["0911"]});
    let three = odds("lake-george", "french", units, all);
    assert_eq!((&three["attack"], &three["defence"], &three["column"]), (&json!(7), &json!(6), &json!("1-1")));
    // 18 and 19: opposite sides, or every other side with no enemy between; leaders are doubled too.
    let enfilade = |french: &[(&str, &str)], british: &[(&str, &str)]| {
        let place = |(unit, hex): &(&str, &str)| (unit.to_string(), json!({"at": hex}));
        let units: serde_json::Map<_, _> = french.iter().chain(british).map(place).collect();
        let foot: Vec<&str> = french.iter().map(|(unit, _)| *unit).filter(|unit| *unit != "montcalm").collect();
        odds("quebec", "french", units.into(), json!({"units": foot, "hexes": ["1106"]}))
    };
    let target = [("15-foot", "1106")];
    let found = enfilade(&[("bearn", "1105"), ("guyenne", "1107"), ("montcalm", "1105")], &target);
    assert_eq!((&found["attack"], &found["enfilade"]), (&json!(22), &json!(true)));
    assert_eq!(enfilade(&[("bearn", "1105"), ("guyenne", "1206")], &target)["enfilade"], json!(false));
    let around = [("bearn", "1105"), ("guyenne", "1206"), ("languedoc", "1006")];
    assert_eq!(enfilade(&around, &target)["enfilade"], json!(true));
    assert_eq!(enfilade(&around, &[("15-foot", "1106"), ("28-foot", "1205")])["enfilade"], json!(false));
}

#[test]
fn r14_and_22_markers_and_forts() {
    let units = json!({"bearn": {"at": "1105"}, "guyenne": {"at": "1005"}, "cdc-bc": {"at": "1205"}, "15-foot": {"at": "1106"}});
    let attack = json!({"units": ["bearn", "guyenne", "cdc-bc"], "hexes": ["1106"], "attacker_marker": "bayonet", "defender_marker": "volley"});
    let found = odds("quebec", "french", units, attack);
    // Two line units of 4 doubled, cavalry of 3; a line unit of 5 doubled.
    assert_eq!((&found["attack"], &found["defence"]), (&json!(19), &json!(10)));
    let fort = json!({"new-jersey": {"at": "0511"}, "art-os-c": {"at": "0511"}, "mercer": {"at": "0511"}, "bearn-1": {"at": "0512"}});
    let found = odds("fort-oswego", "french", fort, json!({"units": ["bearn-1"], "hexes": ["0511"]}));
    assert_eq!(found["defence"], json!(8));
}

/// The strength with which a gun fires at a hex.
fn fire(scenario: &str, units: Value, gun: &str, to: &str) -> Value {
    let position = json!({"scenario": scenario, "turn": 2, "phasing": "french", "units": units});
    seen(position, json!({}))["targets"][gun]["fire"][to].clone()
}

#[test]
fn examples_33_to_36_and_44_bombardment() {
    let at = |gun: &str, from: &str, unit: &str, to: &str| json!({gun: {"at": from}, unit: {"at": to}});
    assert_eq!(fire("fort-oswego", at("ontario-b", "1204", "shirley-1", "0605"), "ontario-b", "0605"), json!(3));
    assert_eq!(fire("fort-oswego", at("art-os-f", "0507", "shirley-1", "0605"), "art-os-f", "0605"), json!(4));
    assert_eq!(fire("fort-oswego", at("art-os-f", "0506", "shirley-1", "0605"), "art-os-f", "0605"), json!(5));
    assert_eq!(fire("lake-george", at("art-lg-a", "0911", "huron", "1012"), "art-lg-a", "1012"), json!(4));
    assert_eq!(fire("quebec", at("ra-1", "2305", "qa-st-u", "2707"), "ra-1", "2707"), json!(1));
    let fog = |to: &str| {
        let units = json!({"art-q-f": {"at": "1107"}, "15-foot": {"at": to}});
        let position = json!({"scenario": "quebec", "turn": 7, "fog": true, "phasing": "french", "units": units});
        seen(position, json!({}))["targets"]["art-q-f"].clone()
    };
    assert_eq!(fog("1109")["fire"]["1109"], json!(3));
    assert_eq!(fog("1110")["blocked"]["1110"], json!("fog"));
}

#[test]
fn r10_r11_and_45_to_48_rallies() {
    let rally = |extra: Value, options: Value, fog: bool| {
        let mut units =
            json!({"lb-gr": {"at": "0906", "disordered": true}, "q-rw": {"at": "1906", "disordered": true}});
        let all = units.as_object_mut().expect("units");
        all.extend(extra.as_object().expect("units").clone());
        let position =
            json!({"scenario": "quebec", "turn": 7, "phase": "rally", "fog": fog, "options": options, "units": units});
        let rally = &seen(position, json!({}))["rally"];
        [rally["lb-gr"].clone(), rally["q-rw"].clone()]
    };
    let none = json!([]);
    assert_eq!(rally(json!({}), none.clone(), false), [json!(3), json!(0)]);
    assert_eq!(rally(json!({}), none.clone(), true), [json!(2), json!(-1)]);
    let leaders = json!({"wolfe": {"at": "0907"}, "monckton": {"at": "0907"}, "dumas": {"at": "1908"}});
    assert_eq!(rally(leaders, none, false), [json!(4), json!(0)]);
    let near =
        json!({"dumas": {"at": "1907"}, "supply-q-f": {"at": "1905"}, "supply-q-b": {"at": "0907", "looted": true}});
    assert_eq!(rally(near, json!(["trains"]), true), [json!(1), json!(1)]);
}

#[test]
fn examples_49_to_55_losses_and_victory() {
    let after = |scenario: &str, eliminated: Value, dp: Value, units: Value| {
        seen(
            json!({"scenario": scenario, "turn": 8, "phase": "rally", "eliminated": eliminated, "dp": dp, "units": units}),
            json!({}),
        )
    };
    let no_units = json!({});
    let french =
        after("lake-george", json!(["la-reine-lg", "huron", "dieskau"]), json!({"french": 9}), no_units.clone());
    assert_eq!((&french["french"]["losses"], &french["british"]["vp"]), (&json!(9), &json!(1)));
    let british =
        after("lake-george", json!(["mass-ruggles", "art-lg-a", "johnson"]), json!({"british": 16}), no_units.clone());
    assert_eq!((&british["british"]["losses"], &british["french"]["vp"]), (&json!(11), &json!(2)));
    let oswego = json!(["la-sarre-1", "nipissing-os", "menominee", "art-os-f", "rigaud"]);
    let oswego = after("fort-oswego", oswego, json!({"french": 17}), no_units.clone());
    assert_eq!((&oswego["french"]["losses"], &oswego["british"]["vp"]), (&json!(17), &json!(2)));
    let quebec = json!([
        "la-sarre",
        "languedoc",
        "bearn",
        "guyenne",
        "royal-roussillon",
        "montcalm",
        "senezergues",
        "indians-q",
        "qa-gl"
    ]);
    let quebec = after("quebec", quebec, json!({"french": 40}), no_units);
    assert_eq!((&quebec["french"]["losses"], &quebec["french"]["demoralized"]), (&json!(35), &json!(true)));
    // 53 to 55: as in history.
    let held = json!({"conn-1": {"at": "0810"}, "conn-2": {"at": "1913"}});
    let lake = after("lake-george", json!([]), json!({"british": 8}), held);
    assert_eq!(lake["outcome"], json!({"margin": 2, "level": "marginal", "winner": "british"}));
    let taken = json!({"bearn-1": {"at": "0605"}, "bearn-2": {"at": "0511"}});
    let oswego = after("fort-oswego", json!([]), json!({"british": 20, "french": 8}), taken);
    assert_eq!(oswego["outcome"], json!({"margin": 6, "level": "decisive", "winner": "french"}));
    let taken = json!({"15-foot": {"at": "1903"}, "28-foot": {"at": "1909"}});
    let quebec = after("quebec", json!([]), json!({"french": 40, "british": 20}), taken);
    assert_eq!(quebec["outcome"], json!({"margin": 6, "level": "decisive", "winner": "british"}));
}
