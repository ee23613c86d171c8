//! The designer's guide: its reference is the one of the program, and the scripts in it are sound.
//! `UPDATE_GUIDE=1 cargo test -p wilderness-tests designers_guide` writes the reference anew.

use std::path::PathBuf;
use wilderness_engine::faults::Fault;
use wilderness_tests::messages;
use wilderness_war::script::{Scripts, document};

const BEGIN: &str = "<!-- reference: begin -->\n";
const END: &str = "<!-- reference: end -->\n";

fn file() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../scripts/war/README.md")
}

fn guide() -> String {
    std::fs::read_to_string(file()).expect("the guide")
}

#[test]
fn the_reference_is_that_of_the_program() {
    let guide = guide();
    let (before, rest) = guide.split_once(BEGIN).expect("where the reference begins");
    let (found, after) = rest.split_once(END).expect("where it ends");
    let reference = document::reference().markdown();
    if std::env::var_os("UPDATE_GUIDE").is_some_and(|value| value == "1") {
        std::fs::write(file(), format!("{before}{BEGIN}{reference}{END}{after}")).expect("the guide can be written");
        return;
    }
    let differs = found.lines().zip(reference.lines()).find(|(old, new)| old != new);
    assert!(found == reference, "the guide is out of date: UPDATE_GUIDE=1 writes it anew; first at {differs:?}");
}

/// The parts of the guide that are written in a language, without their indentation.
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

#[test]
fn the_scripts_in_it_are_sound() {
    let guide = guide();
    let deck = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../scripts/war/deck.toml");
    let deck = std::fs::read_to_string(deck).expect("the deck");
    let deck = format!("{deck}\n{}", blocks(&guide, "toml").concat());
    let mut sources = vec![("deck.toml".to_string(), deck)];
    for block in blocks(&guide, "rhai") {
        let name = block.lines().next().and_then(|line| line.strip_prefix("// "));
        if let Some(name) = name.filter(|name| name.ends_with(".rhai")) {
            sources.push((name.to_string(), block.clone()));
        }
    }
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
fn the_message_in_it_is_the_one_that_comes() {
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
    let reference = document::reference();
    let all: String = reference.definitions().into_iter().map(|(_, text)| text).collect();
    for function in reference.themes.iter().flat_map(|theme| &theme.functions) {
        assert!(all.contains(&format!("{}(", function.name)), "{} is not defined", function.name);
    }
    assert!(all.contains("fn vp(game: Game, side: Side) -> int;"));
    assert!(all.contains("fn get year(game: Game) -> int;"));
}
