//! Paired comparison: two ways to play with the same seeds. The dice and the deal affect both alike, so fewer games are
//! needed than for two independent samples.

mod json;

use crate::facts::{ColumnKind, Facts};
use crate::luck::{FINE, LuckShare};
use crate::row::Row;
use crate::seen::ScriptsSeen;
use crate::sequential::Looks;
use crate::stopped_early;
use crate::swing::{EventsWorth, Swing, Swings};
use crate::{Experiment, Mean, Threads, count, play_pairs};
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::ops::{ControlFlow, RangeInclusive};
use wilderness_engine::Rules;

/// With fewer pairs the verdict is always open.
const LEAST: u64 = 30;

/// Where events differ, both the leads of the sides and what the events do for the side that plays them can end it. Both
/// together may be wrong as often as is promised, so this share of it is left to the events, and each has an equal part of
/// that: what an event does shows more clearly for who plays it, so it needs less. The sides have the rest.
pub const SHARE_OF_EVENTS: f64 = 0.2;

/// An event is listed if it changed by this many standard errors: among 45 events that did not change, one would exceed
/// it in fewer than 1 of 20 comparisons.
const EVENT_BOUND: f64 = 3.5;

/// The maximum number of events listed.
const LISTED: usize = 12;

/// What a comparison is to find out.
pub struct Aim {
    /// A difference of fewer points does not matter.
    pub margin: f64,
    /// Whether all games are played, even if the answer is clear earlier.
    pub to_the_end: bool,
    /// The events that differ.
    pub events: BTreeSet<String>,
    /// The lines of B's scripts of which it is told whether they ran.
    pub lines: Vec<(String, usize)>,
}

/// What is known of one side.
#[derive(Clone, Default)]
struct OfSide {
    /// The difference in its score, in parts of a point.
    score: Mean,
    /// The difference in its lead, in parts of it, without the luck of the dice.
    lead: Mean,
    /// The same with the luck of the dice, in units.
    lead_with_luck: Mean,
    /// The difference in the games that it won.
    won: Mean,
    /// Its scores in A and B, in parts.
    scores: [Mean; 2],
    /// Its leads in A and B, in parts.
    leads: [Mean; 2],
    /// The games that it won in A and B.
    wins: [u64; 2],
}

/// The difference B − A over many pairs of games.
#[derive(Clone)]
pub struct Comparison {
    facts: Facts,
    /// The number of pairs planned.
    wanted: u64,
    /// Whether the answer was clear at a look before the last pair.
    clear: bool,
    /// Whether the run was interrupted before the last pair and before the answer was clear.
    stopped: bool,
    /// When it is looked whether the answer is clear, and the bounds of the leads then.
    looks: Looks,
    /// The bounds of what each event that differs does for the side that plays it.
    looks_at_swings: Looks,
    margin: f64,
    /// Descriptions of A and B.
    names: [String; 2],
    pairs: u64,
    /// Pairs with the same course in both games.
    alike: u64,
    errors: u64,
    /// Whether rows say what dice gave.
    knows_luck: bool,
    /// How much of it is removed.
    luck: LuckShare,
    sides: Vec<OfSide>,
    /// For each column of counts, how much more often something happened in B.
    counts: Vec<BTreeMap<String, Counted>>,
    /// What the events that differ do for the side that plays them.
    swings: Swings,
    /// What the games of B show of the scripts that differ.
    seen: ScriptsSeen,
    /// What events that differ bring those who play them in the games of B.
    worth: EventsWorth,
    /// How many pairs differ by each number of units in the lead that is judged first.
    spread: BTreeMap<i64, u64>,
    /// The mean difference in the lead that is judged first, and its interval, at each number of pairs.
    course: Vec<(u64, f64, f64)>,
}

/// How often something happened.
#[derive(Clone, Copy, Default)]
struct Counted {
    difference: Mean,
    of: [u64; 2],
}

/// The verdict of the comparison.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// Some games failed.
    Broken,
    /// They differ significantly: the word of the side that B favours most.
    Differs(String),
    /// They differ significantly for the side that plays an event, whichever it is.
    ForWhoPlays {
        /// The event.
        event: String,
        /// Which is better for that side: `A` or `B`.
        better: &'static str,
    },
    /// Any difference is smaller than the margin.
    Alike,
    /// Too few games to tell; about this many are needed.
    TooSmall(u64),
}

/// Something that happened more or less often: what it is called in general, its name, the mean difference and its
/// interval.
pub struct ChangedCount<'a> {
    /// What such a thing is called.
    pub called: &'static str,
    /// Its name.
    pub name: &'a str,
    /// The mean difference per game.
    pub mean: f64,
    /// Half the interval of that.
    pub half: f64,
    of: [u64; 2],
}

impl Comparison {
    /// Nothing compared yet.
    pub fn new(facts: Facts, wanted: u64, Aim { margin, to_the_end, events, lines }: Aim) -> Comparison {
        let share_of_events = if events.is_empty() { 0.0 } else { SHARE_OF_EVENTS };
        // How often one of this many may be found to differ where it does not, as a share of what is promised.
        let looks = |share: f64, of: usize| {
            let looks = if to_the_end { Looks::once } else { Looks::new };
            looks(wanted, share / of.max(1) as f64)
        };
        let (looks, looks_at_swings) =
            (looks(1.0 - share_of_events, facts.judged().len()), looks(share_of_events, events.len()));
        let sides = vec![OfSide::default(); facts.sides.len()];
        let counts = vec![BTreeMap::new(); facts.columns.len()];
        Comparison {
            wanted,
            clear: false,
            stopped: false,
            looks,
            looks_at_swings,
            swings: Swings::of(events, &facts),
            seen: ScriptsSeen::of(lines),
            worth: EventsWorth::default(),
            facts,
            margin,
            names: Default::default(),
            pairs: 0,
            alike: 0,
            errors: 0,
            knows_luck: false,
            luck: LuckShare::default(),
            sides,
            counts,
            spread: BTreeMap::new(),
            course: Vec::new(),
        }
    }

    /// Plays two series with the same seeds, until the answer is clear; `failed` gets the rows of games that failed.
    pub fn play<R: Rules, E: Experiment<R, Row = Row>>(
        facts: Facts,
        pair: &[E; 2],
        seeds: RangeInclusive<u64>,
        threads: Threads<'_>,
        aim: Aim,
        mut failed: impl FnMut(&Row),
    ) -> miette::Result<Comparison> {
        let wanted = count(&seeds);
        let mut compared = Comparison::new(facts, wanted, aim);
        play_pairs(pair, &seeds, threads, |rows: [Row; 2]| {
            rows.iter().filter(|row| !row.error.is_empty()).for_each(&mut failed);
            Ok::<_, miette::Report>(compared.look_at(rows.each_ref()))
        })?;
        Ok(compared.over())
    }

    /// Adds a pair of games, and breaks off if the answer is clear.
    pub fn look_at(&mut self, pair: [&Row; 2]) -> ControlFlow<()> {
        self.add(pair);
        self.clear = self.looks.is_interim(self.pairs) && self.is_clear();
        if self.clear { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    /// The same, when no more pairs are played.
    pub fn over(mut self) -> Comparison {
        self.stopped = self.pairs < self.wanted && !self.clear;
        self.note();
        self
    }

    /// The same, when there are no more pairs to be had: nobody has interrupted it.
    pub fn of_what_there_is(self) -> Comparison {
        Comparison { wanted: self.pairs, ..self }.over()
    }

    /// Adds a pair of games.
    pub fn add(&mut self, pair: [&Row; 2]) {
        let [a, b] = pair;
        let luck = self.luck.steps();
        self.luck.add(&self.facts, pair);
        self.swings.add(&self.facts, pair, luck);
        self.seen.add(b);
        self.worth.add(&b.brought);
        self.errors += [a, b].into_iter().filter(|row| !row.error.is_empty()).count() as u64;
        self.pairs += 1;
        self.alike += u64::from(a.is_like(b));
        let rows = [a, b];
        self.knows_luck |= rows.iter().any(|row| !row.luck.is_empty());
        let leads = rows.map(|row| self.facts.leads_without_luck(row, luck));
        let plain = rows.map(|row| self.facts.leads(&row.scores));
        // Where the sum of all scores is always zero, the score of a side is its lead.
        let score_is_lead = self.facts.score.is_zero_sum;
        for (number, side) in self.sides.iter_mut().enumerate() {
            let of = |values: &[i64]| values.get(number).copied().unwrap_or_default();
            let leads = [of(&leads[0]), of(&leads[1])];
            let scores = if score_is_lead { leads } else { rows.map(|row| FINE * of(&row.scores)) };
            let with_luck = of(&plain[1]) - of(&plain[0]);
            let won = rows.map(|row| i64::from(row.winner() == Some(number)));
            side.score.add(scores[1] - scores[0]);
            side.lead.add(leads[1] - leads[0]);
            side.lead_with_luck.add(with_luck);
            side.won.add(won[1] - won[0]);
            if number == 0 {
                *self.spread.entry(with_luck).or_default() += 1;
            }
            for index in 0..2 {
                side.scores[index].add(scores[index]);
                side.leads[index].add(leads[index]);
                side.wins[index] += won[index] as u64;
            }
        }
        for (index, column) in self.facts.columns.iter().enumerate() {
            if !matches!(column.of, ColumnKind::Counts(_)) {
                continue;
            }
            let mut times: BTreeMap<&str, [u64; 2]> = BTreeMap::new();
            for (which, row) in rows.into_iter().enumerate() {
                row.counts(index).for_each(|(what, count)| times.entry(what).or_default()[which] += count);
            }
            for (what, of) in times {
                let counted = self.counts[index].entry(what.to_string()).or_default();
                counted.difference.add(of[1] as i64 - of[0] as i64);
                (0..2).for_each(|which| counted.of[which] += of[which]);
            }
        }
        if self.pairs.is_multiple_of((self.wanted / 100).max(1)) {
            self.note();
        }
    }

    /// The same, interrupted before the last pair.
    #[cfg(feature = "testing")]
    pub fn interrupted(self) -> Comparison {
        Comparison { stopped: true, ..self }
    }

    /// How many pairs were not played because the answer was clear.
    pub fn unplayed(&self) -> u64 {
        if self.clear { self.wanted - self.pairs } else { 0 }
    }

    /// Sets the descriptions of A and B.
    pub fn named(self, names: [String; 2]) -> Comparison {
        Comparison { names, ..self }
    }

    /// The descriptions of A and B.
    pub fn names(&self) -> &[String; 2] {
        &self.names
    }

    /// What is compared, for a caption: `French victory points`.
    pub fn compared(&self) -> String {
        let side = self.facts.sides.first().map_or("", |(_, name)| name.as_str());
        format!("{side} {}", self.facts.score.points)
    }

    /// How many points a unit is, and how many pairs differ by each number of units in the lead of the first side.
    pub fn spread(&self) -> (f64, &BTreeMap<i64, u64>) {
        (1.0 / self.facts.unit() as f64, &self.spread)
    }

    /// The difference that does not matter.
    pub fn margin(&self) -> f64 {
        self.margin
    }

    /// Who is better off above zero, and who below it.
    pub fn directions(&self) -> [&str; 2] {
        match &self.facts.sides[..] {
            [(_, first), (_, second)] => [first, second],
            sides => [sides.first().map_or("", |(_, first)| first), "others"],
        }
    }

    /// How many games failed, and whether it was interrupted.
    pub fn ended(&self) -> (u64, bool) {
        (self.errors, self.stopped)
    }

    fn note(&mut self) {
        let Some(side) = self.sides.first().filter(|_| self.pairs > 1) else { return };
        if self.course.last().is_none_or(|(pairs, ..)| *pairs < self.pairs) {
            let (parts, bound) = (self.facts.parts(), self.bound());
            self.course.push((self.pairs, side.lead.mean() / parts, bound * side.lead.error() / parts));
        }
    }

    /// Half the intervals of now, in standard errors.
    fn bound(&self) -> f64 {
        self.looks.bound(self.pairs)
    }

    /// A difference with its interval of now.
    fn difference(&self, mean: Mean) -> Difference {
        let half = Some(self.bound() * mean.error()).filter(|half| half.is_finite());
        Difference { of: mean.of, mean: mean.mean(), plus_minus: half }
    }

    /// What an event does for the side that plays it, in points, with its interval of now.
    fn swing_difference(&self, swing: &Swing) -> Difference {
        let half = swing.points(&self.facts, self.looks_at_swings.bound(self.pairs)).map(|(_, half)| half);
        Difference { of: swing.gained.of, mean: swing.gained.mean() / self.facts.parts(), plus_minus: half }
    }

    /// The share of the variance of the lead that is judged first which went with the luck of the dice, if that was removed.
    pub fn luck_removed(&self) -> Option<f64> {
        let side = self.sides.first().filter(|_| self.knows_luck && self.pairs > 1)?;
        let [without, with] = [side.lead, side.lead_with_luck].map(Mean::variance);
        (with > 0.0).then(|| 1.0 - without / (with * (FINE * FINE) as f64))
    }

    fn is_clear(&self) -> bool {
        matches!(self.verdict(), Verdict::Differs(_) | Verdict::ForWhoPlays { .. } | Verdict::Alike)
    }

    /// Which of A and B is better for the side that plays an event, if that is clear.
    fn better_for_who_plays(&self, swing: &Swing) -> Option<&'static str> {
        let Difference { of, mean, plus_minus } = self.swing_difference(swing);
        let is_clear = of >= LEAST && plus_minus.is_some_and(|half| mean.abs() > half);
        is_clear.then_some(if mean > 0.0 { "B" } else { "A" })
    }

    /// What may still differ by less or more than the margin: the lead of each side that is judged, and what each event that
    /// differs gives a game for the side that plays it. Intervals are of this many standard errors.
    fn judged(&self, bound: f64) -> impl Iterator<Item = JudgedDifference> {
        let leads = |number: usize| self.sides[number].leads;
        let sides = self.facts.judged().map(move |number| (self.sides[number].lead, leads(number)));
        let events = self.swings.iter().map(move |(_, swing)| (swing.per_pair, leads(0)));
        sides.chain(events).map(move |(mean, apart)| JudgedDifference::new(mean, apart, self.facts.parts(), bound))
    }

    /// The verdict so far: that of the lead of each side that is judged, and of what each event that differs does for the side
    /// that plays it. That nothing differs by more than the margin has to be true of all of them, so each has its own error.
    pub fn verdict(&self) -> Verdict {
        if self.errors > 0 {
            return Verdict::Broken;
        }
        if self.pairs < 2 {
            return Verdict::TooSmall(LEAST);
        }
        let sides = self.facts.judged().len();
        let is_enough = self.pairs >= LEAST;
        if is_enough && self.judged(self.bound()).take(sides).any(|lead| lead.mean.abs() > lead.half) {
            // What one side loses, the others gain: B favours the side whose lead grows most, whichever of them was judged.
            let gains = self.sides.iter().zip(&self.facts.sides);
            let favoured = gains.max_by(|(one, _), (other, _)| one.lead.mean().total_cmp(&other.lead.mean()));
            return Verdict::Differs(favoured.map(|(_, (id, _))| id.clone()).unwrap_or_default());
        }
        let mut swings = self.swings.iter();
        let clear = swings.find_map(|(event, swing)| Some((event, self.better_for_who_plays(swing)?)));
        if let Some((event, better)) = clear {
            return Verdict::ForWhoPlays { event: event.into(), better };
        }
        if is_enough && self.judged(self.bound()).all(|judged| judged.mean.abs() + judged.widest <= self.margin) {
            return Verdict::Alike;
        }
        let needed = self.judged(self.looks.last()).map(|judged| judged.needed(self.margin));
        Verdict::TooSmall(needed.fold(LEAST, u64::max))
    }

    /// What changed, with the mean difference per game: the most significant first.
    pub fn changed(&self) -> Vec<ChangedCount<'_>> {
        let columns = self.facts.columns.iter().zip(&self.counts);
        let mut changed: Vec<ChangedCount<'_>> = columns
            .filter_map(|(column, counts)| match column.of {
                ColumnKind::Counts(called) => Some((called, counts)),
                ColumnKind::Word(_) => None,
            })
            .flat_map(|(called, counts)| {
                counts.iter().map(move |(name, counted)| {
                    // Pairs in which it did not happen differ by zero.
                    let mut all = counted.difference;
                    (all.of..self.pairs).for_each(|_| all.add(0));
                    ChangedCount { called, name, mean: all.mean(), half: EVENT_BOUND * all.error(), of: counted.of }
                })
            })
            .filter(|changed| changed.mean.abs() > changed.half)
            .collect();
        changed.sort_by(|a, b| (b.mean.abs() / b.half).total_cmp(&(a.mean.abs() / a.half)));
        changed.truncate(LISTED);
        changed
    }

    /// The mean difference and half its interval, at this number of pairs.
    pub fn course(&self) -> &[(u64, f64, f64)] {
        &self.course
    }

    /// The tables as text, where lines are so wide that `wrap` breaks the names of A and B.
    pub fn render(&self, wrap: impl Fn(&str) -> Vec<String>) -> String {
        let mut out = String::new();
        for (letter, name) in ["A", "B"].into_iter().zip(&self.names).filter(|(_, name)| !name.is_empty()) {
            let _ = writeln!(out, "{}", wrap(&format!("{letter}: {name}")).join("\n   "));
        }
        let Comparison { pairs, alike, wanted, .. } = self;
        if *pairs == 0 {
            let _ = writeln!(out, "no pair of games was completed");
            return out;
        }
        let stopped = stopped_early(self.stopped, *wanted);
        let _ = writeln!(out, "{pairs} pairs of games{stopped}, {alike} of them alike");
        self.render_sides(&mut out);
        if let Some(share) = self.luck_removed() {
            let _ = writeln!(out, "luck of the dice removed: {:.1} % of the variance", 100.0 * share);
        }
        let mut heading = "";
        for ChangedCount { called, name, mean, half, of } in self.changed() {
            if called != heading {
                let _ = writeln!(out, "{called}s played in a game that changed:");
                heading = called;
            }
            let [a, b] = of.map(|times| times as f64 / *pairs as f64);
            let _ = writeln!(out, "{:12} {a:>9.2} {b:>9.2}   {mean:+.2} ±{half:.2}  {name}", "");
        }
        let worth = self.worth.told(&self.facts, self.bound());
        for line in self.for_who_plays().chain(worth).chain(self.seen.told("B")) {
            let _ = writeln!(out, "{}", wrap(&line).join("\n   "));
        }
        let _ = writeln!(out, "{}", self.conclusion());
        out
    }

    /// What each event that differs does for the side that plays it.
    fn for_who_plays(&self) -> impl Iterator<Item = String> {
        self.swings.iter().map(move |(event, swing)| match self.swing_difference(swing) {
            difference @ Difference { plus_minus: Some(_), .. } => {
                let (first, score) = (swing.played_first(&self.facts), self.facts.score.name);
                let better = self.better_for_who_plays(swing);
                let clear = better.map_or(String::new(), |better| format!(": {better} is better for it"));
                let gained = difference.to_string("", 2);
                format!("{event}, for the side that plays it first ({first}): {score} {gained}{clear}")
            }
            _ if swing.apart > 0 => {
                format!("{event} is played first by another side in B, or in one of A and B only")
            }
            _ => format!("{event} is not played: see whether a card of the scenario has it"),
        })
    }

    /// Rows for each side: the games won and the score, and the lead where the scores do not say it.
    fn render_sides(&self, out: &mut String) {
        let names = self.facts.sides.iter().map(|(_, name)| name.chars().count());
        let label = names.max().unwrap_or(0).max(7) + 5;
        let _ = writeln!(out, "{:label$} {:>9} {:>9}   B − A", "", "A", "B");
        let share = |wins: u64| 100.0 * wins as f64 / self.pairs.max(1) as f64;
        for ((_, name), side) in self.facts.sides.iter().zip(&self.sides) {
            let ([a, b], won) = (side.wins.map(share), self.difference(side.won).times(100.0).to_string(" %", 1));
            let _ = writeln!(out, "{:label$} {a:>7.1} % {b:>7.1} %   {won}", format!("{name} win"));
        }
        let score = self.facts.score.name;
        for number in self.facts.told() {
            let ((_, name), side) = (&self.facts.sides[number], &self.sides[number]);
            let called = if self.facts.told().len() == 1 { "mean".to_string() } else { name.clone() };
            let [a, b] = side.scores.map(|score| score.mean() / FINE as f64);
            let vp = self.difference(side.score).times(1.0 / FINE as f64).to_string("", 2);
            let _ = writeln!(out, "{:label$} {a:>+9.2} {b:>+9.2}   {vp}", format!("{called} {score}"));
        }
        for number in self.facts.judged().filter(|_| !self.facts.score.is_zero_sum) {
            let ((_, name), side) = (&self.facts.sides[number], &self.sides[number]);
            let parts = self.facts.parts();
            let [a, b] = side.leads.map(|lead| lead.mean() / parts);
            let lead = self.difference(side.lead).times(1.0 / parts).to_string("", 2);
            let _ = writeln!(out, "{:label$} {a:>+9.2} {b:>+9.2}   {lead}", format!("{name} lead"));
        }
    }

    /// The verdict as text.
    pub fn conclusion(&self) -> String {
        let (margin, points) = (self.margin, self.facts.score.points);
        match self.verdict() {
            Verdict::Broken => format!("{} games failed: do not trust the figures", self.errors),
            Verdict::Differs(side) => {
                let name = self.facts.side(&side).map_or(side.as_str(), |side| self.facts.sides[side].1.as_str());
                format!("B is better for the {name}")
            }
            Verdict::ForWhoPlays { event, better } => format!("{better} is better for the side that plays {event}"),
            Verdict::Alike => format!("any difference is smaller than {margin} {points}"),
            Verdict::TooSmall(needed) => {
                format!("too few games to tell: about {needed} would show a difference of {margin} {points}")
            }
        }
    }
}

/// A difference that is judged, in points: in the lead of a side, or for the side that plays an event.
struct JudgedDifference {
    mean: f64,
    /// Half its interval.
    half: f64,
    /// Half its interval, with the rare events that have not occurred yet.
    widest: f64,
    seen: f64,
    unseen: f64,
}

impl JudgedDifference {
    /// `seen` and `unseen` are the parts of the interval's width: the variance of the differences, and an addition for rare
    /// events that have not occurred yet, as if two more pairs had differed by as much as games without a common seed do,
    /// one in each direction. These are the leads in A and B.
    fn new(difference: Mean, leads: [Mean; 2], parts: f64, bound: f64) -> JudgedDifference {
        let (n, scale) = (difference.of as f64, bound * bound / (parts * parts));
        let [a, b] = leads.map(Mean::variance);
        let (seen, unseen) = (scale * difference.variance(), scale * 2.0 * (a + b));
        let half = bound * difference.error() / parts;
        JudgedDifference {
            mean: difference.mean() / parts,
            half,
            widest: (seen / n + unseen / (n * n)).sqrt(),
            seen,
            unseen,
        }
    }

    /// About how many pairs show a difference of `margin`.
    fn needed(&self, margin: f64) -> u64 {
        let margin = margin * margin;
        let needed = (self.seen + (self.seen * self.seen + 4.0 * margin * self.unseen).sqrt()) / (2.0 * margin);
        needed.ceil() as u64
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
    /// Converted to other units.
    fn times(self, factor: f64) -> Difference {
        Difference { mean: factor * self.mean, plus_minus: self.plus_minus.map(|half| factor * half), ..self }
    }

    fn to_string(self, unit: &str, digits: usize) -> String {
        let half = self.plus_minus.map_or(String::new(), |half| format!(" ±{half:.digits$}"));
        format!("{:+.digits$}{unit}{half}", self.mean)
    }
}
