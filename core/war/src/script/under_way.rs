//! What is under way while a script acts: the moments that it is called at, one within the other. They tell which
//! spaces housekeeping leaves alone for now, and which pieces are moving, fighting or raiding, so that no event takes
//! them away.

use crate::moments::{Capture, Moment};
use crate::rules::housekeeping::{Advance, Around};
use crate::sets::{PieceId, PieceSet, SpaceSet};
use crate::table::Table;

/// What is under way at a table.
pub trait UnderWay {
    /// The moment at which the running script is called; none if it is an event played instead of an activation.
    fn moment(&self) -> Option<&Moment>;

    /// What housekeeping leaves alone while this is under way.
    fn around(&self) -> Around;

    /// The spaces in which not everything has followed yet from what is under way.
    fn unsettled(&self) -> SpaceSet;

    /// Whether pieces are about to move, or are moving, fighting or raiding.
    fn is_in_action(&self) -> bool;

    /// The pieces that are about to move, or are moving, fighting, besieging or raiding: the rules count on them until
    /// they are done.
    fn engaged(&self) -> PieceSet;
}

impl UnderWay for Table {
    fn moment(&self) -> Option<&Moment> {
        self.within.under_way.last().map(AsRef::as_ref)
    }

    fn around(&self) -> Around {
        let mut around = Around::default();
        for moment in &self.within.under_way {
            match **moment {
                Moment::StepMade { mover, from, to } => {
                    let side = mover.first().map_or(self.state.active, PieceId::side);
                    around = Around::contested(Advance { side, from, to });
                }
                Moment::FortCaptured { how: Capture::Surrender, .. } => {} // everything has followed by then
                Moment::BattleEvents { space, .. }
                | Moment::BattleOver { space, .. }
                | Moment::FortCaptured { space, .. }
                | Moment::BeforeRaidRoll { space, .. }
                | Moment::RaidedMarkerPlaced { space, .. } => around.contested = Some(space),
                _ => {}
            }
        }
        around
    }

    fn unsettled(&self) -> SpaceSet {
        let Around { contested, advance } = self.around();
        contested.into_iter().chain(advance.map(|advance| advance.from)).collect()
    }

    fn is_in_action(&self) -> bool {
        self.around().contested.is_some()
            || (self.within.under_way.iter())
                .any(|moment| matches!(**moment, Moment::ActivationStart { .. } | Moment::MoveStart { .. }))
    }

    fn engaged(&self) -> PieceSet {
        let in_space = |space| self.state.in_space(space);
        // With the fortification the siege is over.
        let besieges = !self.within.under_way.iter().any(|moment| matches!(**moment, Moment::FortCaptured { .. }));
        self.within.under_way.iter().fold(PieceSet::EMPTY, |all, moment| {
            all | match **moment {
                Moment::ActivationStart { mover } | Moment::MoveStart { mover, .. } => mover,
                Moment::StepMade { mover, .. } => mover,
                Moment::BattleEvents { attackers, defenders, .. } => attackers | defenders,
                Moment::BeforeRaidRoll { raiders, .. } => raiders,
                Moment::BattleOver { space, .. } | Moment::RaidedMarkerPlaced { space, .. } => in_space(space),
                Moment::BeforeSiegeRoll { space } | Moment::Surrender { space } if besieges => in_space(space),
                _ => PieceSet::EMPTY,
            }
        })
    }
}
