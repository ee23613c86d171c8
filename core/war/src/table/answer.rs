//! The answers that a run knows: choices, dice and draws.

use crate::decision::{Ask, Choice, Word};
use crate::record::NAMED;
use crate::sets::PieceId;
use crate::side::Side;

/// What a die is rolled for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Throw {
    /// 6.71
    Interception,
    /// 6.8
    AvoidBattle,
    /// 7.5, 9.13: the attacker's fire.
    AttackerFire,
    /// 7.5, 9.13: the defender's fire.
    DefenderFire,
    /// 7.7, 10.32
    LeaderLoss,
    /// 8.23
    Siege,
    /// 10.3
    Raid,
    /// 5.5: for an event.
    Event,
}

impl Throw {
    /// All of them.
    pub const ALL: [Throw; 8] = [
        Throw::Interception,
        Throw::AvoidBattle,
        Throw::AttackerFire,
        Throw::DefenderFire,
        Throw::LeaderLoss,
        Throw::Siege,
        Throw::Raid,
        Throw::Event,
    ];

    /// What it is rolled for, in words.
    pub fn about(self) -> &'static str {
        match self {
            Throw::Interception => "to intercept, 6.71",
            Throw::AvoidBattle => "to avoid battle, 6.8",
            Throw::AttackerFire => "the attacker's fire, 7.5",
            Throw::DefenderFire => "the defender's fire, 7.5",
            Throw::LeaderLoss => "whether a leader is lost, 7.7",
            Throw::Siege => "the siege, 8.23",
            Throw::Raid => "the raid, 10.3",
            Throw::Event => "for the event, 5.5",
        }
    }

    /// The word used in records.
    pub fn kind(self) -> &'static str {
        match self {
            Throw::Interception => "interception",
            Throw::AvoidBattle => "avoid-battle",
            Throw::AttackerFire => "attacker-fire",
            Throw::DefenderFire => "defender-fire",
            Throw::LeaderLoss => "leader-loss",
            Throw::Siege => "siege",
            Throw::Raid => "raid",
            Throw::Event => "event",
        }
    }
}

/// What is drawn at random.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Draw {
    /// A card of the draw pile (5.21).
    Deal,
    /// A card of a hand, for an event.
    Hand,
    /// A leader of the British pool (5.55).
    Leader,
}

impl Draw {
    /// All of them.
    pub const ALL: [Draw; 3] = [Draw::Deal, Draw::Hand, Draw::Leader];

    /// The word used in records.
    pub fn kind(self) -> &'static str {
        match self {
            Draw::Deal => "deal",
            Draw::Hand => "hand",
            Draw::Leader => "leader",
        }
    }
}

/// An answer that is known: a choice somebody made, or a result of chance.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer {
    /// A choice.
    Choice {
        /// Who chose.
        side: Side,
        /// What was asked.
        ask: Ask,
        /// The answer.
        choice: Choice,
    },
    /// Which of several equal units was taken, though nobody was asked: a person had named it.
    Named {
        /// Whose unit.
        side: Side,
        /// What would have been asked.
        ask: Ask,
        /// The unit.
        piece: PieceId,
    },
    /// A die.
    Roll {
        /// What it was rolled for.
        throw: Throw,
        /// Its face, 1 to 6.
        die: u8,
    },
    /// Something drawn at random.
    Draw {
        /// What for.
        draw: Draw,
        /// The card or leader.
        drawn: Choice,
    },
}

impl Answer {
    /// Whether it is a result of chance.
    pub fn is_chance(&self) -> bool {
        matches!(self, Answer::Roll { .. } | Answer::Draw { .. })
    }

    /// Who chose; nobody in a result of chance.
    pub fn side(&self) -> Option<Side> {
        match self {
            Answer::Choice { side, .. } => Some(*side),
            Answer::Named { .. } | Answer::Roll { .. } | Answer::Draw { .. } => None,
        }
    }

    /// Whether it is a choice that both sides see: not a pass at a window, which would tell who holds no card, nor what is
    /// answered in secret (5.24, 13.3).
    pub fn is_public(&self) -> bool {
        match self {
            Answer::Choice { ask: Ask::Respond(_), choice, .. } => *choice != Choice::Word(Word::Pass),
            Answer::Choice { ask, .. } => !matches!(ask, Ask::Secret(_)),
            Answer::Named { .. } | Answer::Roll { .. } | Answer::Draw { .. } => false,
        }
    }

    /// The answer as a line of a record.
    pub fn line(&self) -> String {
        match self {
            Answer::Choice { side, ask, choice } => format!("{} {} {}", side.id(), ask.kind(), choice.token()),
            Answer::Named { side, ask, piece } => {
                format!("{NAMED} {} {} {}", side.id(), ask.kind(), Choice::Piece(*piece).token())
            }
            Answer::Roll { throw, die } => format!("roll {} {die}", throw.kind()),
            Answer::Draw { draw, drawn } => format!("draw {} {}", draw.kind(), drawn.token()),
        }
    }
}
