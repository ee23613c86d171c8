//! The prompt as a person at a terminal has it: completion, hints, and keys that give a line up or end the session.

use crate::browser::{Page, in_browser, type_line};
use crate::machine::HANG;
use crate::served::{Site, section, values};
use expectrl::session::OsSession;
use expectrl::{Eof, Expect, Session};
use std::process::Command;

/// What a terminal sends for Tab, and for Ctrl with C, D and U.
const TAB: &str = "\t";
const CTRL_C: &str = "\u{3}";
const CTRL_D: &str = "\u{4}";
const CTRL_U: &str = "\u{15}";

/// What is said when a line is given up, and when bots are.
const GIVEN_UP: &str = "`quit`";
const STOPPED: &str = "have stopped";

/// A person who plays the French of a game that is always the same, in a directory of his own.
struct Person {
    session: OsSession,
    _home: tempfile::TempDir,
}

impl Person {
    fn sits_down(environment: &[(&str, &str)]) -> Person {
        let mut person = Person::begins(&["--british", "random"], environment);
        person.sees("card> ");
        person
    }

    /// Begins the game against others, or lets them play it.
    fn begins(players: &[&str], environment: &[(&str, &str)]) -> Person {
        let home = tempfile::tempdir().expect("a directory");
        let mut command = Command::new(env!("CARGO_BIN_EXE_wilderness"));
        command.args(["play", "--seed", "5"]).args(players).current_dir(home.path());
        command.env("XDG_STATE_HOME", home.path()).env("HOME", home.path()).env("TERM", "xterm").env_remove("NO_COLOR");
        command.envs(environment.iter().copied());
        let mut session = Session::spawn(command).expect("a terminal");
        session.set_expect_timeout(Some(HANG));
        Person { session, _home: home }
    }

    fn types(&mut self, keys: &str) -> &mut Person {
        self.session.send(keys).expect("the program listens");
        self
    }

    /// Waits for a text; returns what came before it.
    fn sees(&mut self, text: &str) -> String {
        let found = self.session.expect(text).unwrap_or_else(|error| panic!("`{text}` never comes: {error}"));
        String::from_utf8_lossy(found.before()).into_owned()
    }

    fn leaves(mut self) {
        self.types("quit\r");
        self.session.expect(Eof).expect("the program ends");
    }
}

#[test]
fn a_name_is_completed_as_far_as_it_is_the_only_one() {
    let mut person = Person::sits_down(&[("NO_COLOR", "1")]);
    person.types("activate montc").types(TAB);
    person.sees("Montcalm");
    person.types(" to ticon").types(TAB);
    person.sees("Ticonderoga");
    person.types(" using 56\r");
    person.sees("Who goes with Montcalm");
    person.leaves();
}

#[test]
fn words_are_listed_with_descriptions() {
    let mut person = Person::sits_down(&[("NO_COLOR", "1")]);
    person.types("using ").types(TAB).types(TAB);
    person.sees(", value ");
    person.types(CTRL_C);
    person.sees(GIVEN_UP);
    person.leaves();
}

#[test]
fn what_a_word_can_become_is_listed() {
    let mut person = Person::sits_down(&[("NO_COLOR", "1")]);
    person.types("show hudson ").types(TAB).types(TAB);
    person.sees("Hudson Carry North");
    person.sees("Hudson Carry South");
    person.types(CTRL_C);
    person.sees(GIVEN_UP);
    person.leaves();
}

#[test]
fn the_rest_of_a_name_is_hinted_at_and_a_word_that_nobody_knows_stands_out() {
    let mut person = Person::sits_down(&[("COLORTERM", "truecolor"), ("CLICOLOR_FORCE", "1")]);
    person.types("show ticond");
    person.sees("\u{1b}[2meroga");
    person.types(CTRL_C);
    person.sees(GIVEN_UP);
    person.types("fnord");
    person.sees("\u{1b}[1m\u{1b}[31mf");
    person.types(CTRL_C);
    person.sees(GIVEN_UP);
    person.leaves();
}

#[test]
fn without_colours_nothing_is_coloured() {
    let mut person = Person::sits_down(&[("NO_COLOR", "1")]);
    let shown = person.types("show tracks\r").sees("card> ");
    assert!(shown.contains("Victory "), "{shown}");
    let styles = ["\u{1b}[1m", "\u{1b}[2m", "\u{1b}[31m", "\u{1b}[91m", "\u{1b}[94m"];
    assert!(!styles.iter().any(|style| shown.contains(style)), "{shown:?}");
    person.leaves();
}

#[test]
fn a_line_is_given_up_with_control_c_and_the_session_ends_with_control_d() {
    let mut person = Person::sits_down(&[("NO_COLOR", "1")]);
    person.types("demolish everyth").types(CTRL_C);
    person.sees(GIVEN_UP);
    person.sees("card> ");
    person.types("show vp\r");
    person.sees("card> ");
    person.types(CTRL_D);
    person.session.expect(Eof).expect("the program ends");
}

#[test]
fn the_prompt_says_when_it_is_how_it_stands_and_who_decides_what() {
    let mut person = Person::sits_down(&[("NO_COLOR", "1")]);
    person.types("bastions\r");
    let before = person.sees("> ");
    assert!(!before.is_empty());
    person.types("show vp\r");
    person.sees("Early 1757, VP French 4 | French ");
    person.leaves();
}

#[test]
fn a_dumb_terminal_does_as_well() {
    let mut person = Person::sits_down(&[("TERM", "dumb")]);
    person.types("show tracks\r");
    person.sees("Victory ");
    person.leaves();
}

#[test]
fn bots_that_play_each_other_say_that_they_think_and_are_stopped_with_control_c() {
    /// What takes a line back.
    const CLEARED: &str = "\r\u{1b}[2K";
    let both = ["--french", "search:100", "--british", "search:100"];
    let mut person = Person::begins(&both, &[("NO_COLOR", "1")]);
    person.sees(" think …");
    person.types(CTRL_C);
    let sign = person.sees("Wilderness War");
    assert!(sign.ends_with(CLEARED), "{sign:?}");
    person.sees(STOPPED);
    person.sees("> ");
    person.types("1\r").sees("to decide");
    person.types("go on\r").sees(" think …");
    person.types(CTRL_C).sees(STOPPED);
    person.types("bot french off\r").sees("| French ");
    person.leaves();
}

#[test]
fn a_person_who_waits_hurries_the_bot_with_control_c() {
    // More games for each decision than anybody waits for, and several decisions before it is the person's turn.
    let mut person = Person::begins(&["--french", "search:1000000000"], &[("NO_COLOR", "1")]);
    person.sees(" think … ");
    person.types(CTRL_C).sees("| British ");
    person.types("show vp\r").sees("Victory ");
    person.leaves();
}

#[test]
fn nobody_is_said_to_think_where_no_line_can_be_taken_back() {
    let mut person = Person::begins(&["--french", "search:20"], &[("TERM", "dumb")]);
    let shown = person.sees("| British ");
    assert!(!shown.contains("think …"), "{shown:?}");
    person.leaves();
}

#[test]
fn a_half_typed_line_is_kept_and_wrapped_anew_when_the_terminal_changes_its_width() {
    /// Ctrl with A and E: to the beginning and the end of the line; and what is sent to get to the row above.
    const TO_BEGINNING: &str = "\u{1}";
    const TO_END: &str = "\u{5}";
    const ROW_UP: &str = "\u{1b}[A";
    let mut person = Person::sits_down(&[("NO_COLOR", "1")]);
    let resized = |person: &mut Person, columns: u16| {
        person.session.get_process_mut().set_window_size(columns, 24).expect("a window");
        // Nobody types, and yet the line is drawn again.
        person.sees("tracks with a word or two");
    };
    person.types("tracks with a word or two");
    person.sees("two");
    resized(&mut person, 60);
    person.types(TO_BEGINNING);
    person.sees(ROW_UP);
    resized(&mut person, 100);
    let shown = person.types("show ").sees("tracks with a word or two");
    assert!(!shown.contains(ROW_UP), "there is room for it in one row: {shown:?}");
    person.types(TO_END).types(CTRL_U).types("show tracks\r");
    person.sees("Victory ");
    person.sees("card> ");
    person.leaves();
}

#[test]
fn a_line_that_is_not_complete_goes_on_in_the_next() {
    let mut person = Person::sits_down(&[("NO_COLOR", "1")]);
    person.types("eval [1,\r");
    person.types("2, 40].len()\r");
    person.sees("\n3\r");
    person.sees("card> ");
    person.types("activate montcalm to \\\r");
    person.types("ticonderoga using 56\r");
    person.sees("Who goes with Montcalm");
    person.leaves();
}

#[test]
fn the_page_beside_the_prompt_plays_the_same_game() {
    let mut person = Person::sits_down(&[("NO_COLOR", "1")]);
    person.types("board on\r");
    person.sees("http://");
    let site = Site { address: person.sees("/s/").trim().into() };
    let seat = format!("/s/{}/", person.sees("/"));
    person.sees("card> ");
    let state = site.state(&seat);
    let token = values(section(&state, "question"), "data-token")[0].to_string();
    // What is half typed stays while the page answers.
    person.types("activate montc");
    let said = site.wish(&seat, serde_json::json!({ "at": state["at"], "token": token }));
    assert_eq!(said["done"], true, "{said}");
    person.sees("(on the page)");
    person.sees("What do you use");
    person.sees("activate montc");
    person.types("\r");
    person.sees("typed before");
    person.sees("activate montc");
    person.types(CTRL_U).types("undo\r");
    person.sees("Which card do you play?");
    // The page follows.
    let begun = std::time::Instant::now();
    while site.state(&seat)["at"] != state["at"] {
        assert!(begun.elapsed() < HANG, "the page does not follow");
    }
    assert_eq!(site.line(&seat, "save stolen.record")["done"], false);
    person.types("board off\r");
    person.sees("closed");
    assert!(std::net::TcpStream::connect(&site.address).is_err(), "nobody listens any more");
    person.leaves();
}

#[test]
fn a_page_whose_board_was_turned_off_tried_to_connect_for_ever() {
    in_browser(async |browser| {
        let mut person = Person::sits_down(&[("NO_COLOR", "1")]);
        person.types("board on\r");
        person.sees("http://");
        let address = person.sees("/s/").trim().to_string();
        let seat = person.sees("/");
        person.sees("card> ");
        let client = browser.open((1428, 900)).await;
        let page = Page::at(&client, &format!("http://{address}/s/{seat}/")).await;
        page.wait("Object.keys(localStorage).some((name) => name.startsWith('stream-'))").await;
        type_line(&page, "log 1").await;
        person.types("board off\r");
        page.wait("document.getElementById('link').textContent === 'This link no longer works.'").await;
        page.wait("document.body.matches('.gone')").await;
        page.check().await;
        client.close().await.expect("it closes");
        person.leaves();
    });
}
