//! Scripts: optional rules that a designer can change while a battle is played.

use serde_json::json;
use std::rc::Rc;
use wilderness_battles::{Battles, Choice, Content, Game, Header, PositionEntry};
use wilderness_engine::faults::Source;
use wilderness_engine::record::Header as _;
use wilderness_engine::script::{Compile as _, ScriptSet as _};
use wilderness_engine::{Choice as _, Question as _, Refused};

const BURNING: &str = "scripts/burning.rhai";

/// What every script says of its rule.
const RULE: &str = "fn rule() { #{ name: \"Fire\", about: \"It burns.\" } }\n";

/// The built-in content with another script of burning.
fn with(script: &str) -> Content {
    Content::embedded().with(BURNING, script)
}

/// The codes of the faults of a script, and what they point at.
fn faults(script: &str) -> Vec<String> {
    let compiled: Result<Battles, _> = with(script).compile();
    let faults = compiled.map_or_else(|faults| faults, |battles| battles.examine());
    faults.iter().map(|fault| format!("{} {}", fault.code(), fault.pointed())).collect()
}

/// A gun beside a building with the enemy in it, which fires as this is answered.
fn siege(content: &Content) -> Game {
    let position = json!({"scenario": "quebec", "turn": 2, "phasing": "french", "options": ["burning"],
        "units": {"art-q-f": {"at": "1304"}, "15-foot": {"at": "1404"}, "28-foot": {"at": "0106"}}});
    let entry = PositionEntry::read(&Source::new("siege", position.to_string())).expect("a position");
    let battles: Battles = content.compile().expect("sound content");
    let mut game = Game::begin(&Header::from_position(entry.position, 1), Rc::new(battles)).expect("a battle");
    game.proceed().expect("sound rules");
    game
}

/// The hexes that burn.
fn burning(game: &Game) -> Vec<String> {
    game.state().burning.iter().map(|hex| hex.to_string()).collect()
}

#[test]
fn scripts_are_short_and_called_as_the_rules_that_they_are() {
    let battles = Battles::embedded().expect("sound content");
    let files: Vec<&str> = battles.script_files().collect();
    let names = ["balk", "burning", "charles-river", "points", "relief"];
    assert_eq!(files, names.map(|name| format!("scripts/{name}.rhai")));
    assert_eq!(battles.rules().map(|(name, _)| name).collect::<Vec<_>>(), names);
    assert!(battles.rules().all(|(_, rule)| !rule.number.is_empty() && rule.about.ends_with('.')));
    for file in files {
        let text = Content::embedded().text(file).expect("a text").to_string();
        assert!(text.lines().count() <= 40 && text.lines().all(|line| line.chars().count() <= 100), "{file}");
    }
}

#[test]
fn mistakes_in_scripts_are_pointed_at() {
    let wrong = RULE.to_string() + "fn moments() { [\"bombarded\"] }\nfn act(moment) { game.set_fire(moment.hex); }";
    assert_eq!(faults(&wrong), ["script::unknown_function set_fire"]);
    let wrong = RULE.to_string() + "fn moments() { [\"shot\"] }\nfn act(moment) { }";
    assert_eq!(faults(&wrong), ["script::unknown_moment \"shot\""]);
    let wrong = RULE.to_string()
        + "fn moments() { [\"entered\"] }\nfn act(moment) { let it = #{ due: moment }; game.bring(it.due); }";
    assert_eq!(faults(&wrong), ["script::out_of_place bring"]);
    assert_eq!(faults("fn rule() { #{ title: \"Fire\" } }"), ["script::bad_rule rule"]);
    assert_eq!(faults("fn rule() { \"Fire\" }"), ["script::wrong_result rule"]);
    let idle = Content::embedded().with("scripts/burnin.rhai", RULE);
    let faults = idle.compile().err().expect("a fault");
    assert_eq!(faults.iter().map(|fault| fault.code()).collect::<Vec<_>>(), ["script::unknown_rule"]);
}

#[test]
fn a_result_of_another_moment_is_never_met() {
    let rule = |moment: &str, result: &str| {
        format!(
            "{RULE}fn moments() {{ [\"{moment}\"] }}\nfn act(moment) {{ if moment.result == \"{result}\" {{ game.demoralize(moment.side, 1); }} }}"
        )
    };
    assert_eq!(faults(&rule("attacked", "failed")), ["script::never_equal \"failed\""]);
    assert_eq!(faults(&rule("rallied", "Dr")), ["script::never_equal \"Dr\""]);
    assert_eq!(faults(&rule("attacked", "Dr")), Vec::<String>::new());
    assert_eq!(faults(&rule("rallied", "failed")), Vec::<String>::new());
}

#[test]
fn a_record_names_the_scripts_of_the_rules_in_force() {
    let battles = Battles::embedded().expect("sound content");
    let named = |options: &[&str]| {
        let mut header = Header::new("quebec", 1, Default::default());
        options.iter().for_each(|word| *header.options.get_mut(word).expect("an option") = true);
        header.name_scripts(&battles);
        header.write().contains(BURNING)
    };
    assert_eq!([named(&[]), named(&["tactics"]), named(&["burning"])], [false, false, true]);
}

/// Any shot sets fire to a building, and a 6 does so elsewhere too.
const FIERCE: &str = "
fn rule() { #{ name: \"Fire\", about: \"It burns.\" } }
fn moments() { [\"bombarded\"] }
fn act(moment) {
    if moment.die == 6 { game.set_on_fire(\"1304\"); }
    if game.can_burn(moment.hex) { game.set_on_fire(moment.hex); }
}
";

#[test]
fn a_changed_script_counts_at_once() {
    let mut game = siege(&Content::embedded());
    game.beforehand().give_rolls([3]);
    game.choose_token("unit:art-q-f").expect("a shot");
    assert!(burning(&game).is_empty());
    assert!(game.past_mut().undo());
    game.proceed().expect("sound rules");
    game.reloading().reload(Rc::new(with(FIERCE).compile().expect("sound content"))).expect("the same battle");
    game.beforehand().give_rolls([3]);
    game.choose_token("unit:art-q-f").expect("a shot");
    assert_eq!(burning(&game), ["1404"]);
}

#[test]
fn a_script_that_fails_leaves_the_battle_as_it_was() {
    let mut game = siege(&with(FIERCE));
    let before = game.state().clone();
    game.beforehand().give_rolls([6]);
    let Err(Refused::ScriptFailed(fault)) = game.choose_token("unit:art-q-f") else { panic!("clear ground burns") };
    assert!(fault.message().contains("1304 cannot burn: it is clear"), "{}", fault.message());
    assert_eq!(*game.state(), before);
}

#[test]
fn without_the_option_no_script_acts() {
    let position = json!({"scenario": "quebec", "turn": 2, "phasing": "french",
        "units": {"art-q-f": {"at": "1304"}, "15-foot": {"at": "1404"}, "28-foot": {"at": "0106"}}});
    let entry = PositionEntry::read(&Source::new("siege", position.to_string())).expect("a position");
    let battles: Battles = with(FIERCE).compile().expect("sound content");
    let mut game = Game::begin(&Header::from_position(entry.position, 1), Rc::new(battles)).expect("a battle");
    game.proceed().expect("sound rules");
    game.beforehand().give_rolls([6]);
    game.choose_token("unit:art-q-f").expect("a shot");
    assert!(burning(&game).is_empty());
}

#[test]
fn the_guide_describes_every_service_moment_and_modifier() {
    let guide = include_str!("../../../../scripts/battles/README.md");
    let reference = Battles::embedded().expect("sound content").reference();
    let services = reference.themes.iter().flat_map(|theme| &theme.functions).map(|function| function.name.clone());
    let moments = reference.moments.iter().map(|moment| moment.name.clone());
    let modifiers =
        reference.modifiers.iter().map(|modifier| modifier.form.split('(').next().unwrap_or_default().to_string());
    let words: Vec<String> = services.chain(moments).chain(modifiers).collect();
    assert!(words.len() > 20, "{words:?}");
    for word in words {
        assert!(guide.contains(&format!("`{word}")), "{word}");
    }
}

/// A battle from a position, with this content.
fn begin(content: &Content, position: serde_json::Value) -> Game {
    let entry = PositionEntry::read(&Source::new("position", position.to_string())).expect("a position");
    let battles: Battles = content.compile().expect("sound content");
    let mut game = Game::begin(&Header::from_position(entry.position, 1), Rc::new(battles)).expect("a battle");
    game.proceed().expect("sound rules");
    game
}

/// An Indian before the guns of the camp at Lake George.
fn before_the_camp() -> serde_json::Value {
    let units = json!({"huron": {"at": "1112"}, "art-lg-a": {"at": "0911"}, "st-pierre": {"at": "2008"}});
    json!({"scenario": "lake-george", "phase": "movement", "phasing": "french", "options": ["balk"], "units": units})
}

#[test]
fn a_script_that_keeps_a_unit_out_is_named_as_the_reason() {
    let mut game = begin(&Content::embedded(), before_the_camp());
    game.choose_token("unit:huron").expect("a move");
    let refusal = game.why().why_not(Choice::from_token("hex:1011").expect("an answer")).expect("a reason");
    assert_eq!(refusal.to_string(), "Huron may not enter 1011: Indians and militia balk, 19.0 (7.2)");
}

#[test]
fn a_script_that_fails_when_it_is_asked_about_a_hex_stops_the_battle_where_it_was() {
    let failing = RULE.to_string() + "fn entering(allowed, at) { game.kind(\"nobody\") == \"line\" }";
    let content = Content::embedded().with("scripts/balk.rhai", &failing);
    let without = Content::embedded()
        .text("lake-george.toml")
        .expect("a scenario")
        .replace("balk = { side = \"french\", exempt_near = \"st-pierre\" }", "balk = {}");
    let battles: Battles = content.with("lake-george.toml", &without).compile().expect("sound content");
    let entry = PositionEntry::read(&Source::new("position", before_the_camp().to_string())).expect("a position");
    let mut game = Game::begin(&Header::from_position(entry.position, 1), Rc::new(battles)).expect("a battle");
    let failed = game.proceed().expect_err("a script that fails").to_string();
    assert!(failed.contains("`nobody` is not a unit of this battle"), "{failed}");
}

/// Marsh that swallows guns: nobody's rule but ours. It reads its parameter, and acts only in the battle that names it.
const MIRE: &str = "
fn rule() { #{ name: \"Mire\", about: \"No gun goes there.\" } }
fn parameters() { #{ hexes: \"hexes\" } }
fn entering(allowed, at) {
    game.kind(at.unit) != \"artillery\" || !game.parameters(\"mire\").hexes.contains(at.hex)
}
";

#[test]
fn a_scenario_names_a_special_rule_of_its_own() {
    let scenario = Content::embedded().text("lake-george.toml").expect("a scenario").to_string();
    let named = scenario.replace("points = {}", "points = {}\nmire = { hexes = [\"1010\"] }");
    let content = Content::embedded().with("scripts/mire.rhai", MIRE).with("lake-george.toml", &named);
    let position = json!({"scenario": "lake-george", "phase": "movement", "phasing": "british",
        "units": {"art-lg-b": {"at": "1011"}, "conn-1": {"at": "1110"}, "huron": {"at": "2008"}}});
    let steps = |content: &Content, unit: &str| {
        let mut game = begin(content, position.clone());
        game.choose_token(&format!("unit:{unit}")).expect("a move");
        let decision = game.decision().expect("a step");
        decision.choices.iter().any(|choice| choice.token() == "hex:1010")
    };
    assert_eq!([steps(&content, "art-lg-b"), steps(&content, "conn-1")], [false, true]);
    assert!(steps(&Content::embedded(), "art-lg-b"));
    let wrong = content.with("lake-george.toml", &named.replace("[\"1010\"]", "[\"9910\"]"));
    let faults = wrong.compile().err().expect("a fault");
    assert_eq!(faults.iter().map(|fault| fault.code()).collect::<Vec<_>>(), ["scenario::hex"]);
}

#[test]
fn a_group_arrives_when_its_script_says_so_and_at_no_other_time() {
    let late = "
fn rule() { #{ name: \"Late\", about: \"On turn 3.\" } }
fn due(arrival) { if game.turn >= 3 { game.bring(arrival); } }
";
    let content = Content::embedded().with("scripts/charles-river.rhai", late);
    let comes = |turn: u8| {
        let position = json!({"scenario": "quebec", "turn": turn, "phasing": "french",
            "off_map": {"bougainville": ["cdc-bc"]}, "units": {"15-foot": {"at": "0106"}, "bearn": {"at": "1906"}}});
        begin(&content, position).decision().map(|decision| decision.ask.kind()) == Some("entry")
    };
    assert_eq!([comes(2), comes(3)], [false, true]);
}

#[test]
fn points_for_hexes_come_once_and_from_the_script() {
    let position = json!({"scenario": "lake-george", "phase": "movement", "phasing": "french",
        "units": {"huron": {"at": "1812"}, "abenaki": {"at": "2012"}, "conn-1": {"at": "0810"}}});
    let points = |content: &Content, script: bool| {
        let mut game = begin(content, position.clone());
        for token in ["unit:huron", "hex:1912", "hex:1913"] {
            game.choose_token(token).expect("a step");
            game.proceed().expect("sound rules");
        }
        assert_eq!(game.state().hex_points, [script]);
        game.state().dp[wilderness_battles::Side::British]
    };
    assert_eq!(points(&Content::embedded(), true), 5);
    let idle = RULE.to_string() + "fn moments() { [\"objective\"] }\nfn act(moment) { }";
    assert_eq!(points(&Content::embedded().with("scripts/points.rhai", &idle), false), 0);
    let twice = RULE.to_string()
        + "fn moments() { [\"objective\"] }\nfn act(moment) { for set in game.objectives(moment.hex) { game.score(set); game.score(set); } }";
    let mut game = begin(&Content::embedded().with("scripts/points.rhai", &twice), position.clone());
    for token in ["unit:huron", "hex:1912"] {
        game.choose_token(token).expect("a step");
    }
    let Err(Refused::ScriptFailed(fault)) = game.choose_token("hex:1913") else { panic!("scored twice") };
    assert!(fault.message().contains("have been received"), "{}", fault.message());
}
