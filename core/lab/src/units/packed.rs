//! Games as short lines. What all games of a series have in common is in the head, and a word is written out only once:
//! later it is its number. What happened how often is a digit for each word that may be counted.

use super::{RowsHead, SeriesHead, UnitForm, narrow};
use crate::facts::{ColumnKind, Facts};
use crate::row::{GameEnd, Row, write_counts};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use wilderness_engine::script::OfferedAnswers;

/// Games, each with its row.
pub struct PackedGames {
    facts: Facts,
    head: RowsHead,
    /// The words of the texts, and behind them those of each column.
    words: Vec<WordList>,
}

/// Words by their numbers.
#[derive(Default)]
struct WordList {
    words: Vec<String>,
    numbers: BTreeMap<String, usize>,
}

/// The list of the words of texts.
const TEXTS: usize = 0;

/// A new word: its list, and the word.
type NewWord = (usize, String);

/// A game: how it ended (nothing if it failed, 0 for a draw, or the number of the side that won, from 1), the number of the
/// reason, the scores, the decisions, what the columns hold, and what is unusual.
#[derive(Serialize, Deserialize)]
pub struct PackedGame(Option<usize>, usize, Vec<i32>, u32, Vec<PackedColumn>, Unusual);

/// What a column holds: the number of a word, or a digit for each word that may be counted; `(12)` is one digit, too.
#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum PackedColumn {
    Word(usize),
    Counts(String),
}

/// What most games do not have.
#[derive(Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Unusual {
    /// The number of another scenario than that of the series.
    #[serde(skip_serializing_if = "Option::is_none")]
    scenario: Option<usize>,
    /// The number of the optional rules, if there are any.
    #[serde(skip_serializing_if = "Option::is_none")]
    rules: Option<usize>,
    /// The seats, if some were exchanged.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    seats: Vec<usize>,
    /// For each event of the head the side that played it first, from 1, or 0.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    first: Vec<usize>,
    /// The lines that ran of those that are observed, by their numbers.
    #[serde(skip_serializing_if = "BTreeSet::is_empty")]
    ran: BTreeSet<usize>,
    /// For each answer that an observed script offered the numbers of the question and the answer, and how often it was
    /// offered and taken.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    offered: Vec<(usize, usize, u64, u64)>,
    /// The numbers of an event and a side, and what the event has brought the side.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    brought: Vec<(usize, usize, i64)>,
    /// What dice gave the lead of each side that is judged.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    luck: Vec<i32>,
    #[serde(skip_serializing_if = "String::is_empty")]
    error: String,
}

impl WordList {
    /// The number of a word, which is added if it is new.
    fn number(&mut self, word: &str, list: usize, new: &mut Vec<NewWord>) -> usize {
        if let Some(number) = self.numbers.get(word) {
            return *number;
        }
        new.push((list, word.to_string()));
        self.add(word.to_string())
    }

    fn add(&mut self, word: String) -> usize {
        let number = self.words.len();
        self.numbers.insert(word.clone(), number);
        self.words.push(word);
        number
    }

    fn word(&self, number: usize) -> Result<String, String> {
        self.words.get(number).cloned().ok_or_else(|| format!("no earlier line has said what word {number} is"))
    }
}

impl PackedGames {
    fn text(&mut self, text: &str, new: &mut Vec<NewWord>) -> usize {
        self.words[TEXTS].number(text, TEXTS, new)
    }

    fn pack_game(&mut self, row: &Row, usual: &str, new: &mut Vec<NewWord>) -> PackedGame {
        let end = row.end.map(|end| match end {
            GameEnd::Draw => 0,
            GameEnd::Won(side) => side + 1,
        });
        let reason = self.text(&row.reason, new);
        let columns = self.facts.columns.clone();
        let mut noted = Vec::with_capacity(columns.len());
        for (index, column) in columns.iter().enumerate() {
            noted.push(match column.of {
                ColumnKind::Word(_) => {
                    PackedColumn::Word(self.text(row.noted.get(index).map_or("", String::as_str), new))
                }
                ColumnKind::Counts(_) => PackedColumn::Counts(self.pack_counts(row, index, new)),
            });
        }
        let unusual = Unusual {
            scenario: (row.scenario != usual).then(|| self.text(&row.scenario, new)),
            rules: (!row.rules.is_empty()).then(|| self.text(&row.rules, new)),
            seats: if row.seats.iter().copied().eq(0..row.seats.len()) { Vec::new() } else { row.seats.clone() },
            first: self
                .head
                .events
                .iter()
                .map(|event| row.first_played.get(event).map_or(0, |side| side + 1))
                .collect(),
            ran: row.ran.clone(),
            offered: row
                .offered
                .iter()
                .map(|((question, answer), [offered, taken])| {
                    (self.text(question, new), self.text(answer, new), *offered, *taken)
                })
                .collect(),
            brought: row
                .brought
                .iter()
                .map(|((event, side), gained)| (self.text(event, new), *side, *gained))
                .collect(),
            luck: row.luck.iter().copied().map(narrow).collect(),
            error: row.error.clone(),
        };
        let scores = row.scores.iter().copied().map(narrow).collect();
        PackedGame(end, reason, scores, u32::try_from(row.decisions).unwrap_or(u32::MAX), noted, unusual)
    }

    fn pack_counts(&mut self, row: &Row, column: usize, new: &mut Vec<NewWord>) -> String {
        let list = column + 1;
        let mut counts: Vec<u64> = Vec::new();
        for (what, times) in row.counts(column) {
            let number = self.words[list].number(what, list, new);
            counts.resize(counts.len().max(number + 1), 0);
            counts[number] = counts[number].saturating_add(times);
        }
        let digit = |times: u64| if times < 10 { times.to_string() } else { format!("({times})") };
        counts.into_iter().map(digit).collect()
    }

    fn unpack_counts(&self, digits: &str, column: usize) -> Result<String, String> {
        let (mut counts, mut rest) = (BTreeMap::new(), digits);
        for number in 0.. {
            let Some(first) = rest.chars().next() else { break };
            let (digit, behind) = match rest.strip_prefix('(').and_then(|rest| rest.split_once(')')) {
                Some(split) => split,
                None => rest.split_at(first.len_utf8()),
            };
            rest = behind;
            let times: u32 = digit.parse().map_err(|_| format!("`{digits}` is not a digit for each event"))?;
            if times > 0 {
                counts.insert(self.words[column + 1].word(number)?, times.into());
            }
        }
        Ok(write_counts(&counts))
    }

    fn unpack_game(&self, seed: u64, series: &SeriesHead, packed: PackedGame) -> Result<Row, String> {
        let PackedGame(end, reason, scores, decisions, noted, unusual) = packed;
        let sides = self.facts.sides.len();
        let is_side = |side: &usize| *side < sides;
        if scores.len() != sides || noted.len() != self.facts.columns.len() {
            return Err("it does not have the columns of this game".into());
        }
        if end.is_some() != unusual.error.is_empty() {
            return Err("a game has either a winner or an error".into());
        }
        let end = match end {
            None => None,
            Some(0) => Some(GameEnd::Draw),
            Some(side) => Some(GameEnd::Won(Some(side - 1).filter(is_side).ok_or("there is no such side")?)),
        };
        let seats = if unusual.seats.is_empty() { (0..sides).collect() } else { unusual.seats };
        if seats.len() != sides || !seats.iter().all(is_side) {
            return Err("there is no such seat".into());
        }
        let first = self.head.events.iter().zip(unusual.first);
        let first = first.filter_map(|(event, side)| Some((event.clone(), side.checked_sub(1).filter(is_side)?)));
        let text = |number: usize| self.words[TEXTS].word(number);
        let mut columns = Vec::with_capacity(noted.len());
        for (index, column) in noted.into_iter().enumerate() {
            columns.push(match column {
                PackedColumn::Word(number) => text(number)?,
                PackedColumn::Counts(digits) => self.unpack_counts(&digits, index)?,
            });
        }
        if !unusual.luck.is_empty() && unusual.luck.len() != self.facts.judged().len() {
            return Err("it does not have the luck of the sides of this game".into());
        }
        let mut offered = OfferedAnswers::new();
        for (question, answer, times, taken) in unusual.offered {
            offered.insert((text(question)?, text(answer)?), [times, taken]);
        }
        let mut brought = BTreeMap::new();
        for (event, side, gained) in unusual.brought {
            let side = Some(side).filter(is_side).ok_or("there is no such side")?;
            brought.insert((text(event)?, side), gained);
        }
        Ok(Row {
            seed,
            scenario: unusual.scenario.map_or_else(|| Ok(series.scenario.clone()), text)?,
            rules: unusual.rules.map_or_else(|| Ok(String::new()), text)?,
            players: series.players.clone(),
            seats,
            setup: series.setup.clone(),
            end,
            reason: text(reason)?,
            scores: scores.into_iter().map(i64::from).collect(),
            decisions: decisions.into(),
            noted: columns,
            first_played: first.collect(),
            offered,
            ran: unusual.ran,
            brought,
            luck: unusual.luck.into_iter().map(i64::from).collect(),
            error: unusual.error,
        })
    }
}

impl UnitForm for PackedGames {
    type Unit = Vec<Row>;
    type Packed = (Vec<NewWord>, Vec<PackedGame>);
    const HAS_ROWS: bool = true;

    fn begin(head: &RowsHead, facts: &Facts) -> PackedGames {
        let mut words = Vec::new();
        words.resize_with(facts.columns.len() + 1, WordList::default);
        PackedGames { facts: facts.clone(), head: head.clone(), words }
    }

    fn pack(&mut self, one: u64, unit: &Vec<Row>) -> Self::Packed {
        let mut new = Vec::new();
        let usual: Vec<String> = self.head.series_of(one).iter().map(|series| series.scenario.clone()).collect();
        let games = unit.iter().zip(&usual).map(|(row, usual)| self.pack_game(row, usual, &mut new)).collect();
        (new, games)
    }

    fn unpack(&mut self, seed: u64, one: u64, (new, games): Self::Packed) -> Result<Vec<Row>, String> {
        for (list, word) in new {
            self.words.get_mut(list).ok_or("there is no such list of words")?.add(word);
        }
        let series = self.head.series_of(one);
        if series.len() != games.len() {
            return Err(format!("it has {} games, where there are {} series", games.len(), series.len()));
        }
        series.iter().zip(games).map(|(series, game)| self.unpack_game(seed, series, game)).collect()
    }

    fn rows(unit: &Vec<Row>) -> &[Row] {
        unit
    }
}
