//! The games of a series, as rows of a file.

use wilderness_engine::files::Output;
use wilderness_repl::testing::lab::{FORM, Row, Rows, read};

fn row() -> Row {
    Row {
        seed: 7,
        scenario: "annus-mirabilis".into(),
        rules: String::new(),
        french: "random".into(),
        british: "search:100".into(),
        exchanged: false,
        setup: "1b4f0e9851971998".into(),
        winner: "french".into(),
        reason: "eleven victory points (13.11)".into(),
        year: 1758,
        vp: -11,
        decisions: 612,
        events: "ambush:2 small-pox:1".into(),
        error: String::new(),
    }
}

#[test]
fn rows_are_read_as_they_were_written() {
    let directory = tempfile::tempdir().expect("a directory");
    for name in ["rows.csv", "rows.jsonl"] {
        let path = directory.path().join(name);
        let failed = Row { winner: String::new(), error: "a comma, a \"quotation\"\nand a line".into(), ..row() };
        let rows = [row(), failed, Row { seed: u64::MAX, winner: "draw".into(), ..row() }];
        let output = Output::claim(&path, FORM, &[], false).expect("a new file");
        let mut file = Rows::begin(&output).expect("a file");
        rows.iter().for_each(|row| file.write(row).expect("room"));
        file.finish().expect("room");
        Output::claim(&path, FORM, &[], false).expect("an earlier output");
        let mut found = Vec::new();
        read(&path, |row| {
            found.push(row);
            Ok(())
        })
        .expect("rows");
        assert_eq!(found, rows, "{name}");
    }
    assert_eq!(row().events().collect::<Vec<_>>(), [("ambush", 2), ("small-pox", 1)]);
}

#[test]
fn what_is_no_row_is_named_with_its_line() {
    let directory = tempfile::tempdir().expect("a directory");
    let nobody = serde_json::to_string(&Row { winner: "dutch".into(), error: String::new(), ..row() });
    let texts = [
        ("a.jsonl", "{\"seed\": 1}\n".to_string(), 1),
        ("b.csv", "seed,vp\n1,2\n".to_string(), 2),
        ("c.jsonl", nobody.expect("a line"), 1),
    ];
    for (name, text, line) in texts {
        let path = directory.path().join(name);
        std::fs::write(&path, text).expect("a file");
        let error = read(&path, |_| Ok(())).expect_err("no rows").to_string();
        assert!(error.contains(&format!("{name}:{line}: this is not a game")), "{error}");
    }
}
