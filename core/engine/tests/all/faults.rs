//! Faults, the places that they point at, and TOML that has them.

use miette::{Diagnostic as _, SourceCode as _};
use wilderness_engine::faults::{
    Fault, Faults, Source, Spanned, TomlForm, WHAT_FORM, nearest, read_toml, read_toml_items,
};

/// The most faults that are listed.
const MOST_LISTED: usize = 100;

#[test]
fn a_typing_error_is_found() {
    let spaces = ["waterloo-farm", "wavre", "la-belle-alliance"];
    assert_eq!(nearest("waterloo-farm", spaces), Some("waterloo-farm"));
    assert_eq!(nearest("Wataroo-farm", spaces), Some("waterloo-farm"));
    assert_eq!(nearest("la_belle_alliance", spaces), Some("la-belle-alliance"));
    assert_eq!(nearest("ligny", spaces), None);
}

#[test]
fn a_missing_file_is_a_fault() {
    let faults = Source::read(std::path::Path::new("no/such/file.toml")).expect_err("a fault");
    assert_eq!(faults.iter().map(Fault::code).collect::<Vec<_>>(), ["file::unreadable"]);
}

#[test]
fn a_message_is_one_short_line_without_control_characters() {
    let fault = Fault::error("a::b", format!("there is no `\u{1b}[2J\n{}`", "x".repeat(1_000_000)));
    assert!(fault.message().len() < 1100 && !fault.message().contains(['\u{1b}', '\n']), "{fault}");
}

#[test]
fn a_word_much_longer_than_every_candidate_is_not_compared() {
    assert_eq!(nearest(&"waterloo-farm".repeat(1_000_000), ["waterloo-farm"]), None);
}

#[test]
fn a_span_never_leaves_the_text_or_splits_a_letter() {
    let source = Source::new("a", "Crépon");
    assert_eq!(source.slice(3..99), "épon");
    assert_eq!(source.slice(90..99), "");
    assert_eq!(source.line_and_column(4), (1, 4));
    assert_eq!(source.line_and_column(99), (1, 7));
}

#[test]
fn the_place_shown_bears_the_name_of_the_file() {
    let source = Source::new("x.toml", "one\ntwo\nthree");
    let contents = source.read_span(&(4, 3).into(), 0, 0).expect("a span in the text");
    assert_eq!((contents.name(), contents.line()), (Some("x.toml"), 1));
    assert_eq!(contents.data(), b"two");
    let contents = source.read_span(&(4, 3).into(), 1, 1).expect("a span in the text");
    assert_eq!((contents.data(), contents.line()), ("one\ntwo\nthree".as_bytes(), 0));
}

#[test]
fn of_a_line_that_never_ends_only_what_is_near_is_shown() {
    let text = format!("short\n{}WRONG{}\nshort", "é".repeat(10_000), "-".repeat(10_000));
    let source = Source::new("x.json", text.as_str());
    let at = text.find("WRONG").expect("in the text");
    let contents = source.read_span(&(at, 5).into(), 1, 1).expect("a span in the text");
    let shown = std::str::from_utf8(contents.data()).expect("whole letters");
    assert!(shown.len() < 200 && shown.contains("éWRONG-"), "{shown}");
    assert_eq!((contents.line(), source.line_and_column(at)), (1, (2, 10_001)));
}

#[test]
fn an_excerpt_does_nothing_to_the_terminal_and_every_letter_stays_in_its_place() {
    let source = Source::new("x\u{1b}[2J.record", "people \u{9b}31m \u{7}card\r\nnext");
    let contents = source.read_span(&(0, 6).into(), 1, 1).expect("a span in the text");
    assert_eq!(std::str::from_utf8(contents.data()), Ok("people ¿31m ?card\r\nnext"));
    assert_eq!(contents.name(), Some("x\\u001b[2J.record"));
}

#[test]
fn warnings_alone_do_not_withhold_the_value() {
    let mut faults = Faults::from(Fault::warning("a::b", "odd"));
    assert_eq!(faults.clone().into_result(1), Ok(1));
    assert_eq!(faults.clone().with_warnings(1).map(|(_, warnings)| warnings.len()), Ok(1));
    faults.push(Fault::error("a::c", "wrong").at(&Source::new("x.toml", "abc"), 1..2, "here"));
    assert_eq!(faults.to_string(), "1 error, 1 warning in x.toml");
    assert_eq!(faults.related().map(Iterator::count), Some(2));
    assert!(faults.into_result(1).is_err());
}

#[test]
fn the_first_hundred_faults_are_listed_and_the_others_are_only_counted() {
    let mut faults = Faults::none();
    (0..MOST_LISTED).for_each(|_| faults.add_warning(|| Fault::warning("a::b", "odd")));
    let mut made = 0;
    for _ in 0..100_000 {
        faults.add_error(|| {
            made += 1;
            Fault::error("a::c", "wrong")
        });
    }
    assert_eq!((made, faults.iter().count(), faults.len()), (MOST_LISTED, MOST_LISTED, 100_100));
    assert!(faults.iter().all(Fault::is_error), "errors are listed rather than warnings");
    assert_eq!(faults.to_string(), "100000 errors, 100 warnings (100 listed)");
    let mut all = Faults::none();
    all.append(faults);
    assert_eq!(all.more().as_deref(), Some("99900 errors, 100 warnings more"));
}

#[derive(serde::Deserialize, Debug)]
#[serde(deny_unknown_fields)]
struct Form {
    cost: u8,
}

fn read(text: &str) -> Fault {
    let (source, mut faults) = (Source::new("form.toml", text), Faults::none());
    assert!(read_toml::<Form>("form", &source, &mut faults).is_none_or(|form| form.cost == 0));
    faults.iter().next().expect("a fault").clone()
}

#[test]
fn an_unknown_key_gets_the_nearest_known_one() {
    let fault = read("cots = 3");
    assert_eq!((fault.code(), fault.message(), fault.pointed()), ("form::unknown_key", "unknown key `cots`", "cots"));
    assert_eq!(fault.help_text(), Some("did you mean `cost`?"));
    assert_eq!(fault.line(), "form.toml:1:1: error[form::unknown_key]: unknown key `cots`");
}

#[test]
fn a_bad_value_a_missing_key_and_bad_syntax_are_told_apart() {
    let fault = read("cost = \"much\"");
    assert_eq!((fault.code(), fault.pointed()), ("form::bad_value", "\"much\""));
    assert_eq!(read("").code(), "form::missing_key");
    assert_eq!(read("cost = ").code(), "form::syntax");
    assert_eq!(read("cost = 1\ncost = 2").code(), "form::duplicate_key");
}

#[derive(serde::Deserialize, PartialEq, Debug)]
#[serde(rename_all = "kebab-case")]
enum Reward {
    Nothing,
    Gold,
    Points(i8),
    Land { acres: f64 },
}

#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct Quest {
    #[serde(rename = "title")]
    _title: Spanned<String>,
    #[serde(default)]
    rewards: std::collections::BTreeMap<Spanned<String>, Vec<Reward>>,
    #[serde(rename = "at")]
    _at: Option<(u8, u8)>,
    #[serde(rename = "next")]
    _next: Option<Box<Quest>>,
}

#[test]
fn what_reads_a_file_tells_its_form() {
    let (source, mut faults) = (Source::new("quest.toml", WHAT_FORM), Faults::none());
    assert!(read_toml::<Quest>("quest", &source, &mut faults).is_none());
    let form = TomlForm::told_by(&faults).expect("a form");
    assert_eq!(form.keys(), ["at", "next", "rewards", "title"]);
    assert_eq!(form.within(&["title"]), Some(&TomlForm::Text));
    assert_eq!(form.within(&["at"]), Some(&TomlForm::Whole(0, 255)));
    let table = |key: &str, form: TomlForm| TomlForm::Table([(key.to_string(), form)].into());
    let rewards = [
        TomlForm::Words(vec!["nothing".into(), "gold".into()]),
        table("points", TomlForm::Whole(-128, 127)),
        table("land", table("acres", TomlForm::Number)),
    ];
    let list = TomlForm::List(Box::new(TomlForm::OneOf(rewards.to_vec())), None);
    let TomlForm::Table(keys) = &form else { panic!("{form:?}") };
    assert_eq!(keys["rewards"], TomlForm::Entries(Box::new(list)));
    assert_eq!(form.within(&["next", "next", "title"]), Some(&TomlForm::Text), "a form that holds itself");
    // What has this form is read.
    let text =
        "title = \"The ring\"\nrewards.all = [\"nothing\", \"gold\", { points = -3 }, { land = { acres = 1.5 } }]";
    let quest: Quest = read_toml("quest", &Source::new("ring.toml", text), &mut Faults::none()).expect("a quest");
    let all: Vec<&Reward> = quest.rewards.values().flatten().collect();
    assert_eq!(all, [&Reward::Nothing, &Reward::Gold, &Reward::Points(-3), &Reward::Land { acres: 1.5 }]);
    // Part of a file that is read by itself.
    let _: Vec<Quest> = read_toml_items("quest", &source, "quest", &mut faults);
    let both = TomlForm::told_by(&faults).expect("a form");
    assert_eq!(both.within(&["quest", "title"]), Some(&TomlForm::Text));
    assert_eq!(both.within(&["title"]), Some(&TomlForm::Text));
}
