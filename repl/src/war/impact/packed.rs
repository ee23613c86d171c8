//! Base games and their pairs as lines of a file of rows.

use super::trial::{Pair, Sample, TrialEnd};
use super::uses::{HandCard, Uses};
use serde::{Deserialize, Serialize};
use wilderness_lab::units::narrow;
use wilderness_war::{CardId, Side};

/// A base game: its seed, the winner (0 for a draw, or the number of the side, from 1) and the victory points, what went
/// wrong, what became of the cards, the pairs, what events have brought sides, and what dice gave.
#[derive(Serialize, Deserialize)]
pub struct PackedSample(
    u64,
    (usize, i16),
    String,
    Vec<PackedUses>,
    Vec<PackedPair>,
    Vec<(String, usize, i64)>,
    #[serde(default)] Option<PackedLuck>,
);

/// What dice gave: in the base game; and for each pair, in the base game before the deal, and in the twin.
type PackedLuck = (i32, Vec<(i32, i32)>);

/// The card, the side, and how often it was dealt, an event, used to activate, used to build, held, wasted, and kept.
type PackedUses = (u8, usize, [i32; 7]);

/// The side, the cards of the base game and of the twin, and how the twin ended.
type PackedPair = (usize, u8, u8, (usize, i16));

fn side(number: usize) -> Result<Side, String> {
    Side::BOTH.get(number).copied().ok_or_else(|| format!("there is no side {number}"))
}

fn pack_end(end: TrialEnd) -> (usize, i16) {
    (end.winner.map_or(0, |side| side as usize + 1), end.vp)
}

fn unpack_end((winner, vp): (usize, i16), luck: i32) -> Result<TrialEnd, String> {
    Ok(TrialEnd { winner: winner.checked_sub(1).map(side).transpose()?, vp, luck: luck.into() })
}

impl From<Sample> for PackedSample {
    fn from(sample: Sample) -> PackedSample {
        let uses = sample.uses.iter().map(|(held, uses)| {
            let Uses { dealt, event, activation, construction, held: in_hand, wasted, kept } = *uses;
            let counts = [dealt, event, activation, construction, in_hand, wasted, kept];
            (held.card.0, held.side as usize, counts.map(narrow))
        });
        let pair = |pair: &Pair| (pair.side as usize, pair.card.0, pair.instead.0, pack_end(pair.twin));
        let (end, fault) = match &sample.end {
            Ok(end) => (pack_end(*end), String::new()),
            Err(fault) => ((0, 0), fault.clone()),
        };
        let pairs = sample.pairs.iter().map(pair).collect();
        let brought = sample.brought.into_iter().map(|((event, side), gained)| (event, side, gained)).collect();
        let base = sample.end.as_ref().map_or(0, |end| end.luck);
        let lucks = sample.pairs.iter().map(|pair| (narrow(pair.before), narrow(pair.twin.luck))).collect::<Vec<_>>();
        let is_known = base != 0 || lucks.iter().any(|luck| *luck != (0, 0));
        let luck = is_known.then(|| (narrow(base), lucks));
        PackedSample(sample.seed, end, fault, uses.collect(), pairs, brought, luck)
    }
}

impl TryFrom<PackedSample> for Sample {
    type Error = String;

    fn try_from(PackedSample(seed, end, fault, uses, pairs, brought, luck): PackedSample) -> Result<Sample, String> {
        let (base, lucks) = luck.unwrap_or_else(|| (0, vec![(0, 0); pairs.len()]));
        if lucks.len() != pairs.len() {
            return Err("it does not have the luck of each pair".into());
        }
        let end = if fault.is_empty() { Ok(unpack_end(end, base)?) } else { Err(fault) };
        let uses = uses.into_iter().map(|(card, of, counts)| {
            let [dealt, event, activation, construction, held, wasted, kept] = counts.map(i64::from);
            let uses = Uses { dealt, event, activation, construction, held, wasted, kept };
            Ok((HandCard { card: CardId(card), side: side(of)? }, uses))
        });
        let pairs = pairs.into_iter().zip(lucks).map(|((of, card, instead, twin), (before, luck))| {
            let (card, instead) = (CardId(card), CardId(instead));
            Ok(Pair { side: side(of)?, card, instead, twin: unpack_end(twin, luck)?, before: before.into() })
        });
        let (uses, pairs) = (uses.collect::<Result<_, String>>()?, pairs.collect::<Result<_, String>>()?);
        let brought = brought.into_iter().map(|(event, of, gained)| Ok(((event, side(of)? as usize), gained)));
        Ok(Sample { seed, end, uses, pairs, brought: brought.collect::<Result<_, String>>()? })
    }
}
