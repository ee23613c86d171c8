//! Base games and their pairs as lines of a file of rows.

use super::trial::{Pair, Sample, TrialEnd};
use super::uses::{HandCard, Uses};
use serde::{Deserialize, Serialize};
use wilderness_lab::units::narrow;
use wilderness_war::{CardId, Side};

/// A base game: its seed, the winner (0 for a draw, or the number of the side, from 1) and the victory points, what went
/// wrong, what became of the cards, the pairs, and what events have brought sides.
#[derive(Serialize, Deserialize)]
pub struct PackedSample(u64, (usize, i16), String, Vec<PackedUses>, Vec<PackedPair>, Vec<(String, usize, i64)>);

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

fn unpack_end((winner, vp): (usize, i16)) -> Result<TrialEnd, String> {
    Ok(TrialEnd { winner: winner.checked_sub(1).map(side).transpose()?, vp })
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
        PackedSample(sample.seed, end, fault, uses.collect(), pairs, brought)
    }
}

impl TryFrom<PackedSample> for Sample {
    type Error = String;

    fn try_from(PackedSample(seed, end, fault, uses, pairs, brought): PackedSample) -> Result<Sample, String> {
        let end = if fault.is_empty() { Ok(unpack_end(end)?) } else { Err(fault) };
        let uses = uses.into_iter().map(|(card, of, counts)| {
            let [dealt, event, activation, construction, held, wasted, kept] = counts.map(i64::from);
            let uses = Uses { dealt, event, activation, construction, held, wasted, kept };
            Ok((HandCard { card: CardId(card), side: side(of)? }, uses))
        });
        let pairs = pairs.into_iter().map(|(of, card, instead, twin)| {
            Ok(Pair { side: side(of)?, card: CardId(card), instead: CardId(instead), twin: unpack_end(twin)? })
        });
        let (uses, pairs) = (uses.collect::<Result<_, String>>()?, pairs.collect::<Result<_, String>>()?);
        let brought = brought.into_iter().map(|(event, of, gained)| Ok(((event, side(of)? as usize), gained)));
        Ok(Sample { seed, end, uses, pairs, brought: brought.collect::<Result<_, String>>()? })
    }
}
