//! The result of one game of a series: a row of a table, as CSV or JSON Lines. It has a column for the player and the score
//! of each side, and those that its game adds.

use crate::facts::Facts;
use miette::{IntoDiagnostic, miette};
use serde_json::{Map, Value};
use std::collections::BTreeMap;
use std::fmt::Display;
use std::fs::File;
use std::io::{BufRead, BufReader, Read as _, Write};
use std::path::Path;
use wilderness_engine::files::{self, FileForm, Output, PartialFile};
use wilderness_engine::harmless::{one_line, shortened};

/// The result of one game.
#[derive(Clone, Default, Debug, PartialEq, Eq)]
pub struct Row {
    /// The seed; the same scenario, rules and players give the same game.
    pub seed: u64,
    /// The scenario's id.
    pub scenario: String,
    /// The ids of the optional rules in force, separated by spaces.
    pub rules: String,
    /// Who began as each side.
    pub players: Vec<String>,
    /// The side that each of them played: another than at the beginning if sides were exchanged.
    pub seats: Vec<usize>,
    /// A fingerprint of the scripts, the settings, the starting position and the optional rules, or `random` if the
    /// rules were drawn for each game.
    pub setup: String,
    /// How the game ended; nothing if it was not completed.
    pub end: Option<GameEnd>,
    /// How the game ended, with the rule.
    pub reason: String,
    /// The score of each side at the end.
    pub scores: Vec<i64>,
    /// The number of decisions.
    pub decisions: u64,
    /// What the game notes besides, in the order of its columns.
    pub noted: Vec<String>,
    /// The side, by its number, that played each event first. It is not written to files.
    pub first_played: BTreeMap<String, usize>,
    /// The fault, if the game failed.
    pub error: String,
}

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GameEnd {
    /// No side won.
    Draw,
    /// The side with this number won.
    Won(usize),
}

/// The columns before those of the players, and after them; behind these come the scores, and then what the game adds.
const FIRST: [&str; 4] = ["game", "seed", "scenario", "rules"];
const MIDDLE: [&str; 4] = ["seats", "setup", "winner", "reason"];
const LAST: [&str; 2] = ["decisions", "error"];
/// The end of the name of a column with the score of a side.
const SCORE: &str = "_score";
/// The word for a game that no side won.
const DRAW: &str = "draw";

impl Row {
    /// The winner; nothing for a draw or a failed game.
    pub fn winner(&self) -> Option<usize> {
        match self.end {
            Some(GameEnd::Won(side)) => Some(side),
            _ => None,
        }
    }

    /// The side played by the player who began as this one.
    pub fn played_from(&self, seat: usize) -> usize {
        self.seats.get(seat).copied().unwrap_or(seat)
    }

    /// Whether two games took the same course, as far as the rows tell.
    pub fn is_like(&self, other: &Row) -> bool {
        let of = |row: &Row| (row.scores.clone(), row.decisions, row.noted.clone(), row.end);
        of(self) == of(other)
    }

    /// What a column of counts holds: what happened, with how often.
    pub fn counts(&self, column: usize) -> impl Iterator<Item = (&str, u64)> {
        self.noted.get(column).map_or("", String::as_str).split(' ').filter_map(|word| {
            let (event, times) = word.split_once(':')?;
            Some((event, times.parse().ok()?))
        })
    }

    /// The values, in the order of [`columns`].
    fn values(&self, facts: &Facts) -> Vec<Value> {
        let id = |side: usize| facts.sides.get(side).map_or("", |(id, _)| id.as_str());
        let seats: Vec<&str> = self.seats.iter().map(|side| id(*side)).collect();
        let winner = match self.end {
            None => "",
            Some(GameEnd::Draw) => DRAW,
            Some(GameEnd::Won(side)) => id(side),
        };
        let mut values: Vec<Value> = vec![facts.game.as_str().into(), self.seed.into()];
        values.extend([&self.scenario, &self.rules].map(|text| text.as_str().into()));
        values.extend(self.players.iter().map(|player| Value::from(player.as_str())));
        values.extend([seats.join(" ").into(), self.setup.as_str().into(), winner.into(), self.reason.as_str().into()]);
        values.extend(self.scores.iter().map(|score| Value::from(*score)));
        values.extend(self.noted.iter().map(|text| Value::from(text.as_str())));
        values.extend([self.decisions.into(), self.error.as_str().into()]);
        values
    }
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

/// Events in the notation of a row.
pub fn write_counts(counts: &BTreeMap<String, u64>) -> String {
    counts.iter().map(|(event, times)| format!("{event}:{times}")).collect::<Vec<_>>().join(" ")
}

/// Identifies files of rows.
pub const FORM: FileForm = FileForm {
    what: "a file of games that `simulate` or `merge` has written",
    is: |text| text.starts_with("game,seed,scenario,rules,") || text.starts_with("{\"game\":"),
};

/// A file to which rows are written: CSV, or JSON Lines by its extension. Until it is complete it is
/// `.NAME.PROCESS.part` beside its final place.
pub struct Rows {
    file: RowFile,
    facts: Facts,
    columns: Vec<String>,
}

enum RowFile {
    Csv(Box<csv::Writer<PartialFile>>),
    Json(PartialFile),
}

/// Whether a file holds JSON Lines: `.jsonl` or `.json`; anything else is CSV.
fn is_json(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("jsonl") || ending.eq_ignore_ascii_case("json"))
}

impl Rows {
    /// Begins a file of rows of a game.
    pub fn begin(output: &Output, facts: &Facts) -> miette::Result<Rows> {
        let part = output.begin().map_err(|refused| miette!("{refused}"))?;
        let columns = columns(facts);
        let file = match is_json(output.path()) {
            true => RowFile::Json(part),
            false => {
                let mut file = csv::Writer::from_writer(part);
                file.write_record(&columns).into_diagnostic()?;
                RowFile::Csv(Box::new(file))
            }
        };
        Ok(Rows { file, facts: facts.clone(), columns })
    }

    /// Writes a row at once: after a crash the games played so far are in the temporary file.
    pub fn write(&mut self, row: &Row) -> miette::Result<()> {
        let values = row.values(&self.facts);
        match &mut self.file {
            RowFile::Csv(file) => {
                let text = |value: Value| value.as_str().map_or_else(|| value.to_string(), str::to_string);
                file.write_record(values.into_iter().map(text)).into_diagnostic()?;
                file.flush().into_diagnostic()
            }
            RowFile::Json(file) => {
                let fields = self.columns.iter().zip(&values);
                let fields: Vec<String> =
                    fields.map(|(name, value)| format!("{}:{value}", Value::from(name.as_str()))).collect();
                file.write_all(format!("{{{}}}\n", fields.join(",")).as_bytes()).into_diagnostic()
            }
        }
    }

    /// Moves the file to its final place.
    pub fn finish(self) -> miette::Result<()> {
        let part = match self.file {
            RowFile::Csv(file) => file.into_inner().map_err(|error| error.into_error()).into_diagnostic()?,
            RowFile::Json(file) => file,
        };
        part.finish().into_diagnostic()
    }
}

/// What is known of the game with a word.
pub type KnownGames<'a> = &'a dyn Fn(&str) -> Option<Facts>;

/// The row and the facts of its game that fields say, each with its name.
fn read_row(known: KnownGames<'_>, fields: &Map<String, Value>) -> Result<(Facts, Row), String> {
    let sides: Vec<String> = fields.keys().filter_map(|name| name.strip_suffix(SCORE)).map(str::to_string).collect();
    let text = |name: &str| match fields.get(name) {
        Some(Value::String(text)) => Ok(text.clone()),
        Some(_) => Err(format!("`{name}` is not a text")),
        None => Err(format!("there is no `{name}`")),
    };
    fn number<T: std::str::FromStr>(fields: &Map<String, Value>, name: &str) -> Result<T, String> {
        let value = fields.get(name).ok_or_else(|| format!("there is no `{name}`"))?;
        let text = value.as_str().map_or_else(|| value.to_string(), str::to_string);
        text.parse().map_err(|_| format!("`{name}` is not a number"))
    }
    let game = text("game")?;
    let facts = Facts::of_rows(known(&game), &game, &sides);
    let side = |id: &str| facts.side(id).ok_or_else(|| format!("`{id}` is not a side"));
    let all = columns(&facts);
    if let Some(other) = fields.keys().find(|name| !all.contains(name)) {
        return Err(format!("unknown column `{other}`"));
    }
    let error = text("error")?;
    let end = match text("winner")?.as_str() {
        "" => None,
        DRAW => Some(GameEnd::Draw),
        id => Some(GameEnd::Won(side(id)?)),
    };
    if end.is_some() != error.is_empty() {
        return Err("a game has either a winner or an error".into());
    }
    let row = Row {
        seed: number(fields, "seed")?,
        scenario: text("scenario")?,
        rules: text("rules")?,
        players: facts.sides.iter().map(|(id, _)| text(id)).collect::<Result<_, _>>()?,
        seats: text("seats")?.split_whitespace().map(side).collect::<Result<_, _>>()?,
        setup: text("setup")?,
        end,
        reason: text("reason")?,
        scores: facts.sides.iter().map(|(id, _)| number(fields, &format!("{id}{SCORE}"))).collect::<Result<_, _>>()?,
        decisions: number(fields, "decisions")?,
        noted: facts.columns.iter().map(|column| text(column.name)).collect::<Result<_, _>>()?,
        first_played: BTreeMap::new(),
        error,
    };
    Ok((facts, row))
}

/// The maximum length of a row, in bytes.
const LONGEST: u64 = 64 * 1024;
const TOO_LONG: &str = "it is longer than 64 KB";

/// Reads the rows of a file one by one, each with the facts of its game; the first that cannot be read is an error.
pub fn read(
    path: &Path,
    known: KnownGames<'_>,
    each: impl FnMut(Facts, Row) -> miette::Result<()>,
) -> miette::Result<()> {
    let file = files::open(path).map_err(|error| miette!("cannot read {}: {error}", path.display()))?;
    let wrong = |line: u64, error: &dyn Display| {
        let error = error.to_string();
        miette!("{}:{line}: this is not a game: {}", path.display(), one_line(&shortened(&error, 1000)))
    };
    if is_json(path) { read_json(file, known, wrong, each) } else { read_csv(file, known, wrong, each) }
}

fn read_json(
    file: File,
    known: KnownGames<'_>,
    wrong: impl Fn(u64, &dyn Display) -> miette::Report,
    mut each: impl FnMut(Facts, Row) -> miette::Result<()>,
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
        let fields: Map<String, Value> = serde_json::from_slice(&line).map_err(|error| wrong(number, &error))?;
        let (facts, row) = read_row(known, &fields).map_err(|what| wrong(number, &what))?;
        each(facts, row)?;
    }
    Ok(())
}

fn read_csv(
    file: File,
    known: KnownGames<'_>,
    wrong: impl Fn(u64, &dyn Display) -> miette::Report,
    mut each: impl FnMut(Facts, Row) -> miette::Result<()>,
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
        let fields = heads.iter().zip(&row).map(|(name, text)| (name.to_string(), Value::from(text))).collect();
        let (facts, row) = read_row(known, &fields).map_err(|what| wrong(line, &what))?;
        each(facts, row)?;
    }
}
