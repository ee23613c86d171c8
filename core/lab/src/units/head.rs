//! The first line of a file of rows: what is played, so that rows of other games are not mistaken for them.

use crate::facts::Facts;
use crate::series::{Series, Tested};
use crate::shard::Shard;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::ops::{Range, RangeInclusive};
use wilderness_engine::files::FileForm;
use wilderness_engine::script::{Fingerprints, differences};

/// Identifies files of rows.
pub const FORM: FileForm =
    FileForm { what: "a file of rows, as `--out FILE.rows` writes it", is: |text| text.starts_with(MARK) };

/// How such a file begins.
const MARK: &str = "{\"wilderness_rows\":";
/// The version of the form. Rows of another are refused.
const VERSION: u32 = 1;

/// What the rows of a file are of.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RowsHead {
    /// The version of the form.
    pub wilderness_rows: u32,
    /// The command that plays.
    pub command: String,
    /// The word of the game.
    pub game: String,
    /// A fingerprint of the build of the program.
    pub build: String,
    /// The words and names of the sides.
    pub sides: Vec<(String, String)>,
    /// The first and the last seed of the whole run.
    pub seeds: [u64; 2],
    /// The part of it that the file is for.
    pub shard: Shard,
    /// The number of units with each seed: of games, pairs or rounds that are counted as one.
    pub units: u64,
    /// The series that a unit has games of, those of each unit with the same seed one after the other.
    pub series: Vec<SeriesHead>,
    /// The fingerprints of the files of each content.
    pub contents: Vec<Fingerprints>,
    /// The events of which it is noted which side played them first.
    pub events: Vec<String>,
    /// What the command needs besides to tell the result.
    pub telling: Map<String, Value>,
}

/// What the games of a series have in common.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SeriesHead {
    /// The scenario, that of the first game if there are several.
    pub scenario: String,
    /// Who plays each side.
    pub players: Vec<String>,
    /// The fingerprint of the common setup.
    pub setup: String,
    /// The settings and the position that the games start from, as the lines of a record say them.
    pub settings: String,
    /// The number of the content.
    pub content: usize,
}

impl RowsHead {
    /// Of a run with these seeds, without its series.
    pub fn new(command: &str, facts: &Facts, seeds: &RangeInclusive<u64>, shard: Shard) -> RowsHead {
        RowsHead {
            wilderness_rows: VERSION,
            command: command.into(),
            game: facts.game.clone(),
            build: String::new(),
            sides: facts.sides.clone(),
            seeds: [*seeds.start(), *seeds.end()],
            shard,
            units: 1,
            series: Vec::new(),
            contents: Vec::new(),
            events: Vec::new(),
            telling: Map::new(),
        }
    }

    /// The same with another series.
    pub fn with_series<F: Tested>(mut self, series: &Series<F>) -> RowsHead {
        let known = self.contents.iter().position(|files| *files == series.files);
        let content = known.unwrap_or(self.contents.len());
        if known.is_none() {
            self.contents.push(series.files.clone());
        }
        self.series.push(SeriesHead {
            scenario: series.scenario(),
            players: series.names(),
            setup: series.setup.clone(),
            settings: series.settings.clone(),
            content,
        });
        self
    }

    /// The same with something that the command needs to tell the result.
    pub fn telling(mut self, what: &str, value: impl Into<Value>) -> RowsHead {
        self.telling.insert(what.into(), value.into());
        self
    }

    /// The same without what is played, which takes room.
    pub(super) fn without_games(self) -> RowsHead {
        RowsHead { series: Vec::new(), contents: Vec::new(), telling: Map::new(), ..self }
    }

    /// What the command needs to tell the result, if it is of the form.
    pub fn told<T: for<'a> Deserialize<'a>>(&self, what: &str) -> Option<T> {
        serde_json::from_value(self.telling.get(what)?.clone()).ok()
    }

    /// What the lab knows of the game, if the program has it.
    pub fn facts(&self, known: Option<Facts>) -> Option<Facts> {
        Some(Facts { sides: self.sides.clone(), ..known? })
    }

    /// The seeds of the whole run.
    pub fn all_seeds(&self) -> RangeInclusive<u64> {
        self.seeds[0]..=self.seeds[1]
    }

    /// The seeds of the shard; nothing if there are fewer seeds than shards.
    pub fn own_seeds(&self) -> Option<RangeInclusive<u64>> {
        self.shard.seeds(&self.all_seeds())
    }

    /// The units of the shard, numbered from the first of the whole run.
    pub fn own_units(&self) -> Range<u64> {
        let number = |seed: u64| (seed - self.seeds[0]).saturating_mul(self.units);
        self.own_seeds().map_or(0..0, |seeds| number(*seeds.start())..number(*seeds.end()).saturating_add(self.units))
    }

    /// The seed of a unit, and which of the units with this seed it is.
    pub fn place(&self, unit: u64) -> (u64, u64) {
        (self.seeds[0].saturating_add(unit / self.units), unit % self.units)
    }

    /// The series that a unit has a game of, which is one of several with the same seed.
    pub fn series_of(&self, one: u64) -> &[SeriesHead] {
        let games = self.series.len() / usize::try_from(self.units).unwrap_or(usize::MAX).max(1);
        let from = usize::try_from(one).unwrap_or(usize::MAX).saturating_mul(games);
        self.series.get(from..from.saturating_add(games)).unwrap_or_default()
    }

    /// The first line of a file, with its end.
    ///
    /// # Errors
    /// Never, since it consists of texts and numbers.
    pub(super) fn line(&self) -> serde_json::Result<String> {
        serde_json::to_string(self).map(|line| line + "\n")
    }

    /// Whether a line begins as a head does.
    pub(super) fn begins(line: &[u8]) -> bool {
        line.starts_with(MARK.as_bytes())
    }

    /// The head that a line holds.
    ///
    /// # Errors
    /// What is wrong with it.
    pub(super) fn read(line: &[u8]) -> Result<RowsHead, String> {
        if !RowsHead::begins(line) {
            return Err(
                "rows are written by `--out FILE.rows`; tables, such as CSV, and rows of earlier versions of the \
                        program are not read"
                    .into(),
            );
        }
        let version = serde_json::from_slice::<Value>(line).ok();
        let version = version.and_then(|head| head["wilderness_rows"].as_u64());
        if let Some(other) = version.filter(|version| *version != u64::from(VERSION)) {
            return Err(format!("its rows are of version {other}, and this build reads version {VERSION}"));
        }
        let head: RowsHead = serde_json::from_slice(line).map_err(|error| error.to_string())?;
        let is_whole = head.seeds[0] <= head.seeds[1]
            && head.units > 0
            && !head.sides.is_empty()
            && head.series.iter().all(|series| series.content < head.contents.len());
        if is_whole { Ok(head) } else { Err("its first line contradicts itself".into()) }
    }

    /// What tells the games of these rows from those of others, wherever the seeds are.
    pub fn difference(&self, other: &RowsHead) -> Option<String> {
        if (&self.game, &self.sides) != (&other.game, &other.sides) {
            return Some(format!("of {}, and not of {}", self.game, other.game));
        }
        if self.command != other.command {
            return Some(format!("of `{}`, and not of `{}`", self.command, other.command));
        }
        if self.series.len() != other.series.len() || self.units != other.units {
            return Some("of other players or scenarios".into());
        }
        for (own, others) in self.series.iter().zip(&other.series) {
            if own.players != others.players {
                let [own, others] = [own, others].map(|series| series.players.join("` against `"));
                return Some(format!("of `{own}`, and not of `{others}`"));
            }
            if own.scenario != others.scenario {
                return Some(format!("of the scenario {}, and not of {}", own.scenario, others.scenario));
            }
            if own.setup != others.setup {
                let [files, other_files] =
                    [(self, own), (other, others)].map(|(head, series)| &head.contents[series.content]);
                return Some(setup_difference([files, other_files], [&own.settings, &others.settings]));
            }
        }
        if self.build != other.build {
            return Some(format!("of another build of the program ({}, not {})", self.build, other.build));
        }
        let mut options = self.telling.keys().chain(other.telling.keys());
        if let Some(name) = options.find(|name| self.telling.get(*name) != other.telling.get(*name)) {
            let [own, others] = [self, other].map(|head| head.telling.get(name).unwrap_or(&Value::Null));
            return Some(format!("with another option: {name} {own}, and not {others}"));
        }
        (self.events != other.events).then(|| "of other events".into())
    }
}

/// What differs between two setups: the first file, or else the first line of the settings.
fn setup_difference(files: [&Fingerprints; 2], settings: [&str; 2]) -> String {
    if let Some((file, _)) = differences(files[0], files[1]).into_iter().next() {
        return format!("with other content: {file} differs");
    }
    let [own, others] = settings.map(|text| text.lines().collect::<Vec<_>>());
    let only =
        |lines: &[&str], others: &[&str]| lines.iter().find(|line| !others.contains(line)).map(ToString::to_string);
    match (only(&own, &others), only(&others, &own)) {
        (Some(own), Some(other)) => format!("with other settings: `{own}`, and not `{other}`"),
        (Some(own), None) => format!("with another setting: `{own}`"),
        (None, Some(other)) => format!("without the setting `{other}`"),
        (None, None) => "with other settings, rules or starting positions".into(),
    }
}
