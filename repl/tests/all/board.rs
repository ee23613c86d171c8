//! Pictures and maps of the board, as a player gets them.

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
        assert!(picture.contains(hex) && picture.contains("reconstructed: map, counters"), "{scenario}");
    }
}

#[test]
fn a_picture_of_a_record_shows_where_it_ends() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("board.svg");
    let said = wilderness().args(["board", &record("early-season-1757"), "--out"]).arg(&file).assert().success();
    let said = String::from_utf8(said.get_output().stdout.clone()).unwrap();
    assert!(said.starts_with("Annus Mirabilis, "), "{said}");
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
    let lines = "show map\nshow map hudson\nshow map list\nshow map nowhere\nquit\n";
    let output = wilderness().args(["play", "--seed", "3"]).write_stdin(lines).assert();
    let text = String::from_utf8(output.get_output().stdout.clone()).unwrap();
    assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
    for name in ["Champlain and Hudson", "Ohio and the frontier", "St Lawrence and Ontario", "The coast"] {
        assert!(text.contains(name), "{name}");
    }
    let part = text.split("French> show map hudson").nth(1).and_then(|rest| rest.split("French> ").next()).unwrap();
    assert!(part.lines().count() <= 24, "{part}");
    assert!(part.contains("Ticonderoga F7Riga"), "{part}");
    assert!(text.contains("Wilderness and mountains"), "the list is still there");
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
    assert!(picture.contains("British zones of control") && picture.contains("in sight of 1206"));
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
    let output = wilderness().args(["play", "--scenario", "quebec", "--seed", "3"]).write_stdin(lines).assert();
    let text = String::from_utf8(output.get_output().stdout.clone()).unwrap();
    let after = |line: &str| {
        let rest = text.split(line).nth(1).unwrap_or_else(|| panic!("{line}: {text}"));
        rest.split("> ").next().unwrap_or_default().to_string()
    };
    let map = after("show map\n");
    assert!(map.lines().all(|line| line.chars().count() <= 80) && map.lines().count() <= 24, "{map}");
    assert!(map.contains("Turn 1 of 12") && map.contains("choice"), "{map}");
    assert!(after("show map 0101\n").contains("    01 02 03"), "{text}");
    assert!(after("show map list\n").contains("The map is reconstructed"), "{text}");
    let refused = String::from_utf8(output.get_output().stderr.clone()).unwrap();
    assert!(refused.contains("`nowhere` is not a hex of this map"), "{refused}");
}
