//! What a modifier is told of the case for which the rules compute something. What a case does not have is `()`, empty
//! or `"none"`.

use super::{MomentView, optional};
use crate::context::Context;
use crate::sets::PieceSet;
use crate::side::Side;
use rhai::plugin::*;
use rhai::{Dynamic, combine_with_exported_module};

pub(super) fn register(module: &mut Module) {
    combine_with_exported_module!(module, "context", functions);
}

/// What dice are rolled for that belong to no combat.
const SINGLE_ROLLS: [&str; 2] = ["siege", "raid"];

#[export_module]
mod functions {
    /// The side whose case it is.
    ///
    /// `at.side == Side::FRENCH`
    #[rhai_fn(get = "side", pure)]
    pub fn side(at: &mut Context) -> Side {
        at.side
    }

    /// Where it is.
    ///
    /// `at.space.is_cultivated`
    #[rhai_fn(get = "space", pure)]
    pub fn space(at: &mut Context) -> Dynamic {
        optional(at.space)
    }

    /// Where the pieces come from.
    ///
    /// `is_lake_shore(at.from, at.space)`
    #[rhai_fn(get = "from", pure)]
    pub fn from(at: &mut Context) -> Dynamic {
        optional(at.from)
    }

    /// The leaders and units of the side.
    ///
    /// `at.pieces.some(|unit| unit.is_drilled)`
    #[rhai_fn(get = "pieces", pure)]
    pub fn pieces(at: &mut Context) -> PieceSet {
        at.pieces
    }

    /// The leaders and units of the enemy.
    ///
    /// `at.enemies.some(|unit| unit.is_indian)`
    #[rhai_fn(get = "enemies", pure)]
    pub fn enemies(at: &mut Context) -> PieceSet {
        at.enemies
    }

    /// The leader that counts.
    ///
    /// `at.leader == piece("wolfe")`
    #[rhai_fn(get = "leader", pure)]
    pub fn leader(at: &mut Context) -> Dynamic {
        optional(at.leader)
    }

    /// The card.
    ///
    /// `at.card.number == 60`
    #[rhai_fn(get = "card", pure)]
    pub fn card(at: &mut Context) -> Dynamic {
        optional(at.card)
    }

    /// The event of the card, as the deck names it.
    ///
    /// `at.event == "foul-weather"`
    #[rhai_fn(get = "event", pure)]
    pub fn event(at: &mut Context) -> String {
        at.event.clone()
    }

    /// What is fought: "field", "sortie", "raid-militia" or "assault".
    ///
    /// `at.battle == "assault"`
    #[rhai_fn(get = "battle", pure)]
    pub fn battle(at: &mut Context) -> String {
        if SINGLE_ROLLS.contains(&at.kind) { "none".into() } else { at.kind.into() }
    }

    /// What the die is rolled for that may be rolled again: "fire", "siege" or "raid".
    ///
    /// `at.rolls_for == "siege"`
    #[rhai_fn(get = "rolls_for", pure)]
    pub fn rolls_for(at: &mut Context) -> String {
        if SINGLE_ROLLS.contains(&at.kind) { at.kind.into() } else { "fire".into() }
    }

    /// What is built: "stockade" or "fort".
    ///
    /// `at.works == "fort"`
    #[rhai_fn(get = "works", pure)]
    pub fn works(at: &mut Context) -> String {
        at.kind.into()
    }

    /// What the die shows that may be rolled again.
    ///
    /// `at.die == 1`
    #[rhai_fn(get = "die", pure)]
    pub fn die(at: &mut Context) -> Dynamic {
        at.die.map_or(Dynamic::UNIT, |die| i64::from(die).into())
    }

    /// Whether the side attacks.
    ///
    /// `at.is_attacker`
    #[rhai_fn(get = "is_attacker", pure)]
    pub fn is_attacker(at: &mut Context) -> bool {
        at.is_attacker
    }

    /// The moment at which a side may respond.
    ///
    /// `at.moment.kind == "surrender"`
    #[rhai_fn(get = "moment", pure)]
    pub fn moment(at: &mut Context) -> Dynamic {
        at.moment.clone().map_or(Dynamic::UNIT, |moment| Dynamic::from(MomentView(moment)))
    }
}
