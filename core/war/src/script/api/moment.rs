//! Moments as scripts see them: `moment.kind`, and what the moment carries. What a moment does not carry is `()`.

use super::optional;
use crate::moments::{Capture, Moment};
use crate::sets::{PieceSet, SpaceId};
use crate::side::Side;
use rhai::plugin::*;
use rhai::{Dynamic, combine_with_exported_module};
use std::rc::Rc;

/// A moment, in the hands of a script.
#[derive(Clone)]
pub struct MomentView(pub(crate) Rc<Moment>);

impl MomentView {
    fn place(&self) -> Option<SpaceId> {
        match *self.0 {
            Moment::StepMade { to, .. } => Some(to),
            Moment::BattleEvents { space, .. }
            | Moment::BattleOver { space, .. }
            | Moment::BeforeSiegeRoll { space }
            | Moment::Surrender { space }
            | Moment::FortCaptured { space, .. }
            | Moment::BeforeRaidRoll { space, .. }
            | Moment::RaidedMarkerPlaced { space, .. } => Some(space),
            _ => None,
        }
    }

    fn forces(&self) -> (PieceSet, PieceSet) {
        match *self.0 {
            Moment::BattleEvents { attackers, defenders, .. } => (attackers, defenders),
            _ => (PieceSet::EMPTY, PieceSet::EMPTY),
        }
    }
}

pub(super) fn register(module: &mut Module) {
    combine_with_exported_module!(module, "moment", functions);
}

#[export_module]
mod functions {
    /// The name of the moment, as in `moments()`.
    ///
    /// `moment.kind == "battle_events"`
    #[rhai_fn(get = "kind", pure)]
    pub fn kind(moment: &mut MomentView) -> String {
        moment.0.kind().name().into()
    }

    /// Where it happens.
    ///
    /// `moment.space.is_cultivated`
    #[rhai_fn(get = "space", pure)]
    pub fn space(moment: &mut MomentView) -> Dynamic {
        optional(moment.place())
    }

    /// The space that a mover left.
    ///
    /// `is_lake_shore(moment.from, moment.space)`
    #[rhai_fn(get = "from", pure)]
    pub fn from(moment: &mut MomentView) -> Dynamic {
        match *moment.0 {
            Moment::StepMade { from, .. } => Dynamic::from(from),
            _ => Dynamic::UNIT,
        }
    }

    /// The card that is announced, or was played or discarded.
    ///
    /// `game.event_of(moment.card) == "british-regulars"`
    #[rhai_fn(get = "card", pure)]
    pub fn card(moment: &mut MomentView) -> Dynamic {
        match *moment.0 {
            Moment::Announced { card, .. } | Moment::EventPlayed { card } | Moment::CardDiscarded { card } => {
                Dynamic::from(card)
            }
            _ => Dynamic::UNIT,
        }
    }

    /// The side that plays the card which is announced, or that has raided.
    ///
    /// `moment.side == game.enemy`
    #[rhai_fn(get = "side", pure)]
    pub fn side(moment: &mut MomentView) -> Dynamic {
        match *moment.0 {
            Moment::Announced { side, .. } | Moment::RaidedMarkerPlaced { side, .. } => Dynamic::from(side),
            _ => Dynamic::UNIT,
        }
    }

    /// The winner of a battle.
    ///
    /// `moment.winner == game.side`
    #[rhai_fn(get = "winner", pure)]
    pub fn winner(moment: &mut MomentView) -> Dynamic {
        match *moment.0 {
            Moment::BattleOver { winner, .. } => Dynamic::from(winner),
            _ => Dynamic::UNIT,
        }
    }

    /// The leader that was drawn from the pool.
    ///
    /// `moment.leader == piece("wolfe")`
    #[rhai_fn(get = "leader", pure)]
    pub fn leader(moment: &mut MomentView) -> Dynamic {
        match *moment.0 {
            Moment::LeaderDrawn { leader } => Dynamic::from(leader),
            _ => Dynamic::UNIT,
        }
    }

    /// The raiders, units and leaders.
    ///
    /// `moment.raiders.some(|unit| unit.is_indian)`
    #[rhai_fn(get = "raiders", pure)]
    pub fn raiders(moment: &mut MomentView) -> PieceSet {
        match *moment.0 {
            Moment::BeforeRaidRoll { raiders, .. } => raiders,
            _ => PieceSet::EMPTY,
        }
    }

    /// Those who move or are about to.
    ///
    /// `moment.mover.some(|unit| unit.is_drilled)`
    #[rhai_fn(get = "mover", pure)]
    pub fn mover(moment: &mut MomentView) -> PieceSet {
        match *moment.0 {
            Moment::ActivationStart { mover } | Moment::MoveStart { mover, .. } | Moment::StepMade { mover, .. } => {
                mover
            }
            _ => PieceSet::EMPTY,
        }
    }

    /// Whether the mover may go by sea with the card played (6.41, 6.42).
    ///
    /// `moment.may_sail`
    #[rhai_fn(get = "may_sail", pure)]
    pub fn may_sail(moment: &mut MomentView) -> bool {
        matches!(*moment.0, Moment::MoveStart { may_sail: true, .. })
    }

    /// What is fought: "field", "sortie", "raid-militia" or "assault".
    ///
    /// `moment.battle != "assault"`
    #[rhai_fn(get = "battle", pure)]
    pub fn battle(moment: &mut MomentView) -> String {
        match *moment.0 {
            Moment::BattleEvents { kind, .. } => kind.id(),
            _ => "none",
        }
        .into()
    }

    /// The attackers of a combat, units and leaders.
    ///
    /// `moment.attackers.filter(|unit| unit.is_auxiliary).len()`
    #[rhai_fn(get = "attackers", pure)]
    pub fn attackers(moment: &mut MomentView) -> PieceSet {
        moment.forces().0
    }

    /// The defenders of a combat, units and leaders.
    ///
    /// `moment.defenders.filter(|unit| unit.is_auxiliary).len()`
    #[rhai_fn(get = "defenders", pure)]
    pub fn defenders(moment: &mut MomentView) -> PieceSet {
        moment.forces().1
    }

    /// Who of a side fights in a combat, units and leaders.
    ///
    /// `moment.fighters(game.side)`
    #[rhai_fn(pure)]
    pub fn fighters(moment: &mut MomentView, side: Side) -> PieceSet {
        let (attackers, defenders) = moment.forces();
        (attackers | defenders).of(side)
    }

    /// Whether a side attacks in a combat.
    ///
    /// `moment.is_attacker(game.side)`
    #[rhai_fn(pure)]
    pub fn is_attacker(moment: &mut MomentView, side: Side) -> bool {
        matches!(*moment.0, Moment::BattleEvents { attacker, .. } if attacker == side)
    }

    /// How a fortification fell: "assault", "surrender" or "entered".
    ///
    /// `moment.how`
    #[rhai_fn(get = "how", pure)]
    pub fn how(moment: &mut MomentView) -> String {
        match *moment.0 {
            Moment::FortCaptured { how: Capture::Assault, .. } => "assault",
            Moment::FortCaptured { how: Capture::Surrender, .. } => "surrender",
            Moment::FortCaptured { how: Capture::Entered, .. } => "entered",
            _ => "none",
        }
        .into()
    }

    /// The force that took a fortification, units and leaders.
    ///
    /// `moment.captors.some(|unit| unit.is_drilled)`
    #[rhai_fn(get = "captors", pure)]
    pub fn captors(moment: &mut MomentView) -> PieceSet {
        match *moment.0 {
            Moment::FortCaptured { captors, .. } => captors,
            _ => PieceSet::EMPTY,
        }
    }
}
