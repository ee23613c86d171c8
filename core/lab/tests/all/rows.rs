//! The games of a series, as tables for other programs.

use std::path::Path;
use wilderness_engine::files::Output;
use wilderness_lab::facts::{Column, ColumnKind, Facts, Score};
use wilderness_lab::row::{GameEnd, Row};
use wilderness_lab::table::{RowsTable, TABLE, TableForm, columns};

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
        ..Row::default()
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

#[test]
fn each_form_of_a_table_holds_the_rows() {
    let directory = tempfile::tempdir().expect("a directory");
    let failed = Row { end: None, error: "a comma, a \"quotation\"\nand a line".into(), ..row() };
    let rows = [row(), failed, Row { seed: u64::MAX, end: Some(GameEnd::Draw), ..row() }];
    let written = |name: &str| {
        let path = directory.path().join(name);
        let form = TableForm::of(&path).expect("a table");
        for _ in ["a new file", "an earlier output"] {
            let output = Output::claim(&path, TABLE, &[], false).expect("a file");
            let mut table = RowsTable::begin(&output, form, &known()).expect("a file");
            rows.iter().for_each(|row| table.write(row).expect("room"));
            table.finish().expect("room");
        }
        std::fs::read_to_string(path).expect("a table")
    };
    let json: Vec<serde_json::Value> =
        written("rows.jsonl").lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!((&json[0]["french_score"], &json[0]["events"]), (&(-11).into(), &"ambush:2 small-pox:1".into()));
    assert_eq!(
        (&json[1]["winner"], &json[2]["winner"], &json[2]["seed"]),
        (&"".into(), &"draw".into(), &u64::MAX.into())
    );
    let csv = written("rows.csv");
    let mut csv = csv::Reader::from_reader(csv.as_bytes());
    let heads = csv.headers().expect("heads").clone();
    for (fields, object) in csv.records().zip(&json) {
        for (head, field) in heads.iter().zip(&fields.expect("a row")) {
            let value = &object[head];
            assert_eq!(field, value.as_str().map_or_else(|| value.to_string(), str::to_string), "{head}");
        }
    }
    assert_eq!(TableForm::of(Path::new("a.rows")), None);
}

#[test]
fn each_side_has_a_column_for_its_player_and_one_for_its_score() {
    let names = columns(&facts());
    for side in ["red", "green", "blue"] {
        assert!(names.iter().any(|name| name == side), "{names:?}");
        assert!(names.iter().any(|name| *name == format!("{side}_score")), "{names:?}");
    }
}
