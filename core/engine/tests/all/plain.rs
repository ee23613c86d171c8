//! The ready-made vocabulary, and words that are read while the program runs.

use std::collections::BTreeSet;
use wilderness_engine::plain::{Ask, Choice, Throw};
use wilderness_engine::testing::intern;
use wilderness_engine::{Chance as _, Choice as _, NoWord, Question as _, Word};

#[test]
fn each_distinct_word_is_kept_once_and_no_more_than_allowed() {
    let mut read = BTreeSet::new();
    let mut word = |text: &str| intern(&mut read, text, 3);
    let first = word("otter").expect("a word");
    assert!(std::ptr::eq(first.as_str(), word("otter").expect("a known word").as_str()));
    assert_eq!(word(&"x".repeat(Word::LONGEST + 1)), Err(NoWord::TooLong));
    assert_eq!(word("tab\there"), Err(NoWord::Form));
    assert!(word("heron").is_ok() && word("a name").is_ok());
    assert_eq!(word("pike"), Err(NoWord::TooMany));
    assert_eq!(word("otter"), Ok(first), "what is known costs nothing");
}

#[test]
fn a_word_of_a_record_has_no_spaces() {
    for text in ["north ford", "#ford", "", "ford\u{202e}"] {
        assert_eq!(Word::read(text), Err(NoWord::Form), "{text:?}");
    }
    assert_eq!(Word::name("north ford").map(Word::as_str), Ok("north ford"));
}

#[test]
fn answers_are_read_as_they_were_written_and_stand_in_the_order_of_their_numbers() {
    let mut all =
        vec![Choice::numbered("card", 10u8), Choice::of("attack"), Choice::numbered("card", 9u8), Choice::PASS];
    all.sort();
    assert_eq!(all.iter().map(|choice| choice.token()).collect::<Vec<_>>(), ["attack", "card:9", "card:10", "pass"]);
    for choice in all {
        assert_eq!(Choice::from_token(&choice.token()), Some(choice));
    }
    let to = Choice::naming("to", Word::of("north-ford"));
    assert_eq!((to.word(), to.name(), to.number::<u8>()), ("to", "north-ford", None));
    assert_eq!(Choice::face(7).as_face(), Some(7));
    for token in ["", "two words", "#", &"x".repeat(Choice::LONGEST + 1)] {
        assert_eq!(Choice::from_token(token), None, "{token:?}");
    }
}

#[test]
fn a_question_says_what_the_engine_has_to_know_of_it() {
    let plain = Ask::new("bid", "2", "How much?");
    assert_eq!((plain.kind(), plain.rule(), plain.prompt()), ("bid", "2", "How much?".to_string()));
    assert!(!plain.is_secret() && !plain.is_window() && !plain.sets_off_a_script() && plain.thrown().is_none());
    let secret = plain.clone().secret().window().setting_off_a_script();
    assert!(secret.is_secret() && secret.is_window() && secret.sets_off_a_script() && secret != plain);
    let throw = Throw::new(Word::of("challenge"), 10);
    assert_eq!((Ask::die(throw).thrown(), throw.faces()), (Some(throw), 10));
}
