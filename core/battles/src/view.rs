//! What a side sees of a battle.

use crate::battle::Battle;
use crate::game::{FrenchAndIndianWarBattles, Game};
use crate::invariants;
use crate::position::Position;
use crate::script::Battles;
use crate::side::Side;
use crate::state::{State, Step};
use std::rc::Rc;
use wilderness_engine::{Answer, Known, Seen, Situation};

/// What one side sees: everything but the enemy's markers.
pub struct View<'a> {
    seen: Seen<'a, FrenchAndIndianWarBattles>,
    known: &'a Known<FrenchAndIndianWarBattles>,
    side: Side,
}

impl<'a> View<'a> {
    /// What a side sees of a table.
    pub(crate) fn new(
        seen: Seen<'a, FrenchAndIndianWarBattles>,
        known: &'a Known<FrenchAndIndianWarBattles>,
        side: Side,
    ) -> View<'a> {
        View { seen, known, side }
    }

    /// Whose view it is.
    pub fn side(&self) -> Side {
        self.side
    }

    /// The battles of the content that is played.
    pub(crate) fn battles(&self) -> &'a Rc<Battles> {
        self.seen.scripts
    }

    /// The side's situation, for playing out imagined battles.
    pub(crate) fn situation(&self) -> Option<Situation<FrenchAndIndianWarBattles>> {
        Situation::new(self.seen, self.known, self.side)
    }

    /// Where everything stands, the enemy's markers too: for who does not look at them.
    pub(crate) fn seen_state(&self) -> &State {
        self.seen.state
    }

    /// The answers since the current step began.
    pub(crate) fn answers_of_step(&self) -> &[Answer<FrenchAndIndianWarBattles>] {
        self.known.used_since(self.seen.start.map_or(0, |(_, known)| *known))
    }

    /// The battle.
    pub fn battle(&self) -> &Battle {
        self.seen.scenario
    }

    /// Where everything stands, with the enemy's markers taken away.
    pub fn state(&self) -> State {
        let mut state = self.seen.state.clone();
        state.markers[self.side.enemy()].clear();
        state
    }

    /// Where everything stands in a game, without the hidden markers of either side.
    pub fn public(game: &Game) -> State {
        let mut state = game.view(game.now().active()).seen_state().clone();
        Side::BOTH.into_iter().for_each(|side| state.markers[side].clear());
        state
    }

    /// Where everything stands, as a position without the enemy's markers; as far as a position can hold it.
    pub fn position(&self) -> Position {
        Position::nearest(self.battle(), &self.state())
    }

    /// The same with the markers of both sides.
    pub fn full_position(game: &Game) -> Position {
        let view = game.view(game.now().active());
        Position::nearest(view.battle(), view.seen_state())
    }

    /// Why no battle can start from the position, if none can.
    pub fn unsettled(&self) -> Option<String> {
        if !self.answers_of_step().is_empty() {
            return Some("a move, an attack or a retreat is going on".into());
        }
        match Position::from_state(self.battle(), self.seen.state) {
            // The last Rally Phase.
            Err(_) if matches!(self.seen.state.step, Step::Over(_)) => None,
            Ok(_) => invariants::broken_in_play(self.battle(), self.seen.state),
            Err(faults) => faults.iter().next().map(|fault| fault.message().to_string()),
        }
    }

    /// What does not fit together in the position, if anything does not.
    pub fn broken_invariant(&self) -> Option<String> {
        invariants::broken(self.battle(), self.seen.state)
    }
}
