//! The designer's guide: its reference matches the program, and its scripts are valid. `UPDATE_GUIDE=1 cargo test -p
//! wilderness-tests designers_guide` updates the reference.

use std::path::PathBuf;
use std::rc::Rc;
use wilderness_engine::content::Places;
use wilderness_engine::faults::Fault;
use wilderness_engine::script::ScriptSet as _;
use wilderness_tests::{messages, play, position, random_game, seat_agents};
use wilderness_war::{CardId, Content, Game, Header, Scripts};

const BEGIN: &str = "<!-- reference: begin -->\n";
const END: &str = "<!-- reference: end -->\n";

fn file() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../scripts/war/README.md")
}

fn guide() -> String {
    std::fs::read_to_string(file()).expect("the guide")
}

#[test]
fn the_reference_matches_the_program() {
    let guide = guide();
    let (before, rest) = guide.split_once(BEGIN).expect("where the reference begins");
    let (found, after) = rest.split_once(END).expect("where it ends");
    let reference = Scripts::embedded().expect("sound").reference().markdown();
    if std::env::var_os("UPDATE_GUIDE").is_some_and(|value| value == "1") {
        std::fs::write(file(), format!("{before}{BEGIN}{reference}{END}{after}")).expect("the guide can be written");
        return;
    }
    let differs = found.lines().zip(reference.lines()).find(|(old, new)| old != new);
    assert!(found == reference, "the guide is out of date: UPDATE_GUIDE=1 writes it anew; first at {differs:?}");
}

/// The code blocks of the guide in a language, without their indentation.
fn blocks<'a>(guide: &'a str, language: &str) -> Vec<String> {
    let mut blocks = Vec::new();
    let mut lines = guide.lines();
    while let Some(line) = lines.next() {
        let indent = line.len() - line.trim_start().len();
        if line.trim_start() == format!("```{language}") {
            let block: Vec<&'a str> = lines.by_ref().take_while(|line| line.trim_start() != "```").collect();
            blocks.push(block.iter().map(|line| format!("{}\n", line.get(indent..).unwrap_or_default())).collect());
        }
    }
    blocks
}

/// The cards that the guide lists in `deck.toml`.
fn cards(guide: &str) -> String {
    blocks(guide, "toml").into_iter().filter(|block| block.starts_with("[[card]]")).collect()
}

/// The files in the guide in a language, by the names in their first comments.
fn files(guide: &str, language: &str, comment: &str) -> Vec<(String, String)> {
    let named = |block: String| {
        let name = block.lines().next()?.strip_prefix(comment)?.trim().to_string();
        name.ends_with(&format!(".{language}")).then_some((name, block))
    };
    blocks(guide, language).into_iter().filter_map(named).collect()
}

/// Plays a game between two random agents, and replays its record with only the built-in content.
fn play_and_replay(scenario: &str, scripts: Rc<Scripts>) -> Game {
    let mut game =
        Header::new(scenario, 3, &scripts).begin(scripts).unwrap_or_else(|faults| panic!("{}", messages(&faults)));
    seat_agents(&mut game, 3);
    game.proceed().unwrap_or_else(|halt| panic!("{halt}"));
    assert!(game.outcome().is_some());
    let replayed = play("elsewhere.record", &game.record().to_string()).unwrap_or_else(|faults| panic!("{faults}"));
    assert_eq!(position(&replayed), position(&game));
    assert_eq!(replayed.record().to_string(), game.record().to_string());
    game
}

#[test]
fn the_new_card_in_the_guide_plays_in_its_scenario_and_replays_elsewhere() {
    let guide = guide();
    let root = tempfile::tempdir().expect("a directory");
    let write = |name: &str, text: &str| wilderness_tests::write(root.path(), name, text);
    for (name, text) in files(&guide, "toml", "# ") {
        write(&name, &text);
    }
    let (name, script) =
        files(&guide, "rhai", "// ").into_iter().find(|(name, _)| name.contains("floods")).expect("it");
    write(&format!("scripts/{name}"), &script);
    write("scripts/deck.toml", &cards(&guide));
    let load = || Content::read(&Places::in_content(root.path())).and_then(|content| content.compile());
    let scripts = Rc::new(load().unwrap_or_else(|faults| panic!("{}", messages(&faults))));
    let game = play_and_replay("flooded-year", scripts);
    assert!(game.scenario().cards.contains(CardId(71)));
    let text = game.record().to_string();
    let carried: Vec<&str> = text.lines().filter_map(|line| line.strip_prefix("content ")?.split(' ').next()).collect();
    assert_eq!(carried, ["deck.toml", "events/spring_floods.rhai", "scenarios/flooded-year.toml"]);
}

#[test]
fn the_scenario_in_the_scenarios_readme_plays_from_its_file() {
    let guide = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../scenarios/war/README.md");
    let guide = std::fs::read_to_string(guide).expect("the guide");
    let root = tempfile::tempdir().expect("a directory");
    let file = root.path().join("skirmish.toml");
    std::fs::write(&file, &blocks(&guide, "toml")[0]).expect("a file");
    let content = Content::read(&Places { files: vec![file], ..Places::default() }).expect("files");
    let game = play_and_replay("skirmish", Rc::new(content.compile().expect("sound scripts")));
    assert_eq!(game.scenario().name, "Skirmish on the Great Lakes");
}

#[test]
fn a_game_with_the_built_in_content_carries_no_files() {
    assert!(!random_game("annus-mirabilis", 5).record().to_string().contains("\ncontent "));
}

#[test]
fn the_scripts_in_the_guide_are_valid() {
    let guide = guide();
    let deck = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../scripts/war/deck.toml");
    let deck = std::fs::read_to_string(deck).expect("the deck");
    let deck = format!("{deck}\n{}", cards(&guide));
    let mut sources = vec![("deck.toml".to_string(), deck)];
    sources.extend(files(&guide, "rhai", "// "));
    assert_eq!(sources.len(), 6);
    match Scripts::from_sources(sources) {
        Ok(scripts) => {
            let warnings: Vec<String> = scripts.warnings().iter().map(Fault::line).collect();
            assert_eq!(warnings, Vec::<String>::new());
            assert!(scripts.markers().any(|marker| marker == "spring-floods"), "the new card is in the deck");
            assert!(scripts.chosen_rules(["no-foul-weather", "even-start"]).is_ok(), "the house rules are there");
            assert!(scripts.chosen_rules(["even-start", "13.3"]).is_err(), "they exclude what they say");
        }
        Err(faults) => panic!("{}", messages(&faults)),
    }
}

#[test]
fn the_message_in_the_guide_is_the_actual_one() {
    let script = blocks(&guide(), "rhai")
        .into_iter()
        .find(|block| block.starts_with("// events/small_pox.rhai"))
        .expect("the script that is changed");
    let faults = Scripts::from_sources([("events/small_pox.rhai", script.replace("game.roll()", "game.rol()"))]);
    let faults = faults.err().expect("a fault");
    assert_eq!(messages(&faults), "script::unknown_function: unknown function `rol` (at `rol`) — did you mean `roll`?");
}

#[test]
fn definitions_name_every_function_with_types_of_rhai() {
    let reference = Scripts::embedded().expect("sound").reference();
    let all: String = reference.definitions().into_iter().map(|(_, text)| text).collect();
    for function in reference.themes.iter().flat_map(|theme| &theme.functions) {
        assert!(all.contains(&format!("{}(", function.name)), "{} is not defined", function.name);
    }
    assert!(all.contains("fn vp(game: Game, side: Side) -> int;"));
    assert!(all.contains("fn get year(game: Game) -> int;"));
}
