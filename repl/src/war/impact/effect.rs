//! What the experiment says about each card, and how sure it is.

use super::{Card, HandCard, Impact};
use std::collections::BTreeMap;
use wilderness_engine::value::PARTS;
use wilderness_lab::Judged;
use wilderness_lab::clustered::Estimate;
use wilderness_war::CardId;

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
        let of = |(held, card): (&HandCard, &Card)| (*held, card.wins.of, [card.wins.estimate(), card.points()]);
        let cards = self.cards.get(which).into_iter().flatten();
        judged(cards.filter(|(_, card)| card.wins.of > 0).map(of))
    }

    /// How much the effects of the second content are above those of the first.
    pub fn changes(&self) -> Vec<Effect> {
        judged(self.differences.iter().map(|(held, difference)| {
            let pairs = difference.wins.means().map(|mean| mean.of).iter().sum();
            (*held, pairs, [difference.wins.difference(), difference.vp.difference().times(1.0 / PARTS as f64)])
        }))
    }

    /// Whether a card is to be told of.
    pub fn is_told(&self, card: CardId) -> bool {
        self.only.is_none_or(|only| only == card)
    }
}

impl Card {
    /// The victory points that it changes in place of another.
    pub fn points(&self) -> Estimate {
        self.vp.estimate().times(1.0 / PARTS as f64)
    }
}

/// The effects with their marks, sorted.
fn judged(effects: impl Iterator<Item = (HandCard, i64, [Estimate; 2])>) -> Vec<Effect> {
    let effects: Vec<_> = effects.collect();
    let [wins, vp] = [0, 1].map(|which| {
        let estimates: Vec<Estimate> = effects.iter().map(|(.., both)| both[which]).collect();
        Judged::all(&estimates)
    });
    let both = wins.into_iter().zip(vp);
    let effect = |((held, pairs, _), (wins, vp))| Effect { held, pairs, wins, vp };
    let mut effects: Vec<Effect> = effects.into_iter().zip(both).map(effect).collect();
    effects.sort_by(|a, b| b.vp.estimate.mean.total_cmp(&a.vp.estimate.mean));
    effects
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
    /// How many more victory points it has, in parts of a point.
    pub vp: i64,
}
