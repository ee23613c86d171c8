//! The tutorial, played by somebody who types what it says and nothing else.

use super::golden::{dialogue_anywhere, golden};
use assert_cmd::Command;

/// Plays these lines. Returns what was shown, and what was refused.
fn play(lines: &str) -> (String, String) {
    let home = tempfile::tempdir().expect("a directory");
    let mut command = Command::new(env!("CARGO_BIN_EXE_wilderness"));
    let output = command.args(["play", "--seed", "5"]).current_dir(home.path()).write_stdin(lines).output();
    let output = output.expect("the program runs");
    let text = |bytes| String::from_utf8(bytes).expect("text");
    (text(output.stdout), text(output.stderr))
}

/// The line that the tutorial wants at last.
fn wanted(out: &str) -> Option<&str> {
    let last = &out[out.rfind("\nTutorial")?..];
    last.lines().rev().find_map(|line| line.strip_prefix("Type: "))
}

/// Everything that is typed, up to the end.
fn lines() -> String {
    let mut lines = "tutorial\n".to_string();
    for _ in 0..30 {
        let (out, err) = play(&lines);
        assert_eq!(err, "", "{lines}");
        match wanted(&out) {
            Some(line) => lines += &format!("{line}\n"),
            None => return lines,
        }
    }
    panic!("the tutorial never ends:\n{lines}");
}

#[test]
fn who_types_what_the_tutorial_says_comes_to_the_end_of_the_season() {
    let (out, _) = play(&lines());
    let season = &out[out.find("> tutorial\n").expect("the tutorial")..];
    assert!(season.contains(": the end"), "{season}");
    assert!(season.lines().all(|line| line.chars().count() <= 80), "{season}");
    for line in ["odds hudson", "threats\n", "hint\n", "undo\n"] {
        assert!(season.contains(&format!("French> {line}")), "the learner uses `{}`: {season}", line.trim());
    }
    golden("tutorial", season);
}

#[test]
fn something_else_is_not_done_but_looking_around_is() {
    let lines = "tutorial\nplay 24\nshow ticonderoga\nhelp siege\nwhy quebec\n";
    let said = dialogue_anywhere(&["--seed", "5"], lines);
    golden("tutorial-something-else", &said.replies(&["play 24", "help siege", "why quebec"]));
    assert!(said.text.contains("Tutorial 1/") && !said.text.contains("Tutorial 2/"), "{}", said.text);
}

#[test]
fn the_same_answers_in_another_form_are_accepted() {
    let (out, err) = play("tutorial\n1\nforce\nmontcalm\nbearn, la sarre, huron, done\nto ticonderoga by boat\nstop\n");
    assert_eq!(err, "");
    assert!(out.contains("Tutorial 2/"), "{out}");
}

#[test]
fn a_line_can_be_taken_back_and_the_tutorial_be_left() {
    let first = "activate montcalm with bearn, la sarre, huron to ticonderoga using 5";
    let lines = format!("tutorial\n{first}\nundo --force\n{first}\ntutorial off\nbastions\nplay 24\n");
    let said = dialogue_anywhere(&["--seed", "5"], &lines);
    assert_eq!(said.text.matches("Tutorial 1/").count(), 2, "{}", said.text);
    golden("tutorial-left", &said.replies(&["undo --force", "tutorial off", "bastions", "play 24"]));
}

#[test]
fn going_back_leads_to_a_decision_of_the_learner() {
    let first = "activate montcalm with bearn, la sarre, huron to ticonderoga using 5";
    let lines = format!("tutorial\n{first}\nback 3\nstep 20\nback 20\n{first}\nplay 24\n");
    let said = dialogue_anywhere(&["--seed", "5"], &lines);
    golden("tutorial-back", &said.replies(&["back 3", "play 24"]));
    assert!(said.reply("back 20").contains("Tutorial 1/"), "{}", said.text);
    assert!(!said.text.contains("no: "), "{}", said.text);
    assert!(said.reply("play 24").contains("Tutorial 3/"), "{}", said.text);
}
