//! A game for three people at the prompt: its sides are read from a file, and nothing in the program knows them.

use wilderness_causeways::{Causeways, FEN, Folder, Text};
use wilderness_engine::plain::Header;
use wilderness_engine::script::Compile as _;
use wilderness_engine::{Game, Question as _, Side as _};
use wilderness_repl::harness::Prompt;

/// A game between three people.
fn begin() -> Prompt<Causeways> {
    let board = Text::new(FEN).compile().expect("a board");
    let mut game = Game::begin(&Header::new(1), board.into()).expect("a game");
    game.proceed().expect("the first question");
    Prompt::of(game, Folder::default())
}

/// What is said to a line, without colours.
fn say(prompt: &mut Prompt<Causeways>, line: &str) -> String {
    let said = prompt.run(line).unwrap_or_else(|reason| panic!("{line}: {reason}")).unwrap_or_default();
    anstream::adapter::strip_str(&said).to_string()
}

fn refused(prompt: &mut Prompt<Causeways>, line: &str) -> String {
    prompt.run(line).map(drop).expect_err(line)
}

fn says(prompt: &mut Prompt<Causeways>, lines: &[&str]) {
    lines.iter().for_each(|line| drop(say(prompt, line)));
}

fn asked(prompt: &Prompt<Causeways>) -> Option<(&'static str, &'static str)> {
    prompt.game().decision().map(|decision| (decision.side.id(), decision.ask.kind()))
}

#[test]
fn three_people_play_it_at_one_screen() {
    let mut prompt = begin();
    let shown = say(&mut prompt, "show");
    assert!(shown.starts_with("Otter · turn 1, Otter 0, Heron 0, Pike 0"), "{shown}");
    says(&mut prompt, &["bid:2", "bid:1"]);
    assert!(prompt.prompt().ends_with("Pike bid> "), "{}", prompt.prompt());
    assert!(say(&mut prompt, "bid:0").contains("bids: Otter 2, Heron 1, Pike 0\n"));
    says(&mut prompt, &["from:holt", "to:reeds", "stay"]);
    let told = say(&mut prompt, "stay");
    assert!(told.contains("turn 1 ends: Otter 3, Heron 1, Pike 1\n"), "{told}");
    assert_eq!(asked(&prompt), Some(("otter", "bid")));
}

#[test]
fn a_cover_page_lies_between_each_of_three_people() {
    let mut prompt = begin().covered();
    let page = say(&mut prompt, "");
    assert!(page.starts_with("\nOtter · turn 1"), "{page}");
    let page = say(&mut prompt, "bid:3");
    assert!(page.contains("The keyboard goes to the Heron") && !page.contains("bid:3"), "{page}");
    assert!(refused(&mut prompt, "bid:1").contains("the Heron take the keyboard with Enter"));
    say(&mut prompt, "");
    let page = say(&mut prompt, "bid:0");
    assert!(page.contains("The keyboard goes to the Pike"), "{page}");
    say(&mut prompt, "");
    assert!(say(&mut prompt, "bid:0").contains("The keyboard goes to the Otter"));
}

#[test]
fn an_undo_needs_the_consent_of_everyone_whose_answers_it_affects() {
    let mut prompt = begin();
    says(&mut prompt, &["bid:2", "bid:1", "bid:0", "from:holt", "to:reeds", "stay"]);
    // Pike has the keyboard; the last line is of the Heron, and the one before it of the Otter.
    let reason = refused(&mut prompt, "undo");
    let wanted = "answers of the Heron: it needs the consent of the Heron, who type `agree`";
    assert!(reason.contains(wanted), "{reason}");
    let reason = refused(&mut prompt, "undo 2");
    let wanted = "answers of the Otter and the Heron: it needs the consent of the Otter and the Heron";
    assert!(reason.contains(wanted), "{reason}");
    let before = prompt.game().answers();
    let said = say(&mut prompt, "agree");
    assert_eq!((said.as_str(), prompt.game().answers()), ("Agreed: it also needs the consent of the Heron.\n", before));
    assert!(say(&mut prompt, "agree").contains("2 lines undone"));
    assert_eq!(asked(&prompt), Some(("otter", "to")));
    assert!(refused(&mut prompt, "agree").contains("nothing to agree to"));
    // Another line drops a request.
    says(&mut prompt, &["to:reeds", "stay"]);
    refused(&mut prompt, "undo 3");
    say(&mut prompt, "agree");
    say(&mut prompt, "show");
    assert!(refused(&mut prompt, "agree").contains("nothing to agree to"));
}

#[test]
fn another_choice_in_the_past_needs_the_consent_of_those_who_have_answered_since() {
    let mut prompt = begin();
    says(&mut prompt, &["bid:2", "bid:1", "bid:0", "stay", "stay", "goto start"]);
    assert!(refused(&mut prompt, "bid:0").contains("that is for the Otter to decide"), "Pike has the keyboard");
    says(&mut prompt, &["step 2"]);
    assert_eq!(asked(&prompt), Some(("pike", "bid")));
    let reason = refused(&mut prompt, "bid:3");
    assert!(reason.contains("it needs the consent of the Otter and the Heron"), "{reason}");
    says(&mut prompt, &["agree", "agree", "bid:3"]);
    assert_eq!(asked(&prompt), Some(("pike", "move")));
}

#[test]
fn those_who_agree_are_asked_one_after_the_other_on_cover_pages() {
    let mut prompt = begin().covered();
    says(&mut prompt, &["", "bid:2", "", "bid:1", "", "bid:0", "", "stay", "", "stay", ""]);
    assert_eq!(asked(&prompt), Some(("pike", "move")));
    let page = say(&mut prompt, "undo 2");
    assert!(page.contains("The Pike want to undo answers of yours") && page.contains("goes to the Otter"), "{page}");
    let page = say(&mut prompt, "agree");
    assert!(page.contains("The Pike want to undo answers of yours") && page.contains("goes to the Heron"), "{page}");
    let page = say(&mut prompt, "no");
    assert!(page.contains("The Heron do not agree") && page.contains("goes to the Pike"), "{page}");
    say(&mut prompt, "");
    assert_eq!(asked(&prompt), Some(("pike", "move")));
    says(&mut prompt, &["undo 2", "agree", "agree"]);
    assert_eq!(asked(&prompt), Some(("otter", "move")));
}

#[test]
fn bots_of_any_side_play_it_and_a_person_among_bots_needs_no_consent() {
    let mut prompt = begin();
    assert!(refused(&mut prompt, "bot badger on").contains("usage: bot SIDE"));
    says(&mut prompt, &["bot heron random", "bot pike search:20"]);
    say(&mut prompt, "bid:3");
    assert_eq!(asked(&prompt), Some(("otter", "move")));
    let said = say(&mut prompt, "undo --force");
    assert!(said.contains("undone"), "{said}");
    assert_eq!(asked(&prompt), Some(("otter", "bid")));
    say(&mut prompt, "bid:1");
    let end = say(&mut prompt, "bot otter random");
    assert!(prompt.game().outcome().is_some() && end.contains("`undo` undoes the last choice"), "{end}");
}

#[test]
fn it_is_saved_and_taken_up_again_with_its_branches() {
    let directory = tempfile::tempdir().expect("a directory");
    let file = directory.path().join("fen.record");
    let mut prompt = begin();
    says(&mut prompt, &["bot heron random", "bot pike random", "bid:3", "stay", "goto start", "bid:0"]);
    say(&mut prompt, &format!("save {}", file.display()));
    let mut other = begin();
    assert!(say(&mut other, &format!("load {}", file.display())).contains("(seed 1)"));
    assert_eq!(other.game().state(), prompt.game().state());
    let branches = say(&mut other, "branches");
    assert!(branches.contains("Otter 0, Heron 0, Pike 0") && branches.contains("`branch N`"), "{branches}");
}
