//! The moments at which scripts are asked: windows in which a side may respond with a card, and notices.

use crate::sets::{CardId, PieceId, PieceSet, SpaceId};
use crate::side::Side;
use wilderness_engine::language::MomentFacts;

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
    /// A card is about to be played as an event or a response.
    Announced {
        card: CardId,
        /// The side that plays it.
        side: Side,
    },
    /// A card was played as an event, and has had its effect.
    EventPlayed { card: CardId },
    /// A card reached the discard pile.
    CardDiscarded { card: CardId },
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
        attackers: PieceSet,
        defenders: PieceSet,
    },
    /// A combat has a winner.
    BattleOver {
        /// Where.
        space: SpaceId,
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
        /// The raiding side.
        side: Side,
    },
    /// The British drew a leader (5.55).
    LeaderDrawn { leader: PieceId },
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
    /// `Moment::GameStart`
    GameStart,
    /// `Moment::YearStart`
    YearStart,
    /// `Moment::BeforeDeal`
    BeforeDeal,
    /// `Moment::AfterDeal`
    AfterDeal,
    /// `Moment::Announced`
    Announced,
    /// `Moment::EventPlayed`
    EventPlayed,
    /// `Moment::CardDiscarded`
    CardDiscarded,
    /// `Moment::ActivationStart`
    ActivationStart,
    /// `Moment::MoveStart`
    MoveStart,
    /// `Moment::StepMade`
    StepMade,
    /// `Moment::BattleEvents`
    BattleEvents,
    /// `Moment::BattleOver`
    BattleOver,
    /// `Moment::BeforeSiegeRoll`
    BeforeSiegeRoll,
    /// `Moment::Surrender`
    Surrender,
    /// `Moment::FortCaptured`
    FortCaptured,
    /// `Moment::BeforeRaidRoll`
    BeforeRaidRoll,
    /// `Moment::RaidedMarkerPlaced`
    RaidedMarkerPlaced,
    /// `Moment::LeaderDrawn`
    LeaderDrawn,
    /// `Moment::ActivationEnd`
    ActivationEnd,
    /// `Moment::PhaseEnd`
    PhaseEnd,
    /// `Moment::SeasonEnd`
    SeasonEnd,
    /// `Moment::YearEnd`
    YearEnd,
}

impl MomentKind {
    /// All of them, in the order in which a year brings them.
    pub(super) const ALL: [MomentFacts<MomentKind>; 22] = [
        MomentFacts {
            kind: MomentKind::GameStart,
            name: "game_start",
            when: "before the game",
            asked: "the French",
            carries: &["kind"],
        },
        MomentFacts {
            kind: MomentKind::YearStart,
            name: "year_start",
            when: "as the year begins",
            asked: "the British",
            carries: &["kind"],
        },
        MomentFacts {
            kind: MomentKind::BeforeDeal,
            name: "before_deal",
            when: "before the deal",
            asked: "the French",
            carries: &["kind"],
        },
        MomentFacts {
            kind: MomentKind::AfterDeal,
            name: "after_deal",
            when: "after the deal",
            asked: "the British",
            carries: &["kind"],
        },
        MomentFacts {
            kind: MomentKind::Announced,
            name: "announced",
            when: "before the event has its effect",
            asked: "the enemy of the side that plays the event, then that side",
            carries: &["kind", "card", "side"],
        },
        MomentFacts {
            kind: MomentKind::EventPlayed,
            name: "event_played",
            when: "after the event",
            asked: "the side that played it",
            carries: &["kind", "card"],
        },
        MomentFacts {
            kind: MomentKind::CardDiscarded,
            name: "card_discarded",
            when: "as a card is discarded",
            asked: "the side that discards it",
            carries: &["kind", "card"],
        },
        MomentFacts {
            kind: MomentKind::ActivationStart,
            name: "activation_start",
            when: "before the enemy moves",
            asked: "the enemy of the mover",
            carries: &["kind", "mover"],
        },
        MomentFacts {
            kind: MomentKind::MoveStart,
            name: "move_start",
            when: "before you move",
            asked: "the side of the mover",
            carries: &["kind", "mover", "may_sail"],
        },
        MomentFacts {
            kind: MomentKind::StepMade,
            name: "step_made",
            when: "against this step of the enemy",
            asked: "the enemy of the mover",
            carries: &["kind", "mover", "from", "space"],
        },
        MomentFacts {
            kind: MomentKind::BattleEvents,
            name: "battle_events",
            when: "for this combat",
            asked: "the attacker, then the defender",
            carries: &["kind", "space", "battle", "attackers", "defenders", "fighters(side)", "is_attacker(side)"],
        },
        MomentFacts {
            kind: MomentKind::BattleOver,
            name: "battle_over",
            when: "after the battle",
            asked: "the attacker",
            carries: &["kind", "space", "winner"],
        },
        MomentFacts {
            kind: MomentKind::BeforeSiegeRoll,
            name: "before_siege_roll",
            when: "before the siege roll",
            asked: "the besieger, then the besieged",
            carries: &["kind", "space"],
        },
        MomentFacts {
            kind: MomentKind::Surrender,
            name: "surrender",
            when: "instead of the siege roll",
            asked: "the besieger",
            carries: &["kind", "space"],
        },
        MomentFacts {
            kind: MomentKind::FortCaptured,
            name: "fort_captured",
            when: "as your fortification falls",
            asked: "the side that lost it",
            carries: &["kind", "space", "how", "captors"],
        },
        MomentFacts {
            kind: MomentKind::BeforeRaidRoll,
            name: "before_raid_roll",
            when: "against this raid",
            asked: "the enemy of the raiders",
            carries: &["kind", "space", "raiders"],
        },
        MomentFacts {
            kind: MomentKind::RaidedMarkerPlaced,
            name: "raided_marker_placed",
            when: "after the raid",
            asked: "the enemy of the raiders",
            carries: &["kind", "space", "side"],
        },
        MomentFacts {
            kind: MomentKind::LeaderDrawn,
            name: "leader_drawn",
            when: "as the leader is drawn",
            asked: "the British",
            carries: &["kind", "leader"],
        },
        MomentFacts {
            kind: MomentKind::ActivationEnd,
            name: "activation_end",
            when: "at the end of the activation",
            asked: "the side of the mover",
            carries: &["kind"],
        },
        MomentFacts {
            kind: MomentKind::PhaseEnd,
            name: "phase_end",
            when: "at the end of the action phase",
            asked: "the side whose action phase it was",
            carries: &["kind"],
        },
        MomentFacts {
            kind: MomentKind::SeasonEnd,
            name: "season_end",
            when: "at the end of the season",
            asked: "the French",
            carries: &["kind"],
        },
        MomentFacts {
            kind: MomentKind::YearEnd,
            name: "year_end",
            when: "at the end of the year",
            asked: "the French",
            carries: &["kind"],
        },
    ];

    /// The name that scripts use.
    pub fn name(self) -> &'static str {
        MomentKind::ALL[self as usize].name
    }

    /// The words that finish "Do you play a card ...?".
    pub fn when(self) -> &'static str {
        MomentKind::ALL[self as usize].when
    }

    /// The kind with this name.
    pub fn from_name(name: &str) -> Option<MomentKind> {
        MomentKind::ALL.iter().find(|facts| facts.name == name).map(|facts| facts.kind)
    }

    /// All kinds, in the order in which a year brings them.
    pub fn all() -> impl Iterator<Item = MomentKind> {
        MomentKind::ALL.iter().map(|facts| facts.kind)
    }
}

impl Moment {
    pub fn kind(&self) -> MomentKind {
        match self {
            Moment::GameStart => MomentKind::GameStart,
            Moment::YearStart => MomentKind::YearStart,
            Moment::BeforeDeal => MomentKind::BeforeDeal,
            Moment::AfterDeal => MomentKind::AfterDeal,
            Moment::Announced { .. } => MomentKind::Announced,
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
