//! Help on commands, rules and cards.

use std::rc::Rc;
use wilderness_repl::testing::prompt::{commands, help, uses, words};
use wilderness_repl::testing::text::{Fit, line_width, width};
use wilderness_repl::testing::war::{VERBS, all_names};
use wilderness_war::{Game, Header, Scripts, War};

fn game() -> Game {
    let scripts = Rc::new(Scripts::embedded().expect("sound scripts"));
    Header::new("annus-mirabilis", 5, &scripts).begin(scripts).expect("a game")
}

/// A text without its colours.
fn plain(text: &str) -> String {
    anstream::adapter::strip_str(text).to_string()
}

fn told(topic: &str) -> String {
    plain(&help(&game(), topic).unwrap_or_else(|unknown| panic!("{unknown}")))
}

#[test]
fn the_first_screen_fits_a_terminal() {
    let screen = told("");
    // The last line of the screen is for the prompt.
    assert!(screen.lines().count() < 24, "{} lines:\n{screen}", screen.lines().count());
}

#[test]
fn every_topic_fits_80_columns_and_a_screen() {
    let game = game();
    for name in words::<War>().into_iter().map(str::to_string).chain((1..=70).map(|card| card.to_string())) {
        let text = plain(&help(&game, &name).unwrap_or_else(|unknown| panic!("{unknown}")));
        assert!(text.lines().all(|line| width(line) <= line_width()), "{text}");
        assert!((2..30).contains(&text.lines().count()), "{text}");
    }
}

#[test]
fn every_command_and_every_verb_has_a_topic() {
    for word in uses::<War>().map(|(word, ..)| word).chain(VERBS.iter().map(|(verb, _)| verb)) {
        assert!(commands::<War>().iter().any(|topic| topic.fits(word) == Some(Fit::Whole)), "{word}");
    }
}

#[test]
fn the_commands_of_all_games_are_explained_without_a_word_of_one_game() {
    let common = include_str!("../../../help/commands.md");
    let names = all_names();
    for word in common.split(|c: char| !c.is_alphabetic()).filter(|word| word.len() > 4) {
        assert!(!names.contains(&word) && !["french", "british"].contains(&&*word.to_lowercase()), "{word}");
    }
}

/// The rule numbers in the engine's sources.
fn rules_named_in(directory: &std::path::Path, found: &mut std::collections::BTreeSet<String>) {
    for entry in std::fs::read_dir(directory).expect("a directory") {
        let path = entry.expect("a file").path();
        if path.is_dir() {
            rules_named_in(&path, found);
        } else if let Ok(text) = std::fs::read_to_string(&path) {
            let is_rule = |word: &&str| {
                let split = word.split_once('.');
                let digits =
                    |text: &str| !text.is_empty() && text.len() < 4 && text.chars().all(|c| c.is_ascii_digit());
                split.is_some_and(|(chapter, rest)| digits(chapter) && digits(rest))
            };
            found.extend(text.split('"').filter(is_rule).map(str::to_string));
        }
    }
}

#[test]
fn every_rule_that_the_engine_names_has_a_topic() {
    let mut found = std::collections::BTreeSet::new();
    let engine = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../core/war/src");
    rules_named_in(&engine.join("rules"), &mut found);
    assert!(found.len() > 30, "{found:?}");
    let game = game();
    for rule in found {
        assert!(help(&game, &rule).is_ok(), "{rule}");
    }
}

#[test]
fn a_rule_is_found_by_word_and_by_number() {
    for topic in ["infiltration", "infiltrate", "6.6", "6.61"] {
        assert!(told(topic).starts_with("Infiltration (6.6)"), "{topic}");
    }
    assert!(told("winter").starts_with("Winter (11.1, 11.2)"));
    assert!(told("12").contains("`help supply`"));
    assert!(told("siege").contains("siege hudson carry north") && told("siege").contains("Siege (8.2)"));
    assert!(told("10.4").starts_with("Going home"));
}

#[test]
fn a_card_is_found_by_name_and_by_number() {
    for topic in ["34", "#34", "card 34", "small pox", "Small Pox"] {
        let text = told(topic);
        assert!(text.contains("Small Pox") && text.contains("loses half a die of steps"), "{topic}: {text}");
    }
}

#[test]
fn an_unknown_topic_is_answered_with_what_is_near() {
    let unknown = |topic: &str| help(&game(), topic).expect_err("no such topic");
    assert!(unknown("infiltratoin").contains("`help infiltration`"), "{}", unknown("infiltratoin"));
    assert!(unknown("smoll pox").contains("`help small pox`"), "{}", unknown("smoll pox"));
    assert!(unknown("99").contains("`help topics`"));
}
