//! What the random agent is reluctant to do: a game in which both sides demolish their own forts, march one regiment at
//! a time and avoid every siege would exercise few of the rules.

use crate::decision::{Ask, Choice, Decision, Word};
use crate::deck::EventKind;
use crate::map::Map;
use crate::pieces::Pieces;
use crate::sets::{CardId, PieceId, SpaceId};
use crate::view::View;

/// Once drawn, such a choice is made once in this many times; otherwise the agent draws again.
pub(crate) fn reluctance(view: &View<'_>, decision: &Decision, choice: Choice) -> u32 {
    let offered = |word| decision.choices.contains(&Choice::Word(word));
    match (&decision.ask, choice) {
        // It is offered before every card.
        (_, Choice::Word(Word::Demolish)) => 300,
        // Responses wait for their moments; stockades go to empty land.
        (Ask::Card, Choice::Card(card)) if is_response(view, card) => 6,
        (Ask::Stockade(_), Choice::Space(space)) if Map::get().cultivated.contains(space) => 6,
        (Ask::Member(_) | Ask::Activate(_), Choice::Word(Word::Done)) => 40,
        (Ask::March(mover), Choice::Word(Word::Stop)) if raids(view, *mover, view.space_of(*mover)) => 2,
        (Ask::March(_), Choice::Word(Word::Stop | Word::Drop)) => 24,
        (Ask::March(mover), choice)
            if !choice.space().is_some_and(|to| view.is_hostile(to)) && !raids(view, *mover, choice.space()) =>
        {
            4
        }
        (Ask::Action(_), Choice::Word(Word::Move | Word::Pass)) => 12,
        (Ask::Assault(_), Choice::Word(Word::Pass)) => 3,
        (Ask::Respond(_), Choice::Word(Word::Pass)) => 20,
        (Ask::Use(_), Choice::Word(word)) if word != Word::Event && offered(Word::Event) => 5,
        (Ask::Use(_), Choice::Word(Word::Individual)) if offered(Word::Force) => 3,
        (Ask::Commander(_), Choice::Piece(leader)) if !view.is_at_siege(leader) => 12,
        _ => 1,
    }
}

fn is_response(view: &View<'_>, card: CardId) -> bool {
    view.scripts().deck().card(card).is_some_and(|card| card.kind == EventKind::Response)
}

/// Whether a mover would raid a space if it stayed there.
fn raids(view: &View<'_>, mover: PieceId, space: Option<SpaceId>) -> bool {
    Pieces::get().auxiliaries.contains(mover) && space.is_some_and(|space| view.is_raid_target(space))
}
