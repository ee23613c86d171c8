//! Files of rows: read as they were written, resumed, and merged.

use std::collections::BTreeMap;
use std::fs::{OpenOptions, read, read_to_string, write};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use wilderness_engine::files::Output;
use wilderness_lab::facts::{Column, ColumnKind, Facts, Score};
use wilderness_lab::row::{GameEnd, Row};
use wilderness_lab::shard::Shard;
use wilderness_lab::units::{FORM, MergedFiles, PackedGames, RowsFile, RowsHead, RowsReader, SeriesHead};

fn facts() -> Facts {
    let score = Score { name: "VP", points: "victory points", is_zero_sum: true, widest: None };
    let sides = [("french", "French"), ("british", "British")].map(|(id, name)| (id.to_string(), name.to_string()));
    let year = Column { name: "year", of: ColumnKind::Word("ended in") };
    let events = Column { name: "events", of: ColumnKind::Counts("event") };
    Facts { game: "war".into(), sides: sides.into(), score, columns: vec![year, events] }
}

fn row(seed: u64) -> Row {
    let vp = (seed % 23) as i64 - 11;
    let counts: BTreeMap<String, u64> = ["ambush", "small-pox", "coehorns"]
        .map(String::from)
        .into_iter()
        .zip([seed % 4, seed % 30, seed % 2])
        .collect();
    let counts: BTreeMap<String, u64> = counts.into_iter().filter(|(_, times)| *times > 0).collect();
    Row {
        seed,
        scenario: "annus-mirabilis".into(),
        players: vec!["random".into(), "search:100".into()],
        seats: vec![0, 1],
        setup: "1b4f0e9851971998".into(),
        end: Some(if vp == 0 { GameEnd::Draw } else { GameEnd::Won(usize::from(vp < 0)) }),
        reason: if vp.abs() == 11 { "eleven victory points (13.11)" } else { "the end (13.12, 13.13)" }.into(),
        scores: vec![vp, -vp],
        decisions: 600 + seed % 100,
        noted: vec!["1759".into(), wilderness_lab::row::write_counts(&counts)],
        ..Row::default()
    }
}

/// The head of a run of games with these seeds, played with a file of this fingerprint.
fn head(seeds: [u64; 2], shard: &str, hash: &str) -> RowsHead {
    let shard: Shard = shard.parse().expect("a shard");
    let mut head = RowsHead::new("simulate", &facts(), &(seeds[0]..=seeds[1]), shard);
    let files = [("events/ambush.rhai", "00"), ("events/small_pox.rhai", hash)];
    head.contents.push(files.map(|(name, hash)| (name.to_string(), hash.to_string())).into());
    let Row { scenario, players, .. } = row(1);
    let settings = format!("windows {hash}\n");
    head.series.push(SeriesHead { scenario, players, setup: format!("1b4f0e985197199{hash}"), settings, content: 0 });
    head
}

/// The usual head.
fn usual(seeds: [u64; 2], shard: &str) -> RowsHead {
    head(seeds, shard, "8")
}

fn claim(path: &Path) -> Output {
    Output::claim(path, FORM, &[], false).expect("a file")
}

/// Plays what is missing of a file, up to this many units in all. Returns the seeds that were in it.
fn play(path: &Path, head: RowsHead, most: u64) -> miette::Result<Vec<u64>> {
    let mut known = Vec::new();
    let units = head.own_units();
    let each = |rows: Vec<Row>| {
        known.extend(rows.into_iter().map(|row| row.seed));
        Ok(())
    };
    let mut file = RowsFile::<PackedGames>::resume(&claim(path), head.clone(), &facts(), false, each)?;
    for unit in file.number()..units.end.min(units.start.saturating_add(most)) {
        file.write(unit, &vec![row(head.place(unit).0)])?;
    }
    file.finish()?;
    Ok(known)
}

fn rows(path: &Path) -> Vec<Row> {
    let mut reader = RowsReader::<PackedGames>::open(path, &facts()).expect("rows");
    std::iter::from_fn(|| reader.unit().expect("a row")).flatten().collect()
}

#[test]
fn rows_are_read_as_they_were_written() {
    let at = tempfile::tempdir().expect("a directory");
    let path = at.path().join("a.rows");
    let failed = Row { end: None, reason: String::new(), error: "a \"quotation\"\nand a line".into(), ..row(2) };
    let other = Row { scenario: "early-war".into(), rules: "14.4 14.2".into(), seats: vec![1, 0], ..row(3) };
    let mut first = row(4);
    first.first_played.insert("ambush".into(), 1);
    let all = [row(1), failed, other, first, row(5)];
    let mut head = usual([1, 5], "1/1");
    head.events = vec!["ambush".into(), "small-pox".into()];
    let mut file = RowsFile::<PackedGames>::whole(&claim(&path), head, &facts()).expect("a file");
    all.iter().enumerate().for_each(|(unit, row)| file.write(unit as u64, &vec![row.clone()]).expect("room"));
    file.finish().expect("room");
    assert_eq!(rows(&path), all);
}

#[test]
fn a_file_is_resumed_without_its_torn_line_and_becomes_what_it_would_have_been() {
    let at = tempfile::tempdir().expect("a directory");
    let [whole, killed] = ["whole.rows", "killed.rows"].map(|name| at.path().join(name));
    play(&whole, usual([11, 50], "2/4"), u64::MAX).expect("rows");
    let bytes = read(&whole).expect("rows");
    assert_eq!(rows(&whole).iter().map(|row| row.seed).collect::<Vec<_>>(), (21..=30).collect::<Vec<_>>());
    // Wherever it was cut off.
    let head = bytes.iter().position(|byte| *byte == b'\n').expect("a line") + 1;
    for length in [head - 1, head, head + 1, head + 300, bytes.len() - 1, bytes.len()] {
        write(&killed, &bytes[..length]).expect("room");
        let known = play(&killed, usual([11, 50], "2/4"), u64::MAX).expect("rows");
        let lines = bytes[..length].iter().filter(|byte| **byte == b'\n').count();
        assert_eq!(known, (21..).take(lines.saturating_sub(1)).collect::<Vec<_>>(), "{length}");
        assert_eq!(read(&killed).expect("rows"), bytes, "{length}");
    }
}

#[test]
fn a_run_that_is_not_dealt_may_become_longer_and_shorter() {
    let at = tempfile::tempdir().expect("a directory");
    let [whole, grown] = ["whole.rows", "grown.rows"].map(|name| at.path().join(name));
    play(&whole, usual([1, 40], "1/1"), u64::MAX).expect("rows");
    play(&grown, usual([1, 10], "1/1"), u64::MAX).expect("rows");
    play(&grown, usual([1, 40], "1/1"), 20).expect("rows");
    assert_eq!(play(&grown, usual([1, 15], "1/1"), u64::MAX).expect("rows"), (1..=15).collect::<Vec<_>>());
    assert_eq!(play(&grown, usual([1, 40], "1/1"), u64::MAX).expect("rows"), (1..=20).collect::<Vec<_>>());
    assert_eq!(read(&grown).expect("rows"), read(&whole).expect("rows"));
    for other in [usual([2, 40], "1/1"), usual([1, 40], "1/2")] {
        assert!(
            play(&grown, other, 0).expect_err("other seeds").to_string().contains("of shard 1/1 of the seeds 1..40")
        );
    }
}

#[test]
fn rows_of_other_games_are_refused_with_what_differs() {
    let at = tempfile::tempdir().expect("a directory");
    let path = at.path().join("a.rows");
    play(&path, usual([1, 10], "1/2"), u64::MAX).expect("rows");
    let before = read(&path).expect("rows");
    let why = |head: RowsHead| play(&path, head, u64::MAX).expect_err("other games").to_string();
    assert!(
        why(head([1, 10], "1/2", "9")).contains("a.rows holds rows with other content: events/small_pox.rhai differs")
    );
    let mut settings = usual([1, 10], "1/2");
    (settings.series[0].setup, settings.series[0].settings) = ("0".into(), "windows 8\nhandicap 2\n".into());
    assert!(why(settings).contains("without the setting `handicap 2`"));
    let mut players = usual([1, 10], "1/2");
    players.series[0].players[0] = "greedy".into();
    assert!(why(players).contains("of `random` against `search:100`, and not of `greedy` against `search:100`"));
    let build = RowsHead { build: "1".into(), ..usual([1, 10], "1/2") };
    assert!(why(build).contains("another build"));
    assert!(
        why(RowsHead { command: "arena".into(), ..usual([1, 10], "1/2") })
            .contains("of `simulate`, and not of `arena`")
    );
    assert!(why(usual([1, 10], "1/2").telling("margin", 0.5)).contains("another option: margin null, and not 0.5"));
    assert_eq!(read(&path).expect("rows"), before, "nothing of it has changed");
}

#[test]
fn only_one_process_writes_a_file() {
    let at = tempfile::tempdir().expect("a directory");
    let path = at.path().join("a.rows");
    let begin = || RowsFile::<PackedGames>::resume(&claim(&path), usual([1, 3], "1/1"), &facts(), false, |_| Ok(()));
    let file = begin().expect("a file");
    assert!(begin().err().expect("it is locked").to_string().contains("another run"));
    drop(file);
    assert!(begin().is_ok());
}

/// Four shards of a run, of which the third has 3 of 10 games. Returns the files.
fn shards(at: &Path) -> Vec<PathBuf> {
    let files = (1..=4).map(|number| {
        let path = at.join(format!("{number}.rows"));
        play(&path, usual([1, 40], &format!("{number}/4")), if number == 3 { 3 } else { u64::MAX }).expect("rows");
        path
    });
    files.collect()
}

/// The seeds of merged files, in their order, and what is missing.
fn merged(files: &[PathBuf]) -> miette::Result<(Vec<u64>, Vec<String>)> {
    let (merged, mut seeds) = (MergedFiles::open(files)?, Vec::new());
    let missing = merged.read::<PackedGames>(&facts(), |unit, rows| {
        assert!(rows.iter().all(|row| row.seed == merged.head().place(unit).0));
        seeds.extend(rows.into_iter().map(|row| row.seed));
        Ok(())
    })?;
    Ok((seeds, missing))
}

#[test]
fn shards_merge_in_the_order_of_their_seeds_and_gaps_are_named() {
    let at = tempfile::tempdir().expect("a directory");
    let mut files = shards(at.path());
    files.reverse();
    let (seeds, missing) = merged(&files).expect("rows");
    assert_eq!(seeds, (1..=23).chain(31..=40).collect::<Vec<_>>());
    assert_eq!(missing.len(), 1, "{missing:?}");
    assert!(
        missing[0].starts_with("seeds 24..30: ") && missing[0].ends_with("3.rows ends before them (shard 3/4)"),
        "{missing:?}"
    );
    // Without the first and the third file: seeds that no file has.
    let (_, missing) = merged(&[files[0].clone(), files[2].clone()]).expect("rows");
    assert_eq!(missing, ["seeds 1..10: no file has them (shard 1/4)", "seeds 21..30: no file has them (shard 3/4)"]);
    play(&files[1], usual([1, 40], "3/4"), u64::MAX).expect("rows");
    let (seeds, missing) = merged(&files).expect("rows");
    assert_eq!((seeds, missing), ((1..=40).collect(), Vec::new()));
    // Runs that follow each other go together as well.
    let later = at.path().join("later.rows");
    play(&later, usual([45, 50], "1/1"), u64::MAX).expect("rows");
    files.push(later.clone());
    let (seeds, missing) = merged(&files).expect("rows");
    assert_eq!((seeds.len(), missing), (46, vec!["seeds 41..44: no file has them".to_string()]));
    files.push(later);
    assert!(merged(&files).expect_err("twice").to_string().contains("the seed 45 is in"));
}

#[test]
fn what_does_not_belong_together_is_not_merged() {
    let at = tempfile::tempdir().expect("a directory");
    let files = shards(at.path());
    let other = at.path().join("other.rows");
    play(&other, head([1, 40], "3/4", "9"), u64::MAX).expect("rows");
    let why = merged(&[files[0].clone(), other]).expect_err("other content").to_string();
    assert!(why.contains("other.rows does not go with") && why.contains("events/small_pox.rhai"), "{why}");
    let table = at.path().join("a.csv");
    write(&table, "game,seed,scenario,rules\nwar,1,,\n").expect("room");
    let why = merged(&[table]).expect_err("a table").to_string();
    assert!(why.contains("a.csv:1: this is not a file of rows") && why.contains("CSV"), "{why}");
    let text = read_to_string(&files[0]).expect("rows");
    let newer = at.path().join("newer.rows");
    write(&newer, text.replacen("\"wilderness_rows\":1", "\"wilderness_rows\":7", 1)).expect("room");
    assert!(merged(&[newer]).expect_err("another version").to_string().contains("version 7"));
}

#[test]
fn what_is_not_a_row_is_named_with_its_line() {
    let at = tempfile::tempdir().expect("a directory");
    let path = at.path().join("a.rows");
    play(&path, usual([1, 10], "1/1"), 2).expect("rows");
    let text = read_to_string(&path).expect("rows");
    let second = text.lines().nth(2).expect("a row").to_string() + "\n";
    for (line, what) in [
        ("[3]\n", "a.rows:4: this is not a row"),
        ("nonsense\n", "a.rows:4: this is not a row"),
        // A line that is there twice, or lost.
        (&second, "the row of seed 3 is missing before that of 2"),
        ("[3,[[],[[1,99,[1,-1],600,[1,\"1\"],{}]]]]\n", "word 99"),
        ("[3,[[],[[3,0,[1,-1],600,[1,\"1\"],{}]]]]\n", "no such side"),
        ("[3,[[],[[1,0,[1],600,[1,\"1\"],{}]]]]\n", "columns"),
        ("[3,[[],[[null,0,[1,-1],600,[1,\"1\"],{}]]]]\n", "either a winner or an error"),
    ] {
        write(&path, &text).expect("room");
        let mut file = OpenOptions::new().append(true).open(&path).expect("a file");
        file.write_all(line.as_bytes()).expect("room");
        let error = merged(std::slice::from_ref(&path)).expect_err("no rows").to_string();
        assert!(error.contains(what) && error.contains("a.rows:4"), "{line}: {error}");
    }
}

#[test]
fn a_row_takes_a_fifth_of_the_room_that_it_takes_in_a_table() {
    let at = tempfile::tempdir().expect("a directory");
    let path = at.path().join("a.rows");
    play(&path, usual([1, 1000], "1/1"), 1000).expect("rows");
    let text = read_to_string(&path).expect("rows");
    let lines = text.lines().skip(1).map(str::len);
    assert!(lines.sum::<usize>() < 1000 * 60, "{}", text.lines().nth(500).expect("a row"));
}
