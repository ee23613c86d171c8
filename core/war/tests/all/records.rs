//! Records, and what saving one over another would lose.

use std::rc::Rc;
use wilderness_engine::faults::Source;
use wilderness_engine::record::{Loss, Savefile, Unsaved};
use wilderness_war::{CardId, KnownRecords, Record, Scripts};

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
    assert_eq!(Record::parse(&Source::new("x", text)).unwrap().lines()[0].text(), "roll raid 3");
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
fn a_game_starts_from_one_position() {
    for list in ["[]", "[{}]", "[{},{}]"] {
        let found = faults(&format!("scenario annus-mirabilis\nposition {list}\n"));
        assert_eq!(found, [("position::bad_value".to_string(), "[".to_string())], "{list}");
    }
}

#[test]
fn an_unknown_scenario_is_pointed_at_when_the_game_begins() {
    let record = Record::parse(&Source::new("x", "seed 1\nscenario annus-mirabilus\n")).expect("a record");
    let scripts = Rc::new(Scripts::embedded().expect("sound scripts"));
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

mod loss {
    use super::*;

    fn record(lines: &str) -> Record {
        let text = format!("scenario annus-mirabilis\n{}", lines.replace("; ", "\n"));
        Record::parse(&Source::new("game.record", text)).expect("a record")
    }

    const GAME: &str = "french card card:1; french use event; roll event 3; british card card:2";

    #[test]
    fn a_longer_record_of_the_game_holds_everything_of_a_shorter_one_but_not_the_other_way_round() {
        let (long, short) = (record(GAME), record("french card card:1; french use event; roll event 3"));
        assert_eq!(long.loses(&short), None);
        assert_eq!(short.loses(&long), Some(Loss::Answers(1)));
        assert_eq!(record("").loses(&long), Some(Loss::Answers(3)));
        assert_eq!(long.loses(&long), None);
    }

    #[test]
    fn the_first_answer_that_differs_is_named() {
        let other = record("french card card:1; french use force; french commander piece:dumas");
        assert_eq!(other.loses(&record(GAME)), Some(Loss::Apart { answer: 2, line: 3 }));
        let die = record("french card card:1; french use event; roll event 4");
        assert_eq!(die.loses(&record(GAME)), Some(Loss::Apart { answer: 3, line: 4 }));
    }

    #[test]
    fn dice_that_a_record_leaves_out_are_no_difference() {
        let short = record("french card card:1; french use event; british card card:2");
        assert_eq!(record(GAME).loses(&short), None);
    }

    #[test]
    fn what_lies_ahead_and_on_other_lines_counts() {
        let kept = record("french card card:1; ahead; french use event; branch 2 1; french use force");
        assert_eq!(record("french card card:1").loses(&kept), Some(Loss::Answers(2)));
        assert_eq!(record("french card card:1; french use event").loses(&kept), Some(Loss::Answers(1)));
        let turned = record("french card card:1; french use force; branch 1 1; french use event; roll event 3");
        assert_eq!(turned.loses(&kept), None);
    }
}

mod savefile {
    use super::*;
    use std::ffi::OsString;

    fn record(seed: u64) -> Record {
        let text = format!("wilderness-record 1\nscenario annus-mirabilis\nseed {seed}\n");
        Record::parse(&Source::new("game.record", text)).expect("a record")
    }

    fn directory() -> tempfile::TempDir {
        tempfile::tempdir().expect("a directory")
    }

    #[test]
    fn only_a_new_file_and_a_record_of_the_same_game_are_written_to() {
        let directory = directory();
        let path = directory.path().join("game.record");
        record(1).save(&path, false, &KnownRecords::default()).expect("a new file");
        record(1).save(&path, false, &KnownRecords::default()).expect("the same game");
        assert!(matches!(record(2).save(&path, false, &KnownRecords::default()), Err(Unsaved::NotThisGame(_))));
        record(2).save(&path, true, &KnownRecords::default()).expect("by force");
        std::fs::write(&path, "# Read me\n").expect("a file");
        assert!(matches!(record(2).save(&path, false, &KnownRecords::default()), Err(Unsaved::NotThisGame(_))));
        assert_eq!(std::fs::read_to_string(&path).expect("a file"), "# Read me\n");
        assert!(matches!(
            record(2).save(directory.path(), true, &KnownRecords::default()),
            Err(Unsaved::Unwritable(..))
        ));
    }

    #[test]
    fn a_record_that_holds_more_is_replaced_only_if_it_is_known() {
        let directory = directory();
        let path = directory.path().join("game.record");
        let short = record(1);
        let text = format!("{short}french card card:1\nfrench use event\n");
        std::fs::write(&path, &text).expect("a file");
        let refused =
            short.save(&path, false, &KnownRecords::default()).expect_err("two answers would be lost").to_string();
        assert!(refused.contains("holds 2 more answers than this game"), "{refused}");
        let other = Source::new("x", text.replace("card:1", "card:2"));
        let refused = Record::parse(&other).expect("a record").save(&path, false, &KnownRecords::default());
        assert!(matches!(refused, Err(Unsaved::Differs(_, 1, 4))), "{refused:?}");
        let mut known = KnownRecords::default();
        known.add(&text);
        short.save(&path, false, &known).expect("it was read by the program");
    }

    #[test]
    #[cfg(unix)]
    fn a_link_is_not_followed_even_by_force() {
        let directory = directory();
        let (target, link) = (directory.path().join("notes"), directory.path().join("game.record"));
        std::fs::write(&target, "notes").expect("a file");
        std::os::unix::fs::symlink(&target, &link).expect("a link");
        let error = record(1).save(&link, true, &KnownRecords::default()).expect_err("a link").to_string();
        assert!(error.ends_with("it is a link, not a regular file"), "{error}");
        assert_eq!(std::fs::read_to_string(&target).expect("a file"), "notes");
    }

    #[test]
    fn a_file_that_another_program_writes_is_left_alone_and_no_lock_stays_behind() {
        let directory = directory();
        let path = directory.path().join("game.record");
        let first = Savefile::claim(&path, &record(1), false, &KnownRecords::default())
            .unwrap_or_else(|unsaved| panic!("{unsaved}"));
        assert!(matches!(record(1).save(&path, true, &KnownRecords::default()), Err(Unsaved::Busy(_))));
        first.write(&record(1).to_string()).expect("written");
        drop(first);
        record(1).save(&path, false, &KnownRecords::default()).expect("nobody writes it any more");
        let left: Vec<OsString> = std::fs::read_dir(directory.path())
            .expect("a directory")
            .flatten()
            .map(|entry| entry.file_name())
            .collect();
        assert_eq!(left, ["game.record"]);
    }

    #[test]
    fn what_a_killed_program_left_half_written_is_removed() {
        let directory = directory();
        let [path, left, other, lock] =
            ["game.record", ".game.record.123.part", ".game.record.mine.part", ".game.record.lock"]
                .map(|name| directory.path().join(name));
        [&left, &other].iter().for_each(|path| std::fs::write(path, "half").expect("a file"));
        let saved = || record(1).save(&path, false, &KnownRecords::default()).expect("a new file");
        // Without a lock that was left, no program was killed, and the directory, which may be large, is not searched.
        saved();
        assert!(left.exists());
        std::fs::write(&lock, "").expect("a file");
        saved();
        assert!(!left.exists() && other.exists());
    }
}
