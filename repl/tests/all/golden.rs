//! Screens, kept in `tests/screens`: what a person sees is compared as a whole with a file that can be read, instead of
//! phrase by phrase. `UPDATE_SCREENS=1 cargo test -p wilderness` writes the files anew; look at the changes then.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// How many phrases tests may still look for: names, headings, and what a terminal shows. A screen belongs into a golden
/// file, a fault is known by its code.
const PHRASES: usize = 60;

fn directory(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(name)
}

/// Whether what the program shows is written down instead of being compared.
pub fn is_updating() -> bool {
    std::env::var_os("UPDATE_SCREENS").is_some_and(|value| value == "1")
}

/// The first line in which two texts differ, and what stands there.
fn first_difference<'a>(kept: &'a str, seen: &'a str) -> (usize, &'a str, &'a str) {
    let same = kept.lines().zip(seen.lines()).take_while(|(kept, seen)| kept == seen).count();
    let line = |text: &'a str| text.lines().nth(same).unwrap_or("(the end)");
    (same + 1, line(kept), line(seen))
}

/// What is seen is what stands in `tests/screens/NAME.txt`.
#[track_caller]
pub fn golden(name: &str, seen: &str) {
    let file = directory("screens").join(format!("{name}.txt"));
    let seen = seen.lines().map(|line| format!("{}\n", line.trim_end())).collect::<String>();
    if is_updating() {
        std::fs::write(&file, seen).expect("a file");
        return;
    }
    let kept = std::fs::read_to_string(&file).unwrap_or_default();
    if kept != seen {
        let (line, was, is) = first_difference(&kept, &seen);
        panic!(
            "tests/screens/{name}.txt is no longer what is seen. Line {line} was\n  {was}\nand is\n  {is}\n\
             `UPDATE_SCREENS=1 cargo test -p wilderness` writes it anew. All of it:\n{seen}"
        );
    }
}

/// What came of a run: both outputs as they appeared, and the exit code.
pub struct Talk {
    pub text: String,
    pub code: i32,
    /// What was typed.
    lines: Vec<String>,
}

impl Talk {
    /// What is said to the line that was typed last in these words, up to the next prompt.
    #[track_caller]
    pub fn reply(&self, line: &str) -> &str {
        let prompt = format!("> {line}\n");
        let (_, rest) = self.text.rsplit_once(&prompt).unwrap_or_else(|| panic!("no `{line}` in {}", self.text));
        let is_prompt = |line: &str| {
            let typed = line.split_once("> ").map_or("", |(_, typed)| typed);
            line.ends_with('>') || self.lines.iter().any(|line| line == typed)
        };
        let length = rest.split_inclusive('\n').take_while(|line| !is_prompt(line.trim_end())).map(str::len).sum();
        &rest[..length]
    }

    /// Some of the lines that were typed, and what was said to them.
    #[track_caller]
    pub fn replies(&self, lines: &[&str]) -> String {
        lines.iter().map(|line| format!("> {line}\n{}\n", self.reply(line).trim_end())).collect()
    }
}

/// Runs the program in a directory. Its name does not stand in what is returned.
pub fn talk(at: &Path, arguments: &[&str], lines: &str) -> Talk {
    let (mut output, both) = std::io::pipe().expect("a pipe");
    let mut command = Command::new(env!("CARGO_BIN_EXE_wilderness"));
    command.current_dir(at).args(arguments).env_remove("VISUAL").env("EDITOR", "true").stdin(Stdio::piped());
    // Games of the person who runs the tests are no part of them.
    command.env("XDG_DATA_HOME", at);
    command.stdout(both.try_clone().expect("a pipe")).stderr(both);
    let mut program = command.spawn().expect("the program runs");
    drop(command);
    let (mut input, typed) = (program.stdin.take().expect("its input"), lines.to_string());
    // A program that has ended reads no more.
    let typist = std::thread::spawn(move || drop(std::io::Write::write_all(&mut input, typed.as_bytes())));
    let mut text = String::new();
    std::io::Read::read_to_string(&mut output, &mut text).expect("text");
    typist.join().expect("typed");
    let code = program.wait().expect("it ends").code().expect("an exit code");
    let text = text.replace(&at.display().to_string(), "DIRECTORY");
    Talk { text, code, lines: lines.lines().map(str::to_string).collect() }
}

/// The same of `play`, from the first line that is typed: the greeting is not part of it.
pub fn dialogue(at: &Path, arguments: &[&str], lines: &str) -> Talk {
    let mut said = talk(at, &[&["play"], arguments].concat(), lines);
    let first = format!("> {}\n", lines.lines().next().unwrap_or_default());
    let typed = said.text.find(&first).unwrap_or_else(|| panic!("nothing was typed: {}", said.text));
    said.text.replace_range(..said.text[..typed].rfind('\n').map_or(0, |end| end + 1), "");
    said
}

/// A dialogue in a directory that nobody else uses.
pub fn dialogue_anywhere(arguments: &[&str], lines: &str) -> Talk {
    dialogue(tempfile::tempdir().expect("a directory").path(), arguments, lines)
}

/// What the program says to these command lines, each with its exit code. None of them is given any input.
pub fn commands(at: &Path, lines: &[&str]) -> String {
    let said = |line: &&str| {
        let words: Vec<&str> = line.split_whitespace().collect();
        let Talk { text, code, .. } = talk(at, &words, "");
        format!("$ wilderness {line}\n{}\n=> {code}\n\n", text.trim_end())
    };
    lines.iter().map(said).collect()
}

/// The tests, as text.
fn sources() -> Vec<(String, String)> {
    let files = std::fs::read_dir(directory("all")).expect("the tests").flatten().map(|entry| entry.path());
    let sources = files.filter(|file| file.extension().is_some_and(|ending| ending == "rs"));
    sources.map(|file| (file.display().to_string(), std::fs::read_to_string(&file).expect("a test"))).collect()
}

/// What stands in quotes behind some words, perhaps on the next line.
fn quoted<'a>(text: &'a str, before: &str) -> Vec<&'a str> {
    let texts = text.split(before).skip(1).filter_map(|rest| rest.trim_start().strip_prefix('"'));
    texts.filter_map(|rest| rest.split('"').next()).collect()
}

#[test]
fn each_screen_is_compared_by_one_test() {
    let all = sources();
    let mut used = BTreeSet::new();
    for (file, text) in all.iter().filter(|(file, _)| !file.ends_with("golden.rs")) {
        for name in quoted(text, "golden(") {
            assert!(used.insert(format!("{name}.txt")), "`{name}` is compared twice, at last in {file}");
        }
    }
    let files = std::fs::read_dir(directory("screens")).expect("the screens").flatten();
    let mut kept: BTreeSet<String> = files.map(|file| file.file_name().to_string_lossy().into_owned()).collect();
    if is_updating() {
        for unused in kept.difference(&used) {
            std::fs::remove_file(directory("screens").join(unused)).expect("a file");
        }
        kept = used.clone();
    }
    assert_eq!(kept, used, "the files in tests/screens, and those that tests name");
}

/// Whether a text is a phrase: long, and with two plain words. Lines of records are none, nor are tokens and codes.
fn is_phrase(text: &str) -> bool {
    let is_plain = |word: &&str| word.chars().all(|c| c.is_alphabetic() || ",.;:'`()?!-".contains(c)) && word.len() > 1;
    let is_of_record = text.contains("\\n") || text.contains("::") || text.split(' ').any(|word| word.contains("e:"));
    text.chars().count() >= 12 && !is_of_record && text.split_whitespace().filter(is_plain).count() >= 2
}

#[test]
fn few_tests_look_for_phrases() {
    let looks = ["contains(", "starts_with(", "ends_with(", "matches(", ".find(", "split_once(", "until(", "sees("];
    let all = sources();
    let phrases = |(file, text): &(String, String)| -> Vec<String> {
        let found = looks.iter().flat_map(|look| quoted(text, look));
        found.filter(|text| is_phrase(text)).map(|phrase| format!("{file}: {phrase}")).collect()
    };
    let found: Vec<String> = all.iter().filter(|(file, _)| !file.ends_with("golden.rs")).flat_map(phrases).collect();
    assert!(found.len() < PHRASES, "{} phrases are looked for:\n{}", found.len(), found.join("\n"));
}

#[test]
fn a_screen_that_differs_is_told_by_its_first_line() {
    assert_eq!(first_difference("a\nb\nc\n", "a\nx\nc\n"), (2, "b", "x"));
    assert_eq!(first_difference("a\n", "a\nb\n"), (2, "(the end)", "b"));
    if !is_updating() {
        assert!(std::panic::catch_unwind(|| golden("tutorial", "something else")).is_err());
    }
}
