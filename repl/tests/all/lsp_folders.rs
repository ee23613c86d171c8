//! The language server in games that are folders, and in data that is not saved or not used yet.

use crate::golden::talk;
use crate::lsp::{Editor, content};
use crate::lsp_editing::{ask, complete, hover};
use serde_json::{Value, json};
use std::path::PathBuf;
use tempfile::TempDir;

/// A copy of a game of the program, and the path of a file in it with its text.
fn copied(file: &str) -> (TempDir, PathBuf, String) {
    let root = tempfile::tempdir().expect("a directory");
    let made = talk(root.path(), &["export", "game", "--game", "crown-and-league"], "");
    assert_eq!(made.code, 0, "{}", made.text);
    let file = root.path().join("game").join(file);
    let text = std::fs::read_to_string(&file).expect("a file");
    (root, file, text)
}

#[test]
fn services_names_and_functions_of_a_folder_are_completed_explained_and_found() {
    let (_root, file, text) = copied("rules.rhai");
    let mut editor = Editor::start();
    let with = |line: &str| format!("{text}\n// What it is for.\nfn helper(side) {{\n{line}\n}}\n");
    let services = complete(&mut editor, &file, &with("game.‸"));
    assert!(services.contains(&"move_to".into()) && !services.contains(&"lose_steps".into()), "{services:?}");
    let places = complete(&mut editor, &file, &with("game.place(\"‸\");"));
    let data = std::fs::read_to_string(file.with_file_name("game.toml")).expect("the data");
    let data: toml::Table = data.parse().expect("data");
    let ids =
        data["board"]["place"].as_array().expect("places").iter().map(|place| place["id"].as_str().expect("an id"));
    assert_eq!(places.len(), ids.clone().count());
    assert!(ids.clone().all(|id| places.iter().any(|place| place == id)), "{places:?}");
    let members = complete(&mut editor, &file, &with("game.pieces(side).‸"));
    assert!(members.contains(&"filter".into()) && !members.contains(&"move_to".into()), "{members:?}");
    assert!(hover(&mut editor, &file, &with("game.mov‸e_to(1, 2);")).contains("game.move_to(piece: Piece"));
    assert_eq!(hover(&mut editor, &file, &with("hel‸per(side);")), "`fn helper(side)`\n\nWhat it is for.");
    let found = ask(&mut editor, "textDocument/definition", &file, &with("hel‸per(side);"), &json!({}));
    let line = with("").lines().position(|line| line.starts_with("fn helper")).expect("it");
    assert_eq!(found["range"]["start"]["line"], line, "{found}");
    let renamed = ask(&mut editor, "textDocument/rename", &file, &with("hel‸per(side);"), &json!({ "newName": "aid" }));
    assert!(renamed.to_string().matches("\"aid\"").count() == 2, "{renamed}");
}

#[test]
fn keys_of_a_game_are_completed_and_have_a_schema() {
    let (root, file, text) = copied("game.toml");
    let mut editor = Editor::start();
    for (table, offered, not) in
        [("", "phases", "faces"), ("[[die]]", "faces", "phases"), ("[board]", "shape", "faces")]
    {
        let found = complete(&mut editor, &file, &format!("{}{table}\n‸\n", if table.is_empty() { "" } else { &text }));
        assert!(found.contains(&offered.into()) && !found.contains(&not.into()), "{table}: {found:?}");
    }
    let made = talk(root.path(), &["schema", "game"], "");
    assert_eq!(made.code, 0, "{}", made.text);
    let schema = std::fs::read_to_string(root.path().join("game/schemas/game.json")).expect("a schema");
    let schema: Value = serde_json::from_str(&schema).expect("JSON");
    assert_eq!(schema["properties"]["turns"]["type"], "integer", "{schema}");
    let index = std::fs::read_to_string(root.path().join("game/schemas/index.json")).expect("the index");
    let index: Value = serde_json::from_str(&index).expect("JSON");
    let each =
        |name: &str| json!({ "schema": format!("{name}.json"), "include": [format!("{name}.toml")], "exclude": [] });
    assert_eq!(index, json!([each("game"), each("tutorial")]));
}

#[test]
fn a_game_that_is_not_saved_was_not_checked() {
    let (_root, file, text) = copied("game.toml");
    let mut editor = Editor::start();
    editor.open(&file, &text.replacen("\nphases", "\nphasez", 1));
    let line = text.lines().position(|line| line.starts_with("phases")).expect("it");
    let found = editor.findings(&file);
    assert!(found.as_array().expect("a list").iter().any(|one| one["range"]["start"]["line"] == line), "{found}");
    editor.change(&file, &json!([{ "text": text }]));
    assert_eq!(editor.findings(&file), json!([]));
}

#[test]
fn a_manifest_that_is_not_saved_was_not_checked() {
    let (root, _) = content("small_pox.rhai");
    let file = root.path().join("content.toml");
    let text = std::fs::read_to_string(&file).expect("the manifest");
    let mut editor = Editor::start();
    editor.open(&file, &format!("{text}bass = \"war\"\n"));
    let found = editor.findings(&file);
    assert_eq!(found[0]["range"]["start"]["line"], 2, "{found}");
    editor.change(&file, &json!([{ "text": text }]));
    assert_eq!(editor.findings(&file), json!([]));
    // What is saved may be wrong while what is open is right.
    std::fs::write(&file, format!("{text}bass = \"war\"\n")).expect("written");
    editor.tell("textDocument/didSave", &json!({ "textDocument": { "uri": crate::lsp::uri(&file) } }));
    editor.change(&file, &json!([{ "text": format!("{text}bess = \"war\"\n") }]));
    let mut found = editor.findings(&file);
    while found == json!([]) {
        found = editor.findings(&file);
    }
    assert_eq!(found[0]["range"]["start"]["line"], 2, "{found}");
}

#[test]
fn keys_of_data_that_no_scenario_uses_were_not_completed() {
    let mut editor = Editor::start();
    for (game, data, text, offered) in [
        ("war", "scenarios/war/setups/mine.toml", "[french]\n‸", "forts"),
        ("battles", "scenarios/battles/maps/mine.toml", "‸", "edges"),
        ("battles", "scenarios/battles/units/mine.toml", "[[units]]\n‸", "side"),
    ] {
        let root = tempfile::tempdir().expect("a directory");
        let manifest = format!("game = \"{game}\"\nname = \"Keys\"\nbase = \"{game}\"\n");
        wilderness_tests::write(root.path(), "content.toml", &manifest);
        wilderness_tests::write(root.path(), data, "");
        let found = complete(&mut editor, &root.path().join(data), text);
        assert!(found.iter().any(|key| key == offered), "{game}: {data}: {found:?}");
    }
}
