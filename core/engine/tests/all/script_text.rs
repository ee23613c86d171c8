//! What is read from the text of a script and the names of its files, and what it announces.

use rhai::Position;
use std::fmt;
use wilderness_engine::Side;
use wilderness_engine::faults::Source;
use wilderness_engine::script::{Fingerprints, GONE, differences, fingerprint};
use wilderness_engine::testing::announced;
use wilderness_engine::testing::script_text::{code, definition, definitions, literal, rules, span};

#[test]
fn the_rules_of_a_description_are_those_in_parentheses() {
    assert_eq!(rules("to enter (5.522, 8.22), not there (Q6)"), ["5.522", "8.22", "Q6"]);
}

const TEXT: &str = "// fn play() {} is not it\nfn play_on(x) { \"fn play(\" }\nfn play() { `}` + \"é\" }\n";

#[test]
fn comments_and_quoted_text_are_no_code() {
    let code = code(TEXT);
    assert_eq!(code.len(), TEXT.len());
    assert_eq!(code.matches("fn ").count(), 2);
}

#[test]
fn a_function_is_found_by_its_whole_name() {
    let source = Source::new("a.rhai", TEXT);
    let place = definition(&source, "play").expect("a function");
    assert_eq!(source.line_and_column(place.start), (3, 4));
    let (_, _, body) = definitions(&source).pop().expect("a function");
    assert_eq!(source.slice(body), "{ `}` + \"é\" }");
    assert_eq!(literal(&source, "play_on", "fn play(").map(|place| source.slice(place)), Some("\"fn play(\""));
    assert_eq!(literal(&source, "play", "fn play("), None);
    assert_eq!(definition(&source, "lay"), None);
}

#[test]
fn a_place_is_counted_in_characters() {
    let source = Source::new("a.rhai", "let é = crépon.name;");
    let at = |column| source.slice(span(&source, Position::new(1, column))).to_string();
    assert_eq!((at(5), at(9), at(15), at(16)), ("é".into(), "crépon".into(), ".name".into(), "name".into()));
}

fn set(files: &[(&str, &str)]) -> Fingerprints {
    files.iter().map(|(name, hash)| (name.to_string(), hash.to_string())).collect()
}

#[test]
fn a_fingerprint_is_the_beginning_of_the_sha_256() {
    assert_eq!(fingerprint("abc"), "ba7816bf8f01cfea");
}

#[test]
fn new_changed_and_missing_files_are_differences() {
    let (before, after) = (set(&[("a", "1"), ("b", "1"), ("c", "1")]), set(&[("a", "1"), ("b", "2"), ("d", "1")]));
    let expected = [("b", "2"), ("d", "1"), ("c", GONE)].map(|(name, hash)| (name.to_string(), hash.to_string()));
    assert_eq!(differences(&before, &after), expected);
    assert_eq!(differences(&after, &after), []);
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
enum Team {
    A,
    B,
}

impl fmt::Display for Team {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id())
    }
}

impl Side for Team {
    fn id(self) -> &'static str {
        if self == Team::A { "a" } else { "b" }
    }

    fn index(self) -> usize {
        self as usize
    }
}

#[test]
fn an_event_has_its_effect_once_twice_or_not_at_all_and_then_for_the_side_that_copies_it() {
    let effects =
        |cancelled, doubled, copied| announced(cancelled, doubled, copied).effects(Team::A).collect::<Vec<_>>();
    assert_eq!(effects(false, false, None), [Team::A]);
    assert_eq!(effects(false, true, None), [Team::A, Team::A]);
    assert_eq!(effects(false, false, Some(Team::B)), [Team::A, Team::B]);
    assert_eq!(effects(true, true, None), []);
    assert_eq!(effects(true, false, Some(Team::B)), [Team::B]);
}
