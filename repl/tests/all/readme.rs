//! What the README shows is what the program shows. `UPDATE_SCREENS=1` writes its session anew.

use assert_cmd::Command;
use std::path::PathBuf;

fn readme() -> (PathBuf, String) {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../README.md");
    let text = std::fs::read_to_string(&path).expect("README.md");
    (path, text)
}

/// The first block of code below a heading.
fn block<'a>(readme: &'a str, heading: &str) -> &'a str {
    let below = &readme[readme.find(heading).unwrap_or_else(|| panic!("`{heading}` is missing"))..];
    below.split("```\n").nth(1).expect("a block of code")
}

#[test]
fn the_session_in_the_readme_is_a_real_one() {
    let (path, text) = readme();
    let shown = block(&text, "\n## A session\n");
    let (command, session) = shown.split_once('\n').expect("lines");
    let words = command.strip_prefix("$ wilderness ").expect("a command").split(' ');
    let typed: String =
        session.lines().filter_map(|line| line.strip_prefix("French> ")).map(|line| format!("{line}\n")).collect();
    let home = tempfile::tempdir().expect("a directory");
    let mut program = Command::new(env!("CARGO_BIN_EXE_wilderness"));
    let output = program.args(words).current_dir(home.path()).write_stdin(typed).output().expect("it runs");
    let seen = String::from_utf8(output.stdout).expect("text");
    let seen = seen.trim_end().trim_end_matches("French>").trim_end().to_string() + "\n";
    if super::golden::is_updating() {
        std::fs::write(path, text.replace(shown, &format!("{command}\n{seen}"))).expect("a file");
        return;
    }
    assert!(session == seen, "the README shows something else; UPDATE_SCREENS=1 writes it:\n{seen}");
}

#[test]
fn the_season_in_the_readme_is_out_of_the_tutorial() {
    let (_, text) = readme();
    let golden = include_str!("../screens/tutorial.txt");
    let mut from = 0;
    let parts: Vec<&str> = block(&text, "\n`tutorial` at the prompt").split("…\n").collect();
    assert!(parts.len() > 3);
    for part in parts {
        let found = golden[from..].find(part).unwrap_or_else(|| panic!("the tutorial does not go on with\n{part}"));
        from += found + part.len();
    }
}
