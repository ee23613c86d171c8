//! What is printed: a full disk is reported, and nothing that comes from outside does anything to a terminal.

use assert_cmd::Command;
use std::path::{Path, PathBuf};

/// What came of a run.
pub struct Ran {
    pub out: String,
    /// In one line: what matters is what it says.
    pub err: String,
    pub code: i32,
}

/// Runs the program with these arguments and no input.
pub fn run(arguments: &[&str]) -> Ran {
    run_with(arguments, "")
}

/// Runs the program with these arguments and this input.
pub fn run_with(arguments: &[&str], input: impl Into<Vec<u8>>) -> Ran {
    let mut command = Command::new(env!("CARGO_BIN_EXE_wilderness"));
    let output = command.args(arguments).write_stdin(input).output().expect("the program runs");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    Ran {
        out: text(&output.stdout),
        err: flat(&text(&output.stderr)),
        code: output.status.code().expect("an exit code"),
    }
}

/// A text in one line, without the frame around it.
pub fn flat(text: &str) -> String {
    text.split_whitespace().filter(|word| *word != "│").collect::<Vec<_>>().join(" ")
}

/// A file of the repository.
pub fn beside(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(path)
}

#[cfg(target_os = "linux")]
mod full {
    use super::beside;
    use std::fs::OpenOptions;
    use std::process::{Command, Stdio};

    /// Runs the program with a standard output that is full, and says how it ended and what it said of that.
    fn run(arguments: &[&str]) -> (Option<i32>, String) {
        let full = OpenOptions::new().write(true).open("/dev/full").expect("a device");
        let mut command = Command::new(env!("CARGO_BIN_EXE_wilderness"));
        let output = command.args(arguments).stdin(Stdio::null()).stdout(full).output().expect("the program runs");
        (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
    }

    #[test]
    fn a_full_output_is_an_error_in_every_command_and_no_panic() {
        let record = beside("tests/records/monongahela-1755.record").display().to_string();
        let positions = beside("fuzz/corpus/position/a01.json").display().to_string();
        let directory = tempfile::tempdir().expect("a directory");
        let rows = directory.path().join("rows.rows").display().to_string();
        assert_eq!(super::run(&["simulate", "--games", "2", "--out", &rows]).code, 0);
        let commands: [&[&str]; 13] = [
            &["simulate", "--games", "1"],
            &["simulate", "--games", "1", "--json"],
            &["rules"],
            &["api"],
            &["check", "--no-trial"],
            &["perft"],
            &["inspect", &positions],
            &["replay", &record],
            &["merge", &rows],
            &["arena", "random", "random", "--games", "2"],
            &["compare", "--games", "1", "--rules", "", "--rules", "14.4"],
            &["cards", "--games", "1", "--players", "random"],
            &["play", "--seed", "1"],
        ];
        for command in commands {
            let (code, said) = run(command);
            assert_eq!(code, Some(2), "{command:?}: {said}");
            assert!(said.contains(" output"), "{command:?}: {said}");
            assert!(!said.contains("panicked"), "{command:?}: {said}");
        }
        for command in [&["--help"][..], &["--version"], &["replay", "--help"]] {
            let (code, said) = run(command);
            assert!(code == Some(2) && said.contains(" output"), "{command:?}: {said}");
        }
    }
}

/// What does something to a terminal.
const HOSTILE: &str = "\u{1b}[2J\u{1b}]0;title\u{7}\u{9b}31m\u{202e}\u{7f}";

/// The first character of an output that does something to a terminal; it has no colours, for nobody looks.
fn harmful(ran: &Ran) -> Option<char> {
    let is_harmful = |c: char| wilderness_engine::harmless::is_harmful(c) && c != '\n';
    format!("{}{}", ran.out, ran.err).chars().find(|c| is_harmful(*c))
}

/// Writes a file, and returns its path.
pub fn file(directory: &tempfile::TempDir, name: &str, text: &str) -> String {
    let path = directory.path().join(name);
    std::fs::write(&path, text).expect("a file");
    path.display().to_string()
}

#[test]
fn what_stands_in_a_file_does_nothing_to_the_terminal() {
    let directory = tempfile::tempdir().expect("a directory");
    let record = file(&directory, "a.record", &format!("scenario annus-mirabilis\nfrench{HOSTILE} card {HOSTILE}\n"));
    let token = file(&directory, "b.record", &format!("scenario annus-mirabilis\nfrench card {HOSTILE}\n"));
    let json = |text: &str| serde_json::to_string(text).expect("JSON");
    let escaped = json(HOSTILE);
    let position = file(&directory, "a.json", &format!("{{\"id\": {escaped}, \"position\": {{{escaped}: 1}}}}"));
    let raw = file(&directory, "b.json", &format!("{{\"{}\": 1}}", HOSTILE.replace(['\u{1b}', '\u{7}'], "")));
    let marker = file(&directory, "c.json", &format!("{{\"markers\": [{escaped}], \"amphib\": [{escaped}]}}"));
    let preset = file(&directory, "a.toml", &format!("about = \"\"\n{escaped} = 1\n"));
    let row = file(&directory, "a.rows", &format!("{{\"wilderness_rows\":1,{escaped}: 1}}\n"));
    let csv = file(&directory, "a.csv", &format!("{HOSTILE}\n{HOSTILE}\n"));
    let commands: [&[&str]; 8] = [
        &["replay", &record],
        &["play", "--load", &token],
        &["inspect", &position],
        &["inspect", &raw],
        &["inspect", "--json", &marker],
        &["play", "--preset", &preset],
        &["merge", &row],
        &["merge", &csv],
    ];
    for command in commands {
        let ran = run(command);
        assert_eq!((harmful(&ran), ran.code), (None, 2), "{command:?}: {}", ran.err);
    }
}

#[test]
fn rows_name_scenarios_and_events_without_doing_anything_to_the_terminal() {
    let directory = tempfile::tempdir().expect("a directory");
    let rows = directory.path().join("game.rows").display().to_string();
    assert_eq!(run(&["simulate", "--games", "1", "--out", &rows]).code, 0);
    let text = std::fs::read_to_string(&rows).expect("rows");
    let escaped = serde_json::to_string(HOSTILE).expect("JSON");
    let hostile = text.replace("\"annus-mirabilis\"", &escaped).replace("\"ambush\"", "\"\\u001b[5mambush\"");
    assert!(text.contains("\"ambush\"") || hostile != text, "{text}");
    std::fs::write(&rows, hostile).expect("rows");
    for arguments in [&["merge", "--events", &rows][..], &["merge", "--json", &rows], &["merge", &rows, &rows]] {
        let ran = run(arguments);
        assert_eq!(harmful(&ran), None, "{arguments:?}: {}{}", ran.out, ran.err);
    }
}

#[test]
fn what_a_script_says_or_asks_is_one_line_and_fakes_no_prompt() {
    let directory = tempfile::tempdir().expect("a directory");
    let scripts = directory.path().join("scripts");
    wilderness_tests::copy_scripts(&scripts);
    let said = "no:\\nFrench · vp 0 > 1\\r\\x1b[2J\\u009b8m\\u202e";
    let play = format!("game.tell(\"{said}\"); game.choose_option(\"{said}\", [\"a\", \"b\"]);");
    let script = format!("fn can_play() {{ true }}\nfn play() {{ {play} }}\n");
    std::fs::write(scripts.join("events/small_pox.rhai"), script).expect("a file");
    let game = "wilderness-record 1\nscenario annus-mirabilis\nseed 3\nhand french 34\n";
    let record = file(&directory, "game.record", game);
    let arguments = ["play", "--scripts", &scripts.display().to_string(), "--load", &record];
    let ran = run_with(&arguments, "small pox\nevent\nshow\nlog\n");
    assert_eq!(harmful(&ran), None, "{}", ran.out);
    assert!(ran.out.contains("no: French"), "{}{}", ran.out, ran.err);
    assert!(!ran.out.contains("\nFrench · vp 0 > 1"), "{}", ran.out);
}

#[test]
fn what_stands_in_an_argument_does_nothing_to_the_terminal() {
    for arguments in [&[HOSTILE][..], &["play", "--seed", HOSTILE], &["replay", &format!("--{HOSTILE}")]] {
        let ran = run(arguments);
        assert_eq!((ran.code, harmful(&ran)), (2, None), "{arguments:?}: {}", ran.err);
        assert!(ran.err.contains("\\u001b[2J"), "{}", ran.err);
    }
}
