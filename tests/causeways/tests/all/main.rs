//! Causeways as a program of its own: every command, for a game whose sides, die and board are in a folder.

mod browser;
mod page;
mod program;

use assert_cmd::Command;
use assert_cmd::cargo::cargo_bin;
use std::path::Path;

/// The folder with the game of four sides.
fn moor() -> String {
    format!("{}/tests/moor", env!("CARGO_MANIFEST_DIR"))
}

/// Runs the program with words, in which `MOOR` stands for that folder, and with lines of input. Returns what it prints,
/// and its exit code.
fn run(at: &Path, words: &str, input: &str) -> (String, i32) {
    let words = words.replace("MOOR", &moor());
    let mut command = Command::new(cargo_bin("causeways"));
    let command = command.current_dir(at).env("XDG_STATE_HOME", at).env("NO_COLOR", "1");
    let output = command.args(words.split(' ')).write_stdin(input).output().expect("it runs");
    let text = [output.stdout, output.stderr].map(|text| String::from_utf8_lossy(&text).into_owned()).concat();
    (text, output.status.code().unwrap_or(-1))
}

/// The same for a run that succeeds.
fn done(at: &Path, words: &str, input: &str) -> String {
    let (text, code) = run(at, words, input);
    assert_eq!(code, 0, "{words}: {text}");
    text
}

/// The same for one that fails: what it prints has this in it.
fn refused(at: &Path, words: &str, why: &str) {
    let (text, code) = run(at, words, "");
    assert!(code == 2 && text.contains(why), "{words}: {code} {text}");
}
