//! The moments at which scripts are asked: windows in which a side may respond with a card, and notices.

use crate::sets::{CardId, PieceId, PieceSet, SpaceId};
use crate::side::Side;

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

impl BattleKind {
    /// The word that scripts and JSON use.
    pub fn id(self) -> &'static str {
        match self {
            BattleKind::Field => "field",
            BattleKind::Sortie => "sortie",
            BattleKind::RaidMilitia => "raid-militia",
            BattleKind::Assault => "assault",
        }
    }
}

/// How a fortification changed hands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Capture {
    /// By assault (9.22).
    Assault,
    /// By surrender, intact.
    Surrender,
    /// A stockade, by entering it (6.51).
    Entered,
}

/// A moment of the game at which a card may be played or a script takes notice.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Moment {
    /// A game is about to begin: nothing has been dealt (13.3).
    GameStart,
    /// A new year begins.
    YearStart,
    /// The hands are about to be dealt (4.0 A.1).
    BeforeDeal,
    /// The hands have been dealt.
    AfterDeal,
    /// A card was played as an event, and has had its effect.
    EventPlayed {
        /// The card.
        card: CardId,
    },
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
        /// Whether it may go by sea with the card played (6.41, 6.42).
        may_sail: bool,
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
        /// The side that attacks.
        attacker: Side,
        /// The attacker.
        attackers: PieceSet,
        /// The defender.
        defenders: PieceSet,
    },
    /// A combat has a winner.
    BattleOver {
        /// Where.
        space: SpaceId,
        /// The winner.
        winner: Side,
    },
    /// The player has chosen a siege roll, and the die is not yet rolled (8.231).
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
        /// The force that took it.
        captors: PieceSet,
    },
    /// A raid is about to be resolved (10.3).
    BeforeRaidRoll {
        /// Where.
        space: SpaceId,
        /// The raiding side.
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

/// The kinds of moments, as scripts name them.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum MomentKind {
    /// [`Moment::GameStart`]
    GameStart,
    /// [`Moment::YearStart`]
    YearStart,
    /// [`Moment::BeforeDeal`]
    BeforeDeal,
    /// [`Moment::AfterDeal`]
    AfterDeal,
    /// [`Moment::EventPlayed`]
    EventPlayed,
    /// [`Moment::CardDiscarded`]
    CardDiscarded,
    /// [`Moment::ActivationStart`]
    ActivationStart,
    /// [`Moment::MoveStart`]
    MoveStart,
    /// [`Moment::StepMade`]
    StepMade,
    /// [`Moment::BattleEvents`]
    BattleEvents,
    /// [`Moment::BattleOver`]
    BattleOver,
    /// [`Moment::BeforeSiegeRoll`]
    BeforeSiegeRoll,
    /// [`Moment::Surrender`]
    Surrender,
    /// [`Moment::FortCaptured`]
    FortCaptured,
    /// [`Moment::BeforeRaidRoll`]
    BeforeRaidRoll,
    /// [`Moment::RaidedMarkerPlaced`]
    RaidedMarkerPlaced,
    /// [`Moment::LeaderDrawn`]
    LeaderDrawn,
    /// [`Moment::ActivationEnd`]
    ActivationEnd,
    /// [`Moment::PhaseEnd`]
    PhaseEnd,
    /// [`Moment::SeasonEnd`]
    SeasonEnd,
    /// [`Moment::YearEnd`]
    YearEnd,
}

impl MomentKind {
    /// All of them, with the name that scripts use and the words that finish "Do you play a card ...?".
    const ALL: [(MomentKind, &'static str, &'static str); 21] = [
        (MomentKind::GameStart, "game_start", "before the game"),
        (MomentKind::YearStart, "year_start", "as the year begins"),
        (MomentKind::BeforeDeal, "before_deal", "before the deal"),
        (MomentKind::AfterDeal, "after_deal", "after the deal"),
        (MomentKind::EventPlayed, "event_played", "after the event"),
        (MomentKind::CardDiscarded, "card_discarded", "as a card is discarded"),
        (MomentKind::ActivationStart, "activation_start", "before the enemy moves"),
        (MomentKind::MoveStart, "move_start", "before you move"),
        (MomentKind::StepMade, "step_made", "against this step of the enemy"),
        (MomentKind::BattleEvents, "battle_events", "for this combat"),
        (MomentKind::BattleOver, "battle_over", "after the battle"),
        (MomentKind::BeforeSiegeRoll, "before_siege_roll", "before the siege roll"),
        (MomentKind::Surrender, "surrender", "instead of the siege roll"),
        (MomentKind::FortCaptured, "fort_captured", "as your fortification falls"),
        (MomentKind::BeforeRaidRoll, "before_raid_roll", "against this raid"),
        (MomentKind::RaidedMarkerPlaced, "raided_marker_placed", "after the raid"),
        (MomentKind::LeaderDrawn, "leader_drawn", "as the leader is drawn"),
        (MomentKind::ActivationEnd, "activation_end", "at the end of the activation"),
        (MomentKind::PhaseEnd, "phase_end", "at the end of the action phase"),
        (MomentKind::SeasonEnd, "season_end", "at the end of the season"),
        (MomentKind::YearEnd, "year_end", "at the end of the year"),
    ];

    /// The name that scripts use.
    pub fn name(self) -> &'static str {
        MomentKind::ALL[self as usize].1
    }

    /// The words that finish "Do you play a card ...?".
    pub fn when(self) -> &'static str {
        MomentKind::ALL[self as usize].2
    }

    /// The kind with this name.
    pub fn from_name(name: &str) -> Option<MomentKind> {
        MomentKind::ALL.iter().find(|(_, known, _)| *known == name).map(|(kind, _, _)| *kind)
    }

    /// All kinds, in the order in which a year brings them.
    pub fn all() -> impl Iterator<Item = MomentKind> {
        MomentKind::ALL.iter().map(|(kind, _, _)| *kind)
    }

    /// Which side may respond.
    pub fn asked(self) -> &'static str {
        match self {
            MomentKind::YearStart | MomentKind::AfterDeal | MomentKind::LeaderDrawn => "the British",
            MomentKind::GameStart | MomentKind::BeforeDeal | MomentKind::SeasonEnd | MomentKind::YearEnd => {
                "the French"
            }
            MomentKind::EventPlayed => "the side that played it",
            MomentKind::CardDiscarded => "the side that discards it",
            MomentKind::ActivationStart | MomentKind::StepMade => "the enemy of the mover",
            MomentKind::MoveStart | MomentKind::ActivationEnd => "the side of the mover",
            MomentKind::BattleEvents => "the attacker, then the defender",
            MomentKind::BattleOver => "the attacker",
            MomentKind::BeforeSiegeRoll => "the besieger, then the besieged",
            MomentKind::Surrender => "the besieger",
            MomentKind::FortCaptured => "the side that lost it",
            MomentKind::BeforeRaidRoll | MomentKind::RaidedMarkerPlaced => "the enemy of the raiders",
            MomentKind::PhaseEnd => "the side whose action phase it was",
        }
    }

    /// The properties of the moment that mean something at it; what a moment does not carry is `()`, empty or "none".
    pub fn carries(self) -> &'static [&'static str] {
        match self {
            MomentKind::EventPlayed | MomentKind::CardDiscarded => &["kind", "card"],
            MomentKind::ActivationStart => &["kind", "mover"],
            MomentKind::MoveStart => &["kind", "mover", "may_sail"],
            MomentKind::StepMade => &["kind", "mover", "from", "space"],
            MomentKind::BattleEvents => {
                &["kind", "space", "battle", "attackers", "defenders", "fighters(side)", "is_attacker(side)"]
            }
            MomentKind::FortCaptured => &["kind", "space", "how", "captors"],
            MomentKind::BattleOver
            | MomentKind::BeforeSiegeRoll
            | MomentKind::Surrender
            | MomentKind::BeforeRaidRoll
            | MomentKind::RaidedMarkerPlaced => &["kind", "space"],
            MomentKind::GameStart
            | MomentKind::YearStart
            | MomentKind::BeforeDeal
            | MomentKind::AfterDeal
            | MomentKind::LeaderDrawn
            | MomentKind::ActivationEnd
            | MomentKind::PhaseEnd
            | MomentKind::SeasonEnd
            | MomentKind::YearEnd => &["kind"],
        }
    }

    /// The names of all kinds.
    pub fn names() -> impl Iterator<Item = &'static str> {
        MomentKind::ALL.iter().map(|(_, name, _)| *name)
    }
}

impl Moment {
    /// Its kind.
    pub fn kind(&self) -> MomentKind {
        match self {
            Moment::GameStart => MomentKind::GameStart,
            Moment::YearStart => MomentKind::YearStart,
            Moment::BeforeDeal => MomentKind::BeforeDeal,
            Moment::AfterDeal => MomentKind::AfterDeal,
            Moment::EventPlayed { .. } => MomentKind::EventPlayed,
            Moment::CardDiscarded { .. } => MomentKind::CardDiscarded,
            Moment::ActivationStart { .. } => MomentKind::ActivationStart,
            Moment::MoveStart { .. } => MomentKind::MoveStart,
            Moment::StepMade { .. } => MomentKind::StepMade,
            Moment::BattleEvents { .. } => MomentKind::BattleEvents,
            Moment::BattleOver { .. } => MomentKind::BattleOver,
            Moment::BeforeSiegeRoll { .. } => MomentKind::BeforeSiegeRoll,
            Moment::Surrender { .. } => MomentKind::Surrender,
            Moment::FortCaptured { .. } => MomentKind::FortCaptured,
            Moment::BeforeRaidRoll { .. } => MomentKind::BeforeRaidRoll,
            Moment::RaidedMarkerPlaced { .. } => MomentKind::RaidedMarkerPlaced,
            Moment::LeaderDrawn { .. } => MomentKind::LeaderDrawn,
            Moment::ActivationEnd => MomentKind::ActivationEnd,
            Moment::PhaseEnd => MomentKind::PhaseEnd,
            Moment::SeasonEnd => MomentKind::SeasonEnd,
            Moment::YearEnd => MomentKind::YearEnd,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_of_moment_is_listed_in_its_order() {
        for (index, (kind, name, _)) in MomentKind::ALL.iter().enumerate() {
            assert_eq!(*kind as usize, index);
            assert_eq!(MomentKind::from_name(name), Some(*kind));
        }
    }
}
