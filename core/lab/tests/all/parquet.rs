//! Tables as Parquet, read by DuckDB: `cargo test -p wilderness-lab --features parquet --test all parquet`.

use std::process::Command;
use wilderness_engine::files::Output;
use wilderness_lab::facts::{Column, ColumnKind, Facts, Score};
use wilderness_lab::row::{GameEnd, Row};
use wilderness_lab::table::{RowsTable, TABLE, TableForm};

/// More than fit into one group of rows.
const GAMES: u64 = 120_003;

#[test]
fn duckdb_reads_what_was_written() {
    let at = tempfile::tempdir().expect("a directory");
    let path = at.path().join("games.parquet");
    let score = Score { name: "VP", points: "victory points", is_zero_sum: true, widest: None };
    let sides = [("french", "French"), ("british", "British")].map(|(id, name)| (id.to_string(), name.to_string()));
    let columns = vec![Column { name: "events", of: ColumnKind::Counts("event") }];
    let facts = Facts { game: "war".into(), sides: sides.into(), score, columns };
    let output = Output::claim(&path, TABLE, &[], false).expect("a new file");
    let mut table = RowsTable::begin(&output, TableForm::Parquet, &facts).expect("a file");
    for number in 0..GAMES {
        let vp = (number % 23) as i64 - 11;
        let row = Row {
            seed: u64::MAX - number,
            players: vec!["greedy".into(), "search:5".into()],
            end: Some(GameEnd::Draw),
            scores: vec![vp, -vp],
            noted: vec![format!("ambush:{} épée:{}", number % 7, number % 1000)],
            ..Row::default()
        };
        table.write(&row).expect("room");
    }
    table.finish().expect("room");
    // A table takes the place of an earlier one.
    assert!(Output::claim(&path, TABLE, &[], false).is_ok());
    let query = "import duckdb, sys\n\
                 print(duckdb.sql(f\"select count(*), max(seed), sum(french_score), count(distinct events), min(french), \
                 count(*) filter (where error <> '' or french_score <> -british_score or winner <> 'draw' or events <> \
                 'ambush:' || ((18446744073709551615 - seed) % 7) || ' épée:' || ((18446744073709551615 - seed) % 1000)) \
                 from '{sys.argv[1]}'\").fetchall())";
    let output = Command::new("python3").args(["-c", query]).arg(&path).output();
    match output.ok().filter(|output| output.status.success()) {
        Some(output) => assert_eq!(
            String::from_utf8_lossy(&output.stdout).trim(),
            format!("[({GAMES}, {}, -66, 7000, 'greedy', 0)]", u64::MAX)
        ),
        None => eprintln!("skipped: DuckDB for Python is not installed"),
    }
}
