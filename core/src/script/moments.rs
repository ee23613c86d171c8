//! The moments at which scripts are asked: windows in which a side may respond with a card, and notices.

use crate::sets::{CardId, PieceId, PieceSet, SpaceId};
use crate::side::Side;
use crate::table::{Play, Table};

/// What is fought.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BattleKind {
    /// A battle of a force or piece that moved in, relief of a siege included (7.1, 8.251).
    Field,
    /// Besieged pieces attack the besiegers (8.25).
    Sortie,
    /// Raiders attack the militia that defend a stockade (10.21).
    RaidMilitia,
    /// An assault (9.0).
    Assault,
}

/// How a fortification changed hands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Capture {
    /// By assault (9.22).
    Assault,
    /// A stockade, by entering it (6.51).
    Entered,
}

/// A moment of the game at which a card may be played or a script takes notice.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Moment {
    /// A new year begins.
    YearStart,
    /// The hands are about to be dealt (4.0 A.1).
    BeforeDeal,
    /// The hands have been dealt.
    AfterDeal,
    /// A card reached the discard pile.
    CardDiscarded {
        /// The card.
        card: CardId,
    },
    /// A mover was named and is about to move.
    ActivationStart {
        /// Its pieces.
        mover: PieceSet,
    },
    /// The mover is about to take its first step.
    MoveStart {
        /// Its pieces.
        mover: PieceSet,
    },
    /// The mover made a step; nothing has followed from it yet.
    StepMade {
        /// Its pieces.
        mover: PieceSet,
        /// Where it came from.
        from: SpaceId,
        /// Where it is.
        to: SpaceId,
    },
    /// The sides may play cards for the combat (7.2 B).
    BattleEvents {
        /// What is fought.
        kind: BattleKind,
        /// Where.
        space: SpaceId,
        /// Who attacks.
        attackers: PieceSet,
        /// Who defends.
        defenders: PieceSet,
    },
    /// A combat has a winner.
    BattleOver {
        /// Where.
        space: SpaceId,
        /// Who won.
        winner: Side,
    },
    /// A siege was chosen, the die is not yet rolled (8.231).
    BeforeSiegeRoll {
        /// Where.
        space: SpaceId,
    },
    /// After it: the moment to surrender.
    Surrender {
        /// Where.
        space: SpaceId,
    },
    /// A fortification fell.
    FortCaptured {
        /// Where.
        space: SpaceId,
        /// How.
        how: Capture,
    },
    /// A raid is about to be resolved (10.3).
    BeforeRaidRoll {
        /// Where.
        space: SpaceId,
        /// Who raids.
        raiders: PieceSet,
    },
    /// A Raided marker was placed (10.31).
    RaidedMarkerPlaced {
        /// Where.
        space: SpaceId,
    },
    /// The British drew a leader (5.55).
    LeaderDrawn {
        /// The leader.
        leader: PieceId,
    },
    /// An activation is over.
    ActivationEnd,
    /// An action phase is over.
    PhaseEnd,
    /// A season is over.
    SeasonEnd,
    /// A year is over.
    YearEnd,
}

/// Whoever answers at the moments of a game.
pub trait Responder {
    /// Lets a side respond at a moment, through the table's own questions.
    ///
    /// # Errors
    /// As the questions asked.
    fn respond(&self, table: &mut Table, side: Side, moment: &Moment) -> Play<()>;
}
