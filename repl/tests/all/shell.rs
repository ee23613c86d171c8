//! What shells and manuals are given.

use std::collections::BTreeSet;
use std::fs;
use std::process::Command;

fn run(words: &[&str]) -> (String, bool) {
    let output = Command::new(env!("CARGO_BIN_EXE_wilderness")).args(words).output().expect("it runs");
    let [out, errors] = [&output.stdout, &output.stderr].map(|text| String::from_utf8_lossy(text));
    (format!("{out}{errors}"), output.status.success())
}

/// The commands that the help lists.
fn commands() -> BTreeSet<String> {
    let (help, _) = run(&["--help"]);
    let listed = help.split_once("Commands:").expect("commands").1.split_once("Options:").expect("options").0;
    let first = |line: &str| line.strip_prefix("  ").filter(|line| !line.starts_with(' ')).map(str::to_string);
    let words = listed.lines().filter_map(first);
    words.filter_map(|line| line.split_whitespace().next().map(str::to_string)).filter(|word| word != "help").collect()
}

#[test]
fn every_command_has_a_page_in_the_manual() {
    let directory = tempfile::tempdir().expect("a directory");
    let path = directory.path().join("man");
    let out = path.to_str().expect("a name");
    let wanted: BTreeSet<String> =
        commands().iter().map(|word| format!("wilderness-{word}.1")).chain(["wilderness.1".into()]).collect();
    assert!(wanted.len() > 10, "{wanted:?}");
    for _ in 0..2 {
        let (told, success) = run(&["man", "--out", out]);
        assert!(success, "{told}");
    }
    let pages = fs::read_dir(&path).expect("pages").map(|page| page.expect("a page").file_name());
    assert_eq!(pages.map(|name| name.to_string_lossy().into_owned()).collect::<BTreeSet<_>>(), wanted);
    let page = fs::read_to_string(path.join("wilderness-play.1")).expect("a page");
    assert!(page.contains("\\-\\-french") && page.contains(".TH wilderness-play 1"), "{page}");
    // A file of another kind is not overwritten.
    fs::write(path.join("wilderness.1"), "my notes").expect("a file");
    let (told, success) = run(&["man", "--out", out]);
    assert!(!success && told.contains("wilderness.1"), "{told}");
}

#[test]
fn every_shell_completes_every_command() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let (script, success) = run(&["completions", shell]);
        assert!(success && script.len() > 1000, "{shell}: {script}");
        for command in commands() {
            assert!(script.contains(&command), "{shell} does not know `{command}`");
        }
        assert!(script.contains("british"), "{shell}");
    }
    assert!(!run(&["completions", "tcsh"]).1);
}
