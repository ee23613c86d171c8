//! A designer edits a card while a game runs: scripts in a directory, changed between two lines.
#![allow(clippy::unwrap_used)] // also in what the tests share

use super::machine::HANG;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use tempfile::TempDir;

/// Small Pox (34) asks two questions.
const ASKS_TWICE: &str = "fn can_play() { true }\n\
    fn play() {\n\
    \x20   game.choose_option(\"First?\", [\"one\", \"two\"]);\n\
    \x20   game.choose_option(\"Second?\", [\"three\", \"four\"]);\n\
    }\n";

/// What is said when the script has been taken up.
const RELOADED: &str = "reloaded 1";

/// A copy of the scripts, and a game in which the French hold Small Pox.
struct Workshop(TempDir);

impl Workshop {
    fn new() -> Workshop {
        let directory = tempfile::tempdir().unwrap();
        wilderness_tests::copy_scripts(&directory.path().join("scripts"));
        let game = "wilderness-record 1\nscenario annus-mirabilis\nseed 3\nhand french 34\n";
        std::fs::write(directory.path().join("game.record"), game).unwrap();
        let workshop = Workshop(directory);
        workshop.write(ASKS_TWICE);
        workshop
    }

    fn small_pox(&self) -> PathBuf {
        self.0.path().join("scripts/events/small_pox.rhai")
    }

    fn write(&self, text: &str) {
        std::fs::write(self.small_pox(), text).unwrap();
    }

    /// Writes another file and moves it over the old one, as many editors do.
    fn replace(&self, text: &str) {
        let other = self.0.path().join("scripts/events/.small_pox.tmp");
        std::fs::write(&other, text).unwrap();
        std::fs::rename(other, self.small_pox()).unwrap();
    }

    /// The prompt as a person has it, and the command that opens scripts.
    #[cfg(unix)]
    fn at_a_terminal(&self, editor: &str) -> expectrl::session::OsSession {
        use expectrl::Expect;
        let mut command = Command::new(env!("CARGO_BIN_EXE_wilderness"));
        command.args(["play", "--open-hands", "--load", "game.record"]).current_dir(self.0.path()).env_remove("VISUAL");
        command.env("XDG_STATE_HOME", self.0.path()).env("HOME", self.0.path()).env("EDITOR", editor);
        command.env("TERM", "xterm").env("NO_COLOR", "1");
        let mut session = expectrl::Session::spawn(command).unwrap();
        session.set_expect_timeout(Some(HANG));
        session.expect("French card> ").unwrap();
        session
    }

    fn play(&self) -> Talking {
        let mut talk = Talking::at(self.0.path(), &["--load", "game.record"]);
        talk.until("Which card do you play?");
        talk
    }
}

/// A session that is going on.
pub struct Talking {
    child: Child,
    input: ChildStdin,
    output: Receiver<Vec<u8>>,
    told: Vec<u8>,
    /// How much of it was looked through.
    seen: usize,
}

impl Talking {
    /// A game that is played in a directory. The editor asks one thing less in a card of these tests.
    pub fn at(directory: &Path, arguments: &[&str]) -> Talking {
        let mut child = Command::new(env!("CARGO_BIN_EXE_wilderness"))
            .arg("play")
            .args(arguments)
            .current_dir(directory)
            .env_remove("VISUAL")
            .env("EDITOR", "sed -i s/First/Primo/")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let (input, mut out) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
        let (sender, output) = channel();
        std::thread::spawn(move || {
            let mut bytes = [0; 4096];
            while let Ok(count @ 1..) = out.read(&mut bytes) {
                let _ = sender.send(bytes[..count].to_vec());
            }
        });
        Talking { child, input, output, told: Vec::new(), seen: 0 }
    }

    pub fn line(&mut self, lines: &str) -> &mut Talking {
        writeln!(self.input, "{lines}").unwrap();
        self
    }

    /// Waits for a text after the one that was waited for last.
    pub fn until(&mut self, text: &str) -> &mut Talking {
        loop {
            let fresh = &self.told[self.seen..];
            if let Some(at) = fresh.windows(text.len()).position(|window| window == text.as_bytes()) {
                self.seen += at + text.len();
                return self;
            }
            match self.output.recv_timeout(HANG) {
                Ok(bytes) => self.told.extend(bytes),
                Err(_) => panic!("`{text}` does not come: {}", String::from_utf8_lossy(&self.told)),
            }
        }
    }

    /// What was said in the end, what complaints there were, and the exit code.
    pub fn end(mut self) -> (String, String, i32) {
        drop(self.input);
        self.output.iter().for_each(|bytes| self.told.extend(bytes));
        let output = self.child.wait_with_output().unwrap();
        let told = String::from_utf8(self.told).unwrap();
        (told, String::from_utf8(output.stderr).unwrap(), output.status.code().unwrap())
    }
}

#[test]
fn scripts_beside_the_prompt_are_used_and_named() {
    let workshop = Workshop::new();
    let (out, err, code) = workshop.play().end();
    assert!(out.contains(" in scripts ("), "{out}");
    assert_eq!((err.as_str(), code), ("", 0));
}

#[test]
fn the_scripts_in_the_program_cannot_be_reloaded() {
    let empty = tempfile::tempdir().unwrap();
    let mut command = assert_cmd::Command::new(env!("CARGO_BIN_EXE_wilderness"));
    let output = command.current_dir(empty.path()).write_stdin("reload\nwatch on\nrewind\n").output().unwrap();
    let (out, err) = (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap());
    assert!(out.contains("built-in"), "{out}");
    assert_eq!((err.matches("no: ").count(), err.matches("built-in").count()), (3, 2), "{err}");
}

#[test]
fn other_commands_take_scripts_from_a_directory_too() {
    let workshop = Workshop::new();
    let run = |arguments: &[&str]| {
        let mut command = assert_cmd::Command::new(env!("CARGO_BIN_EXE_wilderness"));
        command.current_dir(workshop.0.path()).args(arguments).args(["--scripts", "scripts"]).output().unwrap()
    };
    assert!(run(&["simulate", "--games", "2"]).status.success());
    assert!(run(&["replay", "game.record"]).status.success());
    workshop.write("fn can_play() { true }\nfn play() { game.roll( }\n");
    for arguments in [&["simulate", "--games", "1"][..], &["replay", "game.record"], &["play"]] {
        let output = run(arguments);
        let err = String::from_utf8(output.stderr).unwrap();
        assert!(output.status.code() == Some(2) && err.contains("small_pox.rhai:2:"), "{arguments:?}: {err}");
    }
}

#[test]
fn a_script_that_is_edited_between_two_lines_has_its_effect() {
    let workshop = Workshop::new();
    let mut talk = workshop.play();
    workshop.write(&ASKS_TWICE.replace("First?", "Primo?"));
    talk.line("reload").until(RELOADED).line("reload").until("no script");
    let (out, err, code) = {
        talk.line("card:34, event").until("Primo?");
        talk
    }
    .end();
    assert_eq!((err.as_str(), code), ("", 0), "{out}");
}

#[test]
fn a_broken_script_is_diagnosed_and_the_old_ones_stay() {
    let workshop = Workshop::new();
    let mut talk = workshop.play();
    workshop.write(&ASKS_TWICE.replace("[\"one\", \"two\"]);", "[\"one\", \"two\";"));
    talk.line("reload\ncard:34, event").until("First?");
    let (_, err, code) = talk.end();
    assert!(err.contains("small_pox.rhai:3:") && err.contains("script::syntax"), "{err}");
    assert_eq!(code, 1);
}

#[test]
fn the_rest_of_an_event_can_be_changed_while_it_waits_for_an_answer() {
    let workshop = Workshop::new();
    let mut talk = workshop.play();
    talk.line("card:34, event, one").until("Second?");
    workshop.replace(&ASKS_TWICE.replace("Second?", "What now?").replace("three", "five"));
    talk.line("reload").until(RELOADED).until("What now?").line("five").until("British · ");
    let (out, err, code) = talk.end();
    assert_eq!((err.as_str(), code), ("", 0), "{out}");
}

#[test]
fn an_answer_that_no_longer_fits_is_diagnosed_and_the_game_can_go_back() {
    let workshop = Workshop::new();
    let mut talk = workshop.play();
    talk.line("card:34, event, one").until("Second?");
    workshop.write(&ASKS_TWICE.replace("\"one\"", "\"uno\""));
    // The old scripts stay until the person agrees.
    talk.line("reload\nshow").until("Second?");
    talk.line("rewind").until("What do you use").line("event").until("2 uno");
    let (out, err, code) = talk.end();
    assert!(err.contains("reload::does_not_fit") && err.contains("`rewind`"), "{err}");
    assert_eq!(code, 1, "{out}");
}

#[cfg(unix)]
#[test]
fn a_script_is_opened_in_the_editor_and_taken_up_afterwards() {
    let workshop = Workshop::new();
    let mut talk = workshop.play();
    talk.line("edit small pox").until(RELOADED).line("card:34, event").until("Primo?");
    talk.line("edit 34").until("no script");
    let (out, err, code) = talk.end();
    assert_eq!((err.as_str(), code), ("", 0), "{out}");
    let mut talk = workshop.play();
    talk.line("edit gunpowder").line("show").until("Which card");
    let (_, err, code) = talk.end();
    assert!(err.contains("`gunpowder`"), "{err}");
    assert_eq!(code, 1);
}

#[test]
fn the_position_is_asked_in_the_language_of_the_scripts() {
    let workshop = Workshop::new();
    let mut talk = workshop.play();
    talk.line("eval game.vp(game.side) + 1").until("\n5\n").line("eval game.hand(game.enemy)").until("[]");
    talk.line("eval game.rol()").line("show").until("Which card");
    let (_, err, code) = talk.end();
    assert!(err.contains("script::unknown_function") && err.contains("`roll`"), "{err}");
    assert_eq!(code, 1);
}

#[test]
fn what_is_watched_is_looked_at_before_each_line() {
    let workshop = Workshop::new();
    let mut talk = workshop.play();
    talk.line("watch on").until("each line");
    workshop.replace(&ASKS_TWICE.replace("First?", "Primo?"));
    talk.line("card:34").until(RELOADED).until("What do you use");
    // A save without a change is no change.
    workshop.replace(&ASKS_TWICE.replace("First?", "Primo?"));
    talk.line("event").until("Primo?");
    workshop.write("fn can_play(");
    talk.line("show").until("Primo?");
    workshop.write(&ASKS_TWICE.replace("First?", "Primo?"));
    talk.line("show").until("ones again");
    talk.line("watch off").until("`reload`");
    workshop.write(ASKS_TWICE);
    talk.line("show").until("Primo?");
    let (out, err, code) = talk.end();
    assert_eq!(out.matches("reloaded").count(), 1, "{out}");
    assert_eq!((err.matches("script::syntax").count(), code), (1, 1), "{err}");
}

/// Types keys, and waits for a text.
#[cfg(unix)]
fn types(session: &mut expectrl::session::OsSession, keys: &str, answer: &str) {
    use expectrl::Expect;
    session.send(keys).unwrap();
    session.expect(answer).unwrap_or_else(|error| panic!("`{answer}` does not come: {error}"));
}

#[cfg(unix)]
#[test]
fn a_person_who_types_is_told_above_the_line_and_the_line_stays() {
    use expectrl::Expect;
    let workshop = Workshop::new();
    let mut session = workshop.at_a_terminal("true");
    types(&mut session, "watch on\r", "are saved");
    session.expect("French card> ").unwrap();
    types(&mut session, "card:34, ev", "ev");
    workshop.replace(&ASKS_TWICE.replace("First?", "Primo?"));
    session.expect(RELOADED).unwrap();
    session.expect("card:34, ev").unwrap();
    types(&mut session, "ent\r", "Primo?");
    session.send("quit\r").unwrap();
    session.expect(expectrl::Eof).unwrap();
}

#[cfg(unix)]
#[test]
fn control_c_ends_what_takes_long_and_not_the_game() {
    use expectrl::Expect;
    let workshop = Workshop::new();
    // It shows the script, and stays until it is interrupted.
    let mut session = workshop.at_a_terminal("tail -f");
    types(&mut session, "edit 34\r", "Second?");
    types(&mut session, "\u{3}", "failed on");
    session.expect("French card> ").unwrap();
    types(&mut session, "reload\r", "French card> ");
    types(&mut session, "compare 1000000\r", "1000000 games");
    types(&mut session, "\u{3}", " pairs ");
    session.expect("French card> ").unwrap();
    session.send("quit\r").unwrap();
    session.expect(expectrl::Eof).unwrap();
}

#[test]
fn changed_scripts_are_compared_with_those_of_the_program_from_where_the_game_stands() {
    let workshop = Workshop::new();
    let mut talk = workshop.play();
    workshop.write("fn can_play() { true }\nfn play() { game.score(game.side, 9, \"a trial\"); }\n");
    talk.line("reload").until(RELOADED).line("compare 40");
    talk.until("40 pairs").until("mean VP").until("B is better");
    workshop.write(include_str!("../../../scripts/war/events/small_pox.rhai"));
    talk.line("reload").until(RELOADED).line("compare");
    let (out, err, _) = talk.end();
    assert!(out.contains(", B: "), "{out}");
    assert!(err.contains("built-in"), "{err}");
}
