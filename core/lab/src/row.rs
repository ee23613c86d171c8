//! The result of one game of a series.

use std::collections::{BTreeMap, BTreeSet};
use wilderness_engine::script::OfferedAnswers;

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
    /// How often each answer was offered and taken where a script asked that is observed. It is not written to tables.
    pub offered: OfferedAnswers,
    /// The lines that ran of those that are observed, by their numbers. It is not written to tables.
    pub ran: BTreeSet<usize>,
    /// What the first play of an event by a side, by its number, has brought that side, in parts of its lead and without the luck
    /// of the dice: against the same game without the effect of it. It is not written to tables.
    pub brought: BTreeMap<(String, usize), i64>,
    /// What dice gave the lead of each side that is judged, in parts of a point; nothing if that is not known. It is not
    /// written to tables.
    pub luck: Vec<i64>,
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
}

/// Events with how often each was played, in the notation of a row.
pub fn write_counts<'a>(counts: impl IntoIterator<Item = (impl AsRef<str>, &'a u64)>) -> String {
    let mut written = String::new();
    for (event, times) in counts {
        if !written.is_empty() {
            written.push(' ');
        }
        written.push_str(event.as_ref());
        written.push(':');
        written.push_str(&times.to_string());
    }
    written
}
