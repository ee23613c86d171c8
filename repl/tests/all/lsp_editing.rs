//! `wilderness lsp`: completion by type, suggestions that are carried out, renaming, outlines.

use crate::lsp::{Editor, content, labels, uri};
use crate::mistakes::place;
use serde_json::{Value, json};
use std::path::Path;
use std::rc::Rc;
use wilderness_battles::Battles;
use wilderness_engine::Rules as _;
use wilderness_engine::faults::Source;
use wilderness_engine::script::ScriptSet;
use wilderness_war::{Scripts, War};

/// What is asked about the place of `‸` in a text, which is opened without it.
pub fn ask(editor: &mut Editor, method: &str, file: &Path, text: &str, more: &Value) -> Value {
    let offset = text.find('‸').expect("a place");
    let (line, column) = place(text, offset);
    editor.open(file, &text.replacen('‸', "", 1));
    let position = json!({ "line": line - 1, "character": column - 1 });
    let mut params = json!({ "textDocument": { "uri": uri(file) }, "position": position });
    for (key, value) in more.as_object().into_iter().flatten() {
        params[key] = value.clone();
    }
    editor.ask(method, &params)
}

pub fn complete(editor: &mut Editor, file: &Path, text: &str) -> Vec<String> {
    let found = ask(editor, "textDocument/completion", file, text, &json!({}));
    labels(&found).into_iter().map(str::to_string).collect()
}

pub fn hover(editor: &mut Editor, file: &Path, text: &str) -> String {
    let found = ask(editor, "textDocument/hover", file, text, &json!({}));
    found["contents"]["value"].as_str().unwrap_or_default().to_string()
}

/// A text with edits of the protocol.
pub fn edited(text: &str, edits: &Value) -> String {
    let offset = |at: &Value| {
        let line = at["line"].as_u64().expect("a line") as usize;
        let begin: usize = text.split_inclusive('\n').take(line).map(str::len).sum();
        let column = at["character"].as_u64().expect("a column") as usize;
        text[begin..].char_indices().nth(column).map_or(text.len(), |(at, _)| begin + at)
    };
    let mut edits: Vec<_> = edits.as_array().expect("edits").iter().collect();
    edits.sort_by_key(|edit| std::cmp::Reverse(offset(&edit["range"]["start"])));
    let mut changed = text.to_string();
    for edit in edits {
        let range = offset(&edit["range"]["start"])..offset(&edit["range"]["end"]);
        changed.replace_range(range, edit["newText"].as_str().expect("a text"));
    }
    changed
}

#[test]
fn what_follows_a_dot_is_completed_by_the_type_before_it() {
    let (_root, file) = content("small_pox.rhai");
    let mut editor = Editor::start();
    for (text, offered, not_offered) in [
        ("fn play() { let u = game.units(game.enemy, space(\"albany\")); u.‸ }", "filter", "enemy"),
        ("fn play() { let u = game.units(game.enemy, space(\"albany\")); u.‸\n game.roll(); }", "some", "is_port"),
        ("fn play() { for u in game.units(game.enemy, space(\"albany\")) { if u.‸ } }", "is_indian", "filter"),
        ("fn play() { let l = game.removable(game.side).filter(|u| u.‸); game.roll(); }", "is_indian", "enemy"),
        ("fn play() { if game.units(game.side, space(\"albany\")).‸ }", "len", "is_indian"),
        ("fn play() { space(\"albany\").‸ }", "is_port", "is_indian"),
        ("fn play() { game.side.‸ }", "enemy", "is_port"),
        ("fn play() { let n = game.roll(); n.‸ }", "abs", "is_port"),
        ("fn play() { helper(space(\"albany\")); }\nfn helper(place) { place.‸ }", "is_port", "is_indian"),
    ] {
        let found = complete(&mut editor, &file, text);
        assert!(found.iter().any(|label| label == offered), "{text}: {found:?}");
        assert!(!found.iter().any(|label| label == not_offered), "{text}: {found:?}");
    }
}

#[test]
fn a_moment_is_completed_by_the_moments_that_the_script_answers() {
    let (_root, file) = content("small_pox.rhai");
    let mut editor = Editor::start();
    let text = "fn moments() { [\"season_end\"] }\nfn can_respond(moment) { moment.‸ }\nfn respond(moment) { }\n";
    let found = complete(&mut editor, &file, text);
    assert!(found.contains(&"kind".to_string()) && !found.contains(&"space".to_string()), "{found:?}");
    let found = complete(&mut editor, &file, &text.replace("season_end", "step_made"));
    assert!(found.contains(&"space".to_string()), "{found:?}");
}

#[test]
fn keys_are_completed_in_maps_and_in_data() {
    let (_root, file) = content("small_pox.rhai");
    let mut editor = Editor::start();
    let found = complete(&mut editor, &file, "fn movement(limits, at) { #{ ‸ } }");
    assert!(found.contains(&"naval".to_string()) && !found.contains(&"half_up".to_string()), "{found:?}");
    // What is not saved yet is not part of the content.
    let save = |file: &Path| {
        std::fs::create_dir_all(file.parent().expect("a directory")).expect("a directory");
        std::fs::write(file, "").expect("a file");
    };
    let scenario = file.ancestors().nth(3).expect("the root").join("scenarios/mine.toml");
    save(&scenario);
    let found = complete(&mut editor, &scenario, "id = \"mine\"\nse‸\n");
    assert!(found.contains(&"setup".to_string()) && !found.contains(&"id".to_string()), "{found:?}");
    let deck = file.ancestors().nth(2).expect("scripts").join("deck.toml");
    save(&deck);
    let found = complete(&mut editor, &deck, "[[card]]\nnumber = 34\n‸\nname = \"x\"\n");
    assert!(found.contains(&"event".to_string()) && !found.contains(&"number".to_string()), "{found:?}");
}

#[test]
fn keys_are_completed_in_every_data_file_of_a_content() {
    let mut editor = Editor::start();
    for (game, data, text, offered) in [
        ("war", "content.toml", "game = \"war\"\n‸", "base"),
        ("war", "scenarios/war/map.toml", "[[space]]\n‸", "fortress"),
        ("war", "scenarios/war/pieces.toml", "[[piece]]\n‸", "movement"),
        ("war", "scenarios/war/country.toml", "[[region]]\n‸", "outline"),
        ("war", "scenarios/war/sides.toml", "[french]\n‸", "name"),
        ("war", "scenarios/war/setups/1757.toml", "[french]\n‸", "forts"),
        ("war", "scenarios/war/presets/mine.toml", "‸", "rules"),
        ("battles", "content.toml", "game = \"battles\"\n‸", "base"),
        ("battles", "scenarios/battles/mine.toml", "[[arrival]]\n‸", "edge"),
        ("battles", "scenarios/battles/tables.toml", "‸", "terrain"),
        ("battles", "scenarios/battles/maps/carillon.toml", "‸", "edges"),
        ("battles", "scenarios/battles/units/carillon.toml", "[[units]]\n‸", "side"),
    ] {
        let root = tempfile::tempdir().expect("a directory");
        let named = format!("game = \"{game}\"\nname = \"Keys\"\nbase = \"{game}\"\n");
        wilderness_tests::write(root.path(), "content.toml", &named);
        if data != "content.toml" {
            wilderness_tests::write(root.path(), data, "");
        }
        let found = complete(&mut editor, &root.path().join(data), text);
        assert!(found.iter().any(|key| key == offered), "{game}: {data}: {found:?}");
    }
}

/// How many words behind a dot a set of scripts has, and of how many it is known what stands before the dot.
fn receivers<S: ScriptSet>(scripts: &S) -> (usize, Vec<String>) {
    let host = scripts.host().expect("scripts");
    let own = scripts.all().map(|script| script.compiled.source.clone());
    let sources: Vec<Source> = own.chain(host.library().values().cloned()).collect();
    let (mut all, mut unknown) = (0, Vec::new());
    for source in sources {
        for (place, called) in host.receivers(&source) {
            all += 1;
            if called.is_none() {
                let (line, column) = source.line_and_column(place.start);
                unknown.push(format!("{}:{line}:{column}: {}", source.name(), source.slice(place)));
            }
        }
    }
    (all, unknown)
}

#[test]
fn of_nearly_every_receiver_in_the_shipped_scripts_the_type_is_known() {
    let scripts = Rc::new(Scripts::embedded().expect("the scripts"));
    War::enter(&scripts);
    for (all, unknown) in [receivers(&*scripts), receivers(&Battles::embedded().expect("the battles"))] {
        println!("the types of {} of {all} receivers are unknown", unknown.len());
        assert!(all > 10 && unknown.len() * 20 <= all, "{} of {all}:\n{}", unknown.len(), unknown.join("\n"));
    }
}

#[test]
fn the_comments_above_functions_are_shown_for_them() {
    let (_root, file) = content("small_pox.rhai");
    let mut editor = Editor::start();
    let own = "// Where it strikes.\n// Nowhere, perhaps.\nfn targets() { [] }\n\nfn play() { tar‸gets(); }\n";
    assert_eq!(hover(&mut editor, &file, own), "`fn targets()`\n\nWhere it strikes.\nNowhere, perhaps.");
    let shared = hover(&mut editor, &file, "fn play() { game.is_on_map(piece(\"johnson\")); can_send_tr‸oops(); }");
    assert!(shared.starts_with("`fn can_send_troops()`\n\nWhether troops from Europe"), "{shared}");
    let array = hover(&mut editor, &file, "fn play() { game.removable(game.side).fil‸ter(|u| u.is_indian); }");
    assert!(array.contains("filter("), "{array}");
    let variable =
        hover(&mut editor, &file, "fn play() { let all = game.removable(game.side); game.eliminate(al‸l[0]); }");
    assert_eq!(variable, "`all`: an array of pieces");
}

#[test]
fn a_definition_in_the_library_of_the_program_is_a_file_that_cannot_be_changed() {
    let (root, file) = content("small_pox.rhai");
    let mut editor = Editor::start_with(&[("XDG_CACHE_HOME", root.path())]);
    let found = ask(&mut editor, "textDocument/definition", &file, "fn play() { can_send_tr‸oops(); }", &json!({}));
    let library = found["uri"].as_str().and_then(|uri| uri.strip_prefix("file://")).expect("a file").to_string();
    assert!(library.ends_with("lib/europe.rhai"), "{found}");
    let text = std::fs::read_to_string(&library).expect("the library");
    let line = found["range"]["start"]["line"].as_u64().expect("a line") as usize;
    assert!(text.lines().nth(line).is_some_and(|line| line.starts_with("fn can_send_troops")), "{found}");
    assert!(std::fs::metadata(&library).expect("it").permissions().readonly());
    // From there it leads on.
    let text = text.replacen("is_sent_for(unit))", "is_sent‸_for(unit))", 1);
    let found = ask(&mut editor, "textDocument/definition", Path::new(&library), &text, &json!({}));
    assert!(found["uri"].as_str().is_some_and(|uri| uri.ends_with("lib/europe.rhai")), "{found}");
}

#[test]
fn what_scripts_define_is_renamed_and_what_the_program_has_is_not() {
    let (_root, file) = content("small_pox.rhai");
    let mut editor = Editor::start();
    let text = "fn can_play() { let n = 1; [1].some(|n| n == n) && n == 1 }\nfn play() { let n = help(2); `${n} ${help(n)}`; }\nfn help(n) { n }\n";
    let at = |from: &str, to: &str| text.replacen(from, to, 1);
    let mut rename = |text: &str, new: &str| {
        let edit = ask(&mut editor, "textDocument/rename", &file, text, &json!({ "newName": new }));
        edited(&text.replacen('‸', "", 1), &edit["changes"][uri(&file)])
    };
    assert_eq!(rename(&at("|n|", "|‸n|"), "m"), text.replace("|n| n == n", "|m| m == m"));
    assert_eq!(
        rename(&at("let n = 1", "let ‸n = 1"), "m"),
        text.replace("let n = 1", "let m = 1").replace("&& n", "&& m")
    );
    assert_eq!(
        rename(&at("${n}", "${‸n}"), "m"),
        text.replace("let n = help", "let m = help").replace("${n}", "${m}").replace("help(n)}", "help(m)}")
    );
    assert_eq!(
        rename(&at("fn help(n) { n", "fn help(n) { ‸n"), "m"),
        text.replace("fn help(n) { n }", "fn help(m) { m }")
    );
    assert_eq!(rename(&at("= help", "= he‸lp"), "aid"), text.replace("help", "aid"));
    let mut refused = |from: &str, to: &str, new: &str| {
        let text = at(from, to);
        let (line, column) = place(&text, text.find('‸').expect("a place"));
        editor.open(&file, &text.replacen('‸', "", 1));
        let position = json!({ "line": line - 1, "character": column - 1 });
        let params = json!({ "textDocument": { "uri": uri(&file) }, "position": position, "newName": new });
        editor.refusal("textDocument/rename", &params)
    };
    assert_eq!(refused("fn play", "fn pl‸ay", "act"), "the rules call `play` by this name: `fn play()`");
    let of_program = "`some` belongs to the program: `wilderness api` lists what does";
    assert_eq!(refused(".some(", ".so‸me(", "any"), of_program);
    assert_eq!(refused("fn help", "fn he‸lp", "play"), "the rules call functions of the name `play`");
    let no_name = "`two words` is not a name: letters, digits and `_`, and no digit first";
    assert_eq!(refused("fn help", "fn he‸lp", "two words"), no_name);
    assert_eq!(refused("fn help", "fn he‸lp", "n"), "`n` is used already, in line 1 of small_pox.rhai");
}

#[test]
fn what_is_called_behind_a_dot_is_renamed_with_its_function() {
    let (_root, file) = content("small_pox.rhai");
    let mut editor = Editor::start();
    let text = "fn play() { const LEAST = 2; let u = game.removable(game.side);\n\
        u[0].strike(LEAST); u.filter(|x| x.is_indian).strike((1, [2, 3].len())); strike(2); u.some(|a, b| a.strike(LEAST)); }\n\
        fn strike(n) { if this.is_indian { game.lose_steps(n); } }\nfn some() { this.strike(1) }\n";
    let mut rename = |from: &str, to: &str, new: &str| {
        let text = text.replacen(from, to, 1);
        let edit = ask(&mut editor, "textDocument/rename", &file, &text, &json!({ "newName": new }));
        edited(&text.replacen('‸', "", 1), &edit["changes"][uri(&file)])
    };
    let renamed = text.replace("strike", "hit");
    assert_eq!(rename("].strike", "].str‸ike", "hit"), renamed);
    assert_eq!(rename("fn strike", "fn str‸ike", "hit"), renamed);
    assert_eq!(rename("this.strike", "this.strik‸e", "hit"), renamed);
    // `some` of the program takes a closure; that of the script takes nothing.
    assert_eq!(rename("fn some", "fn so‸me", "any"), text.replace("fn some", "fn any"));
    assert_eq!(rename("const LEAST", "const LE‸AST", "MOST"), text.replace("LEAST", "MOST"));
    assert_eq!(rename("].strike(LEAST", "].strike(LEAS‸T", "MOST"), text.replace("LEAST", "MOST"));
}

#[test]
fn a_function_of_the_library_is_renamed_wherever_it_is_called() {
    let root = tempfile::tempdir().expect("a directory");
    wilderness_tests::copy_scripts(root.path());
    let file = root.path().join("lib/nations.rhai");
    let text = std::fs::read_to_string(&file).expect("a script");
    let mut editor = Editor::start();
    editor.open(&file, &text);
    assert_eq!(editor.findings(&file), json!([]));
    let text = text.replacen("fn johnson_is_near", "fn johnson_is‸_near", 1);
    let edit = ask(&mut editor, "textDocument/rename", &file, &text, &json!({ "newName": "johnson_is_there" }));
    let changes = edit["changes"].as_object().expect("changes");
    let calling = changes.keys().filter(|uri| uri.contains("events/")).count();
    assert!(changes.contains_key(&uri(&file)) && calling >= 2, "{edit}");
    for (uri, edits) in changes {
        let file = Path::new(uri.strip_prefix("file://").expect("a file"));
        let old = std::fs::read_to_string(file).expect("a script");
        let new = edited(&old, edits);
        assert!(!new.contains("johnson_is_near("), "{uri}");
        std::fs::write(file, new).expect("it is written");
    }
    editor.open(&file, &std::fs::read_to_string(&file).expect("a script"));
    assert_eq!(editor.findings(&file), json!([]));
}

#[test]
fn functions_and_tables_are_listed_and_folded() {
    let (_root, file) = content("small_pox.rhai");
    let mut editor = Editor::start();
    editor.open(
        &file,
        "// One.\n// Two.\nfn play() {\n    if true {\n        game.roll();\n    }\n}\nfn aid(a, b) { a + b }\n",
    );
    let about = |file: &Path| json!({ "textDocument": { "uri": uri(file) } });
    let listed = editor.ask("textDocument/documentSymbol", &about(&file));
    let names: Vec<&str> = listed.as_array().expect("a list").iter().filter_map(|one| one["name"].as_str()).collect();
    assert_eq!(names, ["play()", "aid(a, b)"]);
    assert_eq!(listed[0]["range"]["end"]["line"], 6);
    let folds = editor.ask("textDocument/foldingRange", &about(&file));
    let lines = |folds: &Value| {
        let all = folds.as_array().expect("a list").iter();
        all.map(|fold| (fold["startLine"].as_u64(), fold["endLine"].as_u64())).collect::<Vec<_>>()
    };
    assert_eq!(lines(&folds), [(Some(0), Some(1)), (Some(2), Some(5)), (Some(3), Some(4))]);
    let deck = file.ancestors().nth(2).expect("scripts").join("deck.toml");
    editor.open(&deck, "# Cards\n[[card]]\nnumber = 34\nname = \"Small Pox\"\n\n[[card]]\nname = \"Ambush\"\n");
    let listed = editor.ask("textDocument/documentSymbol", &about(&deck));
    let names: Vec<&str> = listed.as_array().expect("a list").iter().filter_map(|one| one["name"].as_str()).collect();
    assert_eq!(names, ["card 34", "card Ambush"]);
    assert_eq!(
        lines(&editor.ask("textDocument/foldingRange", &about(&deck))),
        [(Some(1), Some(3)), (Some(5), Some(6))]
    );
}

/// A content directory as `wilderness init` makes it, and the script of its card.
fn begun() -> (tempfile::TempDir, std::path::PathBuf) {
    let root = tempfile::tempdir().expect("a directory");
    let starter = Path::new(env!("CARGO_MANIFEST_DIR")).join("starters/war");
    for file in [
        "content.toml",
        "scenarios/war/first-convoy.toml",
        "scripts/war/deck.toml",
        "scripts/war/events/supply_convoy.rhai",
    ] {
        let text = std::fs::read_to_string(starter.join(file)).expect("a file of the starter");
        wilderness_tests::write(root.path(), file, &text.replace("NAME", "begun"));
    }
    let file = root.path().join("scripts/war/events/supply_convoy.rhai");
    (root, file)
}

#[test]
fn saving_a_mistake_brings_no_message_over_the_text() {
    let (_root, file) = begun();
    let mut editor = Editor::start();
    let text = std::fs::read_to_string(&file).expect("the script").replacen("0..2", "0..", 1);
    editor.open(&file, &text);
    editor.change(&file, &json!([{ "text": text.replacen("0..", "0. .", 1) }]));
    editor.tell("textDocument/didSave", &json!({ "textDocument": { "uri": uri(&file) } }));
    editor.ask("textDocument/documentSymbol", &json!({ "textDocument": { "uri": uri(&file) } }));
    assert_eq!(editor.shown, [""; 0]);
    let measure = json!({ "command": "wilderness.measure", "arguments": [file.display().to_string()] });
    editor.ask("workspace/executeCommand", &measure);
    assert_eq!(editor.shown.len(), 1, "{:?}", editor.shown);
}

#[test]
fn a_new_card_is_measured_in_a_scenario_that_has_it() {
    let (_root, file) = begun();
    let mut editor = Editor::start();
    let text = std::fs::read_to_string(&file).expect("the script");
    editor.open(&file, &text);
    assert_eq!(editor.findings(&file), json!([]));
    // The change that the guide proposes.
    let changed = text.replacen("0..2", "0..3", 1);
    assert_ne!(changed, text);
    editor.change(&file, &json!([{ "text": changed }]));
    std::fs::write(&file, &changed).expect("the script");
    editor.tell("textDocument/didSave", &json!({ "textDocument": { "uri": uri(&file) } }));
    editor.wait(|said| said["method"] == "workspace/codeLens/refresh");
    let lenses = editor.ask("textDocument/codeLens", &json!({ "textDocument": { "uri": uri(&file) } }));
    let title = lenses[1]["command"]["title"].as_str().expect("a title");
    let name = "The first convoy";
    let played: u32 = title.split(' ').nth(2).and_then(|number| number.parse().ok()).expect("a number");
    assert!(played > 0 && title.split([',', '(']).any(|part| part.ends_with(name)), "{title}");
}

#[test]
fn a_card_in_no_scenario_is_not_measured_and_it_is_said_what_to_do() {
    let (root, file) = begun();
    std::fs::remove_file(root.path().join("scenarios/war/first-convoy.toml")).expect("it was there");
    let mut editor = Editor::start();
    editor.open(&file, &std::fs::read_to_string(&file).expect("the script"));
    editor.findings(&file);
    let measure = json!({ "command": "wilderness.measure", "arguments": [file.display().to_string()] });
    editor.ask("workspace/executeCommand", &measure);
    let said = "supply-convoy cannot be measured: no scenario has the card 71. Add it to the `cards` of a scenario in \
                `scenarios/` of your content: `wilderness init DIR` shows one";
    assert_eq!(editor.shown, [said]);
}

/// Prints how long an editor waits for answers while a script is typed in a directory with 180 scripts. Run it by name,
/// with `--ignored --nocapture`.
#[test]
#[ignore = "prints times"]
fn answers_while_typing_in_180_scripts() {
    let root = tempfile::tempdir().expect("a directory");
    wilderness_tests::copy_scripts(root.path());
    let deck = std::fs::read_to_string(root.path().join("deck.toml")).expect("the deck");
    let event = std::fs::read_to_string(root.path().join("events/cherokees.rhai")).expect("a script");
    let card = deck.split("[[card]]").find(|card| card.contains("\"cherokees\"")).expect("a card").to_string();
    let number = card.lines().find_map(|line| line.strip_prefix("number = ")).expect("a number").to_string();
    let mut more = deck;
    for copy in 0..121 {
        let name = format!("cherokees_{copy}");
        std::fs::write(root.path().join("events").join(format!("{name}.rhai")), &event).expect("a script");
        let own = card.replace(&format!("number = {number}"), &format!("number = {}", 71 + copy));
        more.push_str(&format!(
            "\n[[card]]{}",
            own.replace("\"cherokees\"", &format!("\"{}\"", name.replace('_', "-")))
        ));
    }
    std::fs::write(root.path().join("deck.toml"), more).expect("the deck");
    let file = root.path().join("events/small_pox.rhai");
    let mut text = std::fs::read_to_string(&file).expect("a script");
    let mut editor = Editor::start();
    editor.open(&file, &text);
    println!("at first: {}", editor.findings(&file));
    let typed = "\n    let stack = game.units(game.enemy, space(\"albany\")).filter(|unit| unit.is_indian);";
    let mut waited = Vec::new();
    for _ in 0..4 {
        let begin = text.find("    let die").expect("a line") - 1;
        for (count, (at, letter)) in typed.char_indices().enumerate() {
            text.insert(begin + at, letter);
            editor.change(&file, &json!([{ "text": text }]));
            let (line, column) = place(&text, begin + at + 1);
            let params = json!({
                "textDocument": { "uri": uri(&file) }, "position": { "line": line - 1, "character": column - 1 },
            });
            let methods = ["completion", "hover", "signatureHelp", "documentSymbol", "definition"];
            let start = std::time::Instant::now();
            editor.ask(&format!("textDocument/{}", methods[count % methods.len()]), &params);
            waited.push(start.elapsed());
            std::thread::sleep(std::time::Duration::from_millis(80));
        }
        text = std::fs::read_to_string(&file).expect("a script");
    }
    waited.sort();
    for percent in [50, 90, 95, 99, 100] {
        println!("{percent} % within {:?}", waited[(waited.len() * percent / 100).saturating_sub(1)]);
    }
}
