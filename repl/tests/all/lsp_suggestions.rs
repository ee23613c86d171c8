//! What the checker says was probably meant, an editor can put right: each kind of suggestion
//! (`tests/mistakes/suggested.toml`), and those of the planted mistakes.

use crate::lsp::{Editor, uri};
use crate::lsp_editing::edited;
use crate::mistakes::{content_with, planted};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// How a suggestion begins.
const ASKING: &str = "did you mean";

/// A mistake, and what the checker makes of it.
#[derive(serde::Deserialize)]
struct Suggested {
    game: String,
    code: String,
    /// The source that makes the suggestion.
    by: String,
    file: String,
    from: Option<String>,
    to: String,
}

#[derive(serde::Deserialize)]
struct SuggestedList {
    mistake: Vec<Suggested>,
    unchecked: BTreeMap<String, String>,
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn list() -> SuggestedList {
    let text = std::fs::read_to_string(root().join("tests/mistakes/suggested.toml")).expect("the list");
    toml::from_str(&text).expect("a list")
}

impl Suggested {
    /// A content directory with the mistake, and the file in which it is.
    fn plant(&self) -> (tempfile::TempDir, PathBuf) {
        let (content, game) = (tempfile::tempdir().expect("a directory"), &self.game);
        let text = self.from.as_ref().map_or_else(
            || self.to.clone(),
            |from| {
                let (part, rest) = self.file.split_once('/').expect("scripts or scenarios");
                let rest = rest.strip_prefix("battles/").unwrap_or(rest);
                let right = std::fs::read_to_string(root().join(part).join(game).join(rest)).expect("a file");
                assert_eq!(right.matches(from).count(), 1, "`{from}` stands once in {}", self.file);
                right.replace(from, &self.to)
            },
        );
        wilderness_tests::write(content.path(), &self.file, &text);
        let named = format!("game = \"{game}\"\nname = \"Suggested\"\nbase = \"{game}\"\n");
        wilderness_tests::write(content.path(), "content.toml", &named);
        let file = content.path().join(&self.file);
        (content, file)
    }
}

fn suggests(finding: &Value) -> bool {
    let lines = finding["message"].as_str().into_iter().flat_map(str::lines);
    lines.into_iter().any(|line| line.split(" `").next() == Some("help: did you mean"))
}

/// Carries out what is suggested about a finding. Returns the file, which may have another name.
fn put_right(editor: &mut Editor, file: &Path, finding: &Value) -> PathBuf {
    let params = json!({
        "textDocument": { "uri": uri(file) }, "range": finding["range"], "context": { "diagnostics": [finding] },
    });
    let actions = editor.ask("textDocument/codeAction", &params);
    let is_for = |action: &&Value| action["diagnostics"][0] == *finding;
    let action = actions.as_array().into_iter().flatten().find(is_for);
    let action = action.unwrap_or_else(|| panic!("{finding}: {actions}"));
    let renamed = &action["edit"]["documentChanges"][0];
    if renamed["kind"] == "rename" {
        let new =
            PathBuf::from(renamed["newUri"].as_str().and_then(|uri| uri.strip_prefix("file://")).expect("a file"));
        std::fs::rename(file, &new).expect("it is renamed");
        editor.tell("textDocument/didClose", &json!({ "textDocument": { "uri": uri(file) } }));
        editor.open(&new, &std::fs::read_to_string(&new).expect("a text"));
        return new;
    }
    let edits = &action["edit"]["changes"][uri(file)];
    assert!(edits.is_array(), "{finding}: {actions}");
    let mended = edited(&std::fs::read_to_string(file).expect("a text"), edits);
    editor.change(file, &json!([{ "text": mended }]));
    file.to_path_buf()
}

fn is_still_found(found: &Value, finding: &Value) -> bool {
    found.as_array().expect("findings").iter().any(|other| other["message"] == finding["message"])
}

/// Why a suggestion cannot be carried out, or does not help.
fn wrong_with(suggested: &Suggested) -> Option<String> {
    let (_content, file) = suggested.plant();
    let mut editor = Editor::start();
    editor.open(&file, &std::fs::read_to_string(&file).expect("a text"));
    let found = editor.findings(&file);
    let all = found.as_array().into_iter().flatten();
    let mut of_code = all.filter(|finding| finding["code"] == suggested.code.as_str());
    let Some(finding) = of_code.find(|finding| suggests(finding)) else {
        return Some(format!("{} in {} suggests nothing: {found:#}", suggested.code, suggested.file));
    };
    let file = put_right(&mut editor, &file, finding);
    let still = editor.findings(&file);
    is_still_found(&still, finding).then(|| format!("{} in {}: {still:#}", suggested.code, suggested.file))
}

#[test]
fn every_kind_of_suggestion_is_carried_out_by_a_quick_fix() {
    let all = list().mistake;
    let halves = all.chunks(all.len().div_ceil(2));
    let wrong: Vec<String> = std::thread::scope(|scope| {
        let run = |half| scope.spawn(move || <[Suggested]>::iter(half).filter_map(wrong_with).collect::<Vec<_>>());
        let running: Vec<_> = halves.map(run).collect();
        running.into_iter().flat_map(|one| one.join().expect("it ends")).collect()
    });
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn what_is_suggested_about_planted_mistakes_is_carried_out_by_a_quick_fix() {
    let mut editor = Editor::start();
    let mut suggested = 0;
    for planted in planted() {
        let root = content_with(&planted);
        let file = root.path().join(&planted.file);
        editor.open(&file, &planted.wrong);
        let found = editor.findings(&file);
        let Some(finding) = found.as_array().into_iter().flatten().find(|finding| suggests(finding)) else { continue };
        suggested += 1;
        let file = put_right(&mut editor, &file, finding);
        let still = editor.findings(&file);
        assert!(!is_still_found(&still, finding), "{}: {still}", planted.kind);
    }
    assert!(suggested >= 20, "only {suggested} of the planted mistakes bring a suggestion");
}

/// The sources of a crate, with their names in the repository.
fn sources(below: &str) -> Vec<(String, String)> {
    let mut found = Vec::new();
    let mut open = vec![root().join(below)];
    while let Some(path) = open.pop() {
        if path.is_dir() {
            open.extend(std::fs::read_dir(&path).expect("a directory").map(|entry| entry.expect("an entry").path()));
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            let name = path.strip_prefix(root()).expect("it is below").display().to_string().replace('\\', "/");
            found.push((name, std::fs::read_to_string(&path).expect("a source")));
        }
    }
    found
}

#[test]
fn no_kind_of_suggestion_goes_without_a_quick_fix() {
    let (list, engine) = (list(), "core/engine/src/faults.rs");
    let tried: BTreeSet<&str> = list.mistake.iter().map(|mistake| mistake.by.as_str()).collect();
    let mut suggesting = BTreeSet::new();
    for (name, text) in ["core/engine/src", "core/war/src", "core/battles/src"].into_iter().flat_map(sources) {
        let code: String = text.lines().filter(|line| !line.trim_start().starts_with("//")).collect();
        let asks = code.contains(ASKING);
        assert!(
            !asks || name == engine,
            "{name} says what is meant without `Fault::meaning`: no editor can put it right"
        );
        let suggests = [".did_you_mean(", ".did_you_mean_file(", ".meaning("].iter().any(|call| code.contains(call));
        if suggests && name != engine {
            suggesting.insert(name);
        }
    }
    let listed: BTreeSet<String> =
        tried.into_iter().chain(list.unchecked.keys().map(String::as_str)).map(str::to_string).collect();
    assert_eq!(
        suggesting, listed,
        "tests/mistakes/suggested.toml has a mistake for each source that suggests something"
    );
}
