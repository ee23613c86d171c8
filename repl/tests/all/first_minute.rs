//! The first minute: what a person sees who starts the program alone, and at a screen that waits for someone else.

use crate::machine::HANG;
use expectrl::session::OsSession;
use expectrl::{Eof, Expect, Session};
use std::process::Command;

/// A newcomer at a terminal, in a directory of their own.
struct Newcomer {
    session: OsSession,
    _home: tempfile::TempDir,
}

impl Newcomer {
    fn starts(arguments: &[&str]) -> Newcomer {
        let home = tempfile::tempdir().expect("a directory");
        let mut command = Command::new(env!("CARGO_BIN_EXE_wilderness"));
        command.args(arguments).current_dir(home.path()).env("XDG_STATE_HOME", home.path()).env("HOME", home.path());
        command.env("TERM", "xterm").env("NO_COLOR", "1");
        let mut session = Session::spawn(command).expect("a terminal");
        session.set_expect_timeout(Some(HANG));
        Newcomer { session, _home: home }
    }

    fn types(&mut self, line: &str) -> &mut Newcomer {
        self.session.send(format!("{line}\r")).expect("the program listens");
        self
    }

    /// Waits for a text; returns what came before it.
    fn sees(&mut self, text: &str) -> String {
        let found = self.session.expect(text).unwrap_or_else(|error| panic!("`{text}` never comes: {error}"));
        String::from_utf8_lossy(found.before()).into_owned()
    }

    fn leaves(mut self) {
        self.types("quit");
        self.session.expect(Eof).expect("the program ends");
    }
}

#[test]
fn who_starts_the_program_alone_is_asked_what_to_do() {
    let mut newcomer = Newcomer::starts(&[]);
    newcomer.sees("1 learn");
    newcomer.sees("2 play");
    newcomer.sees("5 change");
    newcomer.sees("-5> ");
    newcomer.types("help").sees("1 learn");
    newcomer.types("rules").sees("14.1");
    newcomer.types("what").sees("Type the");
    newcomer.types("2").sees("Which side");
    newcomer.sees("2 British");
    newcomer.types("british").sees("| British");
    newcomer.leaves();
}

#[test]
fn the_tutorial_begins_at_once_and_ends_against_a_bot() {
    let mut newcomer = Newcomer::starts(&[]);
    newcomer.sees("-5> ");
    let before = newcomer.types("learn").sees("Tutorial 1/");
    assert!(!before.contains("press Enter"), "{before}");
    newcomer.sees("card> ");
    newcomer.types("tutorial off").sees("against");
    newcomer.sees("card> ");
    newcomer.leaves();
}

#[test]
fn help_tutorial_rules_and_new_work_on_a_cover_page() {
    let mut newcomer = Newcomer::starts(&[]);
    newcomer.sees("-5> ");
    newcomer.types("3").sees("Enter> ");
    newcomer.types("help").sees("Answer a");
    newcomer.types("rules").sees("14.1");
    newcomer.types("new lake-george").sees("British, pr");
    let before = newcomer.types("tutorial").sees("gun> ");
    assert!(before.contains("Tutorial 1/") && !before.contains("press Enter"), "{before}");
    newcomer.leaves();
}

#[test]
fn the_tutorial_of_the_other_side_needs_no_second_person_and_has_no_dead_end() {
    let mut newcomer = Newcomer::starts(&["play", "--scenario", "quebec", "--british", "greedy", "--seed", "5"]);
    newcomer.sees("place> ");
    let before = newcomer.types("tutorial").sees("gun> ");
    assert!(before.contains("Tutorial 1/") && !before.contains("press Enter"), "{before}");
    let lines = [
        ("fire ra-1 at 1306", "mover> "),
        ("move 15-foot with wolfe to 1206", "mover> "),
        ("move 58-foot to 1205", "build> "),
        ("attack 1306 with 15-foot, 58-foot", "rally> "),
    ];
    for (line, prompt) in lines {
        newcomer.types(line).sees(prompt);
    }
    newcomer.types("rally all").sees("against");
    newcomer.sees("mover> ");
    newcomer.leaves();
}

#[test]
fn the_first_screen_called_games_by_their_folders() {
    let mut newcomer = Newcomer::starts(&[]);
    let before = newcomer.sees("`new fen`");
    assert!(["alder-fords", "Alder"].iter().all(|name| before.contains(name)), "{before}");
    newcomer.sees("-5> ");
    newcomer.leaves();
}

#[test]
fn a_game_that_hides_nothing_covered_the_screen() {
    let mut newcomer = Newcomer::starts(&["play", "--game", "draughts", "--seed", "1"]);
    let before = newcomer.types("9-13").sees("White move> ");
    assert!(!before.contains("press Enter"), "{before}");
    newcomer.leaves();
    let mut newcomer = Newcomer::starts(&["play", "--game", "fen", "--seed", "1"]);
    let before = newcomer.sees("press Enter> ");
    assert!(!before.contains("cards"), "{before}");
    newcomer.leaves();
}
