//! Folders from strangers: whatever is in them, they are refused with a fault, or they play; and what they say is shown
//! without control characters and markup. The folder that they are made of is in `tests/data/hostile`.

use crate::golden::{Talk, talk};
use crate::lsp::Editor;
use crate::served;
use serde_json::Value;
use tempfile::{TempDir, tempdir};

const DATA: &str = include_str!("../data/hostile/game.toml");
const RULES: &str = include_str!("../data/hostile/rules.rhai");
/// What is typed at the prompt.
const LINES: &str = "1\nnonsense\nwhy zzz\nshow\nshow b2\nmap\nhand\nwhatif 1\n1\nlog\nsave g.record\n";
/// Where a text of the data or of the script begins.
const TEXT: &str = "Text";
/// Where a function begins that each turn calls.
const TURN: &str = "    let runner =";

/// Hostile texts.
const TEXTS: [&str; 11] = [
    "\u{1b}[31mred\u{1b}]0;t\u{7}",
    "\u{9b}31mx",
    "\u{202e}evil\u{2066}",
    "a\u{200b}b\u{feff}",
    "<script>alert(1)</script>",
    "\"'><img src=x>&lt;",
    "a\rb\u{2028}d",
    "a\0b",
    "\u{85}next",
    "&#27;[31m<b onclick=x>",
    "{side}{answer}%s`${x}`",
];

/// A directory with the folder `g`.
fn folder(data: &str, rules: &str) -> TempDir {
    let home = tempdir().expect("a directory");
    wilderness_tests::write(home.path(), "g/game.toml", data);
    wilderness_tests::write(home.path(), "g/rules.rhai", rules);
    home
}

/// The folder with something else in place of the first occurrence of a text in one of its files.
fn changed(from: &str, to: &str) -> TempDir {
    match DATA.contains(from) {
        true => folder(&DATA.replacen(from, to, 1), RULES),
        false => {
            assert!(RULES.contains(from), "{from}");
            folder(DATA, &RULES.replacen(from, to, 1))
        }
    }
}

fn in_turn(code: &str) -> TempDir {
    changed(TURN, &format!("    {code}\n{TURN}"))
}

fn play(home: &TempDir) -> Talk {
    talk(home.path(), &["play", "--game", "./g", "--seed", "1", "--open-hands"], LINES)
}

/// Fails if a text has what a terminal or a reader would take for something else.
fn assert_harmless(what: &str, text: &str) {
    let is_bad = |c: &char| {
        c.is_control() && *c != '\n'
            || matches!(*c, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}')
    };
    assert_eq!(text.chars().find(is_bad), None, "{what}: {text}");
}

/// Fails if a document has markup of a folder. What its scripts read is data, whatever it says.
fn assert_no_markup(what: &str, text: &str) {
    let shown: String =
        text.split("<script").map(|part| part.split_once("</script>").map_or(part, |(_, rest)| rest)).collect();
    assert!(!shown.contains("<img") && !text.contains("<script>alert"), "{what}: {shown}");
}

/// Everything that is shown of a folder: at the prompt, in films, pictures and lists.
fn assert_shown_harmlessly(what: &str, home: &TempDir) {
    for words in ["check g --no-trial", "scenarios --game ./g", "rules --game ./g", "board --game ./g --out b.svg"] {
        let said = talk(home.path(), &words.split(' ').collect::<Vec<_>>(), "");
        assert!((0..=2).contains(&said.code), "{what}: {words}: {}", said.text);
        assert_harmless(&format!("{what}: {words}"), &said.text);
    }
    let said = play(home);
    assert!((0..=2).contains(&said.code), "{what}: {}", said.text);
    assert_harmless(what, &said.text);
    let read = |file: &str| std::fs::read_to_string(home.path().join(file)).unwrap_or_default();
    if home.path().join("g.record").exists() {
        std::fs::remove_dir_all(home.path().join("g")).expect("removed");
        let film = talk(home.path(), &["replay", "g.record", "--html", "g.html", "--as", "red"], "");
        assert_harmless(&format!("{what}: film"), &(film.text + read("g.html").as_str()));
    }
    assert_no_markup(what, &read("g.html"));
    assert_no_markup(what, &read("b.svg"));
}

/// A text as a script writes it between quotes.
fn quoted(text: &str) -> String {
    let plain = |c: char| c.is_ascii_graphic() && !"\"\\`$".contains(c);
    text.chars().map(|c| if plain(c) { c.to_string() } else { format!("\\u{:04x}", u32::from(c)) }).collect()
}

/// The script with a text in all that it says.
fn saying(text: &str) -> String {
    let within = format!("${{\"{}\"}}", quoted(text));
    let rules = RULES.replace("`Text news", &format!("`{within}"));
    rules.replace("\"Text reason\"", &format!("`{within}`")).replace("\"Text result\"", &format!("`{within}`"))
}

/// The folders with one hostile text each, in the data or in an answer.
fn with_texts() -> impl Iterator<Item = (String, TempDir)> {
    let places: Vec<&str> = DATA.split('"').filter(|text| text.starts_with(TEXT)).collect();
    TEXTS.into_iter().flat_map(move |text| {
        let value = toml::Value::String(text.into()).to_string();
        let of_data = places
            .clone()
            .into_iter()
            .map(move |place| (format!("{text:?} as {place}"), changed(&format!("\"{place}\""), &value)));
        let answer = RULES.replace("-Text", &format!("${{\"{}\"}}", quoted(text)));
        of_data.chain([(format!("{text:?} as an answer"), folder(DATA, &answer))])
    })
}

#[test]
fn hostile_texts_of_a_script_are_harmless_at_prompt_film_and_picture() {
    for text in TEXTS {
        assert_shown_harmlessly(&format!("{text:?}"), &folder(DATA, &saying(text)));
    }
}

#[test]
#[ignore = "minutes: 200 folders"]
fn two_hundred_hostile_folders_are_harmless() {
    let mut count = 0;
    for (what, home) in with_texts() {
        assert_shown_harmlessly(&what, &home);
        count += 1;
    }
    assert!(count >= 200, "{count}");
}

#[test]
fn hostile_texts_are_harmless_on_a_page() {
    let home = folder(DATA, &saying(TEXTS[4]));
    let games = tempdir().expect("a directory");
    let named = home.path().join("g").display().to_string();
    let server = served::start(games.path(), &["--game", &named]);
    let red = server.link("red");
    let state = server.state(&red);
    let token = served::values(served::section(&state, "question"), "data-token")[0].to_string();
    let said = server.wish(&red, serde_json::json!({ "at": state["at"], "token": token }));
    assert_eq!(said["done"], true, "{said}");
    let state = server.state(&red).to_string();
    assert!(state.contains("&lt;script>") || state.contains("&lt;script&gt;"), "{state}");
    assert!(!state.contains("<script"), "{state}");
}

#[test]
fn what_is_wrong_in_a_hostile_folder_is_found_where_it_is() {
    let repeated = |each: &dyn Fn(usize) -> String, count| (0..count).map(each).collect::<String>();
    let many = repeated(&|n| format!("[[kind]]\nid = \"k{n}\"\n"), 300) + "[[kind]]";
    let row = repeated(&|n| format!("p{n} "), 20_000) + "a1 b1 c1";
    let deep = format!("let x = {}1{};\n{TURN}", "(".repeat(500), ")".repeat(500));
    for (from, to, file, code) in [
        ("id = \"blue\"", "id = \"red\"", "game.toml", "tabletop::sides"),
        ("name = \"Text blue\"", "name = \"Text red\"", "game.toml", "tabletop::sides"),
        ("faces = 6", "faces = 0", "game.toml", "tabletop::bad_value"),
        ("faces = 6", "faces = -1", "game.toml", "tabletop::bad_value"),
        ("turns = 12", "turns = 0", "game.toml", "tabletop::bad_value"),
        ("copies = 6", "copies = 1000000", "game.toml", "tabletop::bad_value"),
        ("copies = 6", "copies = 0", "game.toml", "tabletop::bad_value"),
        ("most = 9", "most = -9", "game.toml", "tabletop::track"),
        ("\"#b3261e\"", "\"url(javascript:x)\"", "game.toml", "tabletop::colour"),
        ("phases = [\"turn\"]", "phases = []", "game.toml", "tabletop::phases"),
        ("a1 b1 c1", "a1 a1 a1", "game.toml", "tabletop::twice"),
        ("a1 b1 c1", &row, "game.toml", "tabletop::word"),
        ("[[kind]]", &many, "game.toml", "tabletop::many"),
        ("fn setup()", "import \"/etc/passwd\" as p;\nfn setup()", "rules.rhai", "script::forbidden"),
        (TURN, "    eval(\"loop { }\");\n    let runner =", "rules.rhai", "script::forbidden"),
        (TURN, "    try { } catch { }\n    let runner =", "rules.rhai", "script::forbidden"),
        (TURN, &deep, "rules.rhai", "script::too_deep"),
        ("    \"Text reason\"", "    game.roll(\"d6\")", "rules.rhai", "script::acting_condition"),
    ] {
        let home = changed(from, to);
        let said = talk(home.path(), &["check", "g", "--no-trial", "--json"], "");
        let found: Value = serde_json::from_str(&said.text).unwrap_or_else(|why| panic!("{to}: {why}: {}", said.text));
        let is_it = |one: &&Value| one["code"] == code && one["file"].as_str().is_some_and(|at| at.ends_with(file));
        let one = found.as_array().expect("a list").iter().find(is_it);
        let is_placed = one.is_some_and(|one| one["line"].is_u64() && one["column"].is_u64());
        assert!(is_placed && said.code == 1, "{to}: {found}");
    }
}

#[test]
fn a_script_that_does_too_much_is_stopped_where_it_is() {
    for (code, fault) in [
        ("loop { }", "script::endless"),
        ("for i in 0..1000000 { game.roll(\"d6\"); }", "script::endless"),
        ("let x = [1]; loop { x.append(x); }", "script::too_large"),
        ("let x = \"ab\"; loop { x += x; }", "script::too_large"),
        ("let x = []; x.pad(1000000000, 1);", "script::too_large"),
        ("let x = []; for i in 0..100000 { x = [x, x]; }", "script::too_large"),
        ("for i in 0..1000 { game.put(\"scout\", side, game.place(\"a1\")); }", "script::refused"),
        ("game.choose(side, \"to\", []);", "script::refused"),
        ("game.choose(side, \"to\", [#{ name: \"a\" }, #{ name: \"a\" }]);", "script::refused"),
        ("throw \"\\x1b[31mred\";", "script::refused"),
        ("game.repeat(); return;", "tabletop::endless"),
        ("game.go_to(\"turn\"); return;", "tabletop::endless"),
    ] {
        let said = play(&in_turn(code));
        let at = said.text.split("./g/rules.rhai:").nth(1).and_then(|rest| rest.split(": error[").next());
        assert!(at.is_some_and(|at| at.contains(':')) && said.text.contains(fault), "{code}: {}", said.text);
        assert_harmless(code, &said.text);
    }
    let deeper =
        folder(DATA, &(RULES.replacen(TURN, &format!("    down(1);\n{TURN}"), 1) + "\nfn down(n) { down(n + 1) }\n"));
    let said = play(&deeper);
    assert!(said.text.contains("script::too_deep"), "{}", said.text);
}

/// With eleven dice, a combat has 362,797,056 results.
#[test]
fn the_odds_of_a_combat_with_many_dice_took_for_ever() {
    let dice = ["game.roll(\"d6\")"; 11].join(" + ");
    let said = play(&changed("game.roll(\"d6\")", &dice));
    assert!(said.text.contains("10000000"), "{}", said.text);
    // The game goes on.
    assert!(said.text.contains("turn 2"), "{}", said.text);
}

#[cfg(unix)]
#[test]
fn a_folder_read_files_elsewhere() {
    let home = folder(DATA, RULES);
    let rules = home.path().join("g/rules.rhai");
    wilderness_tests::write(home.path(), "secret.rhai", "fn secret() { 42 }\n");
    std::fs::remove_file(&rules).expect("removed");
    std::os::unix::fs::symlink(home.path().join("secret.rhai"), &rules).expect("a link");
    let said = talk(home.path(), &["check", "g", "--no-trial"], "");
    assert!(said.text.contains("content::leads_out") && !said.text.contains("42"), "{}", said.text);
    std::fs::remove_file(&rules).expect("removed");
    std::fs::rename(home.path().join("g"), home.path().join("other")).expect("moved");
    wilderness_tests::write(home.path(), "other/rules.rhai", RULES);
    wilderness_tests::write(home.path(), "g/content.toml", "game = \"tabletop\"\nbase = \"../other\"\n");
    wilderness_tests::write(home.path(), "g/game.toml", DATA);
    let said = talk(home.path(), &["check", "g", "--no-trial"], "");
    assert!(said.text.contains("content::folder_with_base"), "{}", said.text);
}

#[test]
fn an_editor_is_served_in_hostile_folders() {
    let huge = format!("{DATA}#{}", "x".repeat(1_000_000));
    for (data, rules) in
        [(DATA, "\0\u{1b}[31m"), ("\u{feff}", RULES), (&*huge, RULES), (DATA, "fn turn(side) { loop {")]
    {
        let home = folder(data, rules);
        let file = home.path().join("g/rules.rhai");
        let mut editor = Editor::start();
        editor.open(&file, rules);
        let found = editor.findings(&file);
        for one in found.as_array().expect("a list") {
            assert_harmless("a finding", one["message"].as_str().expect("a message"));
        }
        editor.settle(&file);
    }
}
