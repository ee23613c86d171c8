//! The result of one game of a series: a row of a table, as CSV or JSON Lines.

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

/// The result of one game.
#[derive(Clone, Default, Serialize, Deserialize, Debug, PartialEq, Eq)]
#[serde(deny_unknown_fields)]
pub struct Row {
    /// The seed; the same scenario, rules and players give the same game.
    pub seed: u64,
    /// The scenario's id.
    pub scenario: String,
    /// The ids of the optional rules in force, separated by spaces.
    pub rules: String,
    /// The player who began as the French.
    pub french: String,
    /// The player who began as the British.
    pub british: String,
    /// Whether they exchanged sides before the game (13.3).
    pub exchanged: bool,
    /// A fingerprint of the scripts, the settings, the starting position and the optional rules, or `random` if the
    /// rules were drawn for each game.
    pub setup: String,
    /// `french`, `british` or `draw`; empty if the game was not completed.
    pub winner: String,
    /// How the game ended, with the rule.
    pub reason: String,
    /// The year in which the game ended; 0 in a game without years.
    pub year: u16,
    /// Victory points at the end: positive for the French, negative for the British.
    pub vp: i16,
    /// The number of decisions.
    pub decisions: u64,
    /// The events played, with how often: `ambush:2 small-pox:1`.
    pub events: String,
    /// The fault, if the game failed.
    pub error: String,
}

impl Row {
    /// The row, if its values are consistent.
    fn checked(self) -> Result<Row, String> {
        let is_over = self.winner().is_some() || self.winner == "draw";
        match is_over == self.error.is_empty() {
            true => Ok(self),
            false => Err(format!("`{}` is not a winner", self.winner)),
        }
    }

    /// The winner; nothing for a draw or a failed game.
    pub fn winner(&self) -> Option<Side> {
        Side::from_id(&self.winner)
    }

    /// The side played by the player who began as this side.
    pub fn played_from(&self, seat: Side) -> Side {
        if self.exchanged { seat.enemy() } else { seat }
    }

    /// The events played, with how often.
    pub fn events(&self) -> impl Iterator<Item = (&str, u64)> {
        self.events.split(' ').filter_map(|word| {
            let (event, times) = word.split_once(':')?;
            Some((event, times.parse().ok()?))
        })
    }
}

/// Events in the notation of a row.
pub fn write_events(events: &BTreeMap<String, u64>) -> String {
    events.iter().map(|(event, times)| format!("{event}:{times}")).collect::<Vec<_>>().join(" ")
}

/// Identifies files of rows.
pub const FORM: Form = Form {
    what: "a file of games that `simulate` or `merge` has written",
    is: |text| text.starts_with("seed,scenario,rules,french,british,") || text.starts_with("{\"seed\":"),
};

/// A file to which rows are written: CSV, or JSON Lines by its extension. Until it is complete it is
/// `.NAME.PROCESS.part` beside its final place.
pub enum Rows {
    /// CSV.
    Csv(Box<csv::Writer<Part>>),
    /// JSON Lines.
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

    /// Writes a row at once: after a crash the games played so far are in the temporary file.
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

    /// Moves the file to its final place.
    pub fn finish(self) -> miette::Result<()> {
        let part = match self {
            Rows::Csv(file) => file.into_inner().map_err(|error| error.into_error()).into_diagnostic()?,
            Rows::Json(file) => file,
        };
        part.finish().into_diagnostic()
    }
}

/// The maximum length of a row, in bytes.
const LONGEST: u64 = 64 * 1024;
const TOO_LONG: &str = "it is longer than 64 KB";

/// Reads the rows of a file one by one; the first that cannot be read is an error.
pub fn read(path: &Path, each: impl FnMut(Row) -> miette::Result<()>) -> miette::Result<()> {
    let file = files::open(path).map_err(|error| miette!("cannot read {}: {error}", path.display()))?;
    let wrong = |line: u64, error: &dyn Display| {
        let error = error.to_string();
        miette!("{}:{line}: this is not a game: {}", path.display(), one_line(&shortened(&error, 1000)))
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
        // The reader buffers no more of the row than this.
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
