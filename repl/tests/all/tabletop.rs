//! Games that are folders, in the program: one that is built in, and folders of one's own.

use crate::golden::{Talk, talk};
use crate::lsp::Editor;
use crate::served::{self, section, values};
use serde_json::{Value, json};
use std::path::Path;
use tempfile::{TempDir, tempdir};

const BUILT_IN: &str = "draughts";

/// A directory with a new folder in it, `own`.
fn with_own() -> TempDir {
    let home = tempdir().expect("a directory");
    let made = talk(home.path(), &["init", "own", "--game", "tabletop"], "");
    assert_eq!(made.code, 0, "{}", made.text);
    home
}

/// Changes a file of the folder `own`.
fn change(home: &Path, file: &str, from: &str, to: &str) {
    let path = home.join("own").join(file);
    let text = std::fs::read_to_string(&path).expect("a file");
    assert!(text.contains(from), "{text}");
    std::fs::write(path, text.replacen(from, to, 1)).expect("written");
}

fn play(home: &Path, game: &str, lines: &str) -> Talk {
    talk(home, &["play", "--game", game, "--seed", "1", "--open-hands"], lines)
}

/// The answers in a record: their sides and tokens.
fn answers(home: &Path, record: &str) -> Vec<String> {
    let text = std::fs::read_to_string(home.join(record)).expect("a record");
    let lines = text.lines().filter(|line| line.starts_with("black ") || line.starts_with("white "));
    lines.map(str::to_string).collect()
}

#[test]
fn a_folder_of_the_program_is_played_by_number_name_and_token() {
    let home = tempdir().expect("a directory");
    let said = play(home.path(), BUILT_IN, "9-13\n3\nmove:11-15\nsave g.record\n");
    assert_eq!(said.code, 0, "{}", said.text);
    let moves = ["black move move:9-13", "white move move:22-18", "black move move:11-15"];
    assert_eq!(answers(home.path(), "g.record"), moves);
}

#[test]
fn a_refused_answer_says_why_in_the_words_of_the_folder() {
    let home = tempdir().expect("a directory");
    let said = play(home.path(), BUILT_IN, "9-18\nwhy 9-18\n");
    let script =
        std::fs::read_to_string(format!("{}/../scenarios/folders/{BUILT_IN}/rules.rhai", env!("CARGO_MANIFEST_DIR")));
    let reason = "no piece can move like that";
    assert!(script.expect("the script").contains(reason));
    assert_eq!(said.text.matches(reason).count(), 2, "{}", said.text);
}

#[test]
fn a_record_carries_its_folder_and_is_replayed_and_filmed_without_it() {
    let home = with_own();
    let said = play(home.path(), "./own", "c2\nd4\nsave g.record\n");
    assert_eq!(said.code, 0, "{}", said.text);
    std::fs::remove_dir_all(home.path().join("own")).expect("removed");
    let replayed = talk(home.path(), &["replay", "g.record", "--json"], "");
    let json: Value = serde_json::from_str(&replayed.text).unwrap_or_else(|why| panic!("{why}: {}", replayed.text));
    let pieces = json["position"]["pieces"].as_array().or(json["end"]["pieces"].as_array());
    let at = |side: &str| pieces.into_iter().flatten().find(|piece| piece["side"] == side).map(|piece| &piece["at"]);
    assert_eq!((at("red"), at("blue")), (Some(&json!("c2")), Some(&json!("d4"))), "{json}");
    let film = talk(home.path(), &["replay", "g.record", "--html", "g.html", "--as", "red"], "");
    assert_eq!(film.code, 0, "{}", film.text);
    let resumed = talk(home.path(), &["play", "--load", "g.record"], "c3\n");
    assert_eq!(resumed.code, 0, "{}", resumed.text);
}

#[test]
fn a_folder_is_counted_simulated_listed_exported_and_checked() {
    let home = tempdir().expect("a directory");
    let done = |words: &str| {
        let said = talk(home.path(), &words.split(' ').collect::<Vec<_>>(), "");
        assert_eq!(said.code, 0, "{words}: {}", said.text);
        said.text
    };
    let counted: Value = serde_json::from_str(&done("perft --game draughts --depth 4 --json")).expect("JSON");
    assert_eq!(counted["sequences"], 1_469);
    done("simulate --game draughts --games 2");
    let listed: Value = serde_json::from_str(&done("scenarios --json")).expect("JSON");
    assert!(listed.as_array().expect("a list").iter().any(|one| one["id"] == BUILT_IN), "{listed}");
    done("export copy --game draughts");
    done("check copy");
    let counted: Value = serde_json::from_str(&done("perft --game ./copy --depth 3 --json")).expect("JSON");
    assert_eq!(counted["sequences"], 302);
    done("api --game draughts --format json");
    done("board --game draughts --out board.svg");
}

#[test]
fn a_click_on_a_piece_and_one_on_its_destination_have_an_answer_in_common() {
    let games = tempdir().expect("a directory");
    let server = served::start(games.path(), &["--game", BUILT_IN]);
    let (black, white) = (server.link("black"), server.link("white"));
    let state = server.state(&black);
    let question = section(&state, "question");
    let places = values(question, "data-at");
    let common = places.iter().zip(values(question, "data-token")).filter(|(at, _)| **at == "9 13");
    assert_eq!(common.map(|(_, token)| token).collect::<Vec<_>>(), ["move:9-13"]);
    let said = server.wish(&black, json!({ "at": state["at"], "token": "move:9-13" }));
    assert_eq!(said["done"], true, "{said}");
    let moved = &server.state(&white)["parts"];
    assert!(moved.to_string().contains("arrows"), "the other side sees what moved: {moved}");
}

#[test]
fn a_reload_that_fits_is_taken_up_and_one_that_does_not_leaves_the_old_game() {
    let home = with_own();
    let script = home.path().join("own/rules.rhai");
    let rules = std::fs::read_to_string(&script).expect("the script");
    let editor = home.path().join("edit.sh");
    let write = |from: &str, to: &str| format!("sed -i 's/{from}/{to}/' \"$1\"\n");
    std::fs::write(&editor, write("== goal(side)", "== 2")).expect("written");
    let with = |lines: &str| {
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_wilderness"));
        command.current_dir(home.path()).env("EDITOR", format!("sh {}", editor.display())).env_remove("VISUAL");
        let mut command = assert_cmd::Command::from_std(command);
        let arguments = ["play", "--game", "./own", "--seed", "1", "--open-hands"];
        let output = command.args(arguments).write_stdin(lines).output().expect("it runs");
        String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned()
    };
    let said = with("edit rules\nc2\n");
    assert!(!said.contains("Blue>"), "the new rule ends the game: {said}");
    std::fs::write(&script, &rules).expect("written");
    std::fs::write(&editor, write("a5 b5", "z5 b5")).expect("written");
    let said = with("edit game.toml\nc2\nshow c2\n");
    assert!(said.contains("tabletop::other_game"), "{said}");
    assert!(said.contains("Runner"), "the old game goes on: {said}");
}

/// Twice in six, the runner that goes to a square is caught there: the script says so in a map, of which the name is shown.
#[test]
fn the_odds_of_a_combat_are_shown_before_a_player_decides() {
    let home = with_own();
    let fight = "fn fight(most) { let is_caught = game.roll(\"fight\") <= most; \
                 #{ name: if is_caught { \"caught\" } else { \"free\" }, caught: is_caught } }\n\nfn goal(side)";
    change(home.path(), "rules.rhai", "fn goal(side)", fight);
    let asked = "if game.combat(Fn(\"fight\"), [2]).caught { game.draws(); }\n    game.move_to(runner, to);";
    change(home.path(), "rules.rhai", "game.move_to(runner, to);", asked);
    change(home.path(), "game.toml", "[board]", "[[die]]\nid = \"fight\"\nfaces = 6\n\n[board]");
    let said = play(home.path(), "./own", "whatif c2\n");
    let odds: Vec<Vec<&str>> = said.text.lines().map(|line| line.split_whitespace().collect()).collect();
    let has = |chance: &str, result: &str| odds.iter().any(|words| words[..] == [chance, "%", result]);
    assert!(has("33.33", "caught") && has("66.67", "free"), "{}", said.text);
}

#[test]
fn mistakes_in_a_folder_are_found_where_they_are() {
    let home = with_own();
    change(home.path(), "rules.rhai", "\"c1\"", "\"c9\"");
    let said = talk(home.path(), &["check", "own", "--json"], "");
    let found: Value = serde_json::from_str(&said.text).unwrap_or_else(|why| panic!("{why}: {}", said.text));
    let first = &found.as_array().expect("a list")[0];
    assert!(first["file"].as_str().expect("a file").ends_with("rules.rhai"), "{found}");
    assert_eq!((&first["line"], &first["code"]), (&json!(4), &json!("tabletop::unknown_place")), "{found}");
    change(home.path(), "game.toml", "shape = \"squares\"", "shape = \"circles\"");
    let said = talk(home.path(), &["play", "--game", "./own"], "");
    assert!(said.code == 2 && said.text.contains("game.toml:25"), "{}", said.text);
}

#[test]
fn an_editor_is_told_what_is_wrong_in_a_folder() {
    let home = with_own();
    let file = home.path().join("own/rules.rhai");
    let text = std::fs::read_to_string(&file).expect("the script").replace("game.near(", "game.naer(");
    let mut editor = Editor::start();
    editor.open(&file, &text);
    let found = editor.findings(&file);
    assert_eq!(found[0]["range"]["start"]["line"], 9, "{found}");
}
