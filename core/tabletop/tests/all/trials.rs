//! Trials of folders: what fails only when it is played, and what a side is shown of what is hidden from it.

use crate::{FOLDERS, folder};
use std::rc::Rc;
use wilderness_engine::faults::Faults;
use wilderness_engine::script::Compile as _;
use wilderness_tabletop::FolderTexts;
use wilderness_tabletop::trial::trial;

/// How many games of a trial are played here.
const GAMES: u64 = 5;

fn tried(texts: &FolderTexts) -> Faults {
    let folder = texts.compile().unwrap_or_else(|faults| panic!("{}", crate::shown(&faults)));
    trial(&Rc::new(folder), 1, &mut |progress| progress.done < GAMES)
}

/// The war of the program, with some of its rules in other words.
fn changed(rules: &str, instead: &str) -> FolderTexts {
    let war = FolderTexts::of_program("crown-and-league");
    let text = |name: &str| war.text(name).expect("a file").to_string();
    assert!(text("rules.rhai").contains(rules));
    FolderTexts::new(&text("game.toml"), &text("rules.rhai").replace(rules, instead))
}

#[test]
fn the_folders_of_the_program_pass() {
    for name in FOLDERS {
        let faults = trial(&folder(name), 1, &mut |progress| progress.done < GAMES);
        assert!(faults.is_empty(), "{name}: {}", crate::shown(&faults));
    }
}

#[test]
fn news_of_a_hidden_card_are_found() {
    let told = "for card in game.cards(\"hand\", game.enemy(side)) { game.tell(`${card}`); }\n    let uses = [";
    let faults = tried(&changed("let uses = [", told));
    let leak = faults.iter().find(|fault| fault.code() == "tabletop::leak").expect("a leak");
    assert!(leak.labels().next().is_some() && leak.message().contains("it is told"), "{leak}");
}

#[test]
fn a_question_that_only_a_holder_is_asked_is_found() {
    let war = FolderTexts::of_program("crown-and-league");
    let data = war.text("game.toml").expect("a file").replace("window = true", "");
    let rules = war.text("rules.rhai").expect("a file");
    let rules = rules.replace("let trick = game.choose(each, \"trick\", tricks(each));", "if tricks(each).is_empty() { continue; }\n        let trick = game.choose(each, \"trick\", tricks(each) + [\"none\"]);\n        if trick == \"none\" { continue; }");
    let faults = trial(
        &Rc::new(
            FolderTexts::new(&data, &rules).compile().unwrap_or_else(|faults| panic!("{}", crate::shown(&faults))),
        ),
        1,
        &mut |progress| progress.done < 20,
    );
    let leak = faults.iter().find(|fault| fault.code() == "tabletop::leak").expect("a leak");
    assert!(leak.labels().next().is_some(), "{leak}");
}

#[test]
fn the_answer_to_a_secret_question_is_not_told() {
    let war = FolderTexts::of_program("crown-and-league");
    let text = |name: &str| war.text(name).expect("a file").to_string();
    let data =
        text("game.toml").replace("id = \"card\"\n", "id = \"card\"\nsecret = true\ntold = \"{side}: {answer}\"\n");
    let faults = FolderTexts::new(&data, &text("rules.rhai")).compile().map(drop).expect_err("a fault");
    assert_eq!(faults.iter().map(|fault| fault.code().to_string()).collect::<Vec<_>>(), ["tabletop::question"]);
}
