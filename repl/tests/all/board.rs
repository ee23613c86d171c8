//! Pictures and maps of the board, as a player gets them.

use super::golden::{dialogue_anywhere, golden};
use assert_cmd::Command;
use std::path::Path;

fn wilderness() -> Command {
    Command::cargo_bin("wilderness").expect("the program is built")
}

fn record(name: &str) -> String {
    format!("{}/../tests/records/{name}.record", env!("CARGO_MANIFEST_DIR"))
}

#[test]
fn a_picture_of_each_scenario_names_every_space() {
    let directory = tempfile::tempdir().unwrap();
    for scenario in ["annus-mirabilis", "early-war", "late-war", "full-campaign"] {
        let file = directory.path().join("board.svg");
        wilderness().args(["board", "--scenario", scenario, "--out"]).arg(&file).assert().success();
        let picture = std::fs::read_to_string(&file).unwrap();
        for name in ["Québec", "Ohio Forks", "Ticonderoga", "Halifax", "Lake Champlain", "Victory points"] {
            assert!(picture.contains(name), "{scenario}: {name}");
        }
        assert!(!picture.contains("http://") || picture.matches("http://").count() == 1, "only the name of the format");
    }
}

/// The pictures that the README shows. `UPDATE_SCREENS=1` draws them anew: look at them then.
#[test]
fn the_pictures_in_the_readme_are_those_of_the_program() {
    let directory = tempfile::tempdir().unwrap();
    for scenario in ["annus-mirabilis", "lake-george"] {
        let shown = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("pictures/{scenario}.svg"));
        let file = directory.path().join("board.svg");
        wilderness().args(["board", "--scenario", scenario, "--out"]).arg(&file).assert().success();
        let picture = std::fs::read_to_string(&file).unwrap();
        if super::golden::is_updating() {
            std::fs::write(&shown, &picture).unwrap();
        }
        assert!(std::fs::read_to_string(&shown).unwrap() == picture, "{scenario}: the picture has changed");
    }
}

#[test]
fn a_picture_of_a_battle_says_what_is_reconstructed() {
    let directory = tempfile::tempdir().unwrap();
    for (scenario, hex) in [("lake-george", "British Camp"), ("fort-oswego", "0605"), ("quebec", "Bastion")] {
        let file = directory.path().join("board.svg");
        wilderness().args(["board", "--scenario", scenario, "--out"]).arg(&file).assert().success();
        let picture = std::fs::read_to_string(&file).unwrap();
        assert!(picture.contains(hex) && picture.contains("reconstructed"), "{scenario}");
    }
}

#[test]
fn a_picture_of_a_record_shows_where_it_ends() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("board.svg");
    let said = wilderness().args(["board", &record("early-season-1757"), "--out"]).arg(&file).assert().success();
    let said = String::from_utf8(said.get_output().stdout.clone()).unwrap();
    assert!(said.starts_with("Annus "), "{said}");
    assert!(std::fs::read_to_string(&file).unwrap().contains("class=\"stacks\""));
}

#[test]
fn a_picture_replaces_nothing_but_pictures() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("notes.txt");
    std::fs::write(&file, "my notes").unwrap();
    wilderness().args(["board", "--out"]).arg(&file).assert().code(2);
    assert_eq!(std::fs::read_to_string(&file).unwrap(), "my notes");
    wilderness().args(["board", "--force", "--out"]).arg(&file).assert().success();
    wilderness().args(["board", "--out"]).arg(&file).assert().success();
}

#[test]
fn a_picture_keeps_the_enemys_hand_hidden() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("board.svg");
    let drawn = |side: &str| {
        wilderness().args(["board", "--as", side, "--force", "--out"]).arg(&file).assert().success();
        std::fs::read_to_string(&file).unwrap()
    };
    let picture = drawn("british");
    assert!(!picture.contains("Massacre"), "no card is named");
}

#[test]
fn the_map_in_the_terminal_fits_80_columns_and_24_lines() {
    let said =
        dialogue_anywhere(&["--seed", "3"], "show map\nshow map hudson\nshow map list\nshow map nowhere\nquit\n");
    assert!(said.text.lines().all(|line| line.chars().count() <= 80), "{}", said.text);
    assert!(said.reply("show map hudson").lines().count() <= 24, "{}", said.text);
    golden("map", &said.replies(&["show map", "show map hudson", "show map nowhere"]));
    // The list is still there.
    let list = said.reply("show map list");
    assert!(["Québec", "Ticonderoga", "Halifax"].iter().all(|name| list.contains(name)), "{list}");
}

#[test]
fn the_map_numbers_the_choices_of_the_question() {
    let lines = "7\nforce\nshow map st-lawrence\nquit\n";
    let output = wilderness().args(["play", "--seed", "3"]).write_stdin(lines).assert();
    let text = String::from_utf8(output.get_output().stdout.clone()).unwrap();
    assert!(text.lines().any(|line| line.contains("]Montréal")), "{text}");
}

#[test]
fn layers_are_marked_on_a_picture_of_either_game() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("board.svg");
    let drawn = |args: &[&str]| {
        wilderness().arg("board").args(args).args(["--force", "--out"]).arg(&file).assert().success();
        std::fs::read_to_string(&file).unwrap()
    };
    let picture = drawn(&["--layer", "supply", "--layer", "reach=montcalm", "--layer", "threats"]);
    for name in ["French supply", "reach of Montcalm", "threats to the French"] {
        assert!(picture.contains(name), "{name}");
    }
    let picture = drawn(&["--scenario", "quebec", "--layer", "zones", "--layer", "sight=1206"]);
    assert!(picture.contains("zones of") && picture.contains("of 1206"));
}

#[test]
fn a_layer_of_the_other_game_is_refused_with_those_there_are() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("board.svg");
    let refused = |scenario: &str, layer: &str| {
        let run = wilderness().args(["board", "--scenario", scenario, "--layer", layer, "--out"]).arg(&file).assert();
        String::from_utf8(run.code(2).get_output().stderr.clone()).unwrap()
    };
    assert!(refused("annus-mirabilis", "zones").contains("odds=PIECE"));
    assert!(refused("quebec", "supply").contains("sight=HEX"));
    assert!(!file.exists());
}

#[test]
fn the_map_of_a_battle_fits_80_columns_and_24_lines() {
    let lines = "show map\nshow map 0101\nshow map list\nshow map nowhere\nquit\n";
    let said = dialogue_anywhere(&["--scenario", "quebec", "--seed", "3"], lines);
    let map = said.reply("show map");
    assert!(map.lines().all(|line| line.chars().count() <= 80) && map.lines().count() <= 24, "{map}");
    golden("map-of-a-battle", &said.replies(&["show map", "show map 0101", "show map nowhere"]));
    assert!(said.reply("show map list").contains("reconstructed"), "{}", said.text);
}

#[test]
fn the_legend_of_a_game_with_few_signs_was_enlarged_until_its_words_had_different_sizes() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("board.svg");
    wilderness().args(["board", "--game", "draughts", "--out"]).arg(&file).assert().success();
    let picture = std::fs::read_to_string(&file).unwrap();
    let legend = picture.split("class=\"legend\"").nth(1).expect("a legend");
    let sizes: std::collections::BTreeSet<&str> =
        legend.split("font-size=\"").skip(1).filter_map(|rest| rest.split('"').next()).collect();
    let labels = ["Man", "King", "has moved", "choice to make"];
    assert!(labels.iter().all(|label| legend.contains(label)) && sizes.len() <= 3, "{sizes:?}");
}
