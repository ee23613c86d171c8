//! What a change of the scripts does to the balance: the old scripts against the new ones, in the background, until the
//! answer is sharp enough.

use crate::facts::{ColumnKind, Facts};
use crate::luck::{FINE, LuckShare};
use crate::row::Row;
use crate::seen::ScriptsSeen;
use crate::series::{Series, Tested};
use crate::swing::{EventsWorth, Swings};
use crate::{CONFIDENCE, Mean, Threads, play_pairs};
use crate::{Player, thousands};
use std::collections::BTreeSet;
use std::fmt;
use std::ops::{ControlFlow, RangeInclusive};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};
use wilderness_engine::script::{Fingerprints, ScriptSet, differences};
use wilderness_engine::{Each, Rules};

/// The share of games won is to be known as well as this.
const SHARP: f64 = 0.01;
/// With fewer pairs nothing is said.
const LEAST: u64 = 100;
/// The most pairs that are played.
const MOST: u64 = 50_000;
/// In these games, which are played first, it is found out what the events that differ bring. Each is played on without the event,
/// so their pairs take half as long again; they tell it to about half a point, and most answers need several thousand pairs.
const WEIGHED: RangeInclusive<u64> = 1..=1000;
/// The interval between reports of progress.
const EVERY: Duration = Duration::from_secs(2);

/// What differs between two sets of scripts.
pub struct ChangedFiles {
    /// The files, by their names without directory and ending.
    pub files: Vec<String>,
    /// The events among them.
    pub events: BTreeSet<String>,
}

impl ChangedFiles {
    /// The differences between two sets of scripts of a game.
    pub fn between<F: Tested>(before: &Fingerprints, now: &Fingerprints) -> ChangedFiles {
        let files = differences(before, now);
        ChangedFiles {
            events: files.iter().filter_map(|(name, _)| F::event_of(name)).collect(),
            files: files.iter().filter_map(|(name, _)| stem(name)).collect(),
        }
    }
}

fn stem(file: &str) -> Option<String> {
    Path::new(file).file_stem().map(|stem| stem.to_string_lossy().into_owned())
}

/// What a change does, as far as is known.
#[derive(Clone, Debug)]
pub struct Balance {
    /// The files that differ, by their names without directory and ending.
    pub changed: Vec<String>,
    /// Pairs of games that were played.
    pub pairs: u64,
    facts: Facts,
    /// Pairs in which both games went the same way.
    alike: u64,
    /// The games of either in which one of the changed events was played.
    played: u64,
    /// Games that could not be played to their ends.
    failed: u64,
    /// How much more often each side wins.
    won: Vec<Mean>,
    /// The difference in the score of each side, in parts of a point; without the luck of the dice where the score is the lead.
    scores: Vec<Mean>,
    /// What the changed events do for the side that plays them.
    swings: Swings,
    /// What the new games show of the scripts that differ.
    seen: ScriptsSeen,
    /// What the changed events bring those who play them in the new games.
    worth: EventsWorth,
    /// How much of the luck of the dice is removed.
    luck: LuckShare,
    took: Duration,
    /// Who plays.
    bots: String,
    /// The changed events.
    events: BTreeSet<String>,
    /// Whether nothing more is coming.
    pub is_done: bool,
}

impl Balance {
    /// Nothing played yet.
    pub fn new(facts: Facts, changed: Vec<String>, events: BTreeSet<String>, bots: String) -> Balance {
        let none = vec![Mean::default(); facts.sides.len()];
        Balance {
            changed,
            pairs: 0,
            swings: Swings::of(events.clone(), &facts),
            seen: ScriptsSeen::default(),
            worth: EventsWorth::default(),
            facts,
            alike: 0,
            played: 0,
            failed: 0,
            won: none.clone(),
            scores: none,
            luck: LuckShare::default(),
            took: Duration::ZERO,
            bots,
            events,
            is_done: false,
        }
    }

    /// The same, where it is told which of these lines of the new scripts never run.
    pub fn telling_of(self, lines: Vec<(String, usize)>) -> Balance {
        Balance { seen: ScriptsSeen::of(lines), ..self }
    }

    /// Adds a pair of games, before the change and after it.
    pub fn add(&mut self, pair: &[Row; 2]) {
        let ([old, new], events) = (pair, &self.events);
        self.pairs += 1;
        self.failed += [old, new].iter().filter(|row| !row.error.is_empty()).count() as u64;
        let columns = self.facts.columns.iter().enumerate();
        let mut counts =
            columns.filter(|(_, column)| matches!(column.of, ColumnKind::Counts(_))).map(|(index, _)| index);
        self.played += u64::from(counts.any(|index| new.counts(index).any(|(event, _)| events.contains(event))));
        self.alike += u64::from(old.is_like(new));
        let luck = self.luck.steps();
        self.luck.add(&self.facts, pair.each_ref());
        self.swings.add(&self.facts, pair.each_ref(), luck);
        self.seen.add(new);
        self.worth.add(&new.brought);
        for side in 0..self.won.len() {
            let won = |row: &Row| i64::from(row.winner() == Some(side));
            let score = |row: &Row| match self.facts.score.is_zero_sum {
                true => self.facts.leads_without_luck(row, luck).get(side).copied().unwrap_or_default(),
                false => FINE * row.scores.get(side).copied().unwrap_or_default(),
            };
            self.won[side].add(won(new) - won(old));
            self.scores[side].add(score(new) - score(old));
        }
    }

    /// Half the interval of a side's share of wins. Where no pair has differed yet, fewer than one in that number may.
    fn half(&self, side: usize) -> f64 {
        (CONFIDENCE * self.won[side].error()).max(3.0 / self.pairs.max(1) as f64)
    }

    /// The sides whose wins are told: of two, the first.
    fn told(&self) -> std::ops::Range<usize> {
        self.facts.judged()
    }

    /// Whether the shares of games won are known well enough.
    pub fn is_sharp(&self) -> bool {
        self.pairs >= LEAST && self.told().all(|side| self.half(side) <= SHARP)
    }

    /// The difference in a few words: `French win +0.4 % ±1.0, VP +0.05 ±0.04`.
    pub fn difference(&self) -> String {
        if self.alike == self.pairs {
            let none = std::iter::once("no game went another way".to_string());
            return none.chain(self.seen.briefly()).collect::<Vec<_>>().join("; ");
        }
        let of_side = |side: usize| {
            let (score, name) = (self.scores[side], &self.facts.sides[side].1);
            format!(
                "{name} win {:+.1} % ±{:.1}, {} {:+.2} ±{:.2}",
                100.0 * self.won[side].mean(),
                100.0 * self.half(side),
                self.facts.score.name,
                score.mean() / FINE as f64,
                CONFIDENCE * score.error() / FINE as f64,
            )
        };
        let worth = self.worth.briefly(&self.facts, CONFIDENCE);
        let told = self.told().map(of_side).chain(self.for_who_plays()).chain(worth);
        told.chain(self.seen.briefly()).collect::<Vec<_>>().join("; ")
    }

    /// What each changed event does for the side that plays it.
    fn for_who_plays(&self) -> impl Iterator<Item = String> {
        let several = self.events.len() > 1;
        self.swings.iter().filter_map(move |(event, swing)| {
            let (mean, half) = swing.points(&self.facts, CONFIDENCE)?;
            let of = if several { format!(" of {event}") } else { String::new() };
            let name = self.facts.score.name;
            Some(format!("for the side that plays it{of} {name} {mean:+.2} ±{half:.2}"))
        })
    }

    /// In how many games the card was played.
    pub fn played(&self) -> String {
        format!("played in {} of {} games", thousands(self.played), thousands(self.pairs))
    }
}

impl fmt::Display for Balance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let failed = if self.failed > 0 { format!("; {} games failed", self.failed) } else { String::new() };
        let seconds = self.took.as_secs_f64();
        let of_events = if self.events.is_empty() { String::new() } else { format!("; {}", self.played()) };
        let (changed, difference, pairs) = (self.changed.join(", "), self.difference(), thousands(self.pairs));
        write!(f, "{changed}: {difference}{of_events} ({pairs} pairs, {}, {seconds:.0} s{failed})", self.bots)
    }
}

/// Games that are being played in the background. Ends when it is dropped.
pub struct Background {
    stop: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Background {
    /// Plays the two series against each other. `tell` hears every few seconds how far it is, and at last what came of
    /// it; it returns whether anybody still wants to know.
    ///
    /// # Errors
    /// When the system has no thread left.
    pub fn play<F: Tested>(
        [old, new]: [Series<F>; 2],
        ChangedFiles { files, events }: ChangedFiles,
        mut tell: impl FnMut(&Balance) -> bool + Send + 'static,
    ) -> std::io::Result<Background> {
        let stop = Arc::new(AtomicBool::new(false));
        let stopped = stop.clone();
        let pair = [old, new.weighing_events_in(WEIGHED)];
        let (facts, lines) = (pair[0].facts(), pair[1].observed_lines());
        let mut bots = pair[0].names();
        bots.dedup();
        let work = move || {
            let (start, mut last) = (Instant::now(), Instant::now());
            let pair = Series::noting_luck(pair);
            let mut balance = Balance::new(facts, files, events, bots.join(" and ")).telling_of(lines);
            // One core is left for the prompt or the editor.
            let cores = std::thread::available_parallelism().map_or(1, usize::from);
            let threads = Threads { count: cores.saturating_sub(1).max(1), stop: || false, tick: &|| {} };
            let each = |rows: [Row; 2]| {
                balance.add(&rows);
                balance.took = start.elapsed();
                if stopped.load(Ordering::Relaxed) {
                    return Err(());
                }
                if balance.is_sharp() {
                    return Ok(ControlFlow::Break(()));
                }
                if last.elapsed() >= EVERY {
                    last = Instant::now();
                    return if tell(&balance) { Ok(ControlFlow::Continue(())) } else { Err(()) };
                }
                Ok(ControlFlow::Continue(()))
            };
            if play_pairs(&pair, &(1..=MOST), threads, each).is_ok() {
                balance.is_done = true;
                tell(&balance);
            }
        };
        let thread = std::thread::Builder::new().name("balance".into()).spawn(work)?;
        Ok(Background { stop, thread: Some(thread) })
    }
}

impl Drop for Background {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        // A thread that is in the middle of a game ends after it, and is not waited for.
        drop(self.thread.take());
    }
}

/// Bots play games of a plan in the background, with the scripts before a change and with those of now. `tell` gets one
/// line as soon as it is known what the change does. Nothing if there is no change.
///
/// # Errors
/// When the system has no thread left.
pub fn measure<F: Tested>(
    plan: F::Plan,
    bot: Player,
    [before, now]: [&F::Scripts; 2],
    mut tell: impl FnMut(&str) -> bool + Send + 'static,
) -> std::io::Result<Option<Background>> {
    let changed = ChangedFiles::between::<F>(before.fingerprints(), now.fingerprints());
    if changed.files.is_empty() {
        return Ok(None);
    }
    let series = |scripts: &<F as Rules>::Scripts| Series::<F> {
        players: Each::new(F::sides(scripts), |_| bot),
        ..Series::of_plan(plan.clone(), scripts)
    };
    let tell = move |balance: &Balance| !balance.is_done || tell(&format!("balance: {balance}\n"));
    let now = series(now).observing_what_differs([before, now]);
    Background::play([series(before), now], changed, tell).map(Some)
}
