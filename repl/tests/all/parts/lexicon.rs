//! What a line can be completed to.

use std::rc::Rc;
use wilderness_repl::front::{Candidate, Lexicon as _};
use wilderness_repl::testing::war::Vocabulary;
use wilderness_war::{Header, Scripts};

fn lexicon() -> Vocabulary {
    let scripts = Rc::new(Scripts::embedded().expect("sound scripts"));
    let mut game = Header::new("annus-mirabilis", 5, &scripts).begin(scripts).expect("a game");
    game.proceed().expect("a decision");
    Vocabulary::of(&game)
}

fn complete(line: &str) -> Vec<String> {
    words(lexicon().complete(line).1)
}

fn words(found: Vec<Candidate>) -> Vec<String> {
    found.into_iter().map(|candidate| candidate.word).collect()
}

#[test]
fn a_line_begins_with_a_command_a_verb_or_an_answer() {
    assert_eq!(complete("sho"), ["show"]);
    assert_eq!(complete("act"), ["activate"]);
    assert_eq!(complete("treaty"), ["Treaty of Easton"]);
    assert_eq!(complete("xyz"), Vec::<String>::new());
}

#[test]
fn only_what_is_legal_is_offered_after_a_verb() {
    assert_eq!(complete("activate montc"), ["Montcalm"]);
    assert_eq!(complete("activate webb"), Vec::<String>::new(), "a British leader");
    assert_eq!(complete("play quib"), ["Quiberon Bay"]);
    assert_eq!(complete("play coeh"), Vec::<String>::new(), "not in the hand");
    assert_eq!(complete("activate montcalm with all to ticon"), ["Ticonderoga"]);
    assert_eq!(complete("build "), ["fort", "stockade"]);
    assert!(!complete("build stockade ").contains(&"Boston".to_string()));
    assert_eq!(complete("bot french "), ["best", "easy", "greedy", "normal", "off", "random", "search", "strong"]);
    assert_eq!(complete("break small"), ["small_pox:"]);
    assert_eq!(complete("trace o"), ["off", "on"]);
}

#[test]
fn an_empty_line_offers_the_answers_with_descriptions() {
    let offered = lexicon().complete("").1;
    assert!(offered.iter().all(|candidate| !candidate.note.is_empty()), "{offered:?}");
    assert!(!offered.iter().any(|candidate| candidate.word == "show"), "{offered:?}");
}

#[test]
fn destinations_come_nearest_first_and_companions_from_the_same_place() {
    let near = complete("activate montcalm with all to ");
    let at = |name: &str| near.iter().position(|word| word == name);
    assert!(at("Trois-Rivières") < at("Ticonderoga") && at("Ticonderoga").is_some(), "{near:?}");
    assert_eq!(at("Boston"), None);
    let mates = complete("activate montcalm with ");
    assert_eq!(mates.first().map(String::as_str), Some("all"));
    assert!(!mates.contains(&"Webb".to_string()));
}

#[test]
fn names_of_several_words_and_accents_are_found() {
    let (start, names) = lexicon().complete("show hudson carry n");
    assert_eq!((start, words(names)), (5, vec!["Hudson Carry North".to_string()]));
    assert_eq!(complete("show montre"), ["Montréal"]);
    assert_eq!(lexicon().hint("show montre").as_deref(), Some("al"));
    assert_eq!(lexicon().hint("show mont"), None, "Montcalm or Montréal");
}

#[test]
fn what_nobody_knows_is_told_from_what_can_be_answered() {
    let lexicon = lexicon();
    for line in ["", "3", "show", "sho", "space:quebec", "=new", "quib", "bay", "montcalm with all", "?"] {
        assert!(lexicon.knows(line), "{line}");
    }
    assert!(!lexicon.knows("activvate montcalm"));
}
