//! Statistics of many games.

use super::row::Row;
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use wilderness_engine::lab::{Mean, Rate};
use wilderness_war::Side;

/// Statistics of the games of one scenario, or of all.
#[derive(Clone, Default)]
pub struct Results {
    games: u64,
    french: u64,
    british: u64,
    draws: u64,
    errors: u64,
    decisions: Mean,
    vp: Mean,
    /// The number of games by final victory points.
    by_vp: BTreeMap<i16, u64>,
    /// The number of games by final year.
    by_year: BTreeMap<u16, u64>,
    /// The number of games by kind of ending.
    by_reason: BTreeMap<String, u64>,
    /// For each event, the number of games that saw it, and how often it was played in all.
    events: BTreeMap<String, (u64, u64)>,
}

impl Results {
    fn add(&mut self, row: &Row) {
        self.games += 1;
        if !row.error.is_empty() {
            self.errors += 1;
            return;
        }
        match row.winner() {
            Some(Side::French) => self.french += 1,
            Some(Side::British) => self.british += 1,
            None => self.draws += 1,
        }
        self.decisions.add(row.decisions as i64);
        self.vp.add(row.vp.into());
        *self.by_vp.entry(row.vp).or_default() += 1;
        if row.year > 0 {
            *self.by_year.entry(row.year).or_default() += 1;
        }
        *self.by_reason.entry(row.reason.clone()).or_default() += 1;
        for (event, times) in row.events() {
            let (games, all) = self.events.entry(event.to_string()).or_default();
            *games += 1;
            *all = all.saturating_add(times);
        }
    }

    /// Games played to the end.
    fn played(&self) -> u64 {
        self.games - self.errors
    }

    fn rate(&self, times: u64) -> Rate {
        Rate::new(times, self.played())
    }

    /// The victory points that this share of the games did not exceed.
    fn quantile(&self, share: f64) -> i16 {
        let mut seen = 0;
        let wanted = share * self.played() as f64;
        let within = self.by_vp.iter().find(|(_, games)| {
            seen += **games;
            seen as f64 >= wanted
        });
        within.map_or(0, |(vp, _)| *vp)
    }
}

/// Statistics of all games, and of each scenario.
#[derive(Clone, Default)]
pub struct Summary {
    all: Results,
    scenarios: BTreeMap<String, Results>,
}

impl Summary {
    /// Adds a game.
    pub fn add(&mut self, row: &Row) {
        self.all.add(row);
        self.scenarios.entry(row.scenario.clone()).or_default().add(row);
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

    /// The tables, with that of the events if requested.
    pub fn render(&self, with_events: bool) -> String {
        if self.all.played() == 0 {
            return "no game was completed\n".into();
        }
        let mut out = String::new();
        let name = self.scenarios.keys().map(|name| name.chars().count()).max().unwrap_or(0).max(10);
        let _ = writeln!(
            out,
            "{:name$} {:>8}  {:22} {:22} {:>6}  mean VP",
            "", "games", "French win", "British win", "draws"
        );
        let mut line = |label: &str, results: &Results| {
            let (french, british) = (results.rate(results.french), results.rate(results.british));
            let draws = 100.0 * results.rate(results.draws).share();
            let _ = writeln!(
                out,
                "{label:name$} {:>8}  {:22} {:22} {draws:>4.1} %  {}",
                results.games,
                french.to_string(),
                british.to_string(),
                results.vp
            );
        };
        for (label, results) in &self.scenarios {
            line(label, results);
        }
        if self.scenarios.len() > 1 {
            line("all", &self.all);
        }
        let [low, quarter, half, three, high] = [0.05, 0.25, 0.5, 0.75, 0.95].map(|share| self.all.quantile(share));
        let _ = writeln!(
            out,
            "VP: 5 % up to {low:+}, 25 % up to {quarter:+}, half up to {half:+}, 75 % up to {three:+}, 95 % up to {high:+}"
        );
        for (year, games) in &self.all.by_year {
            let _ = writeln!(out, "ended in {year}: {}", self.all.rate(*games));
        }
        for (reason, games) in &self.all.by_reason {
            let _ = writeln!(out, "{reason}: {}", self.all.rate(*games));
        }
        if with_events {
            let _ = writeln!(out, "{:>9}  {:22} event", "played", "in the games");
            let mut events: Vec<_> = self.all.events.iter().collect();
            events.sort_by_key(|(event, (_, times))| (std::cmp::Reverse(*times), event.as_str()));
            for (event, (games, times)) in events {
                let _ = writeln!(out, "{times:>9}  {:22} {event}", self.all.rate(*games).to_string());
            }
        }
        if self.all.errors > 0 {
            let _ = writeln!(out, "errors: {}", self.all.errors);
        }
        out
    }
}

/// In JSON, each figure stands with its interval.
#[derive(Serialize)]
struct SummaryJson<'a> {
    games: u64,
    errors: u64,
    french: Rate,
    british: Rate,
    draws: Rate,
    mean_vp: Mean,
    decisions: Mean,
    vp: &'a BTreeMap<i16, u64>,
    years: BTreeMap<u16, Rate>,
    reasons: BTreeMap<&'a str, Rate>,
    events: BTreeMap<&'a str, EventForm>,
}

#[derive(Serialize)]
struct EventForm {
    times: u64,
    games: Rate,
}

impl Serialize for Results {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let events = self
            .events
            .iter()
            .map(|(event, (games, times))| (event.as_str(), EventForm { times: *times, games: self.rate(*games) }));
        SummaryJson {
            games: self.games,
            errors: self.errors,
            french: self.rate(self.french),
            british: self.rate(self.british),
            draws: self.rate(self.draws),
            mean_vp: self.vp,
            decisions: self.decisions,
            vp: &self.by_vp,
            years: self.by_year.iter().map(|(year, games)| (*year, self.rate(*games))).collect(),
            reasons: self.by_reason.iter().map(|(reason, games)| (reason.as_str(), self.rate(*games))).collect(),
            events: events.collect(),
        }
        .serialize(serializer)
    }
}

impl Serialize for Summary {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(
            [("all", &self.all)]
                .into_iter()
                .chain(self.scenarios.iter().map(|(scenario, results)| (scenario.as_str(), results))),
        )
    }
}
