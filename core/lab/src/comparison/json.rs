//! The result of a comparison as JSON.

use super::{Comparison, Difference, OfSide, Verdict};
use crate::luck::FINE;
use crate::seen::AnswerTaken;
use serde::Serialize;
use std::collections::BTreeMap;

/// What an event brings a side that plays it.
#[derive(Serialize)]
struct EventWorth<'a> {
    event: &'a str,
    side: &'a str,
    brings: Difference,
}

/// In JSON, differences are B − A.
#[derive(Serialize)]
struct ComparisonJson<'a> {
    pairs: u64,
    alike: u64,
    errors: u64,
    /// By the word of the side.
    scores: BTreeMap<&'a str, Difference>,
    leads: BTreeMap<&'a str, Difference>,
    wins: BTreeMap<&'a str, Difference>,
    /// The share of the variance that went with the luck of the dice, if that was removed.
    luck_removed: Option<f64>,
    events: Vec<(&'a str, f64, f64)>,
    /// What an event that differs does for the side that plays it.
    for_who_plays: BTreeMap<&'a str, Difference>,
    /// What an event that differs brings a side that plays it, in B.
    worth: Vec<EventWorth<'a>>,
    /// What scripts of B that differ offered, and how often it was taken.
    answers: Vec<AnswerTaken>,
    /// The lines of these that never ran.
    never_run: BTreeMap<&'a str, Vec<usize>>,
    verdict: Verdict,
}

impl Serialize for Comparison {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let of = |value: &dyn Fn(&OfSide) -> Difference| {
            self.facts.sides.iter().zip(&self.sides).map(|((id, _), side)| (id.as_str(), value(side))).collect()
        };
        ComparisonJson {
            pairs: self.pairs,
            alike: self.alike,
            errors: self.errors,
            scores: of(&|side| self.difference(side.score).times(1.0 / FINE as f64)),
            leads: of(&|side| self.difference(side.lead).times(1.0 / self.facts.parts())),
            wins: of(&|side| self.difference(side.won)),
            luck_removed: self.luck_removed(),
            events: self.changed().into_iter().map(|changed| (changed.name, changed.mean, changed.half)).collect(),
            for_who_plays: self.swings.iter().map(|(event, swing)| (event, self.swing_difference(swing))).collect(),
            worth: self
                .worth
                .iter()
                .map(|(event, side, gained)| EventWorth {
                    event,
                    side: &self.facts.sides[side].0,
                    brings: self.difference(gained).times(1.0 / self.facts.parts()),
                })
                .collect(),
            answers: self.seen.answers().collect(),
            never_run: self.seen.never_run(),
            verdict: self.verdict(),
        }
        .serialize(serializer)
    }
}
