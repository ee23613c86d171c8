//! A game for three people at the prompt: its sides are read from a file, and nothing in the program knows them.

use crate::golden::golden;
use wilderness_causeways::{Causeways, Content, FEN};
use wilderness_engine::plain::Header;
use wilderness_engine::script::Compile as _;
use wilderness_engine::{Game, Question as _, Side as _};
use wilderness_repl::front::Files;
use wilderness_repl::harness::Prompt;

/// A game between three people.
fn begin() -> Prompt<Causeways> {
    let board = Content::new(FEN).compile().expect("a board");
    let mut game = Game::begin(&Header::new(1), board.into()).expect("a game");
    game.proceed().expect("the first question");
    Prompt::of(game, Files::default())
}

/// What is said to these lines, and what is refused, with the prompts, without colours.
fn talk(prompt: &mut Prompt<Causeways>, lines: &[&str]) -> String {
    let mut screen = String::new();
    for line in lines {
        screen.push_str(&format!("{}{line}\n", prompt.prompt()));
        screen.push_str(&match prompt.run(line) {
            Ok(said) => said.unwrap_or_default(),
            Err(reason) => format!("{reason}\n"),
        });
    }
    anstream::adapter::strip_str(&screen).to_string()
}

fn asked(prompt: &Prompt<Causeways>) -> Option<(&'static str, &'static str)> {
    prompt.game().decision().map(|decision| (decision.side.id(), decision.ask.kind()))
}

#[test]
fn three_people_play_it_at_one_screen() {
    let mut prompt = begin();
    let lines = ["show", "bid:2", "bid:1", "bid:0", "from:holt", "to:reeds", "stay", "stay"];
    golden("three-sides", &talk(&mut prompt, &lines));
    assert_eq!(asked(&prompt), Some(("otter", "bid")));
}

#[test]
fn a_cover_page_lies_between_each_of_three_people() {
    let mut prompt = begin().covered();
    let page = talk(&mut prompt, &["", "bid:3", "bid:1", "", "bid:0", "", "bid:0"]);
    golden("three-sides-covered", &page);
}

#[test]
fn an_undo_needs_the_consent_of_everyone_whose_answers_it_affects() {
    let mut prompt = begin();
    // Pike then has the keyboard; the last line is of the Heron, and the one before it of the Otter.
    let mut screen = talk(&mut prompt, &["bid:2", "bid:1", "bid:0", "from:holt", "to:reeds", "stay", "undo"]);
    let before = prompt.game().past().answers();
    screen += &talk(&mut prompt, &["undo 2", "agree"]);
    assert_eq!(prompt.game().past().answers(), before);
    screen += &talk(&mut prompt, &["agree"]);
    assert_eq!(asked(&prompt), Some(("otter", "to")));
    // Another line drops a request.
    screen += &talk(&mut prompt, &["agree", "to:reeds", "stay", "undo 3", "agree", "show", "agree"]);
    golden("three-sides-consent", &screen);
    assert_eq!(prompt.game().past().answers(), before);
}

#[test]
fn another_choice_in_the_past_needs_the_consent_of_those_who_have_answered_since() {
    let mut prompt = begin();
    // The choice of the Otter is not for Pike, who has the keyboard.
    let mut screen = talk(&mut prompt, &["bid:2", "bid:1", "bid:0", "stay", "stay", "goto start", "bid:0", "step 2"]);
    assert_eq!(asked(&prompt), Some(("pike", "bid")));
    screen += &talk(&mut prompt, &["bid:3", "agree", "agree", "bid:3"]);
    golden("three-sides-consent-in-the-past", &screen);
    assert_eq!(asked(&prompt), Some(("pike", "move")));
}

#[test]
fn those_who_agree_are_asked_one_after_the_other_on_cover_pages() {
    let mut prompt = begin().covered();
    talk(&mut prompt, &["", "bid:2", "", "bid:1", "", "bid:0", "", "stay", "", "stay", ""]);
    assert_eq!(asked(&prompt), Some(("pike", "move")));
    let mut screen = talk(&mut prompt, &["undo 2", "agree", "no", ""]);
    assert_eq!(asked(&prompt), Some(("pike", "move")), "the Heron do not agree");
    screen += &talk(&mut prompt, &["undo 2", "agree", "agree"]);
    golden("three-sides-consent-covered", &screen);
    assert_eq!(asked(&prompt), Some(("otter", "move")));
}

#[test]
fn bots_of_any_side_play_it_and_a_person_among_bots_needs_no_consent() {
    let mut prompt = begin();
    let mut screen = talk(&mut prompt, &["bot badger on", "bot heron random", "bot pike search:20", "bid:3"]);
    assert_eq!(asked(&prompt), Some(("otter", "move")));
    screen += &talk(&mut prompt, &["undo --force"]);
    assert_eq!(asked(&prompt), Some(("otter", "bid")));
    golden("three-sides-bots", &screen);
    talk(&mut prompt, &["bid:1", "bot otter random"]);
    assert!(prompt.game().outcome().is_some());
}

#[test]
fn it_is_saved_and_taken_up_again_with_its_branches() {
    let directory = tempfile::tempdir().expect("a directory");
    let file = directory.path().join("fen.record");
    let mut prompt = begin();
    talk(&mut prompt, &["bot heron random", "bot pike random", "bid:3", "stay", "goto start", "bid:0"]);
    talk(&mut prompt, &[&format!("save {}", file.display())]);
    let mut other = begin();
    talk(&mut other, &[&format!("load {}", file.display())]);
    assert_eq!(other.game().state(), prompt.game().state());
    golden("three-sides-branches", &talk(&mut other, &["branches"]));
}
