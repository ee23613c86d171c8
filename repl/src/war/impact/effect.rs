//! What the experiment says about each card, and how sure it is.

use super::clustered::{Estimate, discoveries};
use super::{Card, HandCard, Impact};
use std::collections::BTreeMap;
use wilderness_war::CardId;

/// How sure it is that an effect is not zero.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub enum Mark {
    /// The interval contains zero, or the numbers are too few.
    #[default]
    Unsure,
    /// The interval excludes zero.
    Interval,
    /// The same, and it is still sure if all cards are looked at together.
    Discovery,
}

impl Mark {
    /// The mark in tables.
    pub fn text(self) -> &'static str {
        match self {
            Mark::Unsure => "",
            Mark::Interval => "*",
            Mark::Discovery => "**",
        }
    }
}

/// An estimate with its mark.
#[derive(Clone, Copy, Debug, Default)]
pub struct Judged {
    /// The estimate.
    pub estimate: Estimate,
    /// Its mark.
    pub mark: Mark,
}

/// What a card in place of another changes for the side that is dealt it, from its own point of view; or how much two
/// contents differ in that.
#[derive(Clone, Copy, Debug)]
pub struct Effect {
    /// The card and the side.
    pub held: HandCard,
    /// The number of pairs.
    pub pairs: i64,
    /// The share of games that the side wins.
    pub wins: Judged,
    /// Victory points.
    pub vp: Judged,
}

impl Impact {
    /// The effects of the cards of a content: the best for their sides first.
    pub fn effects(&self, which: usize) -> Vec<Effect> {
        let of = |(held, card): (&HandCard, &Card)| (*held, card.wins.of, [card.wins.estimate(), card.vp.estimate()]);
        let cards = self.cards.get(which).into_iter().flatten();
        judged(cards.filter(|(_, card)| card.wins.of > 0).map(of))
    }

    /// How much the effects of the second content are above those of the first.
    pub fn changes(&self) -> Vec<Effect> {
        judged(self.differences.iter().map(|(held, difference)| {
            let pairs = difference.wins.means().map(|mean| mean.of).iter().sum();
            (*held, pairs, [difference.wins.difference(), difference.vp.difference()])
        }))
    }

    /// Whether a card is to be told of.
    pub fn is_told(&self, card: CardId) -> bool {
        self.only.is_none_or(|only| only == card)
    }
}

/// The effects with their marks, sorted.
fn judged(effects: impl Iterator<Item = (HandCard, i64, [Estimate; 2])>) -> Vec<Effect> {
    let effects: Vec<_> = effects.collect();
    let [wins, vp] = [0, 1].map(|which| marks(effects.iter().map(|(.., both)| both[which])));
    let effect = |((held, pairs, [one, other]), marks): ((HandCard, i64, [Estimate; 2]), (Mark, Mark))| Effect {
        held,
        pairs,
        wins: Judged { estimate: one, mark: marks.0 },
        vp: Judged { estimate: other, mark: marks.1 },
    };
    let mut effects: Vec<Effect> = effects.into_iter().zip(wins.into_iter().zip(vp)).map(effect).collect();
    effects.sort_by(|a, b| b.vp.estimate.mean.total_cmp(&a.vp.estimate.mean));
    effects
}

/// The marks of estimates that are looked at together.
fn marks(estimates: impl Iterator<Item = Estimate> + Clone) -> Vec<Mark> {
    let p_values: Vec<f64> = estimates.clone().filter_map(Estimate::p_value).collect();
    let mut kept = discoveries(&p_values).into_iter();
    let mark = |estimate: Estimate| match estimate.is_judged && kept.next().unwrap_or(false) {
        true => Mark::Discovery,
        false if estimate.is_significant() => Mark::Interval,
        false => Mark::Unsure,
    };
    estimates.map(mark).collect()
}

/// What the pairs of a base game say about a card in the hands of a side: sums over the pairs.
pub type Sums = BTreeMap<HandCard, Sum>;

/// See [`Sums`].
#[derive(Clone, Copy, Default, Debug, PartialEq, Eq)]
pub struct Sum {
    /// The number of pairs.
    pub pairs: i64,
    /// How many more of them the side wins with the card than without it.
    pub wins: i64,
    /// How many more victory points it has.
    pub vp: i64,
}
