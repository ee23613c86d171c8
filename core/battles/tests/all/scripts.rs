//! Scripts: optional rules that a designer can change while a battle is played.

use serde_json::json;
use std::rc::Rc;
use wilderness_battles::content::{Battles, Content};
use wilderness_battles::game::Game;
use wilderness_battles::header::Header;
use wilderness_battles::position::Entry;
use wilderness_engine::Refused;
use wilderness_engine::faults::Source;
use wilderness_engine::record::Header as _;
use wilderness_engine::script::{Compile as _, ScriptSet as _};

const BURNING: &str = "scripts/burning.rhai";

/// The content of the program with another script of burning.
fn with(script: &str) -> Content {
    Content::embedded().with(BURNING, script)
}

/// The codes of the faults of a script, and what they point at.
fn faults(script: &str) -> Vec<String> {
    let faults = with(script).compile().err().expect("a fault");
    faults.iter().map(|fault| format!("{} {}", fault.code(), fault.pointed())).collect()
}

/// A gun beside a building with the enemy in it, which fires as this is answered.
fn siege(content: &Content) -> Game {
    let position = json!({"scenario": "quebec", "turn": 2, "phasing": "french", "options": ["burning"],
        "units": {"art-q-f": {"at": "1304"}, "15-foot": {"at": "1404"}, "28-foot": {"at": "0106"}}});
    let entry = Entry::read(&Source::new("siege", position.to_string())).expect("a position");
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
    assert_eq!(files, [BURNING]);
    for file in files {
        let text = Content::embedded().text(file).expect("a text").to_string();
        assert!(text.lines().count() <= 40 && text.lines().all(|line| line.chars().count() <= 100), "{file}");
    }
}

#[test]
fn mistakes_in_scripts_are_pointed_at() {
    let wrong = "fn moments() { [\"bombarded\"] }\nfn act(moment) { game.set_fire(moment.hex); }";
    assert_eq!(faults(wrong), ["script::unknown_function set_fire"]);
    assert_eq!(faults("fn moments() { [\"shot\"] }\nfn act(moment) { }"), ["script::unknown_moment \"shot\""]);
    let named = Content::embedded().with("scripts/flooding.rhai", "fn moments() { [] }\nfn act(moment) { }");
    let faults = named.compile().err().expect("a fault");
    assert_eq!(faults.iter().map(|fault| fault.code()).collect::<Vec<_>>(), ["script::unknown_rule"]);
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
fn moments() { [\"bombarded\"] }
fn act(moment) {
    if moment.die == 6 { game.set_on_fire(\"1304\"); }
    if game.can_burn(moment.hex) { game.set_on_fire(moment.hex); }
}
";

#[test]
fn a_changed_script_counts_at_once() {
    let mut game = siege(&Content::embedded());
    game.give_rolls([3]);
    game.choose_token("unit:art-q-f").expect("a shot");
    assert!(burning(&game).is_empty());
    assert!(game.undo());
    game.proceed().expect("sound rules");
    game.reload(Rc::new(with(FIERCE).compile().expect("sound content"))).expect("the same battle");
    game.give_rolls([3]);
    game.choose_token("unit:art-q-f").expect("a shot");
    assert_eq!(burning(&game), ["1404"]);
}

#[test]
fn a_script_that_fails_leaves_the_battle_as_it_was() {
    let mut game = siege(&with(FIERCE));
    let before = game.state().clone();
    game.give_rolls([6]);
    let Err(Refused::ScriptFailed(fault)) = game.choose_token("unit:art-q-f") else { panic!("clear ground burns") };
    assert!(fault.message().contains("1304 cannot burn: it is clear"), "{}", fault.message());
    assert_eq!(*game.state(), before);
}

#[test]
fn without_the_option_no_script_acts() {
    let position = json!({"scenario": "quebec", "turn": 2, "phasing": "french",
        "units": {"art-q-f": {"at": "1304"}, "15-foot": {"at": "1404"}, "28-foot": {"at": "0106"}}});
    let entry = Entry::read(&Source::new("siege", position.to_string())).expect("a position");
    let battles: Battles = with(FIERCE).compile().expect("sound content");
    let mut game = Game::begin(&Header::from_position(entry.position, 1), Rc::new(battles)).expect("a battle");
    game.proceed().expect("sound rules");
    game.give_rolls([6]);
    game.choose_token("unit:art-q-f").expect("a shot");
    assert!(burning(&game).is_empty());
}

#[test]
fn the_guide_describes_every_service_and_moment() {
    let guide = include_str!("../../../../scripts/battles/README.md");
    for word in ["can_burn", "burns", "set_on_fire", "is_foot", "is_disordered", "disorder", "bombarded", "entered"] {
        assert!(guide.contains(&format!("`{word}")), "{word}");
    }
}
