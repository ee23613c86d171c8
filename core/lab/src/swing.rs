//! What a change of an event does for the side that plays it. A card that both sides may hold does not change who wins on
//! average, however strong it is: what one side gains with it, the other gains in another game.

use crate::Mean;
use crate::clustered::LEAST;
use crate::facts::Facts;
use crate::luck::LuckSteps;
use crate::row::Row;
use std::collections::{BTreeMap, BTreeSet};

/// What changed events do for the side that plays them.
#[derive(Clone, Default, Debug)]
pub struct Swings(BTreeMap<String, Swing>);

/// What events bring those who play them, against doing nothing in their place: by the event and the number of the side, in
/// the parts of [`Facts::parts`]. Bots go by this when they judge an event.
#[derive(Clone, Default, Debug)]
pub struct EventsWorth(BTreeMap<(String, usize), Mean>);

impl EventsWorth {
    /// Adds what events have brought in a game.
    pub fn add(&mut self, brought: &BTreeMap<(String, usize), i64>) {
        for (event, gained) in brought {
            self.0.entry(event.clone()).or_default().add(*gained);
        }
    }

    /// The events with the side that plays them, and what each brings.
    pub fn iter(&self) -> impl Iterator<Item = (&str, usize, Mean)> {
        self.0.iter().map(|((event, side), gained)| (event.as_str(), *side, *gained))
    }

    /// What an event brings a side that plays it, if a game shows it.
    pub fn of(&self, event: &str, side: usize) -> Option<Mean> {
        self.0.get(&(event.to_string(), side)).copied()
    }

    /// What there is to say, with intervals of this many standard errors.
    pub fn told<'a>(&'a self, facts: &'a Facts, bound: f64) -> impl Iterator<Item = String> + 'a {
        self.iter().map(move |(event, side, gained)| {
            let (name, points) = (&facts.sides[side].1, in_points(gained, facts, bound));
            format!("as an event, {event} brings the {name} {points} ({} games)", gained.of)
        })
    }

    /// The same in a few words, without those events of which too few games show something: `as an event it brings the French
    /// VP +0.61 ±0.34, the British VP +0.20 ±0.30`.
    pub fn briefly(&self, facts: &Facts, bound: f64) -> Option<String> {
        let is_one = self.0.keys().all(|(event, _)| self.0.keys().next().is_some_and(|(first, _)| first == event));
        let known = self.iter().filter(|(_, _, gained)| gained.of >= LEAST);
        let told: Vec<String> = known
            .map(|(event, side, gained)| {
                let of_event = if is_one { String::new() } else { format!("{event} ") };
                format!("{of_event}the {} {}", facts.sides[side].1, in_points(gained, facts, bound))
            })
            .collect();
        let it = if is_one { "as an event it brings" } else { "as events," };
        (!told.is_empty()).then(|| format!("{it} {}", told.join(", ")))
    }
}

/// A mean in the parts of a lead as points, with its interval of this many standard errors: `VP +0.61 ±0.34`.
fn in_points(gained: Mean, facts: &Facts, bound: f64) -> String {
    let (parts, score) = (facts.parts(), facts.score.name);
    let half = bound * gained.error() / parts;
    let half = if half.is_finite() { format!(" ±{half:.2}") } else { String::new() };
    format!("{score} {:+.2}{half}", gained.mean() / parts)
}

/// What a changed event does for the side that plays it. Of each pair of games it counts for the side that plays it first:
/// up to then both games take the same course, so what is found is due to the change.
#[derive(Clone, Default, Debug)]
pub struct Swing {
    /// How much more this side leads after the change than before it, without the luck of the dice, in the parts of
    /// [`Facts::parts`].
    pub gained: Mean,
    /// The same for all pairs: nothing where no side played it first in both games.
    pub per_pair: Mean,
    /// In how many pairs each side played it first.
    pub first: Vec<u64>,
    /// In how many pairs only one of the games had it, or another side played it first: these tell nothing.
    pub apart: u64,
}

impl Swings {
    /// Nothing played yet, with these events.
    pub fn of(events: BTreeSet<String>, facts: &Facts) -> Swings {
        let none = Swing { first: vec![0; facts.sides.len()], ..Swing::default() };
        Swings(events.into_iter().map(|event| (event, none.clone())).collect())
    }

    /// Adds a pair of games, before the change and after it, of which this much luck is removed.
    pub fn add(&mut self, facts: &Facts, pair: [&Row; 2], luck: LuckSteps) {
        for (event, swing) in &mut self.0 {
            let mut gained = 0;
            match pair.map(|row| row.first_played.get(event)) {
                [None, None] => {}
                [Some(before), Some(side)] if before == side => {
                    let [before, after] = pair.map(|row| facts.leads_without_luck(row, luck));
                    let lead = |leads: &[i64]| leads.get(*side).copied().unwrap_or_default();
                    gained = lead(&after) - lead(&before);
                    swing.gained.add(gained);
                    swing.first.iter_mut().skip(*side).take(1).for_each(|times| *times += 1);
                }
                _ => swing.apart += 1,
            }
            swing.per_pair.add(gained);
        }
    }

    /// What is known of each event.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Swing)> {
        self.0.iter().map(|(event, swing)| (event.as_str(), swing))
    }
}

impl Swing {
    /// The mean gain in points, and half its interval of this many standard errors, if there are two pairs.
    pub fn points(&self, facts: &Facts, bound: f64) -> Option<(f64, f64)> {
        let parts = facts.parts();
        let half = bound * self.gained.error() / parts;
        half.is_finite().then(|| (self.gained.mean() / parts, half))
    }

    /// Who played it first, in how many pairs: `French 34, British 41`.
    pub fn played_first(&self, facts: &Facts) -> String {
        let sides = facts.sides.iter().zip(&self.first).filter(|(_, times)| **times > 0);
        sides.map(|((_, name), times)| format!("{name} {times}")).collect::<Vec<_>>().join(", ")
    }
}
