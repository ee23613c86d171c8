//! Stepping through the script of a card at the prompt: real cards, lines that are piped in.
#![allow(clippy::unwrap_used)] // also in what the tests share

use super::golden::{dialogue, golden};
use super::machine::HANG;
use assert_cmd::Command;
use std::path::Path;
use tempfile::TempDir;

/// What came of a session.
struct Talk {
    out: String,
    err: String,
    code: i32,
}

/// A directory with the scripts, and with a game in which the French hold Small Pox.
fn workshop() -> TempDir {
    let directory = tempfile::tempdir().unwrap();
    wilderness_tests::copy_scripts(&directory.path().join("scripts"));
    let game = "wilderness-record 1\nscenario annus-mirabilis\nseed 3\nhand french 34\n";
    std::fs::write(directory.path().join("game.record"), game).unwrap();
    directory
}

fn play(directory: &Path, arguments: &[&str], editor: &str, lines: &str) -> Talk {
    let mut command = Command::new(env!("CARGO_BIN_EXE_wilderness"));
    command.current_dir(directory).env_remove("VISUAL").env("EDITOR", editor);
    let output = command.arg("play").args(arguments).write_stdin(lines).output().unwrap();
    Talk {
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap().replace('\n', " "),
        code: output.status.code().unwrap(),
    }
}

fn small_pox(lines: &str) -> Talk {
    play(workshop().path(), &["--load", "game.record"], "true", lines)
}

/// The same as a dialogue.
fn said(lines: &str) -> super::golden::Talk {
    dialogue(workshop().path(), &["--load", "game.record"], lines)
}

/// The session after a line was typed.
fn after<'a>(out: &'a str, typed: &str) -> &'a str {
    out.split_once(&format!("> {typed}\n")).unwrap_or_else(|| panic!("`{typed}` was never typed: {out}")).1
}

#[test]
fn what_a_card_calls_is_told_as_it_happens_and_once() {
    let talk = small_pox("trace on\ncard:34, event\n1\n");
    assert_eq!((talk.err.as_str(), talk.code), ("", 0), "{}", talk.out);
    assert_eq!(talk.out.matches("small_pox:7  game.roll() = 1\n").count(), 1, "{}", talk.out);
    golden("trace", &said("trace on\ncard:34, event\n1\n").replies(&["trace on", "card:34, event", "1"]));
    let event = after(&talk.out, "card:34, event");
    assert!(!event.split("> 1\n").next().unwrap().contains("small_pox:9"), "it waits for the answer: {event}");
    let quiet = small_pox("trace on\ntrace off\ntrace\ncard:34, event\n");
    assert!(!quiet.out.contains("game.roll()"), "{}", quiet.out);
}

#[test]
fn a_script_stops_at_a_line_and_goes_on_by_lines() {
    let talk = said("break small_pox:7\nplay small pox\neval space\nnext\neval die + 1\ncontinue\n");
    golden("stopped-and-stepped", &talk.text);
    let talk = small_pox("break small_pox:7\nnext\n");
    assert_eq!(talk.code, 1, "no script is stopped: {}", talk.err);
}

#[test]
fn a_question_can_come_between_two_lines() {
    let talk = small_pox("break 34:9\ncard:34, event\nnext\n1\nundo\n");
    assert!(!after(&talk.out, "next").split("> 1\n").next().unwrap().contains("small_pox:"), "{}", talk.out);
    assert!(after(&talk.out, "1").contains("small_pox:10"), "{}", talk.out);
    assert!(!after(&talk.out, "undo").contains("small_pox:"), "{}", talk.out);
    assert!(after(&talk.out, "undo").contains("use #34"), "{}", talk.out);
    assert_eq!((talk.err.as_str(), talk.code), ("", 0));
}

#[test]
fn a_script_that_has_stopped_waits_and_undo_goes_back_to_before_the_card() {
    let lines = "break small_pox:8\ncard:34, event\n1\nwhatif 1\nback\nshow new york\nundo\nevent\n";
    let talk = said(lines);
    golden("stopped-and-undone", &talk.replies(&["1", "whatif 1", "back", "undo", "event"]));
    assert!(talk.reply("show new york").starts_with("New York"), "{}", talk.text);
}

#[test]
fn a_response_is_stepped_through_even_a_bots() {
    let arguments = ["--seed", "3", "--british", "random"];
    let attack = "activate bougainville with all to hudson carry north using 5";
    let lines = format!("break fieldworks:11\n{attack}\ncontinue\nbreak off\n");
    let talk = play(workshop().path(), &arguments, "true", &lines);
    let stop = after(&talk.out, attack);
    assert!(stop.contains("fieldworks:11") && stop.contains("`respond`") && stop.contains("\n  moment = "), "{stop}");
    assert!(after(&talk.out, "continue").contains("fieldworks"), "{}", talk.out);
    assert!(!after(&talk.out, "continue").contains("fieldworks:"), "{}", talk.out);
    assert_eq!((talk.err.as_str(), talk.code), ("", 0));
}

#[test]
fn breakpoints_are_listed_moved_and_refused_with_a_reason() {
    let lines = "break\nbreak small_pox:5\nbreak events/small_pox.rhai:6\nbreak small-pox 10\nbreak small_pix:7\n\
                 break small_pox:99\nbreak small_pox:3\nbreak small_pox\nbreak\nbreak off small_pox:6\nbreak off 34:6\nbreak nations:3\n";
    golden("breakpoints", &said(lines).text);
}

#[cfg(unix)]
#[test]
fn breakpoints_survive_a_reload_unless_their_line_has_gone() {
    let lines = "break 34:7\nedit 34\ncard:34, event\n";
    let talk = play(workshop().path(), &["--load", "game.record"], "sed -i s/Where/Whither/", lines);
    assert!(after(&talk.out, "edit 34").contains("reloaded 1") && talk.out.contains("at small_pox:7"), "{}", talk.out);
    // It is edited where it has stopped.
    let lines = "break 34:8\ncard:34, event\nedit 34\ncontinue\n";
    let talk = play(workshop().path(), &["--load", "game.record"], "sed -i s/>.8/>6/", lines);
    assert!(after(&talk.out, "edit 34").contains("small_pox:8"), "{}", talk.out);
    assert!(after(&talk.out, "edit 34").contains(">6 { die }"), "{}", talk.out);
    let lines = "break 34:10\nedit 34\nbreak\n";
    let talk = play(workshop().path(), &["--load", "game.record"], "sed -i 10d", lines);
    assert!(after(&talk.out, "edit 34").contains("small_pox:10"), "it is said: {}", talk.out);
    assert!(!after(&talk.out, "break").contains("small_pox:10"), "{}", talk.out);
}

#[test]
fn a_game_is_kept_as_it_is_where_nobody_stops() {
    let directory = workshop();
    let record = |name: &str, lines: &str| {
        let talk = play(directory.path(), &["--load", "game.record"], "true", &format!("{lines}save {name}\n"));
        assert_eq!((talk.err.as_str(), talk.code), ("", 0), "{}", talk.out);
        std::fs::read_to_string(directory.path().join(name)).unwrap()
    };
    let plain = record("plain.record", "card:34, event\n1\n");
    let stepped = record(
        "stepped.record",
        "trace on\nbreak 34:6\nbreak 34:9\ncard:34, event\nnext\nnext\nnext\nnext\n1\ncontinue\n",
    );
    assert_eq!(plain, stepped);
    // Whoever is interrupted at a stop loses nothing but the stop.
    let lines = "break 34:9\ncard:34, event\n";
    let kept = play(directory.path(), &["--load", "game.record", "--autosave", "kept.record"], "true", lines);
    assert!(after(&kept.out, "card:34, event").contains("at small_pox:9"), "{}", kept.out);
    let again = play(directory.path(), &["--load", "kept.record"], "true", "");
    assert!(again.out.contains(" step?"), "{}", again.out);
}

#[cfg(unix)]
#[test]
fn control_c_goes_back_to_before_the_card() {
    use expectrl::{Eof, Expect, Session};
    let directory = workshop();
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_wilderness"));
    command.args(["play", "--open-hands", "--load", "game.record"]).current_dir(directory.path());
    command.env("XDG_STATE_HOME", directory.path()).env("HOME", directory.path());
    command.env("TERM", "xterm").env("NO_COLOR", "1");
    let mut session = Session::spawn(command).unwrap();
    session.set_expect_timeout(Some(HANG));
    let mut types = |keys: &str, answer: &str| {
        session.send(keys).unwrap();
        session.expect(answer).unwrap_or_else(|error| panic!("`{answer}` does not come: {error}"));
    };
    types("break 34:8\r", "stops at small_pox:8");
    types("card:34, event\r", "`undo`");
    types("\u{3}", "use #34");
    types("", "French use");
    session.send("quit\r").unwrap();
    session.expect(Eof).unwrap();
}

/// A rule by which no force moves far, and that prints what it is asked.
const LONG_DROUGHT: &str = "fn rule() { #{ name: \"Long Drought\", about: \"nobody moves far\" } }\n\
    fn movement(limits, at) {\n\
    \x20   print(limits.spaces);\n\
    \x20   #{ spaces: min(limits.spaces, 4) }\n\
    }\n";

#[test]
fn a_modifier_is_looked_into_at_the_prompt_and_path_says_what_it_changed() {
    let directory = workshop();
    std::fs::write(directory.path().join("scripts/optional/long_drought.rhai"), LONG_DROUGHT).unwrap();
    let arguments = ["--seed", "3", "--rules", "long-drought"];
    let attack = "activate bougainville with all to hudson carry north using 5";
    let lines = format!(
        "trace modifiers on\ntrace conditions on\nbreak long_drought:1\nbreak long_drought:4\n{attack}\npass\n\
         eval limits.spaces + 1\ncontinue\nbreak off\npath albany, boston\nundo\n"
    );
    golden("modifiers-looked-into", &dialogue(directory.path(), &arguments, &lines).text);
}

#[test]
fn a_script_does_not_stop_where_it_goes_by_the_other_hand() {
    let shown = |british: &str| {
        let directory = workshop();
        let game = format!(
            "wilderness-record 1\nscenario annus-mirabilis\nseed 3\nhand french 37 2\nhand british {british}\n"
        );
        std::fs::write(directory.path().join("game.record"), game).unwrap();
        let lines = "trace on\nbreak 37:6\nbreak 37:7\nbreak 37:10\nplay 37\ncontinue\n";
        let talk = play(directory.path(), &["--load", "game.record"], "true", lines);
        let stop = after(&talk.out, "play 37");
        assert!(stop.contains("british_ministerial_crisis:6"), "{}{}", talk.out, talk.err);
        after(&talk.out, "continue").to_string()
    };
    for hand in ["1 3", "57 3", "57 58"] {
        let rest = shown(hand);
        assert!(rest.contains("hidden"), "{rest}");
        assert!(!rest.contains("Stopped") && !rest.contains("game.hand(") && !rest.contains("troops"), "{rest}");
    }
}
