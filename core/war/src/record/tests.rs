use super::*;
use crate::sets::CardId;

fn faults(text: &str) -> Vec<(String, String)> {
    let source = Source::new("game.record", text);
    let Err(faults) = Record::parse(&source) else { panic!("accepted: {text}") };
    faults.iter().map(|fault| (fault.code().to_string(), fault.pointed().to_string())).collect()
}

#[test]
fn a_record_survives_being_written_and_read() {
    let text = "wilderness-record 1\nscenario early-war\nseed 7\nhand french 1 2\ndraw-pile 9\n\
                script deck.toml 0123456789abcdef\nfrench card card:1\nscript deck.toml fedcba9876543210\n\
                roll attacker-fire 6\nundone roll defender-fire 2\nundone draw leader piece:wolfe\n\
                undone british respond card:14\n\
                script events/raid.rhai gone\n";
    let record = Record::parse(&Source::new("x", text)).unwrap();
    assert_eq!(record.to_string(), text);
    assert_eq!(record.header.hands.french, Some(vec![CardId(1), CardId(2)]));
    assert_eq!(record.len(), 2);
}

#[test]
fn comments_and_empty_lines_are_for_people() {
    let text = "# a game\nscenario annus-mirabilis\n\nroll raid 3   # missed\n";
    assert_eq!(Record::parse(&Source::new("x", text)).unwrap().lines[0].text(), "roll raid 3");
}

#[test]
fn every_fault_is_found_in_its_place() {
    let found = faults(
        "scenario annus-mirabilis\ngame chess\nseed -1\nhand dutch 1\nhand french x\n\
         french card\nroll raid 7\nfrench march space:montreall\nfrench marhc space:montreal\n\
         roll riad 1\nfrenhc card card:1\nundone french card:1\nundone roll raid 7\n",
    );
    let expected = [
        ("record::other_game", "chess"),
        ("record::seed", "-1"),
        ("record::side", "dutch"),
        ("record::card", "x"),
        ("record::form", "french card"),
        ("record::die", "7"),
        ("record::unknown_token", "space:montreall"),
        ("record::unknown_kind", "marhc"),
        ("record::unknown_kind", "riad"),
        ("record::unknown_line", "frenhc"),
        ("record::form", "undone french card:1"),
        ("record::die", "7"),
    ];
    assert_eq!(found, expected.map(|(code, at)| (code.to_string(), at.to_string())));
}

#[test]
fn an_unknown_scenario_is_pointed_at_when_the_game_begins() {
    let record = Record::parse(&Source::new("x", "seed 1\nscenario annus-mirabilus\n")).expect("a record");
    let scripts = std::rc::Rc::new(crate::script::Scripts::embedded().expect("sound scripts"));
    let faults = record.play(scripts, None).err().expect("a fault");
    let fault = faults.iter().next().expect("a fault");
    assert_eq!((fault.code(), fault.pointed()), ("record::unknown_scenario", "scenario annus-mirabilus"));
}

#[test]
fn a_record_without_a_scenario_says_so() {
    assert_eq!(faults("seed 1\n")[0].0, "record::no_scenario");
}

#[test]
fn a_line_of_the_header_stands_there_once_and_before_the_first_answer() {
    let found = faults(
        "scenario annus-mirabilis\nseed 1\nseed 2\nhand french 1\nhand british 2\nhand french 3\nhandicap 1\n\
         handicap 2\nfrench card card:1\nscenario early-war\nseed 3\nscript deck.toml 0123456789abcdef\nseed\n",
    );
    let expected = [
        ("record::given_twice", "seed"),
        ("record::given_twice", "hand"),
        ("record::given_twice", "handicap"),
        ("record::header_too_late", "scenario"),
        ("record::header_too_late", "seed"),
        ("record::header_too_late", "seed"),
    ];
    assert_eq!(found, expected.map(|(code, at)| (code.to_string(), at.to_string())));
    assert_eq!(faults("scenario annus-mirabilis\nseed\n"), [("record::form".to_string(), "seed".to_string())]);
}

#[test]
fn comments_stay_beside_the_answers_that_they_are_about() {
    let text = "# A game.\nscenario annus-mirabilis # the short one\nseed 1\nfrench card card:1   # why not\n\
                # Later.\nbritish card card:2\nahead\nfrench card card:3\n# The end.\n";
    let written = "wilderness-record 1\nscenario annus-mirabilis\nseed 1\n# A game.\n# the short one\n\
                   french card card:1\n# why not\n# Later.\nbritish card card:2\n# The end.\nahead\n\
                   french card card:3\n";
    let record = |text: &str| Record::parse(&Source::new("x", text)).expect("a record").to_string();
    assert_eq!((record(text).as_str(), record(written).as_str()), (written, written));
}
