//! Sentences, as they are parsed.

use wilderness_repl::testing::war::{MovementManner, Sentence, SentenceError, Verb, begins_sentence, parse};
use wilderness_war::Word;

fn parsed(line: &str) -> Sentence {
    parse(line).unwrap_or_else(|error| panic!("{line}: {error}"))
}

fn strings(words: &[&str]) -> Vec<String> {
    words.iter().map(|word| word.to_string()).collect()
}

#[test]
fn a_force_has_a_leader_members_a_place_and_a_way() {
    let sentence = parsed("Activate montcalm with 3 regulars and bougainville to ticonderoga by boat using 24");
    let expected = Sentence {
        what: strings(&["montcalm"]),
        with: Some(strings(&["3 regulars", "bougainville"])),
        to: strings(&["ticonderoga"]),
        way: MovementManner::Boat,
        card: Some("24".into()),
        ..Sentence::new(Verb::Activate)
    };
    assert_eq!(sentence, expected);
    assert_eq!(parsed("ACTIVATE montcalm, with card 24 to X").card.as_deref(), Some("24"));
    assert_eq!(parsed("activate montcalm on #24").card.as_deref(), Some("#24"));
}

#[test]
fn everybody_but_some_and_nobody_at_all() {
    let sentence = parsed("activate montcalm with all but levis and vaudreuil to sorel");
    assert_eq!(sentence.with, Some(strings(&["all"])));
    assert_eq!(sentence.except, strings(&["levis", "vaudreuil"]));
    assert_eq!(parsed("activate montcalm alone").with, Some(Vec::new()));
    assert_eq!(parsed("with all to sorel").with, Some(strings(&["all"])));
}

#[test]
fn spaces_are_divided_by_commas_or_not_at_all() {
    assert_eq!(parsed("move oswego, oneida carry west").what, strings(&["oswego", "oneida carry west"]));
    let sentence = parsed("go to oswego and then niagara and stop");
    assert_eq!((sentence.to, sentence.stop), (strings(&["oswego", "niagara"]), true));
    assert_eq!(parsed("sail to quebec").way, MovementManner::Sea);
    assert_eq!(parsed("move huron from montreal to oswego").what, strings(&["huron at montreal"]));
}

#[test]
fn cards_have_long_names() {
    assert_eq!(parsed("play card 24").what, strings(&["24"]));
    let long = "play provincial regiments dispersed for frontier duty";
    assert_eq!(parsed(long).what, strings(&["provincial regiments dispersed for frontier duty"]));
    assert_eq!(parsed(long).purpose, None);
    assert_eq!(parsed("play victories in germany as the event").purpose, Some(Word::Event));
    assert_eq!(parsed("play 24 for individuals").purpose, Some(Word::Individual));
}

#[test]
fn works_are_named_before_their_places() {
    let sentence = parsed("build stockades at augusta winchester");
    assert_eq!((sentence.what, sentence.purpose), (strings(&["at augusta winchester"]), Some(Word::Stockades)));
    assert_eq!(parsed("build a fort at venango").purpose, Some(Word::Forts));
    assert_eq!(parsed("demolish venango").purpose, None);
    assert_eq!(parsed("demolish the stockade in venango").purpose, Some(Word::Stockades));
}

#[test]
fn what_is_missing_is_named() {
    for line in ["play", "activate", "move", "build", "build stockade", "demolish", "with"] {
        assert!(matches!(parse(line), Err(SentenceError::Form(_))), "{line}");
    }
    let error = parse("move oswego by balloon").unwrap_err().to_string();
    assert!(error.contains("`by balloon` is not a manner of movement"), "{error}");
}

#[test]
fn a_sentence_begins_with_a_verb() {
    assert!(begins_sentence("Play 24") && begins_sentence("raid"));
    assert!(!begins_sentence("playing") && !begins_sentence("hud north"));
}
