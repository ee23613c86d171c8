//! What one side may not see of the other, at the prompt and at a screen that two people share.

use assert_cmd::Command;

/// The output, the complaints and the exit code of the program.
fn run(arguments: &[&str], lines: &str) -> (String, String, i32) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_wilderness"));
    let output = command.args(arguments).write_stdin(lines).output().expect("the program runs");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("text");
    (text(output.stdout), text(output.stderr).replace('\n', " "), output.status.code().expect("an exit code"))
}

const AGAINST_A_BOT: [&str; 5] = ["play", "--seed", "3", "--british", "random"];
const HOT_SEAT: [&str; 3] = ["play", "--seed", "42"];

#[test]
fn back_goto_and_step_show_the_hand_of_the_bot_no_more() {
    let bot = ["play", "--seed", "3", "--british", "greedy"];
    let march = "activate montcalm with all to ticonderoga using 57\n";
    let (out, err, _) = run(&bot, &format!("{march}back\nback 4\nstep\ngoto start\nstep 15\nstep\nstep\n"));
    assert_eq!(err, "");
    assert!(out.contains("It is for the British to decide.") && out.contains("(`step` goes on)"), "{out}");
    assert!(!out.lines().any(|line| line.starts_with(" 1 #") && !line.starts_with(" 1 #5 Bastions")), "{out}");
    let (_, err, code) = run(&bot, &format!("{march}back\n1\n"));
    assert!(code == 1 && err.contains("for the British to decide"), "{err}");
}

#[test]
fn undo_took_back_the_foul_weather_that_it_had_revealed() {
    let directory = tempfile::tempdir().expect("a directory");
    let file = directory.path().join("game.record");
    let sail = "activate levis with all to louisbourg by sea using 57\n";
    let (out, err, _) = run(&AGAINST_A_BOT, &format!("{sail}undo\nundo --force\nsave {}\n", file.display()));
    assert!(err.contains("#14 Foul Weather (2)): `undo --force` goes further"), "{err}");
    assert!(out.contains("undone; the record notes what was revealed"), "{out}");
    let record = std::fs::read_to_string(&file).expect("saved");
    assert!(record.contains("\nundone british respond card:14\n"), "{record}");
}

#[test]
fn one_player_took_back_the_answers_of_the_other_without_consent() {
    let build = "build stockade sorel using 5\n";
    let (out, err, _) = run(&HOT_SEAT, &format!("{build}undo\nhand\nagree\nundo\nagree\n"));
    assert!(err.contains("it needs the consent of the French, who type `agree`"), "{err}");
    assert!(err.contains("there is nothing to agree to"), "another line drops the request: {err}");
    assert_eq!(out.matches("undone").count(), 1, "{out}");
    // Nor does the past lead around it.
    let lines = format!("{build}=card:49\n=event\nnorthern\nback 9\n1\nagree\n1\nbranches\n");
    let (out, err, _) = run(&HOT_SEAT, &lines);
    assert!(err.contains("the British have answered since; `step` follows their branch"), "{err}");
    assert!(out.contains("Agreed: a different choice here begins a branch."), "{out}{err}");
    assert!(out.contains("* 2   this branch; 1 decision"), "{out}{err}");
}

#[test]
fn of_two_people_at_one_screen_nobody_sees_both_hands_in_the_past() {
    let (out, _, _) = run(&HOT_SEAT, "build stockade sorel using 5\nback 9\nhand\nshow\nhelp\n");
    let after = out.split("British> back 9").nth(1).expect("the British look back");
    assert!(after.contains("British · 9 cards") && !after.contains("French · 9 cards"), "{after}");
    assert!(!after.contains("#62 Quiberon Bay"), "{after}");
    let open = ["play", "--seed", "42", "--open-hands"];
    let (out, _, _) = run(&open, "build stockade sorel using 5\nback 9\n");
    let after = out.split("British> back 9").nth(1).expect("the British look back");
    assert!(after.contains("#62 Quiberon Bay"), "{after}");
    let (_, err, code) = run(&["play", "--open-hands", "--british", "greedy"], "");
    assert!(code == 2 && err.contains("two people"), "{err}");
}

#[test]
fn replay_shows_what_a_side_knows() {
    let directory = tempfile::tempdir().expect("a directory");
    let file = directory.path().join("game.record");
    let file = file.to_str().expect("a name");
    run(&HOT_SEAT, &format!("build stockade sorel using 5\nsave {file}\n"));
    let (out, err, _) = run(&["replay", file, "--as", "french"], "");
    assert!(out.contains("a stockade is built") && out.contains("It is for the British to decide."), "{out}{err}");
    assert!(out.contains("#62 Quiberon Bay") && out.contains("British · 9 cards"), "{out}");
    assert!(!out.contains("Treaty of Easton"), "{out}");
    let (out, _, _) = run(&["replay", file, "--as", "british"], "");
    assert!(out.contains("Which card do you play?") && out.contains("#32 Treaty of Easton"), "{out}");
    let json =
        |arguments: &[&str]| -> serde_json::Value { serde_json::from_str(&run(arguments, "").0).expect("a position") };
    let seen = json(&["replay", file, "--as", "british", "--json"])["position"].clone();
    assert_eq!(seen["hands"]["british"].as_array().map(Vec::len), Some(9));
    assert!(seen["hands"]["french"].is_null() || seen["hands"]["french"] == serde_json::json!([]), "{seen}");
    assert!(seen["draw_pile"].is_null() || seen["draw_pile"] == serde_json::json!([]), "{seen}");
    let (_, err, code) = run(&["replay", file, "--as", "british", "--save", "x"], "");
    assert!(code == 2 && err.contains("--save"), "{err}");
}

#[cfg(unix)]
#[test]
fn a_cover_page_hides_the_cards_until_the_next_player_takes_the_keyboard() {
    use expectrl::{Eof, Expect, Session};
    let home = tempfile::tempdir().expect("a directory");
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_wilderness"));
    command.args(HOT_SEAT).current_dir(home.path()).env("NO_COLOR", "1").env("TERM", "xterm");
    command.env("XDG_STATE_HOME", home.path()).env("HOME", home.path());
    let mut session = Session::spawn(command).expect("a terminal");
    session.set_expect_timeout(Some(super::golden::HANG));
    let mut sees = |keys: &str, text: &str| {
        session.send(keys).expect("the program listens");
        let found = session.expect(text).unwrap_or_else(|error| panic!("`{text}` never comes: {error}"));
        String::from_utf8_lossy(found.before()).into_owned()
    };
    const CLEARED: &str = "\u{1b}[H\u{1b}[2J\u{1b}[3J";
    let start = sees("", "French, press Enter> ");
    assert!(!start.contains("Quiberon Bay"), "{start}");
    assert!(sees("\r", "French card> ").contains("Quiberon Bay"));
    let page = sees("build stockade sorel using 5\r", "British, press Enter> ");
    let (_, page) = page.split_once(CLEARED).expect("the terminal is cleared");
    assert!(page.contains("a stockade is built") && !page.contains("Quiberon") && !page.contains("Easton"), "{page}");
    assert!(sees("hand\r", "British, press Enter> ").contains("take the keyboard with Enter"));
    let turn = sees("\r", "British card> ");
    let (_, turn) = turn.split_once(CLEARED).expect("the page goes");
    assert!(turn.contains("a stockade is built") && turn.contains("Easton") && !turn.contains("Quiberon"), "{turn}");
    // The other player is asked for consent on a page of its own, and the cards of neither are on it.
    let asked = sees("undo\r", "French, do you agree> ");
    assert!(asked.contains(CLEARED) && asked.contains("The British want to undo answers of yours."), "{asked}");
    let refused = sees("\r", "British, press Enter> ");
    assert!(refused.contains("The French do not agree.") && !refused.contains("Quiberon"), "{refused}");
    sees("\r", "British card> ");
    sees("undo\r", "French, do you agree> ");
    assert!(sees("agree\r", "French card").contains("Quiberon Bay"));
    session.send("quit\r").expect("the program listens");
    session.expect(Eof).expect("the program ends");
}

#[test]
fn what_a_player_means_to_do_is_not_told_to_the_other_at_a_window() {
    let home = tempfile::tempdir().expect("a directory");
    let mut command = assert_cmd::Command::new(env!("CARGO_BIN_EXE_wilderness"));
    let lines = "activate montcalm with all to ticonderoga using 56\ngo on\n";
    command.args(["play", "--seed", "5", "--windows", "open"]).current_dir(home.path()).write_stdin(lines);
    let output = command.output().expect("it runs");
    let (out, err) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    let asked = out.find("Do you play a card before the enemy moves?").expect("the window of the British");
    assert!(!out[asked..].contains("still to do"), "{out}");
    assert!(err.contains("none of your sentences is unfinished") && !err.contains("Ticonderoga"), "{err}");
}

#[test]
fn a_sentence_that_waits_for_its_card_is_not_finished_by_the_other_player() {
    let home = tempfile::tempdir().expect("a directory");
    let mut command = assert_cmd::Command::new(env!("CARGO_BIN_EXE_wilderness"));
    let lines = "activate montcalm with all to ticonderoga\n2\nindividual\ndone\nusing 59\n";
    command.args(["play", "--seed", "42", "--windows", "holder"]).current_dir(home.path()).write_stdin(lines);
    let output = command.output().expect("it runs");
    let err = String::from_utf8_lossy(&output.stderr);
    assert!(!err.to_lowercase().contains("`montcalm`"), "{err}");
}

#[test]
fn a_line_that_does_not_fit_tells_one_side_nothing_of_the_other_hand() {
    let home = tempfile::tempdir().expect("a directory");
    let file = home.path().join("game.record");
    std::fs::write(&file, "wilderness-record 1\nscenario annus-mirabilis\nseed 3\nfrench card card:99\n")
        .expect("a file");
    let mut command = assert_cmd::Command::new(env!("CARGO_BIN_EXE_wilderness"));
    let output = command.arg("replay").arg(&file).args(["--as", "british"]).output().expect("it runs");
    let err = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.code() == Some(2) && !err.contains("card:"), "{err}");
}

#[test]
fn a_line_of_too_many_words_is_refused_at_once() {
    let home = tempfile::tempdir().expect("a directory");
    let mut command = assert_cmd::Command::new(env!("CARGO_BIN_EXE_wilderness"));
    let lines = format!("build fort{}\n", " venango".repeat(200));
    command.args(["play", "--seed", "3"]).current_dir(home.path()).write_stdin(lines);
    let output = command.output().expect("it runs");
    assert!(String::from_utf8_lossy(&output.stderr).contains("at most 48 words"));
}
