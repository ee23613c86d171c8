//! A ladder: contestants play each other, in one scenario or several. The unit is a pair of games, or with more than two
//! sides as many: one seed, with one contestant in each seat in turn and the other in the rest.

mod ratings;
mod table;

pub use ratings::{GameResult, Rating, Ratings, expected, fit};

use crate::Mean;
use crate::clustered::Clustered;
use crate::facts::Facts;
use crate::row::{GameEnd, Row};
use std::collections::BTreeMap;

/// Two contestants who meet in a scenario.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Meeting {
    /// The number of the scenario.
    pub scenario: usize,
    /// The numbers of the contestants.
    pub contestants: [usize; 2],
}

impl Meeting {
    /// The contestant of each side in the game in which the first one has this seat.
    pub fn seated(&self, seat: usize, sides: usize) -> Vec<usize> {
        let [first, second] = self.contestants;
        (0..sides).map(|side| if side == seat { first } else { second }).collect()
    }
}

/// The results of the first contestant of a meeting from one seat, or from all.
#[derive(Default, Clone, Copy)]
struct SeatScore {
    games: u64,
    wins: u64,
    draws: u64,
    /// The lead, in units of the game.
    lead: Mean,
}

impl SeatScore {
    /// Adds a game that the contestant began as a side.
    fn add(&mut self, row: &Row, seat: usize, facts: &Facts) {
        let side = row.played_from(seat);
        self.games += 1;
        self.wins += u64::from(row.winner() == Some(side));
        self.draws += u64::from(row.end == Some(GameEnd::Draw));
        self.lead.add(facts.leads(&row.scores).get(side).copied().unwrap_or_default());
    }
}

/// What has come of a meeting.
struct MeetingScore {
    meeting: Meeting,
    /// From each seat.
    seats: Vec<SeatScore>,
    all: SeatScore,
    /// The share of the results, in parts of [`Ladder::whole`].
    share: Clustered,
}

/// The results of a ladder.
pub struct Ladder {
    facts: Facts,
    contestants: Vec<String>,
    scenarios: Vec<String>,
    meetings: Vec<MeetingScore>,
    /// The share of the results of each contestant, in parts of [`Ladder::whole`].
    shares: Vec<Clustered>,
    /// How often each result of a unit was seen.
    units: BTreeMap<Vec<GameResult>, u64>,
    errors: u64,
    failed_units: u64,
}

impl Ladder {
    /// A ladder before its first game.
    pub fn new(facts: Facts, contestants: Vec<String>, scenarios: Vec<String>) -> Ladder {
        let sides = facts.sides.len();
        let pairs = (0..contestants.len()).flat_map(|one| (one + 1..contestants.len()).map(move |other| [one, other]));
        let of = |(scenario, contestants)| MeetingScore {
            meeting: Meeting { scenario, contestants },
            seats: vec![SeatScore::default(); sides],
            all: SeatScore::default(),
            share: Clustered::default(),
        };
        let meetings = (0..scenarios.len()).flat_map(|scenario| pairs.clone().map(move |pair| (scenario, pair)));
        let meetings = meetings.map(of).collect();
        let shares = vec![Clustered::default(); contestants.len()];
        Ladder { facts, contestants, scenarios, meetings, shares, units: BTreeMap::new(), errors: 0, failed_units: 0 }
    }

    /// All meetings: everybody meets everybody else in every scenario.
    pub fn meetings(&self) -> Vec<Meeting> {
        self.meetings.iter().map(|score| score.meeting).collect()
    }

    /// How many games failed. They count for nothing, and neither do the others of their unit.
    pub fn errors(&self) -> u64 {
        self.errors
    }

    /// How many units of games were played to their ends.
    pub fn units(&self) -> u64 {
        self.units.values().sum()
    }

    /// In how many units a game failed.
    pub fn failed_units(&self) -> u64 {
        self.failed_units
    }

    /// How many sides there are, and so games in a unit.
    pub fn sides(&self) -> usize {
        self.facts.sides.len()
    }

    /// In how many parts the result of a game is shared: as many as there are sides, so that a draw is a whole number of
    /// them for each.
    fn whole(&self) -> usize {
        self.facts.sides.len()
    }

    /// Adds a unit of games of the meeting with this number: a row for each seat of its first contestant.
    pub fn add(&mut self, number: usize, rows: &[Row]) {
        let failed = rows.iter().filter(|row| !row.error.is_empty()).count() as u64;
        self.errors += failed;
        self.failed_units += u64::from(failed > 0);
        let whole = self.whole();
        let Some(score) = self.meetings.get_mut(number).filter(|_| failed == 0) else { return };
        let meeting = score.meeting;
        let mut parts = vec![(0, 0); self.contestants.len()];
        let mut unit = Vec::with_capacity(rows.len());
        for (seat, row) in rows.iter().enumerate() {
            score.seats[seat].add(row, seat, &self.facts);
            score.all.add(row, seat, &self.facts);
            let mut contestants = vec![0; whole];
            for (begun, contestant) in meeting.seated(seat, whole).into_iter().enumerate() {
                let side = row.played_from(begun);
                contestants[side] = contestant;
                parts[contestant].0 += parts_of(row, side, whole);
                parts[contestant].1 += 1;
            }
            let parts = (0..whole).map(|side| parts_of(row, side, whole)).collect();
            unit.push(GameResult { scenario: meeting.scenario, contestants, parts });
        }
        let (sum, of) = parts[meeting.contestants[0]];
        score.share.add(sum, of);
        for contestant in meeting.contestants {
            let (sum, of) = parts[contestant];
            self.shares[contestant].add(sum, of);
        }
        *self.units.entry(unit).or_default() += 1;
    }

    /// The ratings of the contestants, and the advantages of the seats.
    pub fn ratings(&self) -> Ratings {
        fit(self.contestants.len(), self.scenarios.len(), self.whole(), &self.units)
    }
}

/// The part of the result that a side has.
fn parts_of(row: &Row, side: usize, whole: usize) -> i64 {
    match row.end {
        Some(GameEnd::Won(winner)) if winner == side => whole as i64,
        Some(GameEnd::Draw) => 1,
        _ => 0,
    }
}
