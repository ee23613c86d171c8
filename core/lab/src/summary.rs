//! Statistics of many games.

use crate::facts::{ColumnKind, Facts};
use crate::row::{GameEnd, Row};
use crate::{Mean, Rate};
use serde::Serialize;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// Statistics of the games of one scenario, or of all.
#[derive(Clone, Default)]
pub struct Results {
    games: u64,
    /// The number of games that each side won.
    wins: Vec<u64>,
    draws: u64,
    errors: u64,
    decisions: Mean,
    /// The score of each side, and the number of games by final score.
    scores: Vec<(Mean, BTreeMap<i64, u64>)>,
    /// The number of games by kind of ending.
    by_reason: BTreeMap<String, u64>,
    /// For each column that the game adds: of each word or event, the number of games that saw it, and how often it
    /// happened in all.
    noted: Vec<BTreeMap<String, (u64, u64)>>,
}

impl Results {
    fn add(&mut self, row: &Row, facts: &Facts) {
        self.games += 1;
        if !row.error.is_empty() {
            self.errors += 1;
            return;
        }
        self.wins.resize(facts.sides.len(), 0);
        self.scores.resize_with(facts.sides.len(), Default::default);
        self.noted.resize_with(facts.columns.len(), Default::default);
        match row.end {
            Some(GameEnd::Won(side)) => self.wins[side] += 1,
            _ => self.draws += 1,
        }
        self.decisions.add(row.decisions as i64);
        for ((mean, by_score), score) in self.scores.iter_mut().zip(&row.scores) {
            mean.add(*score);
            *by_score.entry(*score).or_default() += 1;
        }
        *self.by_reason.entry(row.reason.clone()).or_default() += 1;
        for (index, column) in facts.columns.iter().enumerate() {
            let mut note = |what: &str, times: u64| {
                let (games, all) = self.noted[index].entry(what.to_string()).or_default();
                *games += 1;
                *all = all.saturating_add(times);
            };
            match column.of {
                ColumnKind::Word(_) => {
                    row.noted.get(index).filter(|word| !word.is_empty()).into_iter().for_each(|word| note(word, 1))
                }
                ColumnKind::Counts(_) => row.counts(index).for_each(|(event, times)| note(event, times)),
            }
        }
    }

    /// Games played to the end.
    fn played(&self) -> u64 {
        self.games - self.errors
    }

    fn rate(&self, times: u64) -> Rate {
        Rate::new(times, self.played())
    }

    /// The score of a side that this share of the games did not exceed.
    fn quantile(&self, side: usize, share: f64) -> i64 {
        let mut seen = 0;
        let wanted = share * self.played() as f64;
        let within = self.scores[side].1.iter().find(|(_, games)| {
            seen += **games;
            seen as f64 >= wanted
        });
        within.map_or(0, |(score, _)| *score)
    }
}

/// Statistics of all games, and of each scenario.
#[derive(Clone)]
pub struct Summary {
    facts: Facts,
    all: Results,
    scenarios: BTreeMap<String, Results>,
}

impl Summary {
    /// Of games of which this is known.
    pub fn new(facts: Facts) -> Summary {
        Summary { facts, all: Results::default(), scenarios: BTreeMap::new() }
    }

    /// Adds a game.
    pub fn add(&mut self, row: &Row) {
        self.all.add(row, &self.facts);
        self.scenarios.entry(row.scenario.clone()).or_default().add(row, &self.facts);
    }

    /// The number of failed games.
    pub fn errors(&self) -> u64 {
        self.all.errors
    }

    /// The number of games added.
    pub fn games(&self) -> u64 {
        self.all.games
    }

    /// The number of decisions in them.
    pub fn decisions(&self) -> f64 {
        self.all.decisions.mean() * self.all.played() as f64
    }

    /// The tables, with those of the events if requested.
    pub fn render(&self, with_events: bool) -> String {
        if self.all.played() == 0 {
            return "no game was completed\n".into();
        }
        let mut out = self.table();
        for side in self.facts.told() {
            let quantiles = [0.05, 0.25, 0.5, 0.75, 0.95].map(|share| self.all.quantile(side, share));
            let [low, quarter, half, three, high] = quantiles;
            let _ = writeln!(
                out,
                "{}: 5 % up to {low:+}, 25 % up to {quarter:+}, half up to {half:+}, 75 % up to {three:+}, 95 % up to \
                 {high:+}",
                self.score(side)
            );
        }
        for (column, noted) in self.facts.columns.iter().zip(&self.all.noted) {
            if let ColumnKind::Word(before) = column.of {
                for (word, (games, _)) in noted {
                    let _ = writeln!(out, "{before} {word}: {}", self.all.rate(*games));
                }
            }
        }
        for (reason, games) in &self.all.by_reason {
            let _ = writeln!(out, "{reason}: {}", self.all.rate(*games));
        }
        for (column, noted) in self.facts.columns.iter().zip(&self.all.noted).filter(|_| with_events) {
            if let ColumnKind::Counts(called) = column.of {
                self.render_counts(&mut out, called, noted);
            }
        }
        if self.all.errors > 0 {
            let _ = writeln!(out, "errors: {}", self.all.errors);
        }
        out
    }

    /// The score of a side as it is called in the tables.
    fn score(&self, side: usize) -> String {
        let Facts { score, sides, .. } = &self.facts;
        if self.facts.told().len() == 1 { score.name.into() } else { format!("{} {}", sides[side].1, score.name) }
    }

    /// A line for each scenario.
    fn table(&self) -> String {
        let mut out = String::new();
        let name = self.scenarios.keys().map(|name| name.chars().count()).max().unwrap_or(0).max(10);
        let wins =
            self.facts.sides.iter().map(|(_, side)| format!("{:22} ", format!("{side} win"))).collect::<String>();
        let scores: Vec<String> = self.facts.told().map(|side| format!("mean {}", self.score(side))).collect();
        let wide = scores.iter().map(|score| score.len()).max().unwrap_or(0).max(12);
        let across = |cells: Vec<String>| {
            cells.iter().map(|cell| format!("{cell:wide$}")).collect::<Vec<_>>().join("  ").trim_end().to_string()
        };
        let _ = writeln!(out, "{:name$} {:>8}  {wins}{:>6}  {}", "", "games", "draws", across(scores));
        let mut line = |label: &str, results: &Results| {
            let wins: String =
                results.wins.iter().map(|wins| format!("{:22} ", results.rate(*wins).to_string())).collect();
            let draws = 100.0 * results.rate(results.draws).share();
            let told = self.facts.told().filter_map(|side| Some(results.scores.get(side)?.0.to_string()));
            let (games, scores) = (results.games, across(told.collect()));
            let _ = writeln!(out, "{label:name$} {games:>8}  {wins}{draws:>4.1} %  {scores}");
        };
        for (label, results) in &self.scenarios {
            line(label, results);
        }
        if self.scenarios.len() > 1 {
            line("all", &self.all);
        }
        out
    }

    /// How often things happened, the most frequent first.
    fn render_counts(&self, out: &mut String, called: &str, counts: &BTreeMap<String, (u64, u64)>) {
        let _ = writeln!(out, "{:>9}  {:22} {called}", "played", "in the games");
        let mut counts: Vec<_> = counts.iter().collect();
        counts.sort_by_key(|(what, (_, times))| (std::cmp::Reverse(*times), what.as_str()));
        for (what, (games, times)) in counts {
            let _ = writeln!(out, "{times:>9}  {:22} {what}", self.all.rate(*games).to_string());
        }
    }

    /// In JSON, each figure stands with its interval.
    fn json(&self, results: &Results) -> Value {
        let rate = |games: u64| json!(results.rate(games));
        let mut fields = Map::new();
        let mut put = |name: &str, value: Value| drop(fields.insert(name.to_string(), value));
        put("games", json!(results.games));
        put("errors", json!(results.errors));
        let sides = || self.facts.sides.iter().enumerate().map(|(side, (id, _))| (side, id.clone()));
        let wins = |(side, id): (usize, String)| (id, rate(results.wins.get(side).copied().unwrap_or_default()));
        put("wins", Value::Object(sides().map(wins).collect()));
        put("draws", rate(results.draws));
        let none = Default::default();
        let score = |(side, id): (usize, String)| {
            let (mean, games) = results.scores.get(side).unwrap_or(&none);
            (id, json!({ "mean": mean, "games": games }))
        };
        put("scores", Value::Object(sides().map(score).collect()));
        put("decisions", json!(results.decisions));
        put(
            "reasons",
            json!(results.by_reason.iter().map(|(reason, games)| (reason, rate(*games))).collect::<BTreeMap<_, _>>()),
        );
        for (column, noted) in self.facts.columns.iter().zip(&results.noted) {
            let form = |(games, times): &(u64, u64)| match column.of {
                ColumnKind::Word(_) => rate(*games),
                ColumnKind::Counts(_) => json!({ "times": times, "games": rate(*games) }),
            };
            put(column.name, json!(noted.iter().map(|(what, seen)| (what, form(seen))).collect::<BTreeMap<_, _>>()));
        }
        Value::Object(fields)
    }
}

impl Serialize for Summary {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let each = self.scenarios.iter().map(|(scenario, results)| (scenario.as_str(), self.json(results)));
        serializer.collect_map([("all", self.json(&self.all))].into_iter().chain(each))
    }
}
