//! What a side does not know: cards that it does not see, and pieces of kinds that are hidden.

use crate::rules::Tabletop;
use crate::state::{CardAt, PieceFacts, TabletopState, Version};
use std::collections::BTreeMap;
use wilderness_engine::plain::{Choice, Side};
use wilderness_engine::{Answer, Choice as _, Hidden, Side as _, Stream, Word};

/// Cards and pieces are hidden from those who do not see them.
pub struct Concealed;

/// What a side does not know, by numbers.
#[derive(Clone, Debug)]
pub struct Unknown {
    /// The cards that it has not known since the step began.
    cards: Vec<u8>,
    /// The cards that it no longer knows, because they were shuffled since.
    shuffled: Vec<u8>,
    /// The pieces of other sides whose kind it does not know, by side, those on the board apart from the others.
    pieces: Vec<Vec<u16>>,
    /// The ids of the cards, as answers name them.
    ids: Vec<Word>,
}

impl Unknown {
    /// What a side does not know, where the step began at `start`.
    pub fn to(side: Side, start: &TabletopState, now: &TabletopState) -> Unknown {
        let is_unknown = |state: &TabletopState, card: u8| !state.cards[usize::from(card)].known_to.has(side);
        let now_unknown = (0..now.cards.len() as u8).filter(|card| is_unknown(now, *card));
        let (cards, shuffled) = now_unknown.partition(|card| is_unknown(start, *card));
        let hides = |facts: &PieceFacts| usize::from(facts.side) != side.index() && !facts.known_to.has(side);
        let hidden = now.pieces.iter().zip(&start.pieces).zip(0..);
        // What has left the board is not imagined to be on it, nor the other way round: no game could go on like that.
        let mut pieces: BTreeMap<(u8, bool), Vec<u16>> = BTreeMap::new();
        for ((now, start), index) in hidden.filter(|((now, start), _)| hides(now) && hides(start)) {
            if now.side == start.side {
                pieces.entry((now.side, now.at.is_some())).or_default().push(index);
            }
        }
        Unknown { cards, shuffled, pieces: pieces.into_values().collect(), ids: Vec::new() }
    }
}

impl Unknown {
    /// Whether there is nothing that the side does not know.
    pub fn is_nothing(&self) -> bool {
        self.cards.is_empty() && self.pieces.iter().all(Vec::is_empty)
    }

    /// Whether a side has learned some of it.
    pub fn is_learned(&self, side: Side, now: &TabletopState) -> bool {
        let mut pieces = self.pieces.iter().flatten().map(|piece| now.pieces[usize::from(*piece)].known_to);
        let mut cards = self.cards.iter().map(|card| now.cards[usize::from(*card)].known_to);
        cards.any(|known_to| known_to.has(side)) || pieces.any(|known_to| known_to.has(side))
    }
}

/// These cards, each with the one that comes in its place.
fn exchanged(numbers: &[u8], chance: &mut Stream) -> BTreeMap<u8, u8> {
    let mut dealt = numbers.to_vec();
    dealt.sort_unstable();
    chance.shuffle(&mut dealt);
    numbers.iter().copied().zip(dealt).collect()
}

impl Hidden<Tabletop> for Concealed {
    type Knowledge = Unknown;

    fn knowledge(start: &TabletopState, now: &TabletopState, _: &[Answer<Tabletop>], side: Side) -> Unknown {
        Unknown { ids: now.ids.to_vec(), ..Unknown::to(side, start, now) }
    }

    fn deal_anew(
        start: &mut TabletopState,
        answers: &mut [Answer<Tabletop>],
        unknown: &Unknown,
        _: Side,
        chance: &mut Stream,
    ) {
        start.version = Version::new();
        // What comes out does not even depend on which of the cards lies where, so that games that differ only there are
        // imagined alike: cards are exchanged by their places, and drawn ones in the order in which they were drawn.
        let drawn = |card: u8| {
            let is_it = |answer: &Answer<Tabletop>| match answer {
                Answer::Draw { drawn, .. } => drawn.name() == unknown.ids[usize::from(card)].as_str(),
                _ => false,
            };
            answers.iter().position(is_it).unwrap_or(answers.len())
        };
        let mut lying = unknown.cards.clone();
        lying.sort_by_cached_key(|card| {
            let CardAt { pile, side, known_to } = start.cards[usize::from(*card)];
            (pile, side, known_to.0, drawn(*card))
        });
        let mut shuffled = unknown.shuffled.clone();
        shuffled.sort_by_cached_key(|card| drawn(*card));
        let dealt = exchanged(&lying, chance);
        let places: Vec<_> = dealt.keys().map(|card| start.cards[usize::from(*card)]).collect();
        for (instead, place) in dealt.values().zip(places) {
            start.cards[usize::from(*instead)] = place;
        }
        let mut dealt = dealt;
        dealt.extend(exchanged(&shuffled, chance));
        for answer in answers {
            let (Answer::Draw { drawn: named, .. } | Answer::Choice { choice: named, .. }) = answer else { continue };
            let card = unknown.ids.iter().position(|id| id.as_str() == named.name());
            if let Some(instead) = card.and_then(|card| dealt.get(&(card as u8))) {
                let token = format!("{}:{}", named.word(), unknown.ids[usize::from(*instead)]);
                *named = Choice::from_token(&token).unwrap_or(*named);
            }
        }
        for pieces in &unknown.pieces {
            deal_pieces(start, pieces, chance);
        }
    }

    fn is_asked_unseen(ask: &wilderness_engine::plain::Ask, _: Choice) -> bool {
        wilderness_engine::Question::is_secret(ask)
    }
}

/// Exchanges what pieces are; where each of them is all sides see.
fn deal_pieces(state: &mut TabletopState, pieces: &[u16], chance: &mut Stream) {
    let of_each = if state.pieces.is_empty() { 0 } else { state.piece_tracks.len() / state.pieces.len() };
    let tracks = |index: u16| usize::from(index) * of_each..(usize::from(index) + 1) * of_each;
    let facts = |index: &u16| (state.pieces[usize::from(*index)].kind, state.piece_tracks[tracks(*index)].to_vec());
    let mut dealt: Vec<(u8, Vec<i32>)> = pieces.iter().map(facts).collect();
    dealt.sort_unstable();
    chance.shuffle(&mut dealt);
    for (index, (kind, numbers)) in pieces.iter().zip(dealt) {
        state.pieces[usize::from(*index)].kind = kind;
        state.piece_tracks[tracks(*index)].copy_from_slice(&numbers);
    }
}
