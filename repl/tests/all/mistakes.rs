//! Mistakes that designers make, planted one at a time into the program's content (`tests/mistakes/planted.toml`): each
//! is reported once, where it is.

use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::Command;

/// So many of them are found, at the right place, and none of them twice.
const FOUND: usize = 59;

/// A mistake, planted.
pub struct Planted {
    pub kind: String,
    /// The file in which it stands, relative to a content directory.
    pub file: String,
    /// Its text with the mistake.
    pub wrong: String,
    /// What a checker points at: bytes of the text.
    pub at: std::ops::Range<usize>,
}

fn of_program(file: &str) -> PathBuf {
    let (part, rest) = file.split_once('/').expect("scripts or scenarios");
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(part).join("war").join(rest)
}

/// All of them.
pub fn planted() -> Vec<Planted> {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/mistakes/planted.toml");
    let all: toml::Table = std::fs::read_to_string(file).expect("the mistakes").parse().expect("TOML");
    let plant = |mistake: &toml::Value| {
        let word = |key: &str| mistake[key].as_str().unwrap_or_else(|| panic!("no `{key}`: {mistake}"));
        let (file, from, to, at) = (word("file"), word("from"), word("to"), word("at"));
        let right = std::fs::read_to_string(of_program(file)).expect("a file of the program");
        assert_eq!(right.matches(from).count(), 1, "`{from}` stands once in {file}");
        let place = right.find(from).expect("it stands there") + to.find(at).expect("`at` stands in `to`");
        let wrong = right.replace(from, to);
        let at = place..place + at.len();
        Planted { kind: word("kind").into(), file: file.into(), wrong, at }
    };
    all["mistake"].as_array().expect("mistakes").iter().map(plant).collect()
}

/// A content directory in which a mistake is planted.
pub fn content_with(planted: &Planted) -> tempfile::TempDir {
    let root = tempfile::tempdir().expect("a directory");
    wilderness_tests::write(root.path(), &planted.file, &planted.wrong);
    wilderness_tests::write(root.path(), "content.toml", "game = \"war\"\nname = \"Planted\"\nbase = \"war\"\n");
    root
}

/// The line and column of a byte, from 1.
pub fn place(text: &str, offset: usize) -> (u64, u64) {
    let before = &text[..offset];
    let line = before.matches('\n').count() + 1;
    let column = before.chars().rev().take_while(|c| *c != '\n').count() + 1;
    (line as u64, column as u64)
}

/// What `check` says of a mistake, if it is anything else than one finding at the right place.
fn wrongly_reported(planted: &Planted) -> Option<String> {
    let content = content_with(planted);
    let check = Command::new(env!("CARGO_BIN_EXE_wilderness")).args(["check", "--json"]).arg(content.path()).output();
    let findings: Value = serde_json::from_slice(&check.expect("the program runs").stdout).expect("JSON");
    let (begin, end) = (place(&planted.wrong, planted.at.start), place(&planted.wrong, planted.at.end));
    let number = |finding: &Value, name: &str| finding[name].as_u64().unwrap_or_default();
    let is_there = |finding: &Value| {
        let of_file = finding["file"].as_str().is_some_and(|file| file.replace('\\', "/").ends_with(&planted.file));
        let at = (number(finding, "line"), number(finding, "column"));
        of_file && at < end && (number(finding, "end_line"), number(finding, "end_column")) > begin
    };
    match findings.as_array().expect("findings").as_slice() {
        [one] if is_there(one) => None,
        other => {
            let brief = |finding: &Value| {
                format!(
                    "{}:{} {}: {}",
                    number(finding, "line"),
                    number(finding, "column"),
                    finding["code"],
                    finding["message"]
                )
            };
            let found: Vec<String> = other.iter().map(brief).collect();
            let text = &planted.wrong[planted.at.clone()];
            Some(format!("{} {} at {begin:?} `{text}`: {found:#?}", planted.kind, planted.file))
        }
    }
}

#[test]
fn planted_mistakes_are_reported_once_where_they_are() {
    let planted = planted();
    assert_eq!(planted.len(), 60);
    let halves: Vec<_> = planted.chunks(planted.len().div_ceil(4)).collect();
    let missed: Vec<String> = std::thread::scope(|scope| {
        let run = |half| scope.spawn(move || <[Planted]>::iter(half).filter_map(wrongly_reported).collect::<Vec<_>>());
        let running: Vec<_> = halves.into_iter().map(run).collect();
        running.into_iter().flat_map(|one| one.join().expect("it ends")).collect()
    });
    let found = planted.len() - missed.len();
    assert!(found >= FOUND, "{found} of {} found; not these: {}", planted.len(), missed.join("\n"));
}

/// A directory with one mistake, as somebody made it who had only the guide.
#[derive(serde::Deserialize)]
struct BlindMistake {
    name: String,
    files: std::collections::BTreeMap<String, String>,
    wrong_file: String,
    wrong_line: u64,
}

/// Those of a list of which nothing is reported in their line.
fn not_in_their_line(list: &str) -> Vec<String> {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/mistakes").join(list);
    let mistakes: Vec<BlindMistake> =
        serde_json::from_str(&std::fs::read_to_string(file).expect("a list")).expect("mistakes");
    let is_missed = |mistake: &&BlindMistake| {
        let root = tempfile::tempdir().expect("a directory");
        mistake.files.iter().for_each(|(file, text)| wilderness_tests::write(root.path(), file, text));
        let check = Command::new(env!("CARGO_BIN_EXE_wilderness")).args(["check", "--json"]).arg(root.path()).output();
        let findings: Value = serde_json::from_slice(&check.expect("the program runs").stdout).expect("JSON");
        let is_there = |finding: &Value| {
            let of_file = finding["file"].as_str().is_some_and(|file| file.ends_with(&mistake.wrong_file));
            of_file && finding["line"].as_u64().is_some_and(|line| line.abs_diff(mistake.wrong_line) <= 1)
        };
        !findings.as_array().expect("findings").iter().any(is_there)
    };
    mistakes.iter().filter(is_missed).map(|mistake| mistake.name.clone()).collect()
}

/// Both lists were written by people who had read the guide and had not run the program. The second was read when it was
/// measured: 29 of 40 were reported in their line, five more at the function or table in which they stand.
#[test]
#[ignore = "a minute: two lists of 40 directories"]
fn mistakes_that_others_planted_are_reported_in_their_line() {
    let elsewhere = [
        "marker-never-put-in-force",
        "card-of-a-side-that-is-never-asked",
        "response-listed-as-event",
        "act-without-moments",
        "max-where-min-is-meant",
        "negative-extra-spaces",
    ];
    assert_eq!(not_in_their_line("one.json"), elsewhere);
    let elsewhere = [
        "range-leaves-out-its-end",
        "own-pieces-in-the-enemys-move",
        "list-given-as-text",
        "percent-without-division",
        "retreat-that-can-only-allow",
        "marker-ends-before-it-matters",
        "turn-that-is-never-played",
        "group-in-camp-and-on-its-way",
        "kind-of-parameter-that-does-not-exist",
        "bounds-the-wrong-way-round",
    ];
    assert_eq!(not_in_their_line("two.json"), elsewhere);
}
