//! Content: every mistake in the data is a fault that points at its place, never a panic; and content can be exchanged
//! while a battle is played.

use crate::situation::battles;
use std::path::Path;
use std::rc::Rc;
use wilderness_battles::{Battles, Content, Game, Header, Id, Options};
use wilderness_engine::content::Places;
use wilderness_engine::faults::Faults;
use wilderness_engine::script::Compile as _;
use wilderness_engine::{Purpose, Stream};

/// The faults when a text of a file is exchanged for another: their codes, and what the first points at.
fn wrong(file: &str, from: &str, to: &str) -> (Vec<String>, String) {
    let content = Content::embedded();
    let text = content.text(file).expect("a file");
    assert!(text.contains(from), "{file}: {from}");
    let faults: Faults = content.with(file, &text.replacen(from, to, 1)).compile().err().expect("a fault");
    let pointed = faults.iter().next().map_or("", |fault| fault.pointed()).to_string();
    (faults.iter().map(|fault| fault.code().to_string()).collect(), pointed)
}

#[track_caller]
fn is_wrong(file: &str, from: &str, to: &str, code: &str, pointed: &str) {
    let (codes, found) = wrong(file, from, to);
    assert!(codes.iter().any(|found| found == code), "{codes:?}");
    assert!(found.contains(pointed), "{found} of {codes:?}");
}

#[test]
fn mistakes_in_the_tables_are_pointed_at() {
    is_wrong("tables.toml", "\"1.5-1\", \"2-1\"", "\"2-1\", \"1.5-1\"", "tables::columns", "1.5-1");
    is_wrong("tables.toml", "rows.3 =  [\"Ae\",  \"Ar\", ", "rows.3 =  [", "tables::row", "\"Ar\"");
    is_wrong("tables.toml", "rows.6 =  [\"Ad\"", "rows.7 =  [\"Ad\"", "tables::row", "Ad");
    is_wrong("tables.toml", "\"Dz*\"", "\"Dx\"", "tables::bad_value", "Dx");
    is_wrong("tables.toml", "foot = 2", "foot = 0", "tables::bad_value", "0");
    is_wrong("tables.toml", "foot = 2", "foot = \"never mind\"", "tables::bad_value", "never mind");
    is_wrong("tables.toml", "succeeds_on", "succeds_on", "tables::unknown_key", "succeds_on");
}

#[test]
fn mistakes_in_a_map_are_pointed_at() {
    let map = "maps/lake-george.toml";
    is_wrong(map, "columns = 20", "columns = 40", "map::size", "40");
    is_wrong(map, "columns = 20", "columns = 19", "map::terrain", "fffff~");
    is_wrong(map, "rows = 13", "rows = 12", "map::terrain", "fffff~");
    is_wrong(map, "\"fffff~~~~~ffffffffff\"", "\"fffff~~~~~fffff?ffff\"", "map::terrain", "?");
    is_wrong(map, "\"0610 S SW\"", "\"0610 S SX\"", "map::hexside", "0610 S SX");
    is_wrong(map, "\"0610 S SW\"", "\"9910 S SW\"", "map::hex", "9910");
    is_wrong(map, "\"1213 NW\"", "\"1213 S\"", "map::hexside", "1213 S");
    is_wrong(map, "\"0810\", \"0911\", \"1011\"", "\"0810\", \"1011\"", "map::path", "1011");
    is_wrong(map, "{ column = 20 }", "{ column = 20, row = 1 }", "map::edge", "row = 1");
    is_wrong(map, "{ row = 13 }", "{ hexes = [\"0701\"] }", "map::edge", "0701");
}

#[test]
fn mistakes_in_counters_are_pointed_at() {
    let units = "units/lake-george.toml";
    is_wrong(units, "\"conn-2\"", "\"conn-1\"", "units::twice", "conn-1");
    is_wrong(units, "\"conn-2\"", "\"Conn 2\"", "units::bad_value", "Conn 2");
    is_wrong(units, "cf = 3, dcf = 1", "cf = 0, dcf = 1", "units::figure", "cf = 0");
    is_wrong(units, "type = \"line\"", "type = \"lines\"", "units::bad_value", "lines");
    is_wrong(units, ", range = 6", "", "units::figure", "art-lg-a");
}

#[test]
fn mistakes_in_a_scenario_are_pointed_at() {
    let is_wrong = |from, to, code, pointed| is_wrong("lake-george.toml", from, to, code, pointed);
    is_wrong("map = \"lake-george\"", "map = \"lake-champlain\"", "scenario::file", "lake-champlain");
    is_wrong("player_b = \"british\"", "player_b = \"french\"", "scenario::players", "french");
    is_wrong("turns = 15", "turns = 0", "scenario::turns", "0");
    is_wrong("13 = 1", "16 = 1", "scenario::fog", "16");
    is_wrong("groups = [\"start\"]", "groups = [\"begin\"]", "scenario::group", "begin");
    is_wrong("within = 3", "within = 0", "scenario::room", "deploy");
    is_wrong("edge = \"east\"", "edge = \"least\"", "scenario::edge", "least");
    is_wrong("up_to = 2", "up_to = 7", "scenario::die", "up_to = 7");
    is_wrong("up_to = 2", "most = 2", "scenario::parameter", "most = 2");
    is_wrong(", up_to = 2", "", "scenario::parameter", "relief");
    is_wrong("after_attack_by = \"french\"", "after_attack_by = \"dutch\"", "scenario::side", "dutch");
    is_wrong("script = \"relief\"", "script = \"releif\"", "scenario::script", "releif");
    is_wrong("script = \"relief\"", "script = \"points\"", "scenario::script", "points");
    is_wrong("script = \"relief\"", "", "scenario::script", "arrival");
    is_wrong("points = {}", "point = {}", "scenario::script", "point");
    is_wrong("level = 14", "level = 0", "scenario::level", "0");
    is_wrong("{ per_unit = 4 }", "{ }", "scenario::rate", "{ }");
    is_wrong("when_entered_by = \"french\"", "when_entered_by = \"british\"", "scenario::hexes", "british");
    is_wrong("occupies = \"0810\"", "occupies = \"2110\"", "scenario::hex", "2110");
    is_wrong("exempt_near = \"st-pierre\"", "exempt_near = \"st-piere\"", "scenario::unit", "st-piere");
    is_wrong("exempt_near = \"st-pierre\"", "exempt_near = \"huron\"", "scenario::leader", "huron");
    is_wrong("groups = [\"start\"]", "groups = [\"start\", \"R\"]", "scenario::arrival", "\"R\"");
    is_wrong("within = 3, of", "min_column = 9, max_column = 3, of", "scenario::area", "[[deploy]]");
    is_wrong("turn = 1\n", "turn = 16\n", "scenario::arrival", "16");
    is_wrong("from = 50, below = 100", "from = 100, below = 50", "scenario::victory", "{ from = 100, below = 50 }");
    is_wrong("supply-lg-f = ", "huron = ", "scenario::train", "huron");
}

#[test]
fn whatever_is_written_is_read_or_refused_without_a_panic() {
    let content = Content::embedded();
    let files = ["tables.toml", "lake-george.toml", "maps/lake-george.toml", "units/lake-george.toml"];
    let mut stream = Stream::new(18, Purpose::Deck);
    let mut refused = 0;
    for round in 0..400 {
        let file = files[round % files.len()];
        let mut text: Vec<char> = content.text(file).expect("a file").chars().collect();
        for _ in 0..=stream.below(3) {
            let at = stream.below(text.len() as u32) as usize;
            match stream.below(4) {
                0 => text.truncate(at),
                1 => drop(text.drain(at..(at + 1 + stream.below(40) as usize).min(text.len()))),
                2 => text[at] = ['9', '0', '"', '-', 'é', ']', '\n', 'f'][stream.below(8) as usize],
                _ => text.insert(at, ['9', '0', '.', '-', 'S', '[', ' ', '='][stream.below(8) as usize]),
            }
            if text.is_empty() {
                text.push('#');
            }
        }
        let compiled = content.with(file, &text.into_iter().collect::<String>()).compile();
        refused += usize::from(compiled.is_err());
        if let Ok(battles) = compiled {
            // What is taken can be played.
            let header = Header::new("lake-george", round as u64, Options::default());
            if let Ok(mut game) = Game::begin(&header, Rc::new(battles)) {
                game.proceed().unwrap_or_else(|halt| panic!("{halt}"));
            }
        }
    }
    assert!(refused > 100, "{refused}");
}

#[test]
fn figures_change_while_a_battle_is_played_and_who_takes_part_does_not() {
    let mut game = Game::begin(&Header::new("lake-george", 1, Options::default()), battles()).expect("a battle");
    game.proceed().expect("sound rules");
    let content = Content::embedded();
    let exchanged = |from: &str, to: &str| {
        let text = content.text("units/lake-george.toml").expect("a file").replacen(from, to, 1);
        Rc::new(content.with("units/lake-george.toml", &text).compile().expect("sound content"))
    };
    game.reloading().reload(exchanged("cf = 3", "cf = 9")).expect("the same units");
    let unit = game.scenario().find(Id::new("mass-ruggles").expect("an id")).expect("a unit");
    assert_eq!(game.scenario().unit(unit).cf, 9);
    let refused = game.reloading().reload(exchanged("mass-ruggles", "mass-rogers")).expect_err("other units");
    let codes: Vec<String> = refused.faults().iter().map(|fault| fault.code().to_string()).collect();
    assert_eq!(codes, ["reload::other_battle"]);
}

#[test]
fn content_is_read_from_a_directory() {
    let root = tempfile::tempdir().expect("a directory");
    let content = Content::embedded();
    for name in ["tables.toml", "quebec.toml", "maps/quebec.toml", "units/quebec.toml"] {
        let file = root.path().join(name);
        std::fs::create_dir_all(file.parent().expect("a directory")).expect("a directory");
        std::fs::write(file, content.text(name).expect("a file")).expect("a file");
    }
    let read = |at: &Path| Content::read(&Places { scenarios: Some(at.into()), ..Places::default() });
    let battles: Battles = read(root.path()).expect("a directory").compile().expect("sound content");
    assert_eq!(battles.iter().map(|battle| battle.id.clone()).collect::<Vec<_>>(), ["quebec"]);
    assert!(read(&root.path().join("none")).is_err());
    std::fs::remove_file(root.path().join("maps/quebec.toml")).expect("a file");
    let faults = read(root.path()).expect("a directory").compile().err().expect("a fault");
    assert_eq!(faults.iter().map(|fault| fault.pointed().to_string()).collect::<Vec<_>>(), ["\"quebec\""]);
}

#[test]
fn a_directory_with_scripts_alone_has_the_battles_of_the_program() {
    let root = tempfile::tempdir().expect("a directory");
    let scripts = root.path().join("scripts/battles");
    std::fs::create_dir_all(&scripts).expect("a directory");
    let script = "fn rule() { #{ name: \"Late\", about: \"Never.\" } }\nfn due(arrival) { }\n";
    std::fs::write(scripts.join("charles-river.rhai"), script).expect("a file");
    let content = Content::read(&Places::in_content(root.path())).expect("content");
    let battles: Battles = content.compile().expect("sound content");
    assert_eq!(battles.iter().count(), 4);
    let name = |id: &str| battles.rules().find(|(rule, _)| *rule == id).map(|(_, facts)| facts.name.clone());
    assert_eq!([name("charles-river"), name("points")], [Some("Late".into()), Some("Points for hexes".into())]);
}

#[test]
fn what_is_reconstructed_is_marked() {
    for battle in battles().iter() {
        assert!(battle.map.reconstructed && battle.units_reconstructed && battle.fog_reconstructed, "{}", battle.id);
        assert!(battle.tables.combat.reconstructed && battle.tables.bombardment.reconstructed);
        assert!(battle.tables.tactics.reconstructed && battle.tables.supply_train.vp_reconstructed);
    }
}
