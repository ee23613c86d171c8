//! Indian alliances (5.53): the nations that an event calls join a side, or recover their strength.

use super::refusal::refuse;
use super::reinforcement;
use crate::decision::{self, Ask, Choices, Word};
use crate::pieces::{Nation, Pieces};
use crate::placement::Place;
use crate::sets::{PieceId, PieceSet, SpaceSet};
use crate::side::Side;
use crate::state::State;
use crate::table::{Effects, Play, Table};
use wilderness_engine::Refusal;

/// The units of these nations within a set.
fn of_nations(units: PieceSet, nations: &[Nation]) -> PieceSet {
    let called = |nation: &Nation| nations.contains(nation);
    (units & Pieces::get().indians).filter(|unit| unit.facts().nation.as_ref().is_some_and(called))
}

/// The settlements of a nation (5.531).
pub fn settlements(nation: Nation) -> SpaceSet {
    of_nations(Pieces::get().indians, &[nation]).iter().filter_map(|unit| unit.facts().home).collect()
}

/// The units of these nations that are not in play and can enter at their settlements.
pub fn joining(state: &State, side: Side, nations: &[Nation]) -> PieceSet {
    of_nations(reinforcement::at_hand(state, side), nations).filter(|unit| why_not_join(state, unit).is_none())
}

/// Why an Indian unit that is not in play cannot join its side, if it cannot: it enters the game at its settlement
/// (5.522, 5.531).
fn why_not_join(state: &State, unit: PieceId) -> Option<Refusal> {
    match unit.facts().home {
        Some(home) => reinforcement::why_not_place(state, unit, home),
        None => refuse("5.531", "its nation has no settlement"),
    }
}

/// Why a piece cannot join a side or be restored by an event that names these nations, if it cannot, with these half
/// points left (5.531, 5.523).
fn why_not_answer(state: &State, side: Side, nations: &[Nation], halves: u8, piece: PieceId) -> Option<Refusal> {
    if !Pieces::get().indians.contains(piece) {
        return refuse("5.53", "the event brings and restores only Indian units");
    }
    if of_nations(PieceSet::one(piece), nations).is_empty() {
        return refuse("5.531", "the event does not name its nation");
    }
    if piece.side() != side {
        return refuse("5.531", format!("it is {}", piece.side()));
    }
    match state.pieces.at(piece) {
        Place::AtHand if halves < 2 => refuse("5.51", "not enough of the event's points are left"),
        Place::AtHand => why_not_join(state, piece),
        Place::Space(_) => reinforcement::why_not_restore(state, piece),
        _ => refuse("5.52", "it is out of the game"),
    }
}

/// For each point one unit of these nations joins a side at its settlement, or two reduced units are restored. The side
/// chooses, and may stop; unused points are lost.
pub fn call(table: &mut Table, side: Side, points: u8, nations: &[Nation]) -> Play<()> {
    let mut halves = 2 * points;
    while halves > 0 {
        let state = &table.state;
        let resting = of_nations(reinforcement::restorable(state, side), nations);
        let joining = if halves >= 2 { joining(state, side, nations) } else { PieceSet::EMPTY };
        if (joining | resting).is_empty() {
            break;
        }
        let question =
            format!("Which Indians join you (1 each) or are restored (½)? ({} left)", decision::points(halves));
        let prompt = Ask::Event(question.into());
        let choices = Choices::pieces(joining | resting).or(Word::Done);
        table.explain(|state, choice| why_not_answer(state, side, nations, halves, choice.piece()?));
        let Some(unit) = table.ask_piece(side, prompt, choices)? else { break };
        if let Some(home) = unit.facts().home.filter(|_| joining.contains(unit)) {
            reinforcement::place(table, unit, Place::Space(home))?;
            halves -= 2;
        } else {
            reinforcement::restore(table, unit);
            halves -= 1;
        }
    }
    Ok(())
}
