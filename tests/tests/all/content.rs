//! Content of Wilderness War: where it is read from, and what records carry of it.

use std::path::Path;
use std::rc::Rc;
use wilderness_engine::content::Places;
use wilderness_engine::faults::{Faults, Source};
use wilderness_engine::script;
use wilderness_tests::{copy_scenarios, copy_scripts, messages, play, position, seat_agents, write};
use wilderness_war::{CATALOGUE, CardId, Content, Game, Header, Record, Scripts};

const PLAIN: &str = "fn can_play() { game.year > 1756 }\nfn play() { game.roll(); }\n";

/// A directory with these files.
fn with(files: &[(&str, &str)]) -> tempfile::TempDir {
    let root = tempfile::tempdir().expect("a directory");
    files.iter().for_each(|(name, text)| write(root.path(), name, text));
    root
}

fn read(root: &Path) -> Result<Content, Faults> {
    Content::read(&Places { games: &["battles"], ..Places::in_content(root) })
}

fn codes(faults: &Faults) -> Vec<&str> {
    faults.iter().map(|fault| fault.code()).collect()
}

/// A whole game between random agents.
fn played(scenario: &str, content: &Content) -> Game {
    let scripts = Rc::new(content.compile().unwrap_or_else(|faults| panic!("{}", messages(&faults))));
    let header = Header::new(scenario, 3, &scripts);
    let mut game = header.begin(scripts).unwrap_or_else(|faults| panic!("{}", messages(&faults)));
    seat_agents(&mut game, 3);
    game.proceed().unwrap_or_else(|halt| panic!("{halt}"));
    game
}

fn carried(record: &str) -> Vec<&str> {
    record.lines().filter_map(|line| line.strip_prefix("content ")?.split(' ').next()).collect()
}

/// A setup in which a unit is elsewhere than in the built-in one.
fn moved() -> String {
    let text = Content::embedded().text("scenarios/setups/1757.toml").expect("a setup").to_string();
    let moved = text
        .replace("\"45th\", \"47th\"]", "\"45th\"]")
        .replace("\"44th\", \"48th\"]", "\"44th\", \"48th\", \"47th\"]");
    assert_ne!(text, moved);
    moved
}

#[test]
fn a_record_with_a_setup_of_its_own_replays_without_the_file() {
    let root = with(&[("scenarios/setups/1757.toml", &moved())]);
    let game = played("annus-mirabilis", &read(root.path()).expect("content"));
    let text = game.record().to_string();
    assert_eq!(carried(&text), ["scenarios/annus-mirabilis.toml", "scenarios/setups/1757.toml"]);
    let again = play("elsewhere.record", &text).unwrap_or_else(|faults| panic!("{faults}"));
    assert_eq!((position(&again), again.record().to_string()), (position(&game), text));
}

#[test]
fn a_setup_beside_a_scenario_that_is_named_by_itself_is_that_of_no_other() {
    let text = Content::embedded().text("scenarios/annus-mirabilis.toml").expect("a scenario").to_string();
    let mine = text.replace("id = \"annus-mirabilis\"", "id = \"mine\"");
    let root = with(&[("mine.toml", &mine), ("setups/1757.toml", &moved())]);
    let places = Places { files: vec![root.path().join("mine.toml")], ..Places::default() };
    let content = Content::read(&places).expect("content");
    let text = played("mine", &content).record().to_string();
    assert_eq!(carried(&text), ["scenarios/mine.toml", "scenarios/setups/1757.toml"]);
    play("elsewhere.record", &text).unwrap_or_else(|faults| panic!("{faults}"));
    assert_eq!(carried(&played("annus-mirabilis", &content).record().to_string()), [""; 0]);
}

#[test]
fn one_script_or_one_scenario_alone_is_laid_over_the_built_in_content() {
    let script = with(&[("scripts/events/small_pox.rhai", PLAIN)]);
    let scripts = read(script.path()).and_then(|content| content.compile()).expect("sound scripts");
    assert_eq!((scripts.deck().numbers().len(), scripts.content().scenario_ids().count()), (70, 4));
    assert_eq!(scripts.content().text("events/small_pox.rhai"), Some(PLAIN));
    let text = Content::embedded().text("scenarios/late-war.toml").expect("a scenario").to_string();
    let one = with(&[("scenarios/x.toml", &text.replace("id = \"late-war\"", "id = \"mine\""))]);
    let content = read(one.path()).expect("content");
    assert!(content.scenario_ids().any(|id| id == "mine") && content.scenario_ids().count() == 5);
    let scripts = with(&[("events/small_pox.rhai", PLAIN)]);
    let content = Content::read(&Places { scripts: Some(scripts.path().into()), ..Places::default() });
    assert_eq!(content.expect("content").text("events/small_pox.rhai"), Some(PLAIN));
}

#[test]
fn a_complete_directory_has_nothing_of_the_built_in_content() {
    let root = tempfile::tempdir().expect("a directory");
    copy_scripts(&root.path().join("scripts/war"));
    copy_scenarios(&root.path().join("scenarios"));
    std::fs::remove_file(root.path().join("scenarios/late-war.toml")).expect("a file");
    std::fs::remove_file(root.path().join("scripts/war/events/small_pox.rhai")).expect("a file");
    let content = read(root.path()).expect("content");
    assert_eq!(content.scenario_ids().count(), 3);
    assert_eq!(codes(&content.compile().err().expect("a fault")), ["script::no_script"]);
    let manifest = |text: &str| write(root.path(), "content.toml", text);
    manifest("base = \"war\"");
    assert_eq!(read(root.path()).expect("content").scenario_ids().count(), 4);
    manifest("game = \"war\"");
    assert_eq!(read(root.path()).expect("content").scenario_ids().count(), 3);
    std::fs::remove_file(root.path().join("scripts/war/deck.toml")).expect("a file");
    assert_eq!(codes(&read(root.path()).expect_err("a fault")), ["content::incomplete"]);
}

#[test]
fn faults_in_the_files_of_another_game_do_not_stop_the_war() {
    let root = with(&[
        ("content.toml", "base = \"battles\""),
        ("scenarios/battles/x.toml", "this = is broken ["),
        ("scripts/battles/x.rhai", "fn ("),
        ("scripts/events/small_pox.rhai", PLAIN),
    ]);
    let (scripts, faults) = script::check::<Scripts>(&read(root.path()).expect("content"));
    assert!(scripts.is_some() && faults.is_empty(), "{faults}");
    let files = Places::in_content(root.path()).all_files(&CATALOGUE);
    assert!(files.iter().all(|file| !file.display().to_string().contains("battles")), "{files:?}");
    std::fs::remove_dir_all(root.path().join("scripts/events")).expect("a directory");
    assert_eq!(codes(&read(root.path()).expect_err("a fault")), ["content::nothing"]);
    assert!(!Places { games: &["battles"], ..Places::in_content(root.path()) }.hold(&CATALOGUE));
}

#[test]
fn a_check_says_what_is_wrong_with_scenarios_and_presets_too() {
    let root = with(&[
        ("scenarios/x.toml", "id = \"x\"\nnmae = \"X\"\n"),
        ("scenarios/presets/club.toml", "about = \"ours\"\nrules = [\"14.99\"]\nscenario = \"../../mine.toml\"\n"),
        ("mine.toml", "id = \"mine\"\n"),
    ]);
    let (scripts, faults) = script::check::<Scripts>(&read(root.path()).expect("content"));
    let named = |file: &str| faults.iter().any(|fault| fault.source_text().is_some_and(|it| it.name().ends_with(file)));
    assert!(scripts.is_some() && ["x.toml", "club.toml", "mine.toml"].into_iter().all(named), "{faults}");
}

#[test]
fn a_path_belongs_to_the_content_of_the_war() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let of = |path: &str| Places::of(&root.join(path), &CATALOGUE, &[]);
    let content = Some(Places::in_content(&root));
    for path in
        ["scripts/war/events/ambush.rhai", "scripts/war", "scripts/war/deck.toml", "scenarios/war/setups/x.toml"]
    {
        assert_eq!(of(path), content, "{path}");
    }
    assert_eq!((of("scripts/battles/burning.rhai"), of("scenarios/battles/quebec.toml")), (None, None));
    let house = Some(Places::in_content(root.join("scenarios/house-cards")));
    assert_eq!((of("scenarios/house-cards"), of("scenarios/house-cards/scripts/deck.toml")), (house.clone(), house));
    let alone = tempfile::tempdir().expect("a directory");
    copy_scripts(alone.path());
    let scripts = Some(Places { scripts: Some(alone.path().into()), ..Places::default() });
    let of = |path: &str| Places::of(&alone.path().join(path), &CATALOGUE, &[]);
    assert_eq!((of(""), of("events/new.rhai")), (scripts.clone(), scripts));
    write(alone.path(), "club.toml", "about = \"ours\"\n");
    assert_eq!(of("club.toml").map(|places| places.files), Some(vec![alone.path().join("club.toml")]));
}

/// The header of a record with this line in it; or the code of what is wrong with the line.
fn line(text: &str) -> Result<Header, String> {
    let source = Source::new("a.record", format!("scenario annus-mirabilis\n{text}\n"));
    Record::parse(&source).map(|record| record.header).map_err(|faults| codes(&faults).join(" "))
}

#[test]
fn a_carried_text_is_read_as_it_was_written_whatever_its_file_is_called() {
    let lines = "content events/own.rhai \"fn play() {} // # \\\"quoted\\\"\\n\"\ncontent lib/our%20own%20help.rhai \"fn own() {}\"";
    let header = line(lines).expect("two lines");
    let texts: Vec<(&str, &str)> = header.content.iter().map(|(name, source)| (name, source.text())).collect();
    let own = "fn play() {} // # \"quoted\"\n";
    assert_eq!(texts, [("events/own.rhai", own), ("lib/our own help.rhai", "fn own() {}")]);
    let mut record = Record::parse(&Source::new("a.record", "scenario annus-mirabilis\n")).expect("a record");
    record.header = header;
    assert!(record.to_string().ends_with(&format!("{lines}\n")), "{record}");
}

#[test]
fn other_names_long_texts_and_no_texts_are_refused() {
    let code = |text: &str| line(text).expect_err("a fault");
    for name in [
        "map.toml",
        "events/../x.rhai",
        "events/%2E.rhai",
        "events/.rhai",
        "scenarios/a b.toml",
        "scenarios/presets/a.toml",
        "/etc/x.rhai",
    ] {
        assert_eq!(code(&format!("content {name} \"\"")), "record::content_name", "{name}");
    }
    assert_eq!(code("content deck.toml number = 1"), "record::content_text");
    assert_eq!(code(&format!("content lib/own.rhai \"{}\"", "x".repeat(65_537))), "record::content_size");
    assert_eq!(code("content"), "record::form");
}

#[test]
fn a_deck_with_the_same_cards_has_the_fingerprint_of_the_built_in_one() {
    let hash = |content: &Content| content.fingerprints()["deck.toml"].clone();
    let same = with(&[("scripts/deck.toml", Content::embedded().text("deck.toml").expect("a deck"))]);
    let known = hash(&Content::embedded());
    assert_eq!(hash(&read(same.path()).expect("content")), known);
    let card = "[[card]]\nnumber = 71\nname = \"Own\"\nevent = \"small-pox\"\nvalue = 1\nsides = [\"french\"]\nkind = \"event\"\n";
    let more = read(with(&[("scripts/deck.toml", card)]).path()).expect("content");
    assert_ne!(hash(&more), known);
    let scripts = more.compile().expect("sound scripts");
    assert!(scripts.deck().numbers().contains(CardId(71)));
    let text = played("annus-mirabilis", &more).record().to_string();
    assert_eq!((carried(&text), text.matches("[[card]]").count()), (vec!["deck.toml"], 1));
}
