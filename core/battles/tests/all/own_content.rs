//! Battles from files of a designer: where they are read from, and what the record of a battle carries of them.

use crate::situation::battles;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use wilderness_battles::{Battles, CATALOGUE, Content, Game, Header, Options, Record, Side};
use wilderness_engine::agents::Random;
use wilderness_engine::content::Places;
use wilderness_engine::faults::{Faults, Source};
use wilderness_engine::script::Compile as _;

const SLOW: &str = "fn rule() { #{ name: \"Slow\", about: \"Nobody comes.\" } }\nfn due(arrival) { }\n";

/// A directory with these files.
fn with(files: &[(&str, &str)]) -> tempfile::TempDir {
    let root = tempfile::tempdir().expect("a directory");
    for (name, text) in files {
        let file = root.path().join(name);
        std::fs::create_dir_all(file.parent().expect("a directory")).expect("a directory");
        std::fs::write(file, text).expect("a file");
    }
    root
}

/// A built-in text with this instead of that.
fn built_in(name: &str, from: &str, to: &str) -> String {
    let text = Content::embedded().text(name).expect("a file").to_string();
    assert!(text.contains(from), "{name}: {from}");
    text.replacen(from, to, 1)
}

/// A directory with a battle of its own: scenario, map, counters, tables and the script of a special rule.
fn own() -> tempfile::TempDir {
    let scenario = built_in("lake-george.toml", "id = \"lake-george\"", "id = \"my-battle\"")
        .replacen("map = \"lake-george\"", "map = \"mine\"", 1)
        .replacen("units = \"lake-george\"", "units = \"mine\"", 1)
        .replacen("script = \"relief\"\n", "script = \"slow\"\n", 1)
        .replacen("parameters = { after_attack_by = \"french\", up_to = 2 }", "", 1);
    with(&[
        ("scenarios/battles/a.toml", &scenario),
        (
            "scenarios/battles/maps/mine.toml",
            &built_in("maps/lake-george.toml", "name = \"Lake George\"", "name = \"My Lake\""),
        ),
        ("scenarios/battles/units/mine.toml", &built_in("units/lake-george.toml", "cf = 3", "cf = 4")),
        ("scenarios/battles/tables.toml", &built_in("tables.toml", "foot = 2", "foot = 3")),
        ("scripts/battles/slow.rhai", SLOW),
    ])
}

fn read(places: &Places) -> Rc<Battles> {
    let content = Content::read(places).unwrap_or_else(|faults| panic!("{faults}"));
    Rc::new(content.compile().unwrap_or_else(|faults| panic!("{:?}", faults.iter().collect::<Vec<_>>())))
}

fn ids(battles: &Battles) -> Vec<&str> {
    battles.iter().map(|battle| battle.id.as_str()).collect()
}

fn codes(faults: &Faults) -> Vec<&str> {
    faults.iter().map(|fault| fault.code()).collect()
}

/// A whole battle between random agents, as a record.
fn played(id: &str, battles: Rc<Battles>) -> Game {
    let mut game = Game::begin(&Header::new(id, 7, Options::default()), battles).expect("a battle");
    for side in Side::BOTH {
        game.set_agent(side, Some(Box::new(Random::new(7, side))));
    }
    game.proceed().unwrap_or_else(|halt| panic!("{halt}"));
    game
}

fn carried(record: &str) -> Vec<&str> {
    record.lines().filter_map(|line| line.strip_prefix("content ")?.split(' ').next()).collect()
}

fn replayed(record: &str, battles: Rc<Battles>) -> Game {
    let record = Record::parse(&Source::new("battle.record", record)).unwrap_or_else(|faults| panic!("{faults}"));
    record.play(battles, None).unwrap_or_else(|faults| panic!("{faults}"))
}

#[test]
fn the_record_of_a_battle_with_files_of_its_own_replays_without_them() {
    let game = played("my-battle", read(&Places::in_content(own().path())));
    let text = game.record().to_string();
    let files = ["maps/mine.toml", "my-battle.toml", "scripts/slow.rhai", "tables.toml", "units/mine.toml"];
    assert_eq!(carried(&text), files);
    let again = replayed(&text, battles());
    assert!(again.state() == game.state() && again.outcome() == game.outcome());
    assert_eq!(again.scenario().map.name, "My Lake");
    let named = |game: &Game| game.record().to_string();
    assert_eq!(named(&again), named(&replayed(&named(&again), battles())));
    assert_eq!(carried(&named(&again)), files);
    // The designer's own files go before those of the record, which adds what they lack.
    let map = built_in("maps/lake-george.toml", "name = \"Lake George\"", "name = \"Pond\"");
    let other = read(&Places::in_content(with(&[("battles/maps/mine.toml", &map)]).path()));
    let begun = Game::begin(again.header(), other).expect("a battle");
    assert_eq!((begun.scenario().map.name.as_str(), begun.scenario().id.as_str()), ("Pond", "my-battle"));
}

#[test]
fn a_battle_with_the_built_in_files_carries_none_and_another_only_what_it_uses() {
    assert_eq!(carried(&played("lake-george", battles()).record().to_string()), [""; 0]);
    let own = own();
    std::fs::remove_file(own.path().join("scenarios/battles/tables.toml")).expect("a file");
    let battles = read(&Places::in_content(own.path()));
    assert_eq!(carried(&played("lake-george", battles).record().to_string()), [""; 0]);
}

#[test]
fn a_carried_text_must_be_one_that_a_battle_can_have() {
    let code = |line: &str| {
        let source = Source::new("battle.record", format!("game battles\nscenario quebec\n{line}\n"));
        codes(&Record::parse(&source).expect_err("a fault")).join(" ")
    };
    for name in ["events/x.rhai", "scripts/../x.rhai", "scripts/.rhai", "maps/a/b.toml", "a.txt", "/etc/x.toml"] {
        assert_eq!(code(&format!("content {name} \"\"")), "record::content_name", "{name}");
    }
    assert_eq!(code("content tables.toml turns = 1"), "record::content_text");
    assert_eq!(code(&format!("content scripts/x.rhai \"{}\"", "x".repeat(65_537))), "record::content_size");
    assert_eq!(code("content"), "record::form");
}

#[test]
fn a_content_directory_of_battles_can_be_based_on_another() {
    let (c1, c3) = (own(), with(&[]));
    let base = |text: String| std::fs::write(c3.path().join("content.toml"), text).expect("a file");
    std::fs::remove_file(c1.path().join("scenarios/battles/tables.toml")).expect("a file");
    base(format!("base = \"{}\"", c1.path().display()));
    assert!(ids(&read(&Places::in_content(c3.path()))).contains(&"my-battle"));
    base("game = \"battles\"\nbase = \"battles\"".into());
    assert_eq!(ids(&read(&Places::in_content(c3.path()))), ids(&battles()));
    base("base = \".\"".into());
    assert_eq!(codes(&Content::read(&Places::in_content(c3.path())).expect_err("a fault")), ["content::base_circle"]);
    base("game = \"battles\"".into());
    assert_eq!(codes(&Content::read(&Places::in_content(c3.path())).expect_err("a fault")), ["content::incomplete"]);
}

#[test]
fn tables_a_script_or_a_scenario_alone_are_laid_over_the_built_in_battles() {
    let all = ids(&battles()).into_iter().map(str::to_string).collect::<Vec<_>>();
    let tables = with(&[("battles/tables.toml", &built_in("tables.toml", "foot = 2", "foot = 3"))]);
    assert_eq!(ids(&read(&Places::in_content(tables.path()))), all);
    let script = with(&[("scripts/battles/charles-river.rhai", SLOW)]);
    assert_eq!(ids(&read(&Places::in_content(script.path()))), all);
    let scenario = built_in("quebec.toml", "id = \"quebec\"", "id = \"again\"");
    let one = with(&[("scenarios/battles/x.toml", &scenario)]);
    assert_eq!(ids(&read(&Places::in_content(one.path()))).len(), all.len() + 1);
    let same = with(&[("scenarios/battles/x.toml", &built_in("quebec.toml", "Quebec, ", "Again, "))]);
    assert_eq!(ids(&read(&Places::in_content(same.path()))), all);
}

#[test]
fn a_battle_is_played_with_the_scripts_of_a_directory() {
    let scripts = with(&[("charles-river.rhai", SLOW)]);
    let battles = read(&Places { scripts: Some(scripts.path().into()), ..Places::default() });
    let name = |id: &str| battles.rules().find(|(rule, _)| *rule == id).map(|(_, facts)| facts.name.clone());
    assert_eq!((name("charles-river"), name("points").is_some()), (Some("Slow".into()), true));
    assert_eq!(carried(&played("quebec", battles.clone()).record().to_string()), ["scripts/charles-river.rhai"]);
    // Nothing is silently left out.
    let war = with(&[("deck.toml", ""), ("events/small_pox.rhai", "")]);
    let refused = |directory: &Path| {
        codes(&Content::read(&Places { scripts: Some(directory.into()), ..Places::default() }).expect_err("a fault"))
            .join(" ")
    };
    assert_eq!(refused(war.path()), "content::nothing");
    assert_eq!(refused(&war.path().join("none")), "content::no_directory");
}

#[test]
fn faults_in_the_files_of_another_game_do_not_stop_a_battle() {
    let own = own();
    for (name, text) in [("scenarios/x.toml", "this = is broken ["), ("scripts/events/x.rhai", "fn (")] {
        let file = own.path().join(name);
        std::fs::create_dir_all(file.parent().expect("a directory")).expect("a directory");
        std::fs::write(file, text).expect("a file");
    }
    std::fs::write(own.path().join("scripts/deck.toml"), [0xff, 0xfe]).expect("a file");
    assert!(ids(&read(&Places::in_content(own.path()))).contains(&"my-battle"));
    let files = Places::in_content(own.path()).all_files(&CATALOGUE);
    assert!(files.iter().all(|file| file.display().to_string().contains("battles")), "{files:?}");
}

#[test]
fn a_script_or_directory_of_the_battles_is_known_as_theirs() {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..");
    let of = |path: &str| Places::of(&root.join(path), &CATALOGUE, &[]);
    let content = Some(Places::in_content(&root));
    for path in
        ["scripts/battles/burning.rhai", "scripts/battles", "scenarios/battles", "scenarios/battles/maps/x.toml"]
    {
        assert_eq!(of(path), content, "{path}");
    }
    assert_eq!((of("scripts/war/events/ambush.rhai"), of("scenarios/war/early-war.toml")), (None, None));
    let own = own();
    std::fs::write(own.path().join("scripts/battles/slow.rhai"), "fn due(arrival) { game.brings(arrival); }")
        .expect("it");
    let places = Places::of(&own.path().join("scripts/battles/slow.rhai"), &CATALOGUE, &[]).expect("it is of a battle");
    let (battles, faults) = wilderness_engine::script::check::<Battles>(&Content::read(&places).expect("files"));
    assert!(battles.is_none() && codes(&faults).contains(&"script::unknown_function"), "{faults}");
}

#[test]
fn a_battle_is_read_from_its_file_with_map_and_counters_beside_it() {
    let own = own();
    let at = own.path().join("scenarios/battles");
    std::fs::remove_file(at.join("tables.toml")).expect("a file");
    let places = Places {
        files: vec![at.join("a.toml")],
        scripts: Some(own.path().join("scripts/battles")),
        ..Places::default()
    };
    let game = played("my-battle", read(&places));
    let text = game.record().to_string();
    assert_eq!(carried(&text), ["maps/mine.toml", "my-battle.toml", "scripts/slow.rhai", "units/mine.toml"]);
    assert!(replayed(&text, battles()).state() == game.state());
}

#[test]
fn sides_have_the_names_and_colours_of_their_tables() {
    let tables = Content::embedded().text("tables.toml").expect("a file").to_string()
        + "\n[sides.british]\nname = \"Rebels\"\ncolour = \"#5e2a84\"\npale = \"#e3d5f0\"\n";
    let root = with(&[("scenarios/battles/tables.toml", &tables)]);
    let own = read(&Places::in_content(root.path()));
    let begin = |battles: Rc<Battles>| {
        Game::begin(&Header::new("lake-george", 1, Options::default()), battles).expect("a battle")
    };
    let (game, other) = (begin(own), begin(battles()));
    for _ in 0..2 {
        let scene = game.view(Side::French).scene();
        assert_eq!((scene.sides[1].as_str(), scene.symbols.dark(1)), ("Rebels", "#5e2a84"));
        assert_eq!(other.view(Side::French).scene().sides, ["French", "British"]);
    }
    assert!(matches!(Side::from_id("british"), Some(Side::British)));
}

#[test]
fn a_field_is_drawn_with_the_symbols_of_its_content() {
    let text = "[[terrain]]\nid = \"woods\"\nlabel = \"palms\"\ncolour = \"#00ff00\"\n";
    let battles = Rc::new(Content::embedded().with("symbols.toml", text).compile().expect("content"));
    let game = Game::begin(&Header::new("lake-george", 1, Options::default()), battles).expect("a battle");
    let scene = game.view(Side::French).scene();
    let of = |id: &str| scene.symbols.terrain.iter().find(|symbol| symbol.id.as_str() == id).expect("a symbol");
    assert_eq!((of("woods").label.as_str(), of("woods").shape.colour.as_str()), ("palms", "#00ff00"));
    assert_eq!(of("marsh").label, "marsh");
    let twice = Content::embedded().with("symbols.toml", &text.repeat(2)).compile();
    let codes: Vec<String> = twice.err().expect("a fault").iter().map(|fault| fault.code().to_string()).collect();
    assert_eq!(codes, ["symbols::given_twice"]);
}
