//! `wilderness lsp`, as editors use it: with a client that speaks the protocol by hand, and with Neovim.

use crate::machine::{HANG, skip};
use crate::mistakes::{Planted, content_with, place, planted};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};

/// An editor with a language server.
pub struct Editor {
    server: Child,
    input: ChildStdin,
    said: Receiver<Value>,
    number: u64,
    /// What is wrong with each file, as last heard.
    pub findings: std::collections::BTreeMap<String, Value>,
    /// The messages that were shown.
    pub shown: Vec<String>,
}

pub fn uri(file: &Path) -> String {
    format!("file://{}", file.display())
}

impl Editor {
    pub fn start() -> Editor {
        Editor::start_with(&[])
    }

    /// Starts a server with some variables of the environment.
    pub fn start_with(variables: &[(&str, &Path)]) -> Editor {
        Editor::start_as(variables, &json!({}))
    }

    /// The same with options of the editor.
    fn start_as(variables: &[(&str, &Path)], options: &Value) -> Editor {
        let mut command = Command::new(env!("CARGO_BIN_EXE_wilderness"));
        command.envs(variables.iter().copied());
        let mut server = command.arg("lsp").stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("it runs");
        let mut output = BufReader::new(server.stdout.take().expect("its output"));
        let (sender, said) = channel();
        std::thread::spawn(move || {
            loop {
                let mut length = 0;
                loop {
                    let mut line = String::new();
                    if output.read_line(&mut line).unwrap_or(0) == 0 {
                        return;
                    }
                    match line.trim_end() {
                        "" => break,
                        line => {
                            if let Some(bytes) = line.strip_prefix("Content-Length: ") {
                                length = bytes.parse().expect("a length");
                            }
                        }
                    }
                }
                let mut body = vec![0; length];
                output.read_exact(&mut body).expect("a message");
                if sender.send(serde_json::from_slice(&body).expect("JSON")).is_err() {
                    return;
                }
            }
        });
        let input = server.stdin.take().expect("its input");
        let findings = std::collections::BTreeMap::new();
        let mut editor = Editor { server, input, said, number: 0, findings, shown: Vec::new() };
        let begin = json!({ "processId": null, "rootUri": null, "capabilities": {}, "initializationOptions": options });
        let said = editor.ask("initialize", &begin);
        assert_eq!(said["serverInfo"]["name"], "wilderness");
        editor.tell("initialized", &json!({}));
        editor
    }

    fn send(&mut self, message: &Value) {
        let body = message.to_string();
        write!(self.input, "Content-Length: {}\r\n\r\n{body}", body.len()).expect("it listens");
        self.input.flush().expect("it listens");
    }

    pub fn tell(&mut self, method: &str, params: &Value) {
        self.send(&json!({ "jsonrpc": "2.0", "method": method, "params": params }));
    }

    /// Takes what the server says next, until something is `wanted`.
    pub fn wait(&mut self, mut wanted: impl FnMut(&Value) -> bool) -> Value {
        loop {
            let said = self.said.recv_timeout(HANG).expect("the server lives");
            if said["method"] == "textDocument/publishDiagnostics" {
                let file = said["params"]["uri"].as_str().expect("a file").to_string();
                self.findings.insert(file, said["params"]["diagnostics"].clone());
            }
            if said["method"] == "window/showMessage" {
                self.shown.push(said["params"]["message"].as_str().expect("a message").to_string());
            }
            if wanted(&said) {
                return said;
            }
        }
    }

    pub fn ask(&mut self, method: &str, params: &Value) -> Value {
        self.number += 1;
        let number = self.number;
        self.send(&json!({ "jsonrpc": "2.0", "id": number, "method": method, "params": params }));
        let said = self.wait(|said| said["id"] == number && said.get("method").is_none());
        assert!(said.get("error").is_none(), "{method}: {said}");
        said["result"].clone()
    }

    /// Why something is refused.
    pub fn refusal(&mut self, method: &str, params: &Value) -> String {
        self.number += 1;
        let number = self.number;
        self.send(&json!({ "jsonrpc": "2.0", "id": number, "method": method, "params": params }));
        let said = self.wait(|said| said["id"] == number && said.get("method").is_none());
        said["error"]["message"].as_str().unwrap_or_else(|| panic!("it is not refused: {said}")).to_string()
    }

    pub fn open(&mut self, file: &Path, text: &str) {
        let document = json!({ "uri": uri(file), "languageId": "rhai", "version": 1, "text": text });
        self.tell("textDocument/didOpen", &json!({ "textDocument": document }));
    }

    pub fn change(&mut self, file: &Path, changes: &Value) {
        let document = json!({ "uri": uri(file), "version": 2 });
        self.tell("textDocument/didChange", &json!({ "textDocument": document, "contentChanges": changes }));
    }

    /// Waits until everything that has changed is checked: suggestions are answered only then.
    pub fn settle(&mut self, file: &Path) {
        let begin = json!({ "line": 0, "character": 0 });
        let range = json!({ "start": begin, "end": begin });
        let document = json!({ "uri": uri(file) });
        let params = json!({ "textDocument": document, "range": range, "context": { "diagnostics": [] } });
        self.ask("textDocument/codeAction", &params);
    }

    /// What is wrong with a file, as soon as that is said.
    pub fn findings(&mut self, file: &Path) -> Value {
        let uri = uri(file);
        self.wait(|said| said["params"]["uri"] == uri.as_str() && said["method"] == "textDocument/publishDiagnostics")
            ["params"]["diagnostics"]
            .clone()
    }

    /// Asks about the place of `|` in a text, which is opened without it.
    pub fn about(&mut self, method: &str, file: &Path, text: &str) -> Value {
        let offset = text.find('|').expect("a place");
        let (line, column) = place(text, offset);
        self.open(file, &text.replacen('|', "", 1));
        let position = json!({ "line": line - 1, "character": column - 1 });
        self.ask(method, &json!({ "textDocument": { "uri": uri(file) }, "position": position, "context": { "includeDeclaration": true } }))
    }
}

impl Drop for Editor {
    fn drop(&mut self) {
        let _ = self.server.kill();
        let _ = self.server.wait();
    }
}

/// A content directory that is based on the program's, and a script in it.
pub fn content(script: &str) -> (tempfile::TempDir, std::path::PathBuf) {
    let root = tempfile::tempdir().expect("a directory");
    std::fs::write(root.path().join("content.toml"), "game = \"war\"\nbase = \"war\"\n").expect("a file");
    let file = root.path().join("scripts/events").join(script);
    std::fs::create_dir_all(file.parent().expect("a directory")).expect("a directory");
    (root, file)
}

pub fn labels(items: &Value) -> Vec<&str> {
    items.as_array().expect("a list").iter().filter_map(|item| item["label"].as_str()).collect()
}

/// What the server says of a planted mistake while it is typed, if it is anything else than one finding at the place.
fn wrongly_shown(editor: &mut Editor, planted: &Planted) -> Option<String> {
    let content = content_with(planted);
    let file = content.path().join(&planted.file);
    editor.open(&file, &planted.wrong);
    let found = editor.findings(&file);
    let (begin, end) = (place(&planted.wrong, planted.at.start), place(&planted.wrong, planted.at.end));
    let at = |value: &Value| (value["line"].as_u64().unwrap_or(0) + 1, value["character"].as_u64().unwrap_or(0) + 1);
    match found.as_array().expect("findings").as_slice() {
        [one] if at(&one["range"]["start"]) < end && at(&one["range"]["end"]) > begin => None,
        other => Some(format!("{} at {begin:?}: {other:?}", planted.file)),
    }
}

#[test]
fn planted_mistakes_are_shown_once_where_they_are() {
    let mut editor = Editor::start();
    let planted = planted();
    let missed: Vec<String> = planted.iter().filter_map(|one| wrongly_shown(&mut editor, one)).collect();
    assert!(missed.len() <= 1, "{}", missed.join("\n"));
}

#[test]
fn what_is_mended_is_shown_no_more() {
    let (_root, file) = content("small_pox.rhai");
    let mut editor = Editor::start();
    let right = "fn play() { game.roll(); }\n";
    // A file that is not saved yet is not part of the content, so it is saved first.
    std::fs::write(&file, right).expect("a file");
    editor.open(&file, right);
    assert_eq!(editor.findings(&file), json!([]));
    let opened = right.find("roll").expect("it") as u64;
    let range = |length: u64| json!({ "start": { "line": 0, "character": opened }, "end": { "line": 0, "character": opened + length } });
    editor.change(&file, &json!([{ "range": range(4), "text": "rol" }]));
    let found = editor.findings(&file);
    assert_eq!(found[0]["code"], "script::unknown_function", "{found}");
    let message = found[0]["message"].as_str().expect("a message");
    assert!(message.contains("`rol`") && message.contains("\nhelp: ") && message.contains("`roll`"), "{message}");
    assert_eq!((&found[0]["range"], &found[0]["severity"]), (&range(3), &json!(1)));
    editor.change(&file, &json!([{ "range": range(3), "text": "roll" }]));
    assert_eq!(editor.findings(&file), json!([]));
}

#[test]
fn words_and_names_are_completed_by_what_they_are_for() {
    let (_root, file) = content("small_pox.rhai");
    let mut editor = Editor::start();
    let mut complete = |text: &str| editor.about("textDocument/completion", &file, text);
    let services = complete("fn play() { game.ch| }");
    assert!(labels(&services).contains(&"choose_space") && !labels(&services).contains(&"is_port"), "{services}");
    let roll = services.as_array().and_then(|all| all.iter().find(|item| item["label"] == "roll")).expect("roll");
    assert_eq!(roll["detail"], "game.roll() -> number");
    assert!(roll["documentation"]["value"].as_str().is_some_and(|about| about.contains("game.roll()")), "{roll}");
    let spaces = complete("fn play() { game.place(x, space(\"al|\")); }");
    assert!(labels(&spaces).contains(&"albany") && !labels(&spaces).contains(&"johnson"));
    assert!(labels(&complete("fn play() { piece(\"|\") }")).contains(&"johnson"));
    assert!(labels(&complete("fn can_play() { unit.kind == \"|\" }")).contains(&"indian"));
    assert!(labels(&complete("fn can_play() { x.of_kind([\"regular\", \"|\"]) }")).contains(&"ranger"));
    assert!(labels(&complete("fn moments() { [\"|\"] }")).contains(&"step_made"));
    assert!(labels(&complete("fn markers() { #{ \"truce\": \"|\" } }")).contains(&"year per side"));
    let markers = complete("fn can_play() { game.has_marker(game.side, \"|\") }");
    assert!(labels(&markers).contains(&"blockhouses") && labels(&markers).contains(&"foul-weather"), "{markers}");
    assert!(labels(&complete("fn can_play() { game.event_of(c) == \"|\" }")).contains(&"small-pox"));
    assert!(labels(&complete("fn |")).contains(&"can_respond(moment)"));
    assert!(labels(&complete("fn respond(moment) { moment.| }")).contains(&"space"));
    let told = complete("fn siege(drm, at) { at.| }");
    assert!(labels(&told).contains(&"pieces") && !labels(&told).contains(&"works"), "{told}");
    assert!(labels(&complete("fn movement(limits, at) { limits.| }")).contains(&"naval"));
    assert!(labels(&complete("fn play() { let die = 1; | }")).contains(&"half_up"));
    assert!(labels(&complete("fn play() { let die = 1; di| }")).contains(&"die"));
    assert_eq!(labels(&complete("// game.|")), Vec::<&str>::new());
    let deck = file.ancestors().nth(2).expect("scripts").join("deck.toml");
    let events = editor.about("textDocument/completion", &deck, "[[card]]\nnumber = 34\nevent = \"|\"\n");
    assert!(labels(&events).contains(&"small-pox"), "{events}");
    let preset = file.ancestors().nth(3).expect("the root").join("scenarios/presets/mine.toml");
    let rules = editor.about("textDocument/completion", &preset, "about = \"x\"\nrules = [\"14.1\", \"|\"]\n");
    assert!(labels(&rules).contains(&"bidding"), "{rules}");
}

#[test]
fn what_is_known_of_a_word_is_shown() {
    let (_root, file) = content("small_pox.rhai");
    let mut editor = Editor::start();
    let mut hover = |text: &str| {
        let shown = editor.about("textDocument/hover", &file, text);
        shown["contents"]["value"].as_str().unwrap_or_default().to_string()
    };
    assert!(hover("fn play() { game.lose_s|teps(a, b, 1); }").contains("game.lose_steps(side: Side, space: Space"));
    let card = hover("fn pl|ay() { }");
    assert!(card.contains("**Small Pox** (card 34)"), "{card}");
    assert!(hover("fn can_play() { space(\"alb|any\") }").starts_with("**Albany**: "));
    assert!(hover("fn can_play() { piece(\"john|son\") }").contains("**Johnson**: "));
    assert!(hover("fn can_play() { game.has_marker(\"foul-wea|ther\") }").contains("foul_weather.rhai"));
    assert!(hover("fn moments() { [\"step_m|ade\"] }").contains("`"));
    assert!(hover("fn mov|ement(limits, at) { }").contains("`at.pieces`"));
    assert_eq!(hover("fn play() { let di|e = 1; }"), "");
    let help = editor.about("textDocument/signatureHelp", &file, "fn play() { game.score(game.side, |); }");
    assert_eq!(help["activeParameter"], 1);
    let label = help["signatures"][0]["label"].as_str().expect("a label");
    assert!(label.starts_with("game.score(side: Side, "), "{help}");
}

#[test]
fn definitions_and_uses_are_found() {
    let root = tempfile::tempdir().expect("a directory");
    wilderness_tests::copy_scripts(root.path());
    let mut editor = Editor::start();
    let read = |name: &str| std::fs::read_to_string(root.path().join(name)).expect("a script");
    let file = root.path().join("events/mohawks.rhai");
    let text = read("events/mohawks.rhai");
    let text = text.replacen("johnson_is_near(", "johnson_is_|near(", 1);
    editor.open(&file, &text.replace('|', ""));
    editor.findings(&file); // the content has been read
    let found = editor.about("textDocument/definition", &file, &text);
    assert!(found["uri"].as_str().is_some_and(|uri| uri.ends_with("lib/nations.rhai")), "{found}");
    let uses = editor.about("textDocument/references", &file, &text);
    let files: std::collections::BTreeSet<&str> =
        uses.as_array().expect("places").iter().filter_map(|place| place["uri"].as_str()?.rsplit('/').next()).collect();
    assert!(files.contains("iroquois_alliance.rhai") && files.contains("nations.rhai"), "{files:?}");
    let file = root.path().join("events/cherokee_uprising.rhai");
    let text = read("events/cherokee_uprising.rhai").replacen("has_marker(\"chero", "has_marker(\"chero|", 1);
    let found = editor.about("textDocument/definition", &file, &text);
    assert!(found["uri"].as_str().is_some_and(|uri| uri.ends_with("events/cherokees.rhai")), "{found}");
    let deck = root.path().join("deck.toml");
    let found = editor.about("textDocument/definition", &deck, "[[card]]\nevent = \"small|-pox\"\n");
    assert!(found["uri"].as_str().is_some_and(|uri| uri.ends_with("events/small_pox.rhai")), "{found}");
}

#[test]
fn an_event_is_tried_and_measured_above_its_function() {
    let root = tempfile::tempdir().expect("a directory");
    wilderness_tests::copy_scripts(root.path());
    let file = root.path().join("events/small_pox.rhai");
    let text = std::fs::read_to_string(&file).expect("a script");
    let mut editor = Editor::start();
    editor.open(&file, &text);
    editor.findings(&file);
    let lenses =
        |editor: &mut Editor| editor.ask("textDocument/codeLens", &json!({ "textDocument": { "uri": uri(&file) } }));
    let titles = |lenses: &Value| {
        let all = lenses.as_array().expect("lenses").iter();
        all.map(|lens| lens["command"]["title"].as_str().unwrap_or_default().to_string()).collect::<Vec<_>>()
    };
    let before = lenses(&mut editor);
    assert_eq!(titles(&before), ["try small-pox", "measure"]);
    let line = text.lines().position(|line| line.starts_with("fn play")).expect("it") as u64;
    assert_eq!(before[0]["range"]["start"]["line"], line);
    let command =
        |lens: &Value| json!({ "command": lens["command"]["command"], "arguments": lens["command"]["arguments"] });
    editor.ask("workspace/executeCommand", &command(&before[0]));
    let said = editor.wait(|said| said["method"] == "window/showMessage");
    let message = said["params"]["message"].as_str().expect("a message");
    assert!(message.starts_with("small-pox: ") && !message.contains("::"), "{message}");
    // A change that is saved is measured by itself.
    let milder = text.replace("> 8 { die }", "> 1 { 1 }");
    assert_ne!(milder, text);
    editor.change(&file, &json!([{ "text": milder }]));
    std::fs::write(&file, &milder).expect("a script");
    editor.tell("textDocument/didSave", &json!({ "textDocument": { "uri": uri(&file) } }));
    editor.wait(|said| said["method"] == "workspace/codeLens/refresh");
    let after = titles(&lenses(&mut editor));
    assert!(after[1].starts_with("played in ") && after[1].contains(" games of "), "{after:?}");
}

#[test]
fn an_editor_names_the_bot_that_measures() {
    let root = tempfile::tempdir().expect("a directory");
    wilderness_tests::copy_scripts(root.path());
    let file = root.path().join("events/small_pox.rhai");
    let text = std::fs::read_to_string(&file).expect("a script");
    let mut editor = Editor::start_as(&[], &json!({ "bot": "random" }));
    editor.open(&file, &text);
    editor.findings(&file);
    editor.ask("workspace/executeCommand", &json!({ "command": "wilderness.measure", "arguments": [file] }));
    editor.wait(|said| said["method"] == "workspace/codeLens/refresh");
    let mut editor = Editor::start_as(&[], &json!({ "bot": "nobody" }));
    let said = editor.wait(|said| said["method"] == "window/showMessage");
    let message = &said["params"]["message"].to_string();
    assert!(message.contains("`nobody`") && message.contains("greedy"), "{message}");
}

/// Numbers without end, the same each time.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % end.max(1)
    }
}

/// What `check` reports of a directory, without its trial: file, line, code and severity.
fn checked(root: &Path) -> BTreeSet<String> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_wilderness"));
    let out = command.arg("check").arg(root).args(["--json", "--no-trial", "--all"]).output().expect("it runs");
    let faults: Value = serde_json::from_slice(&out.stdout).expect("JSON");
    // How many more there are is said of no file.
    let faults = faults.as_array().expect("a list").iter().filter(|fault| fault["file"].is_string());
    let line = |fault: &Value| {
        let number = &fault["line"];
        format!("{} {number} {} {}", fault["file"], fault["code"], fault["severity"]).replace('"', "")
    };
    faults.map(line).collect()
}

/// What an editor was told, in the same form.
fn told(editor: &Editor) -> BTreeSet<String> {
    let of_file = |(uri, findings): (&String, &Value)| {
        let file = uri.strip_prefix("file://").expect("a file").to_string();
        let findings = findings.as_array().expect("a list").clone().into_iter();
        findings
            .map(|finding| {
                let number = finding["range"]["start"]["line"].as_u64().expect("a line") + 1;
                let severity = if finding["severity"] == 1 { "error" } else { "warning" };
                format!("{file} {number} {} {severity}", finding["code"]).replace('"', "")
            })
            .collect::<Vec<_>>()
    };
    editor.findings.iter().flat_map(of_file).collect()
}

/// What only one of the editor and `check` says of these texts of files.
fn differently_checked(editor: &mut Editor, root: &Path, files: &[PathBuf; 4], texts: &[String; 4]) -> Vec<String> {
    for (file, text) in files.iter().zip(texts) {
        std::fs::rename(file, file.with_extension("right")).expect("it is set aside");
        std::fs::write(file, text).expect("a file");
    }
    editor.settle(&files[0]);
    let (told, checked) = (told(editor), checked(root));
    for file in files {
        std::fs::rename(file.with_extension("right"), file).expect("it is put back");
    }
    told.symmetric_difference(&checked).cloned().collect()
}

/// An edit: a few letters of a text replaced.
fn edit(text: &str, numbers: &mut Numbers) -> (Range<usize>, &'static str) {
    let pieces = [
        "", "\"", "(", ")", "{", "}", "é🛶", "\n", "//", "/*", "`${", "game.", "fn ", "|x|", "[[card]]", "0", "\\",
        "#{", "== \"", "\u{0}",
    ];
    let boundary = |at: usize| (0..=at).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0);
    let begin = boundary(numbers.below(text.len() + 1));
    let end = boundary((begin + numbers.below(4)).min(text.len())).max(begin);
    (begin..end, pieces[numbers.below(pieces.len())])
}

/// `WILDERNESS_EDITS` says how many.
#[test]
fn a_thousand_random_edits_break_nothing() {
    let root = tempfile::tempdir().expect("a directory");
    wilderness_tests::copy_scripts(root.path());
    let files = ["events/small_pox.rhai", "events/coehorns_and_howitzers.rhai", "lib/nations.rhai", "deck.toml"];
    let files = files.map(|name| root.path().join(name));
    let mut editor = Editor::start();
    let mut texts = files.each_ref().map(|file| std::fs::read_to_string(file).expect("a file"));
    for (file, text) in files.iter().zip(&texts) {
        editor.open(file, text);
    }
    let mut numbers = Numbers(7);
    let edits = std::env::var("WILDERNESS_EDITS").ok().and_then(|edits| edits.parse().ok()).unwrap_or(1000);
    for number in 0..edits {
        let which = numbers.below(files.len());
        let (file, text) = (&files[which], &mut texts[which]);
        let (Range { start: begin, end }, new) = edit(text, &mut numbers);
        let utf16 = |offset: usize| {
            let before = &text[..offset];
            let column = before[before.rfind('\n').map_or(0, |at| at + 1)..].encode_utf16().count();
            json!({ "line": before.matches('\n').count(), "character": column })
        };
        let (range, at) = (json!({ "start": utf16(begin), "end": utf16(end) }), utf16(begin));
        text.replace_range(begin..end, new);
        editor.change(file, &json!([{ "range": range, "text": new }]));
        let methods = [
            "completion",
            "hover",
            "signatureHelp",
            "definition",
            "references",
            "codeLens",
            "documentSymbol",
            "foldingRange",
        ];
        let method = format!("textDocument/{}", methods[number % methods.len()]);
        let asked =
            json!({ "textDocument": { "uri": uri(file) }, "position": at, "context": { "includeDeclaration": true } });
        editor.ask(&method, &asked);
        if number % 250 == 120 {
            let different = differently_checked(&mut editor, root.path(), &files, &texts);
            assert!(different.is_empty(), "after {number} edits: {different:?}");
        }
        let text = &mut texts[which];
        if number % 50 == 49 {
            // Everything is put in order again.
            *text = std::fs::read_to_string(file).expect("a file");
            editor.change(file, &json!([{ "text": text }]));
        }
    }
    for (file, text) in files.iter().zip(&mut texts) {
        *text = std::fs::read_to_string(file).expect("a file");
        editor.change(file, &json!([{ "text": text }]));
    }
    editor.settle(&files[0]);
    let wrong: Vec<_> = editor.findings.iter().filter(|(_, wrong)| **wrong != json!([])).collect();
    assert!(wrong.is_empty(), "{wrong:?}");
    let goodbye = editor.ask("shutdown", &Value::Null);
    assert_eq!(goodbye, Value::Null);
    editor.tell("exit", &Value::Null);
    assert!(editor.server.wait().expect("it ends").success());
}

/// What Neovim does with a file: it starts the server, and writes down what it was told.
const NEOVIM: &str = r#"
local out = io.open(os.getenv("OUT"), "w")
local function say(what) out:write(what .. "\n"); out:flush() end
local function finish() out:close(); vim.cmd("qall!") end
vim.cmd("edit " .. os.getenv("FILE"))
local client = vim.lsp.start_client({ name = "wilderness", cmd = { os.getenv("PROGRAM"), "lsp" } })
vim.lsp.buf_attach_client(0, client)
local function wait(what, holds)
  if not vim.wait(tonumber(os.getenv("HANG")), holds, 20) then say("too late: " .. what); finish() end
end
wait("client", function() return vim.lsp.get_client_by_id(client).initialized end)
-- A mistake is typed, and shown.
local line = vim.api.nvim_buf_get_lines(0, 0, -1, false)
for number, text in ipairs(line) do
  if text:find("game.roll", 1, true) then
    vim.api.nvim_buf_set_lines(0, number - 1, number, false, { (text:gsub("game.roll", "game.rol")) })
  end
end
wait("diagnostics", function() return #vim.diagnostic.get(0) > 0 end)
for _, found in ipairs(vim.diagnostic.get(0)) do
  say("diagnostic " .. (found.lnum + 1) .. ":" .. (found.col + 1) .. " " .. found.code)
end
-- It is mended, and gone.
vim.cmd("silent undo")
wait("no diagnostics", function() return #vim.diagnostic.get(0) == 0 end)
say("mended")
local function ask(method, word, shift)
  vim.fn.cursor(1, 1)
  vim.fn.search(word)
  local place = vim.api.nvim_win_get_cursor(0)
  vim.api.nvim_win_set_cursor(0, { place[1], place[2] + shift })
  local answers = vim.lsp.buf_request_sync(0, method, vim.lsp.util.make_position_params(), tonumber(os.getenv("HANG")))
  return answers and answers[client] and answers[client].result
end
say("hover " .. (ask("textDocument/hover", "lose_steps", 2).contents.value:match("`game.lose_steps[^`]*`") or "?"))
local labels = {}
for _, item in ipairs(ask("textDocument/completion", "game.roll", 6)) do labels[item.label] = true end
say("completion " .. tostring(labels["roll"] and labels["choose_space"]))
local definition = ask("textDocument/definition", "targets(),", 1) or ask("textDocument/definition", "targets()", 1)
say("definition line " .. (definition.range.start.line + 1))
finish()
"#;

#[test]
fn neovim_shows_mistakes_help_and_completions() {
    if Command::new("nvim").arg("--version").output().is_err() {
        skip("editor", "no Neovim; `apt-get install neovim` brings it");
        return;
    }
    let root = tempfile::tempdir().expect("a directory");
    wilderness_tests::copy_scripts(root.path());
    let (init, out) = (root.path().join("try.lua"), root.path().join("out.txt"));
    std::fs::write(&init, NEOVIM).expect("a file");
    let file = root.path().join("events/small_pox.rhai");
    let nvim = Command::new("nvim")
        .args(["--headless", "--clean", "-u", "NONE", "-c"])
        .arg(format!("luafile {}", init.display()))
        .env("PROGRAM", env!("CARGO_BIN_EXE_wilderness"))
        .env("FILE", &file)
        .env("OUT", &out)
        .env("HANG", HANG.as_millis().to_string())
        .env("HOME", root.path())
        .output()
        .expect("Neovim runs");
    let said = std::fs::read_to_string(&out).unwrap_or_else(|_| panic!("{}", String::from_utf8_lossy(&nvim.stderr)));
    let text = std::fs::read_to_string(&file).expect("the script");
    let (line, column) = place(&text, text.find("roll").expect("it"));
    let (defined, _) = place(&text, text.find("fn targets").expect("it"));
    let expected = [
        format!("diagnostic {line}:{column} script::unknown_function"),
        "mended".into(),
        "hover `game.lose_steps(side: Side, space: Space, steps: number)`".into(),
        "completion true".into(),
        format!("definition line {defined}"),
    ];
    assert_eq!(said.lines().collect::<Vec<_>>(), expected, "{}", String::from_utf8_lossy(&nvim.stderr));
}

#[test]
fn battles_are_served_too() {
    let root = tempfile::tempdir().expect("a directory");
    let of = |part: &str| Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(part);
    for directory in ["scripts/battles", "scenarios/battles", "scenarios/battles/maps", "scenarios/battles/units"] {
        std::fs::create_dir_all(root.path().join(directory)).expect("a directory");
        for file in std::fs::read_dir(of(directory)).expect("files").flatten().filter(|file| file.path().is_file()) {
            std::fs::copy(file.path(), root.path().join(directory).join(file.file_name())).expect("a copy");
        }
    }
    let mut editor = Editor::start();
    for (file, right, wrong) in [
        ("scripts/battles/balk.rhai", "is_in_radius", "is_in_radios"),
        ("scenarios/battles/quebec.toml", "\nturns", "\nturnz"),
    ] {
        let file = root.path().join(file);
        let text = std::fs::read_to_string(&file).expect("a file");
        editor.open(&file, &text.replacen(right, wrong, 1));
        let found = editor.findings(&file);
        assert!(found[0]["message"].as_str().is_some_and(|message| message.contains("\nhelp: ")), "{found}");
        editor.change(&file, &json!([{ "text": text }]));
        assert_eq!(editor.findings(&file), json!([]));
    }
    let file = root.path().join("scripts/battles/burning.rhai");
    let services = editor.about("textDocument/completion", &file, "fn act(moment) { game.| }");
    assert!(labels(&services).contains(&"set_on_fire") && !labels(&services).contains(&"choose_space"), "{services}");
    let hover = editor.about("textDocument/hover", &file, "fn act(moment) { game.set_on_f|ire(moment.hex); }");
    assert!(hover["contents"]["value"].as_str().is_some_and(|about| about.contains("game.set_on_fire(")), "{hover}");
}
