//! The games of a series, as rows of a file.

use std::collections::BTreeMap;
use wilderness_engine::files::Output;
use wilderness_lab::facts::{Column, ColumnKind, Facts, Score};
use wilderness_lab::row::{FORM, GameEnd, Row, Rows, columns, read};

fn facts() -> Facts {
    let score = Score { name: "points", points: "points", is_zero_sum: false, widest: None };
    let sides = ["red", "green", "blue"].map(|side| (side.to_string(), side.to_uppercase()));
    let columns = vec![Column { name: "events", of: ColumnKind::Counts("event") }];
    Facts { game: "war".into(), sides: sides.into(), score, columns }
}

fn row() -> Row {
    Row {
        seed: 7,
        scenario: "annus-mirabilis".into(),
        rules: String::new(),
        players: vec!["random".into(), "search:100".into()],
        seats: vec![0, 1],
        setup: "1b4f0e9851971998".into(),
        end: Some(GameEnd::Won(0)),
        reason: "eleven victory points (13.11)".into(),
        scores: vec![-11, 11],
        decisions: 612,
        noted: vec!["1758".into(), "ambush:2 small-pox:1".into()],
        first_played: BTreeMap::new(),
        error: String::new(),
    }
}

/// The facts of a known game.
fn known() -> Facts {
    let score = Score { name: "VP", points: "victory points", is_zero_sum: true, widest: None };
    let sides = [("french", "French"), ("british", "British")].map(|(id, name)| (id.to_string(), name.to_string()));
    let year = Column { name: "year", of: ColumnKind::Word("ended in") };
    let events = Column { name: "events", of: ColumnKind::Counts("event") };
    Facts { game: "war".into(), sides: sides.into(), score, columns: vec![year, events] }
}

fn games(word: &str) -> Option<Facts> {
    Some(known()).filter(|facts| facts.game == word)
}

#[test]
fn rows_are_read_as_they_were_written() {
    let directory = tempfile::tempdir().expect("a directory");
    for name in ["rows.csv", "rows.jsonl"] {
        let path = directory.path().join(name);
        let failed = Row { end: None, error: "a comma, a \"quotation\"\nand a line".into(), ..row() };
        let rows = [row(), failed, Row { seed: u64::MAX, end: Some(GameEnd::Draw), ..row() }];
        let output = Output::claim(&path, FORM, &[], false).expect("a new file");
        let mut file = Rows::begin(&output, &known()).expect("a file");
        rows.iter().for_each(|row| file.write(row).expect("room"));
        file.finish().expect("room");
        Output::claim(&path, FORM, &[], false).expect("an earlier output");
        let mut found = Vec::new();
        read(&path, &games, |facts, row| {
            assert_eq!(facts, known());
            found.push(row);
            Ok(())
        })
        .expect("rows");
        assert_eq!(found, rows, "{name}");
    }
    assert_eq!(row().counts(1).collect::<Vec<_>>(), [("ambush", 2), ("small-pox", 1)]);
}

#[test]
fn each_side_has_a_column_for_its_player_and_one_for_its_score() {
    let names = columns(&facts());
    for side in ["red", "green", "blue"] {
        assert!(names.iter().any(|name| name == side), "{names:?}");
        assert!(names.iter().any(|name| *name == format!("{side}_score")), "{names:?}");
    }
}

#[test]
fn what_is_not_a_row_is_named_with_its_line() {
    let directory = tempfile::tempdir().expect("a directory");
    let texts = [
        ("a.jsonl", "{\"game\": \"war\", \"seed\": 1}\n".to_string(), 1),
        ("b.csv", "game,seed,vp\nwar,1,2\n".to_string(), 2),
        ("c.jsonl", "{\"game\": 1}\n".to_string(), 1),
    ];
    for (name, text, line) in texts {
        let path = directory.path().join(name);
        std::fs::write(&path, text).expect("a file");
        let error = read(&path, &games, |_, _| Ok(())).expect_err("no rows").to_string();
        assert!(error.contains(&format!("{name}:{line}: this is not a game")), "{error}");
    }
}
