//! The rules as they are played: sequences of answers and dice from positions. The numbers are those of the list of
//! examples.

use crate::situation::Situation;
use serde_json::{Value, json};

/// A Combat Phase at Quebec, far from everything.
fn combat(phasing: &str, units: Value) -> Situation {
    Situation::new(json!({"scenario": "quebec", "turn": 2, "phase": "combat", "phasing": phasing, "units": units}))
}

#[test]
fn example_24_an_exchange_with_attackers_not_weaker() {
    let units = json!({"royal-roussillon": {"at": "1105"}, "col-lw": {"at": "1005"}, "15-foot": {"at": "1106"},
        "ra-1": {"at": "1106", "disordered": true}});
    let play = combat("french", units).dice([4]);
    // 7 to 6, the 1-1 column: Bx. The line flips to 2, the gun dies; one of the attackers pays.
    let play = play.choose("build", "unit:col-lw");
    assert_eq!((play.is_disordered("15-foot"), play.at("ra-1")), (true, "Eliminated".into()));
    assert_eq!((play.asked(), play.offered()), ("loss", vec!["unit:col-lw".into(), "unit:royal-roussillon".into()]));
    let play = play.choose("loss", "unit:col-lw");
    assert!(play.is_disordered("col-lw") && !play.is_disordered("royal-roussillon"));
    assert_eq!(play.state().dp.0, [0, 4]);
}

#[test]
fn example_25_and_26_exchanges_with_weaker_attackers_and_with_nobody_left() {
    let units = json!({"col-lw": {"at": "1106"}, "58-foot": {"at": "1105"}, "43-foot": {"at": "1205"}});
    // 3 to 8, the 1-3 column: a 6 is Bx. The attacker flips to 1, and one of the defenders pays.
    let play = combat("french", units).dice([6]).choose("attacked", "hex:1105");
    assert_eq!((play.is_disordered("col-lw"), play.asked()), (true, "loss"));
    assert_eq!(play.offered(), ["unit:43-foot", "unit:58-foot"]);
    // 5 to 1, a 2 is Dd; against the last factor nothing is paid, and the attacker may pursue.
    let units = json!({"15-foot": {"at": "1106"}, "col-lw": {"at": "1105", "disordered": true}});
    let play = combat("british", units).dice([2]).choose("attacked", "hex:1105");
    assert_eq!(
        (play.at("col-lw"), play.is_disordered("15-foot"), play.asked()),
        ("Eliminated".into(), false, "pursuer")
    );
    assert_eq!(play.choose("pursuer", "unit:15-foot").at("15-foot"), "1105");
}

/// An attack of 3-1 from north and northwest on a hex with line, gun and leader; a 5 is Dr.
fn rout() -> Situation {
    let units = json!({"bearn": {"at": "1106"}, "art-q-f": {"at": "1106", "disordered": true}, "montcalm": {"at": "1106"},
        "48-foot": {"at": "1105"}, "78-foot": {"at": "1005"}, "35-foot": {"at": "1205"}});
    combat("british", units).dice([6]).choose("build", "unit:48-foot").choose("build", "unit:78-foot")
}

#[test]
fn example_27_and_28_a_rout_and_its_conversion() {
    let play = rout();
    assert_eq!((play.asked(), play.offered()), ("convert", vec!["convert".to_string(), "rout".into()]));
    let converted = rout().choose("convert", "convert");
    assert_eq!(converted.offered(), ["unit:art-q-f", "unit:bearn"]);
    let converted = converted.choose("retreat", "unit:bearn").choose("along", "with:montcalm");
    assert!(!converted.is_disordered("bearn") && converted.state().dp.0 == [0, 0]);
    let there = ["bearn", "art-q-f", "montcalm"].map(|unit| converted.at(unit));
    assert_eq!((there, converted.asked()), (["1107", "1107", "1107"].map(String::from), "pursuer"));
    let play = play.dice([3]).choose("convert", "rout");
    assert_eq!((play.at("art-q-f"), play.is_disordered("bearn")), ("Eliminated".into(), true));
    let mut play = play.choose("along", "with:montcalm");
    while play.asked() == "retreat-step" {
        let first = play.offered()[0].clone();
        play = play.choose("retreat-step", &first);
    }
    assert_eq!(play.at("bearn"), play.at("montcalm"));
    let far = |a: &str, b: &str| {
        let hex = |text| wilderness_battles::Hex::new(text).expect("a hex");
        hex(a).distance(hex(b))
    };
    assert_eq!(far("1106", &play.at("bearn")), 3);
}

#[test]
fn example_29_a_rout_in_a_fort() {
    let units = json!({"shirley-1": {"at": "0605"}, "art-os-a": {"at": "0605", "disordered": true},
        "mercer": {"at": "0605"}, "guyenne-1": {"at": "0506"}, "guyenne-2": {"at": "0606"}, "la-sarre-1": {"at": "0705"}});
    let position =
        json!({"scenario": "fort-oswego", "turn": 2, "phase": "combat", "phasing": "french", "units": units});
    // In enfilade: 18 to 10, the 1.5-1 column.
    let play = Situation::new(position).dice([6]).choose("build", "unit:guyenne-1").choose("build", "unit:guyenne-2");
    assert!(play.is_disordered("shirley-1") && play.at("shirley-1") == "0605", "{}", play.0.record());
    assert_eq!((play.at("art-os-a"), play.state().dp.0), ("Eliminated".into(), [0, 4]));
}

#[test]
fn example_31_cavalry_pursues_first_and_further() {
    let units = json!({"cdc-bc": {"at": "1105"}, "bearn": {"at": "1107"}, "ra-1": {"at": "1106", "disordered": true}});
    let play = combat("french", units).choose("attacked", "hex:1106").choose("build", "unit:cdc-bc");
    let play = play.choose("build", "unit:bearn").dice([6]);
    let play = if play.asked() == "build" { play.choose("build", "declare") } else { play };
    assert_eq!((play.asked(), play.offered()), ("pursuer", vec!["done".to_string(), "unit:cdc-bc".into()]));
    let play = play.choose("pursuer", "unit:cdc-bc");
    assert_eq!((play.asked(), play.at("cdc-bc")), ("second-hex", "1106".into()));
    let play = play.choose("second-hex", "hex:1206");
    assert_eq!((play.at("cdc-bc"), play.offered()), ("1206".into(), vec!["done".to_string(), "unit:bearn".into()]));
    assert_eq!(play.choose("pursuer", "unit:bearn").at("bearn"), "1106");
}

#[test]
fn a_bombardment_kills_leaders_before_they_can_convert_the_rout() {
    let units = json!({"ontario-b": {"at": "1204"}, "art-os-f": {"at": "0707"}, "shirley-1": {"at": "0607"}, "mercer": {"at": "0607"}});
    let position = json!({"scenario": "fort-oswego", "turn": 2, "phasing": "french", "units": units});
    let play = Situation::new(position).dice([6, 1]).choose("gun", "unit:art-os-f");
    assert_eq!((play.at("mercer"), play.is_disordered("shirley-1")), ("Eliminated".into(), true));
    assert!(play.piece("art-os-f").done.fired && play.state().dp.0 == [0, 2]);
}

/// A Movement Phase.
fn movement(position: Value) -> Situation {
    let mut all = json!({"turn": 2, "phase": "movement"});
    all.as_object_mut().expect("keys").extend(position.as_object().expect("keys").clone());
    Situation::new(all)
}

#[test]
fn r13_the_enemy_enters_a_hex_once_for_all() {
    let units = json!({"huron": {"at": "0710"}, "abenaki": {"at": "1813"}, "conn-1": {"at": "0101"}});
    let play = movement(json!({"scenario": "lake-george", "phasing": "french", "units": units}));
    let play = play.choose("mover", "unit:huron").choose("step", "hex:0810").choose("step", "hex:0710");
    assert_eq!(play.state().dp.0, [0, 5]);
    let play = play.choose("step", "stop").choose("mover", "unit:abenaki").choose("step", "hex:1913");
    assert_eq!(play.state().dp.0, [0, 5]);
}

#[test]
fn leaders_go_along_and_move_on_alone() {
    let units = json!({"bearn": {"at": "1906"}, "montcalm": {"at": "1906"}, "15-foot": {"at": "0106"}});
    let play = movement(json!({"scenario": "quebec", "phasing": "french", "units": units}));
    let play = play.choose("mover", "unit:bearn").choose("along", "with:montcalm").choose("step", "hex:1806");
    let play = play.choose("step", "stop");
    assert_eq!(
        (play.at("montcalm"), play.offered()),
        ("1806".into(), vec!["done".to_string(), "unit:montcalm".into()])
    );
    assert_eq!(play.piece("montcalm").done.spent, 1);
    let play = play.choose("mover", "unit:montcalm").choose("step", "hex:1706").choose("step", "stop");
    assert_eq!(play.at("montcalm"), "1706");
}

#[test]
fn a_lone_leader_dies_when_his_men_leave_him_to_the_enemy() {
    let units = json!({"col-lw": {"at": "1204"}, "montcalm": {"at": "1004"}, "bearn": {"at": "1004"}, "15-foot": {"at": "0905"}});
    let position = json!({"scenario": "quebec", "phasing": "french", "dp": {"french": 40}, "units": units});
    let mut play = movement(position);
    play = play.choose("mover", "unit:bearn").choose("along", "go");
    play = play.choose("step", "hex:1104");
    while play.asked() == "step" {
        play = play.choose("step", "stop");
    }
    assert_eq!((play.at("montcalm"), play.state().dp.0[0]), ("Eliminated".into(), 46));
}

#[test]
fn examples_56_and_57_a_demoralized_army_leaves() {
    let units =
        json!({"15-foot": {"at": "0109", "disordered": true}, "28-foot": {"at": "0104"}, "bearn": {"at": "2606"}});
    let position = json!({"scenario": "quebec", "phasing": "british", "die": 4, "dp": {"british": 50}, "units": units});
    let play = movement(position).choose("mover", "unit:15-foot").choose("step", "exit");
    assert_eq!((play.at("15-foot"), play.state().dp.0), ("Exited".into(), [0, 50]));
    assert_eq!(play.choose("mover", "unit:28-foot").choose("step", "exit").at("28-foot"), "Exited");
}

#[test]
fn a_forced_march_doubles_and_avoids_the_enemy() {
    let units = json!({"bearn": {"at": "1906"}, "montcalm": {"at": "1906"}, "15-foot": {"at": "1306"}, "guyenne": {"at": "2406"}});
    let position = json!({"scenario": "quebec", "turn": 2, "phasing": "french", "options": ["tactics"],
        "markers": {"french": ["forced-march"]}, "units": units, "phase": "bombardment"});
    let play = Situation::new(position).choose("forced-march", "marker:forced-march");
    let offered = play.offered();
    assert!(offered.contains(&"march:bearn".into()) && !offered.contains(&"march:guyenne".into()), "{offered:?}");
    let mut play = play.choose("mover", "march:bearn").choose("along", "go");
    for hex in ["1806", "1706", "1606", "1506"] {
        play = play.choose("step", &format!("hex:{hex}"));
    }
    assert!(!play.offered().contains(&"hex:1406".into()), "{:?}", play.offered());
    assert!(play.state().markers.0[0].is_empty() && play.state().played.0[0].len() == 1);
}

#[test]
fn a_train_is_taken_by_the_unit_that_enters_its_hex() {
    let taken = |die: u8| {
        let units = json!({"bearn": {"at": "1906"}, "supply-q-b": {"at": "1806"}});
        let position = json!({"scenario": "quebec", "phasing": "french", "options": ["trains"], "units": units});
        movement(position).dice([die]).choose("mover", "unit:bearn").choose("step", "hex:1806")
    };
    assert_eq!(taken(2).at("supply-q-b"), "Eliminated");
    assert_eq!(taken(3).piece("supply-q-b").side.to_string(), "French");
    assert!(taken(5).piece("supply-q-b").looted);
}

#[test]
fn fire_burns_and_disorders_who_enters() {
    let units = json!({"art-q-f": {"at": "1304"}, "15-foot": {"at": "1404"}, "28-foot": {"at": "0106"}});
    let position =
        json!({"scenario": "quebec", "turn": 2, "phasing": "french", "options": ["burning"], "units": units});
    let play = Situation::new(position).dice([1]).choose("gun", "unit:art-q-f");
    assert_eq!(play.state().burning.iter().map(|hex| hex.to_string()).collect::<Vec<_>>(), ["1404"]);
    let units = json!({"bearn": {"at": "1305"}, "guyenne": {"at": "1906"}});
    let position =
        json!({"scenario": "quebec", "phasing": "french", "burning": ["1404"], "options": ["burning"], "units": units});
    let play = movement(position).choose("mover", "unit:bearn").choose("step", "hex:1404");
    assert!(play.is_disordered("bearn") && play.piece("bearn").done.moved);
}

#[test]
fn indians_balk_at_guns_behind_a_work_unless_led() {
    let reach = |leader: &str| {
        let units = json!({"huron": {"at": "1112"}, "art-lg-a": {"at": "0911"}, "st-pierre": {"at": leader}});
        let position = json!({"scenario": "lake-george", "phasing": "french", "options": ["balk"], "units": units});
        movement(position).choose("mover", "unit:huron").offered()
    };
    assert!(!reach("2008").contains(&"hex:1011".into()) && reach("1112").contains(&"go".into()));
    let units = json!({"huron": {"at": "1112"}, "art-lg-a": {"at": "0911"}, "st-pierre": {"at": "1212"}});
    let position = json!({"scenario": "lake-george", "phasing": "french", "options": ["balk"], "units": units});
    assert!(movement(position).choose("mover", "unit:huron").offered().contains(&"hex:1011".into()));
}

#[test]
fn example_58_bougainville_comes_when_the_die_is_below_the_turn() {
    let begin = |turn: u8, die: u8| {
        let position = json!({"scenario": "quebec", "turn": turn, "phasing": "french",
            "off_map": {"bougainville": ["cdc-bc", "gr-bc"]}, "units": {"15-foot": {"at": "0106"}, "bearn": {"at": "1906"}}});
        let play = Situation::rolling(position, [die]);
        (play.asked(), play.at("gr-bc"))
    };
    let (comes, stays) = (("arrival", "Due".to_string()), ("mover", "OffMap".to_string()));
    assert_eq!(
        [begin(2, 1), begin(2, 2), begin(4, 3), begin(4, 4)],
        [comes.clone(), stays.clone(), comes.clone(), stays]
    );
    assert_eq!(begin(7, 6), comes);
}

#[test]
fn the_reserve_comes_one_unit_at_a_time() {
    let position = json!({"scenario": "quebec", "turn": 2, "phasing": "british", "phase": "bombardment",
        "off_map": {"british-reserve": ["rangers", "prov"]},
        "units": {"ra-1": {"at": "0505"}, "bearn": {"at": "0507"}, "15-foot": {"at": "0106"}}});
    let play = Situation::new(position).dice([1]).choose("gun", "done");
    assert_eq!((play.asked(), play.offered()), ("reserve", vec!["unit:prov".to_string(), "unit:rangers".into()]));
    let play = play.choose("reserve", "unit:rangers");
    assert_eq!((play.asked(), play.at("prov")), ("entry", "OffMap".into()));
}

#[test]
fn who_has_cleared_two_hexes_pursues_into_one_of_them() {
    let units = json!({"48-foot": {"at": "1106"}, "art-q-f": {"at": "1105", "disordered": true},
        "col-lw": {"at": "1205", "disordered": true}});
    let play = combat("british", units).choose("attacked", "hex:1105").choose("build", "hex:1205").dice([4]);
    let play = if play.asked() == "build" { play.choose("build", "declare") } else { play };
    let play = play.choose("pursuer", "unit:48-foot");
    assert_eq!((play.asked(), play.offered()), ("pursuit", vec!["hex:1105".to_string(), "hex:1205".into()]));
    assert_eq!(play.choose("pursuit", "hex:1205").at("48-foot"), "1205");
}

#[test]
fn an_army_feels_its_demoralization_from_the_next_phase_on() {
    // The Indians leave the house, and Montcalm to the enemy: 42 points. In this phase nobody flees yet.
    let units = json!({"indians-q": {"at": "1404"}, "montcalm": {"at": "1404"}, "15-foot": {"at": "1405"},
        "bearn": {"at": "1106"}, "28-foot": {"at": "1105"}, "guyenne": {"at": "1906"}});
    let position = json!({"scenario": "quebec", "phasing": "french", "dp": {"french": 36}, "units": units});
    let mut play =
        movement(position).choose("mover", "unit:indians-q").choose("along", "go").choose("step", "hex:1403");
    while play.asked() == "step" {
        play = play.choose("step", "stop");
    }
    assert_eq!((play.at("montcalm"), play.state().dp.0[0], play.asked()), ("Eliminated".into(), 42, "mover"));
    assert!(!play.state().demoralized.0[0] && !play.offered().contains(&"unit:bearn".into()), "{:?}", play.offered());
    let units = json!({"bearn": {"at": "1106"}, "28-foot": {"at": "1105"}, "guyenne": {"at": "1906"}});
    let position = json!({"scenario": "quebec", "phasing": "french", "dp": {"french": 40}, "units": units});
    let play = movement(position);
    assert!(play.state().demoralized.0[0] && play.offered().contains(&"unit:bearn".into()));
}

#[test]
fn what_comes_of_a_retreat_is_told_after_it() {
    // The British rout through 1909, and the French receive five points because they enter it (24.5).
    let units = json!({"15-foot": {"at": "1808"}, "bearn": {"at": "1708"}, "guyenne": {"at": "1807"},
        "languedoc": {"at": "1709"}});
    let mut play = combat("french", units).dice([6, 2]).choose("build", "unit:bearn").choose("build", "unit:guyenne");
    while play.asked() != "retreat-step" {
        let first = play.offered()[0].clone();
        let kind = play.asked();
        play = play.choose(kind, &first);
    }
    let play = play.choose("retreat-step", "hex:1910");
    let told: Vec<String> = play.0.log().iter().map(|entry| entry.text(play.0.scenario())).collect();
    let place = |what: &str| told.iter().position(|text| text.contains(what)).unwrap_or_else(|| panic!("{told:?}"));
    assert!(place("retreats to 1910") < place("has 5 demoralization points"), "{told:?}");
}
