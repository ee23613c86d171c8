//! What is kept of one game of many: a row of a table, as CSV or as JSON Lines.

use miette::{IntoDiagnostic, miette};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt::Display;
use std::fs::File;
use std::io::{BufRead, BufReader, Read as _, Write};
use std::path::Path;
use wilderness_engine::files::{self, Form, Output, Part};
use wilderness_engine::harmless::{one_line, shortened};
use wilderness_war::Side;

/// One game.
#[derive(Clone, Serialize, Deserialize, Debug, PartialEq, Eq)]
#[serde(deny_unknown_fields)]
pub struct Row {
    /// The seed; with the same scenario, rules and players it is the same game.
    pub seed: u64,
    /// The scenario's id.
    pub scenario: String,
    /// The ids of the optional rules in force, divided by blanks.
    pub rules: String,
    /// Who sat down as the French.
    pub french: String,
    /// Who sat down as the British.
    pub british: String,
    /// Whether they exchanged sides before the game (13.3), so that each played the other side.
    pub exchanged: bool,
    /// A fingerprint of the scripts, the settings and the position it started from, and of the optional rules, or
    /// `random` if they were drawn for each game.
    pub setup: String,
    /// `french`, `british` or `draw`; empty if the game was not played to its end.
    pub winner: String,
    /// Why the game ended, with the rule.
    pub reason: String,
    /// The year in which it ended.
    pub year: u16,
    /// Victory points at the end: above 0 French, below 0 British.
    pub vp: i16,
    /// How many decisions were made.
    pub decisions: u64,
    /// The events that were played and how often, as in `ambush:2 small-pox:1`.
    pub events: String,
    /// What went wrong, if anything did.
    pub error: String,
}

impl Row {
    /// The row, if a game can have ended so.
    fn checked(self) -> Result<Row, String> {
        let is_over = self.winner().is_some() || self.winner == "draw";
        match is_over == self.error.is_empty() {
            true => Ok(self),
            false => Err(format!("`{}` is no winner", self.winner)),
        }
    }

    /// The winner; nothing for a draw, or a game that went wrong.
    pub fn winner(&self) -> Option<Side> {
        Side::from_id(&self.winner)
    }

    /// The side that was played by who sat down as a side.
    pub fn played_from(&self, seat: Side) -> Side {
        if self.exchanged { seat.enemy() } else { seat }
    }

    /// The events that were played and how often.
    pub fn events(&self) -> impl Iterator<Item = (&str, u64)> {
        self.events.split(' ').filter_map(|word| {
            let (event, times) = word.split_once(':')?;
            Some((event, times.parse().ok()?))
        })
    }
}

/// Events as they stand in a row.
pub fn write_events(events: &BTreeMap<String, u64>) -> String {
    events.iter().map(|(event, times)| format!("{event}:{times}")).collect::<Vec<_>>().join(" ")
}

/// How files of rows are told from others.
pub const FORM: Form = Form {
    what: "a file of games that `simulate` or `merge` has written",
    is: |text| text.starts_with("seed,scenario,rules,french,british,") || text.starts_with("{\"seed\":"),
};

/// A file to which rows are written: CSV, or JSON Lines if its name ends so. While it is written it is the file
/// `.NAME.PROCESS.part` beside its place.
pub enum Rows {
    Csv(Box<csv::Writer<Part>>),
    Json(Part),
}

/// Whether a file holds JSON Lines: `.jsonl` or `.json`; anything else is CSV.
fn is_json(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("jsonl") || ending.eq_ignore_ascii_case("json"))
}

impl Rows {
    /// Begins a file.
    pub fn begin(output: &Output) -> miette::Result<Rows> {
        let part = output.begin().map_err(|refused| miette!("{refused}"))?;
        Ok(match is_json(output.path()) {
            true => Rows::Json(part),
            false => Rows::Csv(Box::new(csv::Writer::from_writer(part))),
        })
    }

    /// Writes a row, at once: a run that is killed leaves the games it has played, if not in the place of the file.
    pub fn write(&mut self, row: &Row) -> miette::Result<()> {
        match self {
            Rows::Csv(file) => {
                file.serialize(row).into_diagnostic()?;
                file.flush().into_diagnostic()
            }
            Rows::Json(file) => {
                let line = serde_json::to_string(row).into_diagnostic()? + "\n";
                file.write_all(line.as_bytes()).into_diagnostic()
            }
        }
    }

    /// Puts the file into its place.
    pub fn finish(self) -> miette::Result<()> {
        let part = match self {
            Rows::Csv(file) => file.into_inner().map_err(|error| error.into_error()).into_diagnostic()?,
            Rows::Json(file) => file,
        };
        part.finish().into_diagnostic()
    }
}

/// A row of more bytes is not read.
const LONGEST: u64 = 64 * 1024;
const TOO_LONG: &str = "it is longer than 64 KB";

/// Reads the rows of a file one by one; the first that cannot be read is named.
pub fn read(path: &Path, each: impl FnMut(Row) -> miette::Result<()>) -> miette::Result<()> {
    let file = files::open(path).map_err(|error| miette!("{} cannot be read: {error}", path.display()))?;
    let wrong = |line: u64, error: &dyn Display| {
        let error = error.to_string();
        miette!("{}:{line}: this is no game: {}", path.display(), one_line(&shortened(&error, 1000)))
    };
    if is_json(path) { read_json(file, wrong, each) } else { read_csv(file, wrong, each) }
}

fn read_json(
    file: File,
    wrong: impl Fn(u64, &dyn Display) -> miette::Report,
    mut each: impl FnMut(Row) -> miette::Result<()>,
) -> miette::Result<()> {
    let (mut file, mut line) = (BufReader::new(file), Vec::new());
    for number in 1.. {
        line.clear();
        if file.by_ref().take(LONGEST + 1).read_until(b'\n', &mut line).into_diagnostic()? == 0 {
            break;
        }
        if line.len() as u64 > LONGEST {
            return Err(wrong(number, &TOO_LONG));
        }
        let row: Row = serde_json::from_slice(&line).map_err(|error| wrong(number, &error))?;
        each(row.checked().map_err(|what| wrong(number, &what))?)?;
    }
    Ok(())
}

fn read_csv(
    file: File,
    wrong: impl Fn(u64, &dyn Display) -> miette::Report,
    mut each: impl FnMut(Row) -> miette::Result<()>,
) -> miette::Result<()> {
    let mut rows = csv::Reader::from_reader(file.take(LONGEST));
    let heads = rows.headers().cloned();
    if rows.get_ref().limit() == 0 {
        return Err(wrong(1, &TOO_LONG));
    }
    let heads = heads.map_err(|error| wrong(1, &error))?;
    let mut row = csv::StringRecord::new();
    loop {
        // What was read of the row already is no more than the reader keeps ready.
        rows.get_mut().set_limit(LONGEST);
        let line = rows.position().line();
        let read = rows.read_record(&mut row);
        if rows.get_ref().limit() == 0 {
            return Err(wrong(line, &TOO_LONG));
        }
        let at = |error: &csv::Error| error.position().map_or(line, csv::Position::line);
        if !read.map_err(|error| wrong(at(&error), &error))? {
            return Ok(());
        }
        let row: Row = row.deserialize(Some(&heads)).map_err(|error| wrong(at(&error), &error))?;
        each(row.checked().map_err(|what| wrong(line, &what))?)?;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
            assert!(error.contains(&format!("{name}:{line}: this is no game")), "{error}");
        }
    }
}
