//! A game that the program was not written for, at the prompt: it says what any game must, and is played by number and
//! by token, with undo, branches, records and bots.

use wilderness_engine::{Question as _, Windows};
use wilderness_outpost::{self as outpost, Outpost, Printed, RED, Side};
use wilderness_repl::front::Front as _;
use wilderness_repl::harness::Prompt;

/// A game with nobody but people.
fn begin() -> Prompt<Outpost> {
    Prompt::of(outpost::game(7, Windows::Holder), Printed)
}

/// What is said to a line, without colours.
fn say(prompt: &mut Prompt<Outpost>, line: &str) -> String {
    let said = prompt.run(line).unwrap_or_else(|reason| panic!("{line}: {reason}")).unwrap_or_default();
    anstream::adapter::strip_str(&said).to_string()
}

fn asked(prompt: &Prompt<Outpost>) -> Option<(Side, &'static str)> {
    prompt.game().decision().map(|decision| (decision.side, decision.ask.kind()))
}

#[test]
fn it_is_played_by_number_by_token_and_by_its_words() {
    let mut prompt = begin();
    let shown = say(&mut prompt, "show");
    assert!(shown.starts_with("Red · turn 1, ") && shown.contains("(2)\n 1 card 3\n"), "{shown}");
    assert!(prompt.prompt().ends_with("| Red card> "), "{}", prompt.prompt());
    let hand = |prompt: &Prompt<Outpost>| prompt.game().view(RED).hand().len();
    assert_eq!(hand(&prompt), 3);
    say(&mut prompt, "1");
    assert_eq!(hand(&prompt), 2, "the card is played");
    assert!(say(&mut prompt, "draw").contains("Blue · "));
    let reason = prompt.run("card:3").expect_err("the other side holds it");
    assert!(reason.contains("(2)"), "{reason}");
    say(&mut prompt, "2");
    say(&mut prompt, "= attack");
    assert_eq!(asked(&prompt), Some((RED, "ambush")));
    assert!(prompt.run("fly").expect_err("no answer").contains("`fly`"));
    say(&mut prompt, "no");
    assert_eq!(asked(&prompt), Some((RED, "card")));
    assert!(say(&mut prompt, "help").contains("branches"));
    let (start, names) = prompt.complete("card");
    assert_eq!((start, names.len()), (0, hand(&prompt)), "{names:?}");
}

#[test]
fn lines_are_taken_back_and_made_again_and_another_choice_begins_a_branch() {
    let mut prompt = begin();
    say(&mut prompt, "bot blue random");
    let start = prompt.game().state().clone();
    say(&mut prompt, "1");
    let after = prompt.game().state().clone();
    assert!(say(&mut prompt, "undo").contains("undone"));
    assert_eq!(*prompt.game().state(), start);
    say(&mut prompt, "redo");
    assert_eq!(*prompt.game().state(), after);
    say(&mut prompt, "draw");
    let reason = prompt.run("undo").expect_err("a card was drawn");
    assert!(reason.contains("`undo --force`"), "{reason}");
    let drawn = prompt.game().state().clone();
    say(&mut prompt, "bookmark drawn");
    say(&mut prompt, "goto start");
    say(&mut prompt, "3");
    assert_eq!(asked(&prompt), Some((RED, "use")));
    assert!(say(&mut prompt, "branches").contains("\n* 2 "));
    say(&mut prompt, "branch 1");
    assert_eq!(*prompt.game().state(), drawn);
    say(&mut prompt, "goto start");
    assert_eq!(*prompt.game().state(), start);
    say(&mut prompt, "goto drawn");
    assert_eq!(*prompt.game().state(), drawn);
}

#[test]
fn bots_play_it_as_they_do_without_a_prompt() {
    let mut alone = outpost::game(7, Windows::Holder);
    outpost::random(&mut alone, 7);
    alone.proceed().expect("a game");
    let mut prompt = begin();
    say(&mut prompt, "bot blue random");
    assert_eq!(asked(&prompt).map(|(side, _)| side), Some(RED), "a person plays Red");
    let end = say(&mut prompt, "bot red random");
    assert_eq!(prompt.game().state(), alone.state());
    let then = "`undo` undoes the last choice, `new` begins another game.";
    assert!(end.ends_with(&format!("{}. {then}\n", Outpost::scores(&alone.now().scores()))));
    assert!(say(&mut prompt, "log").contains("post: 1\n"), "what happened is told");
}

#[test]
fn it_is_saved_and_taken_up_again_with_its_branches() {
    let directory = tempfile::tempdir().expect("a directory");
    let file = directory.path().join("outpost.record");
    let mut prompt = begin();
    ["bot blue random", "1", "draw", "goto start", "2", "draw"].iter().for_each(|line| drop(say(&mut prompt, line)));
    say(&mut prompt, &format!("save {}", file.display()));
    let saved = prompt.game().state().clone();
    let mut other = begin();
    assert!(say(&mut other, &format!("load {}", file.display())).contains("(seed 7)"));
    assert_eq!(*other.game().state(), saved);
    assert!(say(&mut other, "branches").contains("`branch N`"));
    std::fs::write(&file, "wilderness-record 1\nseed 7\nred card card:99\n").expect("a file");
    let reason = other.run(&format!("load {}", file.display())).expect_err("no such card");
    assert!(reason.contains("1 error"), "{reason}");
    assert_eq!(*other.game().state(), saved, "the game is as it was");
}
