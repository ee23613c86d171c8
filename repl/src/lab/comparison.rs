//! Paired comparison: two ways to play with the same seeds. The dice and the deal affect both alike, so fewer games are
//! needed than for two independent samples.

use super::row::Row;
use super::series::{Series, Tested, play_pairs};
use super::{exit_code, stopped_early};
use crate::text::columns::{line_width, wrap};
use crate::text::out;
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::ops::{ControlFlow, RangeInclusive};
use std::process::ExitCode;
use wilderness_engine::lab::{Mean, count};
use wilderness_engine::script::ScriptSet;
use wilderness_war::Side;

/// The number of interim looks, including the last.
const LOOKS: u64 = 10;

/// Pocock's bound for ten looks: stopping at the first difference of this many standard errors is wrong 5 times in 100,
/// as with a single look at 1.96.
const BOUND: f64 = 2.555;

/// With fewer pairs the verdict is always open.
const LEAST: u64 = 30;

/// No interim look before this many pairs: the bound assumes means of larger samples.
const FIRST_LOOK: u64 = 50;

/// An event is listed if it changed by this many standard errors: among 45 events that did not change, one would exceed
/// it in fewer than 1 of 20 comparisons.
const EVENT_BOUND: f64 = 3.5;

/// The maximum number of events listed.
const LISTED: usize = 12;

/// The difference B − A over many pairs of games.
#[derive(Default)]
pub struct Comparison {
    /// The number of pairs planned.
    pub(crate) wanted: u64,
    /// Whether the run was interrupted before the last pair and before the answer was clear.
    pub(crate) stopped: bool,
    pub(crate) margin: f64,
    /// Descriptions of A and B.
    names: [String; 2],
    pub(crate) pairs: u64,
    /// Pairs with the same course in both games.
    alike: u64,
    errors: u64,
    pub(crate) vp: Mean,
    french: Mean,
    british: Mean,
    /// The French victory points of A and B.
    pub(crate) of: [Mean; 2],
    wins: [[u64; 2]; 2],
    events: BTreeMap<String, Mean>,
    events_of: BTreeMap<String, [u64; 2]>,
    /// The mean difference and its interval at each number of pairs.
    course: Vec<(u64, f64, f64)>,
}

/// The verdict of the comparison.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// Some games failed.
    Broken,
    /// They differ significantly: the side that B favours.
    Differs(Side),
    /// Any difference is smaller than the margin.
    Alike,
    /// Too few games to tell; about this many are needed.
    TooSmall(u64),
}

impl Comparison {
    /// Plays two series with the same seeds, until the answer is clear.
    pub fn play<F: Tested>(
        pair: &[Series<F>; 2],
        seeds: RangeInclusive<u64>,
        jobs: usize,
        margin: f64,
        to_the_end: bool,
    ) -> miette::Result<Comparison>
    where
        <F::Scripts as ScriptSet>::Sources: Sync,
    {
        let wanted = count(&seeds);
        let mut compared = Comparison { wanted, margin, ..Comparison::default() };
        let look = wanted.div_ceil(LOOKS).max(FIRST_LOOK);
        let mut clear = false;
        play_pairs(pair, &seeds, jobs, |rows| {
            compared.add(&rows);
            let looks = compared.pairs.is_multiple_of(look) && compared.pairs < wanted;
            clear = looks && !to_the_end && compared.is_clear();
            Ok(match clear {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            })
        })?;
        compared.stopped = compared.pairs < wanted && !clear;
        compared.note();
        Ok(compared)
    }

    fn add(&mut self, [a, b]: &[Row; 2]) {
        for row in [a, b].into_iter().filter(|row| !row.error.is_empty()) {
            out::warn(&format!("seed {}: {}\n", row.seed, row.error));
            self.errors += 1;
        }
        self.pairs += 1;
        self.alike += u64::from((a.vp, a.decisions, &a.events, &a.winner) == (b.vp, b.decisions, &b.events, &b.winner));
        self.vp.add(i64::from(b.vp) - i64::from(a.vp));
        let won = |row: &Row, side: Side| u64::from(row.winner() == Some(side));
        self.french.add(won(b, Side::French) as i64 - won(a, Side::French) as i64);
        self.british.add(won(b, Side::British) as i64 - won(a, Side::British) as i64);
        for (index, row) in [a, b].into_iter().enumerate() {
            self.of[index].add(row.vp.into());
            for side in Side::BOTH {
                self.wins[index][side as usize] += won(row, side);
            }
        }
        let mut played: BTreeMap<&str, [i64; 2]> = BTreeMap::new();
        for (index, row) in [a, b].into_iter().enumerate() {
            for (event, times) in row.events() {
                played.entry(event).or_default()[index] += times as i64;
            }
        }
        for (event, [a, b]) in played {
            self.events.entry(event.to_string()).or_default().add(b - a);
            let of = self.events_of.entry(event.to_string()).or_default();
            of[0] += a as u64;
            of[1] += b as u64;
        }
        if self.pairs.is_multiple_of((self.wanted / 100).max(1)) {
            self.note();
        }
    }

    /// Sets the descriptions of A and B.
    pub fn named(self, names: [String; 2]) -> Comparison {
        Comparison { names, ..self }
    }

    /// The descriptions of A and B.
    pub fn names(&self) -> &[String; 2] {
        &self.names
    }

    /// The exit code of the command.
    pub fn exit_code(&self) -> ExitCode {
        exit_code(self.errors, self.stopped)
    }

    fn note(&mut self) {
        if self.course.last().is_none_or(|(pairs, ..)| *pairs < self.pairs) && self.pairs > 1 {
            self.course.push((self.pairs, self.vp.mean(), BOUND * self.vp.error()));
        }
    }

    fn is_clear(&self) -> bool {
        matches!(self.verdict(), Verdict::Differs(_) | Verdict::Alike)
    }

    /// The parts of the interval's width: the variance of the differences, and an addition for rare events that have
    /// not occurred yet, as if two more pairs had differed by as much as games without a common seed do, one in each
    /// direction.
    fn spread(&self) -> (f64, f64) {
        let [a, b] = self.of.map(Mean::variance);
        (BOUND * BOUND * self.vp.variance(), BOUND * BOUND * 2.0 * (a + b))
    }

    /// The verdict so far.
    pub fn verdict(&self) -> Verdict {
        let (mean, half) = (self.vp.mean(), BOUND * self.vp.error());
        let (n, (seen, unseen)) = (self.pairs as f64, self.spread());
        let widest = (seen / n + unseen / (n * n)).sqrt();
        if self.errors > 0 {
            Verdict::Broken
        } else if self.pairs < 2 {
            Verdict::TooSmall(LEAST)
        } else if self.pairs >= LEAST && mean.abs() > half {
            Verdict::Differs(if mean > 0.0 { Side::French } else { Side::British })
        } else if self.pairs >= LEAST && mean.abs() + widest <= self.margin {
            Verdict::Alike
        } else {
            let margin = self.margin * self.margin;
            let needed = (seen + (seen * seen + 4.0 * margin * unseen).sqrt()) / (2.0 * margin);
            Verdict::TooSmall((needed.ceil() as u64).max(LEAST))
        }
    }

    /// The events that changed, with the mean difference per game: the most significant first.
    pub fn changed(&self) -> Vec<(&str, f64, f64)> {
        let mut changed: Vec<(&str, f64, f64)> = self
            .events
            .iter()
            .map(|(event, mean)| {
                // Pairs in which the event was not played differ by zero.
                let mut all = *mean;
                (all.of..self.pairs).for_each(|_| all.add(0));
                (event.as_str(), all.mean(), EVENT_BOUND * all.error())
            })
            .filter(|(_, mean, half)| mean.abs() > *half)
            .collect();
        changed.sort_by(|a, b| (b.1.abs() / b.2).total_cmp(&(a.1.abs() / a.2)));
        changed.truncate(LISTED);
        changed
    }

    /// The mean difference and half its interval, at this number of pairs.
    pub fn course(&self) -> &[(u64, f64, f64)] {
        &self.course
    }

    /// The tables as text.
    pub fn render(&self) -> String {
        let mut out = String::new();
        for (letter, name) in ["A", "B"].into_iter().zip(&self.names).filter(|(_, name)| !name.is_empty()) {
            let _ = writeln!(out, "{}", wrap(&format!("{letter}: {name}"), line_width() - 3).join("\n   "));
        }
        let Comparison { pairs, alike, wanted, .. } = self;
        if *pairs == 0 {
            let _ = writeln!(out, "no pair of games was completed");
            return out;
        }
        let share = |wins: u64| 100.0 * wins as f64 / (*pairs).max(1) as f64;
        let stopped = stopped_early(self.stopped, *wanted);
        let _ = writeln!(out, "{pairs} pairs of games{stopped}, {alike} of them alike");
        let _ = writeln!(out, "{:12} {:>9} {:>9}   B − A", "", "A", "B");
        let percent = |of: Mean| Difference::of(of).times(100.0).to_string(" %", 1);
        for (label, side, mean) in
            [("French win", Side::French, self.french), ("British win", Side::British, self.british)]
        {
            let [a, b] = [0, 1].map(|index| share(self.wins[index][side as usize]));
            let _ = writeln!(out, "{label:12} {a:>7.1} % {b:>7.1} %   {}", percent(mean));
        }
        let ([a, b], vp) = (self.of.map(Mean::mean), Difference::of(self.vp).to_string("", 2));
        let _ = writeln!(out, "{:12} {a:>+9.2} {b:>+9.2}   {vp}", "mean VP");
        let changed = self.changed();
        if !changed.is_empty() {
            let _ = writeln!(out, "events played in a game that changed:");
        }
        for (event, mean, half) in changed {
            let [a, b] =
                self.events_of.get(event).copied().unwrap_or_default().map(|times| times as f64 / *pairs as f64);
            let _ = writeln!(out, "{:12} {a:>9.2} {b:>9.2}   {mean:+.2} ±{half:.2}  {event}", "");
        }
        let _ = writeln!(out, "{}", self.conclusion());
        out
    }

    /// The verdict as text.
    pub fn conclusion(&self) -> String {
        let margin = self.margin;
        match self.verdict() {
            Verdict::Broken => format!("{} games failed: do not trust the figures", self.errors),
            Verdict::Differs(side) => format!("B is better for the {side}"),
            Verdict::Alike => format!("any difference is smaller than {margin} victory points"),
            Verdict::TooSmall(needed) => {
                format!("too few games to tell: about {needed} would show a difference of {margin} victory points")
            }
        }
    }
}

/// A mean difference with half its interval, corrected for interim looks; nothing for fewer than two pairs.
#[derive(Clone, Copy, Serialize)]
struct Difference {
    of: u64,
    mean: f64,
    plus_minus: Option<f64>,
}

impl Difference {
    fn of(mean: Mean) -> Difference {
        let half = Some(BOUND * mean.error()).filter(|half| half.is_finite());
        Difference { of: mean.of, mean: mean.mean(), plus_minus: half }
    }

    /// Converted to other units.
    fn times(self, factor: f64) -> Difference {
        Difference { mean: factor * self.mean, plus_minus: self.plus_minus.map(|half| factor * half), ..self }
    }

    fn to_string(self, unit: &str, digits: usize) -> String {
        let half = self.plus_minus.map_or(String::new(), |half| format!(" ±{half:.digits$}"));
        format!("{:+.digits$}{unit}{half}", self.mean)
    }
}

/// In JSON, differences are B − A.
#[derive(Serialize)]
struct ComparisonJson<'a> {
    pairs: u64,
    alike: u64,
    errors: u64,
    vp: Difference,
    french_wins: Difference,
    british_wins: Difference,
    events: Vec<(&'a str, f64, f64)>,
    verdict: Verdict,
}

impl Serialize for Comparison {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        ComparisonJson {
            pairs: self.pairs,
            alike: self.alike,
            errors: self.errors,
            vp: Difference::of(self.vp),
            french_wins: Difference::of(self.french),
            british_wins: Difference::of(self.british),
            events: self.changed(),
            verdict: self.verdict(),
        }
        .serialize(serializer)
    }
}
