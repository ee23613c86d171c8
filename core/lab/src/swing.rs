//! What a change of an event does for the side that plays it. A card that both sides may hold does not change who wins on
//! average, however strong it is: what one side gains with it, the other gains in another game.

use crate::Mean;
use crate::facts::Facts;
use crate::row::Row;
use std::collections::{BTreeMap, BTreeSet};

/// What changed events do for the side that plays them.
#[derive(Clone, Default, Debug)]
pub struct Swings(BTreeMap<String, Swing>);

/// What events bring those who play them, against doing nothing in their place: by the event and the number of the side, in
/// the units of [`Facts::unit`]. Bots go by this when they judge an event.
#[derive(Clone, Default, Debug)]
pub struct EventsWorth(BTreeMap<(String, usize), Mean>);

impl EventsWorth {
    /// Adds a game.
    pub fn add(&mut self, row: &Row) {
        for (event, gained) in &row.brought {
            self.0.entry(event.clone()).or_default().add(*gained);
        }
    }

    /// The events with the side that plays them, and what each brings.
    pub fn iter(&self) -> impl Iterator<Item = (&str, usize, Mean)> {
        self.0.iter().map(|((event, side), gained)| (event.as_str(), *side, *gained))
    }

    /// What there is to say, with intervals of this many standard errors.
    pub fn told<'a>(&'a self, facts: &'a Facts, bound: f64) -> impl Iterator<Item = String> + 'a {
        self.iter().map(move |(event, side, gained)| {
            let (unit, name) = (facts.unit(), &facts.sides[side].1);
            let (mean, half, score) = (gained.mean() / unit, bound * gained.error() / unit, facts.score.name);
            let half = if half.is_finite() { format!(" ±{half:.2}") } else { String::new() };
            format!("as an event, {event} brings the {name} {score} {mean:+.2}{half} ({} games)", gained.of)
        })
    }
}

/// What a changed event does for the side that plays it. Of each pair of games it counts for the side that plays it first:
/// up to then both games take the same course, so what is found is due to the change.
#[derive(Clone, Default, Debug)]
pub struct Swing {
    /// How much more this side leads after the change than before it, in the units of [`Facts::unit`].
    pub gained: Mean,
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

    /// Adds a pair of games, before the change and after it.
    pub fn add(&mut self, facts: &Facts, pair: [&Row; 2]) {
        for (event, swing) in &mut self.0 {
            match pair.map(|row| row.first_played.get(event)) {
                [None, None] => {}
                [Some(before), Some(side)] if before == side => {
                    let [before, after] = pair.map(|row| facts.leads(&row.scores));
                    let lead = |leads: &[i64]| leads.get(*side).copied().unwrap_or_default();
                    swing.gained.add(lead(&after) - lead(&before));
                    swing.first.iter_mut().skip(*side).take(1).for_each(|times| *times += 1);
                }
                _ => swing.apart += 1,
            }
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
        let unit = facts.unit();
        let half = bound * self.gained.error() / unit;
        half.is_finite().then(|| (self.gained.mean() / unit, half))
    }

    /// Who played it first, in how many pairs: `French 34, British 41`.
    pub fn played_first(&self, facts: &Facts) -> String {
        let sides = facts.sides.iter().zip(&self.first).filter(|(_, times)| **times > 0);
        sides.map(|((_, name), times)| format!("{name} {times}")).collect::<Vec<_>>().join(", ")
    }
}
