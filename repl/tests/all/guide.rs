//! The designer's book: what it tells people to run, run as it says, in a directory with the files that it shows.

use std::path::{Path, PathBuf};
use std::process::Command;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn guide() -> String {
    let text = std::fs::read_to_string(root().join("scripts/war/README.md")).expect("the guide");
    text.split("<!-- reference: begin -->").next().expect("the chapters").to_string()
}

/// The blocks in a language, without their indentation.
fn blocks(guide: &str, language: &str) -> Vec<String> {
    let mut blocks = Vec::new();
    let mut lines = guide.lines();
    while let Some(line) = lines.next() {
        let indent = line.len() - line.trim_start().len();
        if line.trim_start() == format!("```{language}") {
            let block = lines.by_ref().take_while(|line| line.trim_start() != "```");
            blocks.push(block.map(|line| line.get(indent..).unwrap_or_default().to_string() + "\n").collect());
        }
    }
    blocks
}

/// The name in the first comment of a block, if it is one of a file.
fn name<'a>(block: &'a str, comment: &str, ending: &str) -> Option<&'a str> {
    block.lines().next()?.strip_prefix(comment).map(str::trim).filter(|name| name.ends_with(ending))
}

/// A directory with everything that the guide says is in `my-war` and in `milder`.
fn my_directories() -> tempfile::TempDir {
    let directory = tempfile::tempdir().expect("a directory");
    let write = |name: &str, text: &str| wilderness_tests::write(directory.path(), name, text);
    let guide = guide();
    for block in blocks(&guide, "rhai") {
        match name(&block, "// ", ".rhai") {
            // The first chapter changes a card of the program, and shows one that is never there.
            Some(name) if name.contains("small_pox") => write(&format!("milder/scripts/{name}"), &block),
            Some(name) if name.contains("schooner") => {}
            Some(name) => write(&format!("my-war/scripts/{name}"), &block),
            None => {}
        }
    }
    for block in blocks(&guide, "toml") {
        if block.starts_with("[[card]]") {
            write("my-war/scripts/deck.toml", &block);
        }
        match name(&block, "# ", ".toml") {
            Some("content.toml") => {
                write("milder/content.toml", &block);
                write("my-war/content.toml", &block);
            }
            Some(name) => write(&format!("my-war/{name}"), &block),
            None => {}
        }
    }
    directory
}

/// The words of a command, with what stands between quotes as one.
pub fn words(line: &str) -> Vec<String> {
    let quoted = |(index, part): (usize, &str)| match index % 2 {
        0 => part.split_whitespace().map(str::to_string).collect(),
        _ => vec![part.to_string()],
    };
    line.split('"').enumerate().flat_map(quoted).collect()
}

#[test]
fn every_command_in_the_book_does_what_it_says() {
    let directory = my_directories();
    let consoles = blocks(&guide(), "console");
    assert!(consoles.len() >= 5, "{consoles:?}");
    for console in consoles {
        for step in console.split("$ wilderness ").skip(1) {
            let (line, expected) = step.split_once('\n').expect("a line");
            let mut command = Command::new(env!("CARGO_BIN_EXE_wilderness"));
            let output = command.args(words(line)).current_dir(directory.path()).output().expect("it runs");
            let text = String::from_utf8_lossy(&output.stdout) + String::from_utf8_lossy(&output.stderr);
            assert!(output.status.success(), "{line}: {text}");
            for expected in expected.lines() {
                assert!(text.contains(expected), "{line} does not say `{expected}`:\n{text}");
            }
        }
    }
}

#[test]
fn scripts_without_a_name_are_those_of_the_program() {
    let plain = |text: &str| {
        let lines = text.lines().filter(|line| !line.starts_with("//"));
        lines.map(|line| line.to_string() + "\n").collect::<String>()
    };
    let files = ["scripts/war/events/small_pox.rhai", "scenarios/house-cards/scripts/events/loyal_interpreter.rhai"];
    let shipped = files.map(|file| plain(&std::fs::read_to_string(root().join(file)).expect("a script")));
    let guide = guide();
    let unnamed: Vec<String> =
        blocks(&guide, "rhai").into_iter().filter(|block| name(block, "// ", ".rhai").is_none()).collect();
    assert_eq!(unnamed, shipped);
}

#[test]
fn the_book_names_commands_that_exist() {
    let help = Command::new(env!("CARGO_BIN_EXE_wilderness")).arg("--help").output().expect("it runs");
    let help = String::from_utf8_lossy(&help.stdout).into_owned();
    for part in guide().split("`wilderness ").skip(1) {
        let word: String = part.chars().take_while(|c| c.is_ascii_lowercase()).collect();
        assert!(help.contains(&format!("  {word}")), "`wilderness {word}` is no command");
    }
}
