//! What one side may not see of the other, at the prompt and at a screen that two people share.

use super::golden::{commands, dialogue_anywhere, golden};
use super::machine::HANG;
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
    let bot = ["--seed", "3", "--british", "greedy"];
    let march = "activate montcalm with all to ticonderoga using 57\n";
    let said = dialogue_anywhere(&bot, &format!("{march}back\nback 4\nstep\ngoto start\nstep 15\nstep\nstep\n"));
    assert_eq!(said.code, 0, "{}", said.text);
    golden("back-without-the-hand-of-a-bot", &said.replies(&["back", "back 4", "step 15"]));
    let menus = said.text.lines().filter(|line| line.starts_with(" 1 #"));
    assert!(menus.into_iter().all(|line| line.starts_with(" 1 #5 ")), "{}", said.text);
    let said = dialogue_anywhere(&bot, &format!("{march}back\n1\n"));
    assert!(
        said.code == 1 && said.reply("1").starts_with("no: ") && said.reply("1").contains("the British"),
        "{}",
        said.text
    );
}

#[test]
fn undo_took_back_the_foul_weather_that_it_had_revealed() {
    let directory = tempfile::tempdir().expect("a directory");
    let file = directory.path().join("game.record");
    let sail = "activate levis with all to louisbourg by sea using 57\n";
    let (_, err, _) = run(&AGAINST_A_BOT, &format!("{sail}undo\nundo --force\nsave {}\n", file.display()));
    assert!(err.contains("#14 ") && err.contains("`undo --force`"), "{err}");
    let record = std::fs::read_to_string(&file).expect("saved");
    assert!(record.contains("\nundone british respond card:14\n"), "{record}");
}

#[test]
fn one_player_took_back_the_answers_of_the_other_without_consent() {
    let build = "build stockade sorel using 5\n";
    let said = dialogue_anywhere(&HOT_SEAT[1..], &format!("{build}undo\nhand\nagree\nundo\nagree\n"));
    // Another line drops the request.
    let (asked, dropped) = said.text.split_once("British> hand").expect("it is typed");
    let dropped = dropped.split_once("British> agree").expect("it is typed").1;
    golden(
        "undo-with-consent",
        &[&asked[asked.find("> undo").expect("it is typed")..], "…\nBritish> agree", dropped].concat(),
    );
    assert_eq!(said.text.matches("undone").count(), 1, "{}", said.text);
    // Nor does the past lead around it.
    let lines = format!("{build}=card:49\n=event\nnorthern\nback 9\n1\nagree\n1\nbranches\n");
    let said = dialogue_anywhere(&HOT_SEAT[1..], &lines);
    let (_, past) = said.text.split_once("> back 9").expect("it is typed");
    golden("branch-with-consent", &format!("> back 9{past}"));
}

#[test]
fn of_two_people_at_one_screen_nobody_sees_both_hands_in_the_past() {
    let (out, _, _) = run(&HOT_SEAT, "build stockade sorel using 5\nback 9\nhand\nshow\nhelp\n");
    let after = out.split("British> back 9").nth(1).expect("the British look back");
    assert!(after.contains("British · 9") && !after.contains("French · 9"), "{after}");
    assert!(!after.contains("Quiberon"), "{after}");
    let open = ["play", "--seed", "42", "--open-hands"];
    let (out, _, _) = run(&open, "build stockade sorel using 5\nback 9\n");
    let after = out.split("British> back 9").nth(1).expect("the British look back");
    assert!(after.contains("Quiberon"), "{after}");
    let (_, err, code) = run(&["play", "--open-hands", "--british", "greedy"], "");
    assert!(code == 2 && err.contains("--open-hands"), "{err}");
}

#[test]
fn replay_shows_what_a_side_knows() {
    let directory = tempfile::tempdir().expect("a directory");
    let at = directory.path();
    let file = at.join("game.record");
    let file = file.to_str().expect("a name");
    run(&HOT_SEAT, &format!("build stockade sorel using 5\nsave {file}\n"));
    golden("replay-as-french", &commands(at, &["replay game.record --as french"]));
    let (out, _, _) = run(&["replay", file, "--as", "french"], "");
    assert!(out.contains("Quiberon"), "{out}");
    assert!(!out.contains("Easton"), "{out}");
    let (out, _, _) = run(&["replay", file, "--as", "british"], "");
    assert!(out.contains("Easton") && !out.contains("Quiberon"), "{out}");
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
    session.set_expect_timeout(Some(HANG));
    let mut sees = |keys: &str, text: &str| {
        session.send(keys).expect("the program listens");
        let found = session.expect(text).unwrap_or_else(|error| panic!("`{text}` never comes: {error}"));
        String::from_utf8_lossy(found.before()).into_owned()
    };
    const CLEARED: &str = "\u{1b}[H\u{1b}[2J\u{1b}[3J";
    let start = sees("", "French, press Enter> ");
    assert!(!start.contains("Quiberon"), "{start}");
    assert!(sees("\r", "French card> ").contains("Quiberon"));
    let page = sees("build stockade sorel using 5\r", "British, press Enter> ");
    let (_, page) = page.split_once(CLEARED).expect("the terminal is cleared");
    assert!(page.contains("stockade") && !page.contains("Quiberon") && !page.contains("Easton"), "{page}");
    assert!(sees("hand\r", "British, press Enter> ").contains(" Enter"));
    let turn = sees("\r", "British card> ");
    let (_, turn) = turn.split_once(CLEARED).expect("the page goes");
    assert!(turn.contains("stockade") && turn.contains("Easton") && !turn.contains("Quiberon"), "{turn}");
    // The other player is asked for consent on a page of its own, and the cards of neither are on it.
    let asked = sees("undo\r", "French, do you agree> ");
    assert!(asked.contains(CLEARED) && asked.contains("The British"), "{asked}");
    let refused = sees("\r", "British, press Enter> ");
    assert!(refused.contains("The French") && !refused.contains("Quiberon"), "{refused}");
    sees("\r", "British card> ");
    sees("undo\r", "French, do you agree> ");
    assert!(sees("agree\r", "French card").contains("Quiberon"));
    session.send("quit\r").expect("the program listens");
    session.expect(Eof).expect("the program ends");
}

#[test]
fn what_a_player_means_to_do_is_not_told_to_the_other_at_a_window() {
    let lines = "activate montcalm with all to ticonderoga using 56\ngo on\n";
    let said = dialogue_anywhere(&["--seed", "5", "--windows", "open"], lines);
    golden("window-of-the-enemy", &said.text);
    let asked = said.text.find("British · ").expect("the window of the British");
    let told = &said.text[asked..];
    assert!(!told.contains("still to do") && !told.contains("Ticonderoga"), "{told}");
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
    for (word, more) in [("replay", &[][..]), ("replay", &["--html", "film.html"]), ("board", &["--out", "board.svg"])]
    {
        let mut command = assert_cmd::Command::new(env!("CARGO_BIN_EXE_wilderness"));
        command.current_dir(home.path()).arg(word).arg(&file).args(["--as", "british"]).args(more);
        let output = command.output().expect("it runs");
        let err = String::from_utf8_lossy(&output.stderr);
        assert!(
            output.status.code() == Some(2) && err.contains("does not fit") && !err.contains("card:"),
            "{word}: {err}"
        );
    }
}

#[test]
fn a_line_of_too_many_words_is_refused_at_once() {
    let home = tempfile::tempdir().expect("a directory");
    let mut command = assert_cmd::Command::new(env!("CARGO_BIN_EXE_wilderness"));
    let lines = format!("build fort{}\n", " venango".repeat(200));
    command.args(["play", "--seed", "3"]).current_dir(home.path()).write_stdin(lines);
    let output = command.output().expect("it runs");
    assert!(String::from_utf8_lossy(&output.stderr).contains(" 48 words"));
}
