//! Answers are appended to the save, which is a record at every moment.

use std::path::Path;
use wilderness_engine::faults::Source;
use wilderness_engine::record::Common;
use wilderness_engine::{Purpose, Stream};
use wilderness_repl::front::{Origin as _, Reply, Session};
use wilderness_repl::testing::prompt::{Autosave, ContentArg, session as session_of};
use wilderness_repl::testing::war::Origin;
use wilderness_war::{Header, Record, War};

fn session(seed: u64) -> Session<War> {
    let origin = Origin::named(&ContentArg::default(), false);
    let scripts = origin.load().expect("sound scripts");
    let header = Header { common: Common::new("annus-mirabilis", seed), ..Header::default() };
    let mut game = header.begin(scripts).expect("a game");
    game.proceed().expect("a decision");
    session_of(game, origin)
}

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).expect("a file")
}

/// The record in a file, written anew.
fn settled(path: &Path) -> String {
    Record::parse(&Source::read(path).expect("a file")).expect("a record").to_string()
}

#[test]
fn a_save_that_answers_are_appended_to_is_a_record_at_every_moment() {
    let directory = tempfile::tempdir().expect("a directory");
    let path = directory.path().join("game.record");
    let mut session = session(3);
    let mut autosave = Autosave::new(false).in_file(&path, &session.record(), false).expect("a new file");
    let mut chance = Stream::new(3, Purpose::Dice);
    let (mut before, mut appended, mut with_branches) = (String::new(), 0, 0);
    for _ in 0..400 {
        let answers = session.game().decision().map_or(0, |decision| decision.choices.len() as u32);
        let line = match chance.below(20) {
            0 => "undo".to_string(),
            1 => "back".into(),
            2 => "step".into(),
            3 => "bookmark here".into(),
            _ => (chance.below(answers.max(1)) + 1).to_string(),
        };
        let _ = session.run(&line);
        assert_eq!(autosave.after_line(|| session.snapshot()), None);
        let now = read(&path);
        assert_eq!(settled(&path), session.record().to_string(), "after {line}");
        if now.len() > before.len() && now.starts_with(&before) && !before.is_empty() {
            appended += 1;
            with_branches += usize::from(now.contains("\nmore\n"));
        }
        before = now;
    }
    assert!(appended > 100 && with_branches > 50, "{appended} appended, {with_branches} after branches");
    assert_eq!(autosave.at_end(|| session.snapshot()), None);
    assert_eq!(read(&path), session.record().to_string(), "the answers are in their place at the end");
}

#[test]
fn a_save_that_another_program_has_changed_is_written_anew() {
    let directory = tempfile::tempdir().expect("a directory");
    let path = directory.path().join("game.record");
    let mut session = session(3);
    let mut autosave = Autosave::new(false).in_file(&path, &session.record(), false).expect("a new file");
    assert_eq!(autosave.after_line(|| session.snapshot()), None);
    std::fs::write(&path, "something else\n").expect("a file");
    assert!(session.run("1").is_ok());
    assert_eq!(autosave.after_line(|| session.snapshot()), None);
    assert_eq!(read(&path), session.record().to_string());
}

#[test]
fn a_torn_last_line_of_a_save_is_dropped_and_the_rest_loaded() {
    let directory = tempfile::tempdir().expect("a directory");
    let path = directory.path().join("game.record");
    let mut played = session(3);
    for _ in 0..10 {
        assert!(played.run("1").is_ok());
    }
    let whole = played.record().to_string();
    std::fs::write(&path, format!("{whole}british act")).expect("a file");
    let source = Source::read(&path).expect("a file");
    let (record, torn) = Record::parse_torn(&source).expect("the record before it");
    assert_eq!((record.to_string(), torn.as_deref()), (whole.clone(), Some("british act")));
    let mut other = session(4);
    assert!(matches!(other.run(&format!("load {}", path.display())), Ok(Reply::Begun(_))));
    assert_eq!(other.record().to_string(), whole);
    // What is left of a line may read as another answer.
    let last = whole.trim_end();
    std::fs::write(&path, last).expect("a file");
    let (record, torn) = Record::parse_torn(&Source::read(&path).expect("a file")).expect("the record before it");
    assert_eq!(format!("{record}{}\n", torn.expect("a line")), whole);
    // A line in the middle is not torn.
    std::fs::write(&path, format!("{whole}british act\nbritish card card:1")).expect("a file");
    assert!(Record::parse_torn(&Source::read(&path).expect("a file")).is_err());
}
