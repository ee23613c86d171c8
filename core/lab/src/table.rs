//! Games as a table for other programs, with a row for each: CSV, JSON Lines, or Parquet if the program is built with it. It
//! has a column for the player and the score of each side, and those that the game adds. It is only written, and not read
//! again: for that there are files of rows ([`crate::units`]).

use crate::facts::Facts;
#[cfg(feature = "parquet")]
use crate::parquet::{ParquetFile, ParquetKind};
use crate::row::{GameEnd, Row};
use miette::{IntoDiagnostic, miette};
use serde_json::Value;
use std::io::{BufWriter, Write};
use std::path::Path;
use wilderness_engine::files::{FileForm, Output, PartialFile};

/// The columns before those of the players, and after them; behind these come the scores, and then what the game adds.
const FIRST: [&str; 4] = ["game", "seed", "scenario", "rules"];
const MIDDLE: [&str; 4] = ["seats", "setup", "winner", "reason"];
const LAST: [&str; 2] = ["decisions", "error"];
/// The end of the name of a column with the score of a side.
const SCORE: &str = "_score";
/// The word for a game that no side won.
const DRAW: &str = "draw";

/// The values, in the order of [`columns`].
fn values(row: &Row, facts: &Facts) -> Vec<Value> {
    let id = |side: usize| facts.sides.get(side).map_or("", |(id, _)| id.as_str());
    let seats: Vec<&str> = row.seats.iter().map(|side| id(*side)).collect();
    let winner = match row.end {
        None => "",
        Some(GameEnd::Draw) => DRAW,
        Some(GameEnd::Won(side)) => id(side),
    };
    let mut values: Vec<Value> = vec![facts.game.as_str().into(), row.seed.into()];
    values.extend([&row.scenario, &row.rules].map(|text| text.as_str().into()));
    values.extend(row.players.iter().map(|player| Value::from(player.as_str())));
    values.extend([seats.join(" ").into(), row.setup.as_str().into(), winner.into(), row.reason.as_str().into()]);
    values.extend(row.scores.iter().map(|score| Value::from(*score)));
    values.extend(row.noted.iter().map(|text| Value::from(text.as_str())));
    values.extend([row.decisions.into(), row.error.as_str().into()]);
    values
}

/// The names of the columns of a game.
pub fn columns(facts: &Facts) -> Vec<String> {
    let sides = facts.sides.iter().map(|(id, _)| id.clone());
    let scores = facts.sides.iter().map(|(id, _)| format!("{id}{SCORE}"));
    let noted = facts.columns.iter().map(|column| column.name.to_string());
    let fixed = |names: [&str; 4]| names.map(str::to_string);
    fixed(FIRST)
        .into_iter()
        .chain(sides)
        .chain(fixed(MIDDLE))
        .chain(scores)
        .chain(noted)
        .chain(LAST.map(str::to_string))
        .collect()
}

/// Identifies such tables.
pub const TABLE: FileForm = FileForm {
    what: "a table of games that `--out` has written",
    is: |text| ["game,seed,scenario,rules,", "{\"game\":", "PAR1"].iter().any(|begin| text.starts_with(begin)),
};

/// The forms of tables, by the ending of the file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TableForm {
    /// Comma-separated values: `.csv`.
    Csv,
    /// A JSON object in each line: `.jsonl` or `.json`.
    Json,
    /// Apache Parquet: `.parquet`.
    Parquet,
}

impl TableForm {
    /// The form that the name of a file asks for; nothing if it does not ask for a table.
    pub fn of(path: &Path) -> Option<TableForm> {
        match path.extension()?.to_str()?.to_ascii_lowercase().as_str() {
            "csv" => Some(TableForm::Csv),
            "jsonl" | "json" => Some(TableForm::Json),
            "parquet" => Some(TableForm::Parquet),
            _ => None,
        }
    }
}

/// A table that is being written. Until it is complete it is `.NAME.PROCESS.part` beside its final place.
pub struct RowsTable {
    file: TableFile,
    facts: Facts,
    columns: Vec<String>,
}

enum TableFile {
    Csv(Box<csv::Writer<PartialFile>>),
    Json(BufWriter<PartialFile>),
    #[cfg(feature = "parquet")]
    Parquet(Box<ParquetFile<BufWriter<PartialFile>>>),
}

impl RowsTable {
    /// Begins a table of games.
    ///
    /// # Errors
    /// If it cannot be written; Parquet where the program is built without it.
    pub fn begin(output: &Output, form: TableForm, facts: &Facts) -> miette::Result<RowsTable> {
        let part = output.begin().map_err(|refused| miette!("{refused}"))?;
        let columns = columns(facts);
        let file = match form {
            TableForm::Json => TableFile::Json(BufWriter::new(part)),
            TableForm::Csv => {
                let mut file = csv::Writer::from_writer(part);
                file.write_record(&columns).into_diagnostic()?;
                TableFile::Csv(Box::new(file))
            }
            #[cfg(feature = "parquet")]
            TableForm::Parquet => {
                let kind = |name: &str| match name {
                    "seed" | "decisions" => ParquetKind::Unsigned,
                    name if name.ends_with(SCORE) => ParquetKind::Signed,
                    _ => ParquetKind::Text,
                };
                let columns = columns.iter().map(|name| (name.clone(), kind(name)));
                TableFile::Parquet(Box::new(
                    ParquetFile::begin(BufWriter::new(part), columns.collect()).into_diagnostic()?,
                ))
            }
            #[cfg(not(feature = "parquet"))]
            TableForm::Parquet => {
                let help = "write `.csv`, or build the program with `--features parquet`";
                return Err(miette!(help = help, "this build of the program does not write Parquet"));
            }
        };
        Ok(RowsTable { file, facts: facts.clone(), columns })
    }

    /// Writes a row.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn write(&mut self, row: &Row) -> miette::Result<()> {
        let values = values(row, &self.facts);
        match &mut self.file {
            TableFile::Csv(file) => {
                let text = |value: Value| value.as_str().map_or_else(|| value.to_string(), str::to_string);
                file.write_record(values.into_iter().map(text)).into_diagnostic()
            }
            TableFile::Json(file) => {
                let fields = self.columns.iter().zip(&values);
                let fields: Vec<String> =
                    fields.map(|(name, value)| format!("{}:{value}", Value::from(name.as_str()))).collect();
                file.write_all(format!("{{{}}}\n", fields.join(",")).as_bytes()).into_diagnostic()
            }
            #[cfg(feature = "parquet")]
            TableFile::Parquet(file) => file.write(&values).into_diagnostic(),
        }
    }

    /// Moves the file to its final place.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn finish(self) -> miette::Result<()> {
        let whole =
            |file: BufWriter<PartialFile>| file.into_inner().map_err(|error| error.into_error()).into_diagnostic();
        let part = match self.file {
            TableFile::Csv(file) => file.into_inner().map_err(|error| error.into_error()).into_diagnostic()?,
            TableFile::Json(file) => whole(file)?,
            #[cfg(feature = "parquet")]
            TableFile::Parquet(file) => whole(file.finish().into_diagnostic()?)?,
        };
        part.finish().into_diagnostic()
    }
}
