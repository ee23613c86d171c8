//! The impact of each card of the war: what becomes of it, how games end in which it is dealt or played, and how much it
//! changes how a game ends. The last is found by experiment, with pairs of games that differ in one card of one hand:
//! a deal draws cards at random, so any card dealt could as well have been any card left in the draw pile. A pair tells
//! as much for one of the two cards as against the other, and both count.

mod effect;
mod file;
mod packed;
pub(crate) mod report;
mod tables;
pub(crate) mod trial;
pub(crate) mod uses;
mod worth;

pub use effect::Effect;
pub use file::{FORM, json, write};
pub use trial::{ImpactTrial, Limit, Sample, TrialEnd};
pub use uses::HandCard;
pub use worth::CardEvents;

use effect::Sums;

use crate::text::out;
use std::collections::BTreeMap;
use wilderness_lab::clustered::{Clustered, Paired};
use wilderness_lab::swing::EventsWorth;
use wilderness_lab::{Mean, Rate};
use wilderness_war::CardId;

/// The names of the cards of a content, by their numbers.
pub type CardNames = BTreeMap<u8, String>;

/// What is known of a card in the hands of a side.
#[derive(Clone, Copy, Default)]
pub struct Card {
    /// How often a game dealt it to the side.
    pub dealt: Clustered,
    /// Of the times that it left the hand: played as an event or in response,
    pub event: Clustered,
    /// used to activate,
    pub activation: Clustered,
    /// used to build,
    pub construction: Clustered,
    /// in the hand when a season ended,
    pub held: Clustered,
    /// discarded, handed over, cancelled, or used without effect.
    pub wasted: Clustered,
    /// The side's wins of the games that dealt it the card.
    pub wins_if_dealt: Rate,
    /// Victory points at their end, from the side's point of view.
    pub vp_if_dealt: Mean,
    /// The side's wins of the games in which it played the event.
    pub wins_if_played: Rate,
    /// Victory points at their end, from the side's point of view.
    pub vp_if_played: Mean,
    /// What the card in place of another changes: the side's wins,
    pub wins: Clustered,
    /// and victory points, from the side's point of view, in parts of a point and without the luck of the dice.
    pub vp: Clustered,
}

/// How much two contents differ in what a card changes.
#[derive(Clone, Copy, Default)]
pub struct Difference {
    /// The side's wins.
    pub wins: Paired,
    /// Victory points, from the side's point of view, in parts of a point and without the luck of the dice.
    pub vp: Paired,
}

/// The impact of the cards, with one content or with two.
#[derive(Default)]
pub struct Impact {
    /// The only card that is exchanged, if there is one.
    pub only: Option<CardId>,
    /// Descriptions of the contents, if there are two.
    pub names: Vec<String>,
    /// What is known of the cards with each content.
    pub cards: Vec<BTreeMap<HandCard, Card>>,
    /// The differences between two contents.
    pub differences: BTreeMap<HandCard, Difference>,
    /// The events of the cards with each content, if it is found out what they bring; otherwise there are none.
    pub events: Vec<CardEvents>,
    /// What they bring those who play them.
    pub worth: Vec<EventsWorth>,
    /// The number of base games with each content.
    pub games: u64,
    /// The number of pairs, with all contents.
    pub pairs: u64,
    /// What cards change in all pairs, in parts of a point: with the luck of the dice, and without it.
    pub gained: [Mean; 2],
    /// The number of base games that failed, or of whose twins one failed.
    pub errors: u64,
    /// The number of base games wanted, if it was said.
    pub wanted: Option<u64>,
    /// Whether Ctrl-C ended it.
    pub stopped: bool,
}

impl Impact {
    /// Nothing played yet, with this many contents.
    pub fn new(contents: usize, only: Option<CardId>, names: Vec<String>, wanted: Option<u64>) -> Impact {
        Impact { cards: vec![BTreeMap::new(); contents], only, names, wanted, ..Impact::default() }
    }

    /// The same, where it is found out what the events of these cards bring.
    pub fn weighing(self, events: Vec<CardEvents>) -> Impact {
        Impact { worth: vec![EventsWorth::default(); events.len()], events, ..self }
    }

    /// Takes in what was played for a seed, with each content.
    pub fn add(&mut self, samples: &[Sample]) {
        let mut has_failed = false;
        for sample in samples {
            if let Err(fault) = &sample.end {
                out::warn(&format!("seed {}: {fault}\n", sample.seed));
                has_failed = true;
            }
        }
        self.games += 1;
        if has_failed {
            self.errors += 1;
            return;
        }
        for (cards, sample) in self.cards.iter_mut().zip(samples) {
            note_uses(cards, sample);
        }
        self.worth.iter_mut().zip(samples).for_each(|(worth, sample)| worth.add(&sample.brought));
        let sums: Vec<Sums> = samples.iter().map(|sample| self::sums(sample, self.only)).collect();
        for (cards, sums) in self.cards.iter_mut().zip(&sums) {
            for (held, sum) in sums {
                let card = cards.entry(*held).or_default();
                card.wins.add(sum.wins, sum.pairs);
                card.vp.add(sum.vp, sum.pairs);
            }
        }
        if let [a, b] = &sums[..] {
            for held in a.keys().chain(b.keys().filter(|held| !a.contains_key(held))) {
                let both = [a, b].map(|sums| sums.get(held).copied().unwrap_or_default());
                let difference = self.differences.entry(*held).or_default();
                difference.wins.add(both.map(|sum| (sum.wins, sum.pairs)));
                difference.vp.add(both.map(|sum| (sum.vp, sum.pairs)));
            }
        }
        for sample in samples {
            let Ok(base) = sample.end else { continue };
            for pair in &sample.pairs {
                self.gained.iter_mut().zip(pair.gained(base)).for_each(|(mean, gained)| mean.add(gained));
            }
        }
        self.pairs += samples.iter().map(|sample| sample.pairs.len() as u64).sum::<u64>();
    }

    /// The share of the variance of victory points that went with the luck of the dice, if that was removed.
    pub fn luck_removed(&self) -> Option<f64> {
        let [with, without] = self.gained.map(Mean::variance);
        (with.is_finite() && with != without).then(|| 1.0 - without / with)
    }

    /// The base games that were played to their ends.
    pub fn played(&self) -> u64 {
        self.games - self.errors
    }
}

/// Counts what became of the cards of a base game.
fn note_uses(cards: &mut BTreeMap<HandCard, Card>, sample: &Sample) {
    let Ok(end) = sample.end else { return };
    for (held, uses) in &sample.uses {
        let card = cards.entry(*held).or_default();
        let (won, vp) = (u64::from(end.won(held.side)), end.vp_of(held.side));
        card.dealt.add(uses.dealt, 1);
        let times = uses.times();
        for (share, number) in [
            (&mut card.event, uses.event),
            (&mut card.activation, uses.activation),
            (&mut card.construction, uses.construction),
            (&mut card.held, uses.held),
            (&mut card.wasted, uses.wasted),
        ] {
            share.add(number, times);
        }
        for (happened, wins, points) in [
            (uses.dealt > 0, &mut card.wins_if_dealt, &mut card.vp_if_dealt),
            (uses.event > 0, &mut card.wins_if_played, &mut card.vp_if_played),
        ] {
            if happened {
                *wins = Rate::new(wins.times + won, wins.of + 1);
                points.add(vp);
            }
        }
    }
}

/// What the pairs of a base game say about each card, or about the only card that is exchanged.
fn sums(sample: &Sample, only: Option<CardId>) -> Sums {
    let mut sums = Sums::new();
    let Ok(base) = sample.end else { return sums };
    for pair in &sample.pairs {
        let won = |end: TrialEnd| i64::from(end.won(pair.side));
        let (wins, [_, vp]) = (won(base) - won(pair.twin), pair.gained(base));
        for (card, sign) in [(pair.card, 1), (pair.instead, -1)] {
            if only.is_none_or(|only| only == card) {
                let sum = sums.entry(HandCard { card, side: pair.side }).or_default();
                sum.pairs += 1;
                sum.wins += sign * wins;
                sum.vp += sign * vp;
            }
        }
    }
    sums
}
