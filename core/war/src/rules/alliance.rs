//! Indian alliances (5.53): the nations that an event calls join a side, or recover their strength.

use super::reinforcement;
use crate::decision::{self, Ask, Choices, Word};
use crate::pieces::{Nation, Pieces};
use crate::placement::Place;
use crate::sets::{PieceSet, SpaceSet};
use crate::side::Side;
use crate::state::State;
use crate::table::{Effects, Play, Table};

/// The units of these nations among others.
fn of_nations(units: PieceSet, nations: &[Nation]) -> PieceSet {
    let called = |nation: &Nation| nations.contains(nation);
    (units & Pieces::get().indians).filter(|unit| unit.facts().nation.as_ref().is_some_and(called))
}

/// The settlements of a nation (5.531).
pub fn settlements(nation: Nation) -> SpaceSet {
    of_nations(Pieces::get().indians, &[nation]).iter().filter_map(|unit| unit.facts().home).collect()
}

/// The units of these nations that are at hand and can come to their settlements.
pub fn joining(state: &State, side: Side, nations: &[Nation]) -> PieceSet {
    of_nations(reinforcement::at_hand(state, side), nations)
        .filter(|unit| unit.facts().home.is_some_and(|home| reinforcement::why_not_place(state, unit, home).is_none()))
}

/// For each point a unit of these nations joins a side at its settlement, or two reduced units are restored; the side
/// chooses, and may stop. Points that are left are lost.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nations_live_in_these_settlements_5_531() {
        let count = |nation| settlements(nation).len();
        assert_eq!([Nation::Northern, Nation::Western, Nation::PaysDEnHaut].map(count), [4, 3, 1]);
        assert_eq!([Nation::Iroquois, Nation::Mohawk, Nation::Cherokee].map(count), [5, 1, 0]);
    }
}
