//! What a side knows of the hidden cards, and dealing them anew: the game of the engine's imagined games.

use crate::chance::Draw;
use crate::decision::Choice;
use crate::sets::{CardId, CardSet};
use crate::side::Side;
use crate::state::State;
use crate::table::Answer;
use crate::war::War;
use wilderness_engine::Stream;

/// The situation of a side that decides: see [`wilderness_engine::Situation`].
pub type Situation = wilderness_engine::Situation<War>;

/// The cards of which a side knows where they are, now or at the start of the step.
pub(crate) fn knowledge(start: &State, now: &State, since: &[Answer], side: Side) -> CardSet {
    let enemy = side.enemy();
    // Wherever else a card lies, or if it is being played, the side has seen it.
    let pile: CardSet = now.draw_pile.iter().copied().collect();
    let hidden = pile | (now.hands[enemy] - now.known_cards(enemy));
    let dealt: CardSet = start.draw_pile.iter().copied().collect();
    let mut known = (dealt | start.hands[enemy]) - hidden;
    known |= start.hands[side] | start.discard | start.removed | start.known_cards(enemy);
    for answer in since {
        match answer {
            Answer::Choice { choice: Choice::Card(card), .. } => known.insert(*card),
            Answer::Draw { draw: Draw::Hand, drawn: Choice::Card(card) } => known.insert(*card),
            _ => {}
        }
    }
    known
}

/// Deals the cards anew that a side cannot see. What comes out does not depend on where they really are.
pub(crate) fn deal_anew(start: &mut State, answers: &mut [Answer], known: CardSet, side: Side, chance: &mut Stream) {
    let enemy = side.enemy();
    let hidden = |card: &CardId| !known.contains(*card);
    let lying: Vec<CardId> = start.hands[enemy].iter().chain(start.draw_pile.iter().copied()).filter(hidden).collect();
    let mut dealt = lying.clone();
    dealt.sort_unstable();
    chance.shuffle(&mut dealt);
    let pairs: Vec<(CardId, CardId)> = lying.into_iter().zip(dealt).collect();
    let instead = |card: CardId| pairs.iter().find(|(lying, _)| *lying == card).map_or(card, |(_, instead)| *instead);
    start.hands[enemy] = start.hands[enemy].iter().map(instead).collect();
    start.draw_pile.iter_mut().for_each(|card| *card = instead(*card));
    for answer in answers {
        if let Answer::Draw { draw: Draw::Deal, drawn: Choice::Card(card) } = answer {
            *card = instead(*card);
        }
    }
}
