//! Calls every modifier of the scripts in force, as a trial does.

use super::Scripts;
use crate::context::Context;
use crate::map::Map;
use crate::moments::{BattleKind, Moment};
use crate::sets::SpaceSet;
use crate::side::Side;
use crate::state::State;
use crate::table::Play;
use std::rc::Rc;

/// In how many spaces of a side they are called.
const SPACES: usize = 4;

impl Scripts {
    /// Asks the scripts in force for every value that they could change.
    ///
    /// # Errors
    /// A script that fails, or that returns what the modifier cannot be.
    pub(crate) fn try_modifiers(&self, state: &State) -> Play<()> {
        self.first_side(state, Side::French)?;
        self.winner(state, None)?;
        for side in Side::BOTH {
            self.hand_size(state, side, 8)?;
            for card in self.deck().cards() {
                self.may_play(state, side, card.number)?;
                let (number, event) = (Some(card.number), card.event.clone());
                self.card_value(state, card.value, Context { card: number, event, ..Context::of(side) })?;
            }
            self.supply(state, side)?;
            self.also_asks(state, side, &Rc::new(Moment::PhaseEnd))?;
            for leader in state.on_map(side).leaders() {
                let space = state.pieces.space(leader);
                let at = Context { leader: Some(leader), space, ..Context::of(side) };
                self.initiative(state, leader.facts().initiative, at)?;
            }
            for space in state.pieces.held(side).iter().take(SPACES) {
                let enemies = state.in_space(space).of(side.enemy());
                let at = Context { from: Some(space), enemies, ..Context::at(side, space).with_stack(state) };
                self.try_in_space(state, at)?;
            }
        }
        Ok(())
    }

    /// The same for what concerns pieces in a space.
    fn try_in_space(&self, state: &State, at: Context) -> Play<()> {
        self.movement_of(state, at.clone())?;
        for kind in [BattleKind::Field, BattleKind::Sortie, BattleKind::RaidMilitia, BattleKind::Assault] {
            for is_attacker in [true, false] {
                self.fire(state, Context { kind: kind.id(), is_attacker, ..at.clone() })?;
            }
            self.losses(state, 2, Context { kind: kind.id(), ..at.clone() })?;
            self.reroll(state, Context { kind: kind.id(), die: Some(1), ..at.clone() })?;
        }
        self.siege(state, at.clone())?;
        self.raid(state, false, at.clone())?;
        self.interception(state, at.clone())?;
        self.avoidance(state, at.clone())?;
        self.attrition(state, true, at.clone())?;
        self.winter_losses(state, 1, at.clone())?;
        let near = at.space.map_or(SpaceSet::EMPTY, |space| Map::get().adjacent(space));
        self.retreat(state, near, &at)?;
        for kind in ["stockade", "fort"] {
            self.construction(state, near, &Context { kind, ..at.clone() })?;
        }
        for points in [1, -1] {
            self.points(state, points, at.clone())?;
        }
        Ok(())
    }
}
