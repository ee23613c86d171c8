//! The book "Make a game", read by the program: every block is written or run in turn. `UPDATE_SCREENS=1` draws its pictures
//! anew.

use crate::golden::talk;
use crate::guide::words;
use std::path::{Path, PathBuf};

/// The folder of the game in the book.
const FOLDER: &str = "hills";
/// The pictures beside the book that its commands draw.
const DRAWN: [&str; 2] = ["hills.svg", "reserve.svg"];
/// Pictures beside it that were taken of a browser.
const TAKEN: [&str; 1] = ["page.png"];

fn book() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../core/tabletop/book")
}

/// The blocks of the book in their order: the language, and the text.
fn blocks(text: &str) -> Vec<(String, String)> {
    let mut blocks = Vec::new();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        if let Some(language) = line.strip_prefix("```") {
            let block = lines.by_ref().take_while(|line| *line != "```").map(|line| format!("{line}\n"));
            blocks.push((language.to_string(), block.collect()));
        }
    }
    blocks
}

/// The functions of a script, each with its name and the comment before it; what else there is has no name.
fn functions(script: &str) -> Vec<(Option<String>, String)> {
    let mut found = Vec::new();
    let (mut text, mut name) = (String::new(), None);
    for line in script.lines() {
        if let Some(rest) = line.strip_prefix("fn ") {
            name = rest.split_once('(').map(|(name, _)| name.to_string());
        }
        text += &format!("{line}\n");
        let ends = line == "}" || line.starts_with("fn ") && line.ends_with('}');
        if name.is_some() && ends || name.is_none() && line.is_empty() {
            found.push((name.take(), std::mem::take(&mut text).trim().to_string()));
        }
    }
    found.retain(|(_, text)| !text.is_empty());
    found
}

/// A script in which these functions take the place of those with the same names, or come last.
fn with_functions(script: &str, block: &str) -> String {
    let mut all = functions(script);
    for (name, text) in functions(block) {
        match all.iter_mut().find(|(known, _)| name.is_some() && *known == name) {
            Some((_, old)) => *old = text,
            None => all.push((name, text)),
        }
    }
    let texts: Vec<String> = all.into_iter().map(|(_, text)| text + "\n").collect();
    texts.join("\n")
}

/// Runs the commands of a block. Lines that begin with `>` are typed; the program says all others.
fn run(home: &Path, block: &str) {
    for step in block.split("$ wilderness ").skip(1) {
        let (command, rest) = step.split_once('\n').expect("a line");
        let (typed, said): (Vec<&str>, Vec<&str>) = rest.lines().partition(|line| line.starts_with("> "));
        let typed: String = typed.iter().map(|line| format!("{}\n", &line[2..])).collect();
        let words = words(command);
        let found = talk(home, &words.iter().map(String::as_str).collect::<Vec<_>>(), &typed);
        assert_eq!(found.code, 0, "{command}: {}", found.text);
        for line in said {
            assert!(found.text.contains(line), "{command} does not say `{line}`: {}", found.text);
        }
    }
}

#[test]
fn every_step_of_the_book_does_what_it_says() {
    let text = std::fs::read_to_string(book().join("README.md")).expect("the book");
    let directory = tempfile::tempdir().expect("a directory");
    let home = directory.path();
    let file = |name: &str| home.join(FOLDER).join(name);
    let read = |name: &str| std::fs::read_to_string(file(name)).expect("a file of the folder");
    let mut is_begun = false;
    for (language, block) in blocks(&text) {
        let (first, rest) = block.split_once('\n').unwrap_or_default();
        match (language.as_str(), first) {
            ("console", _) => run(home, &block),
            ("toml", "# game.toml") => std::fs::write(file("game.toml"), rest).expect("written"),
            ("toml", "# game.toml: at the end") => {
                std::fs::write(file("game.toml"), read("game.toml") + "\n" + rest).expect("written");
            }
            ("rhai", "// rules.rhai") => {
                // The first block takes the place of the script that `init` has made.
                let before = if is_begun { read("rules.rhai") } else { String::new() };
                std::fs::write(file("rules.rhai"), with_functions(&before, rest)).expect("written");
                is_begun = true;
            }
            _ => panic!("what is this block for? {language} {block}"),
        }
    }
    for picture in DRAWN {
        let (drawn, shown) = (home.join(picture), book().join(picture));
        if std::env::var_os("UPDATE_SCREENS").is_some_and(|value| value == "1") {
            std::fs::copy(drawn, shown).expect("copied");
            continue;
        }
        let same = std::fs::read(drawn).expect("drawn") == std::fs::read(shown).expect("shown");
        assert!(same, "{picture}: UPDATE_SCREENS=1 draws it anew");
    }
}

#[test]
fn the_book_shows_the_pictures_that_lie_beside_it() {
    let text = std::fs::read_to_string(book().join("README.md")).expect("the book");
    let shown = text.split("![").skip(1).filter_map(|rest| Some(rest.split_once("](")?.1.split_once(')')?.0));
    let mut shown: Vec<&str> = shown.collect();
    shown.sort_unstable();
    let mut all = [&DRAWN[..], &TAKEN].concat();
    all.sort_unstable();
    assert_eq!(shown, all);
    for picture in all {
        assert!(book().join(picture).is_file(), "{picture}");
    }
}
