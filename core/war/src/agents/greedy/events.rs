//! Cards: when to respond, and what to answer to questions that a script asks in its own words.

use super::losses;
use super::reason::ChoiceReason;
use super::refuge;
use super::value;
use super::{Greedy, card_of, offered_pieces, offers};
use crate::decision::{Ask, Choice, Decision, Word};
use crate::moments::MomentKind;
use crate::sets::{CardId, PieceSet, SpaceId};
use crate::side::Side;
use crate::view::View;
use wilderness_engine::Stream;

impl Greedy {
    /// A window: which card is played in response.
    pub(super) fn respond(&mut self, view: &View<'_>, decision: &Decision, moment: MomentKind) -> Option<Choice> {
        let pass = Some(Choice::Word(Word::Pass));
        let cards = decision.choices.iter().filter_map(|choice| card_of(*choice));
        let lands = self.plan.as_ref().is_some_and(|plan| plan.missions.iter().any(|mission| mission.lands));
        let wanted = |card: &CardId| match moment {
            MomentKind::MoveStart => lands && view.scripts().lands(*card),
            MomentKind::ActivationStart => self.fears_a_march(view),
            MomentKind::Announced => answers(view, *card),
            _ => !view.scripts().lands(*card),
        };
        let best = cards.filter(wanted).max_by_key(|card| (worth(view, *card), std::cmp::Reverse(*card)));
        match best {
            Some(card) => {
                self.why = ChoiceReason::Response(card, moment);
                Some(Choice::Card(card))
            }
            None => pass,
        }
    }

    /// Whether some army of the enemy could do harm if it marched: which of them is about to is unknown.
    fn fears_a_march(&self, view: &View<'_>) -> bool {
        let enemy = view.side().enemy();
        let armies = view.held(enemy).filter(|space| {
            let pieces = view.outside(enemy, space);
            !pieces.leaders().is_empty() && pieces.drilled().len() >= 4
        });
        !armies.is_empty() && view.hand().len() <= 4
    }

    /// What a script asks: what the plan knows, or else what seems sensible.
    pub(super) fn event(&mut self, _: &View<'_>, decision: &Decision) -> Option<Choice> {
        let missions = self.plan.as_ref().map(|plan| plan.missions.as_slice()).unwrap_or_default();
        let landing = missions.iter().find(|mission| mission.lands)?;
        decision.choices.iter().copied().find(|choice| choice.space() == Some(landing.to))
    }
}

/// The value of a card's event to this side.
fn worth(view: &View<'_>, card: CardId) -> u8 {
    worth_to(view, view.side(), card)
}

fn worth_to(view: &View<'_>, side: Side, card: CardId) -> u8 {
    view.scripts().deck().card(card).map_or(0, |card| card.worth[side])
}

/// Whether a card is well spent on the event that is announced: that event is worth at least as much to its player as
/// the card is on average.
fn answers(view: &View<'_>, card: CardId) -> bool {
    view.last_played().is_none_or(|(announced, side)| worth_to(view, side, announced) >= worth(view, card))
}

/// An answer to a question without a rule of its own, by the kind of its choices. Where the player may stop after any
/// number of pieces, choosing them is an advantage; where friendly pieces must be named they are lost, unless all of
/// them are reduced.
pub fn general(view: &View<'_>, decision: &Decision, stream: &mut Stream) -> Choice {
    let choice = by_kind(view, decision).filter(|choice| decision.choices.contains(choice));
    choice.unwrap_or_else(|| {
        // Nothing is demolished unless it must be.
        let sound = |choice: &&Choice| **choice != Choice::Word(Word::Demolish);
        let count = decision.choices.iter().filter(sound).count().max(1);
        let nth = stream.below(count as u32) as usize;
        decision.choices.iter().filter(sound).nth(nth).copied().unwrap_or(decision.choices[0])
    })
}

fn by_kind(view: &View<'_>, decision: &Decision) -> Option<Choice> {
    let pieces = offered_pieces(decision);
    if !pieces.is_empty() {
        return pieces_of(view, decision, pieces);
    }
    if decision.choices.iter().any(|choice| card_of(*choice).is_some()) {
        return cards(view, decision);
    }
    if decision.choices.iter().any(|choice| choice.space().is_some()) {
        return spaces(view, decision);
    }
    options(decision)
}

fn pieces_of(view: &View<'_>, decision: &Decision, pieces: PieceSet) -> Option<Choice> {
    let own = pieces.of(view.side());
    if own.is_empty() {
        return losses::dearest(view, decision);
    }
    let gains = offers(decision, Word::Done) || own.within(view.reduced());
    if gains { losses::dearest(view, decision) } else { losses::cheapest(view, decision) }
}

/// Gives up the side's own cards, and takes others.
fn cards(view: &View<'_>, decision: &Decision) -> Option<Choice> {
    let cards = || decision.choices.iter().filter_map(|choice| card_of(*choice));
    let value = |card: &CardId| (worth(view, *card), view.scripts().deck().value(*card));
    let own = cards().any(|card| view.hand().contains(card));
    let card = if own { cards().min_by_key(value) } else { cards().max_by_key(value) };
    card.map(Choice::Card)
}

/// Strikes enemies where they are worth most, and places friendly pieces where they serve best.
fn spaces(view: &View<'_>, decision: &Decision) -> Option<Choice> {
    let enemies = |space: SpaceId| value::pieces(view, view.in_space(space).of(view.side().enemy()).units());
    let score = |choice: &Choice| {
        let Some(space) = choice.space() else { return f32::MIN };
        let besieged =
            if view.besieged_spaces().contains(space) { value::prize(view, view.side(), space) } else { 0.0 };
        match enemies(space) {
            0.0 => refuge::post(view, None, space) + besieged,
            worth => worth + besieged,
        }
    };
    decision.choices.iter().copied().max_by(|a, b| score(a).total_cmp(&score(b)))
}

/// Among options, the first that is a word; among numbers alone, the lowest. That ends any bidding.
fn options(decision: &Decision) -> Option<Choice> {
    let is_number = |choice: &Choice| matches!(choice, Choice::Option(label) if label.as_str().parse::<u32>().is_ok());
    if !decision.choices.iter().any(|choice| matches!(choice, Choice::Option(_))) {
        return None;
    }
    let named = |choice: &&Choice| matches!(choice, Choice::Option(_)) && !is_number(choice);
    let die = matches!(decision.ask, Ask::Die(_));
    decision.choices.iter().find(named).or(decision.choices.first()).copied().filter(|_| !die)
}
