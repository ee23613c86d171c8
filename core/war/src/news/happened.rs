//! The kinds of things that happen.

use super::{Roll, Topic};
use crate::map::Department;
use crate::moments::BattleKind;
use crate::news::Modifiers;
use crate::placement::Place;
use crate::sets::{CardId, PieceId, PieceSet, SpaceId};
use crate::side::PerSide;
use crate::state::{Assemblies, Season, Until, Victory};
use crate::way::Way;
use std::sync::Arc;
use strum::{Display, IntoStaticStr};

/// A card with the name it had when it was reported.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CardName {
    /// Its number.
    pub card: CardId,
    /// Its name; none if the deck has no such card.
    pub name: Option<Arc<str>>,
}

/// What a card is played for (5.26).
#[derive(Clone, Copy, PartialEq, Eq, Debug, IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
pub enum Purpose {
    /// Its event (5.5).
    Event,
    /// Activating a force (5.34).
    Force,
    /// Activating individually (5.33).
    Individual,
    /// Building stockades (5.4).
    Stockades,
    /// Building forts (5.4).
    Forts,
}

/// What becomes of a card otherwise.
#[derive(Clone, Copy, PartialEq, Eq, Debug, IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
pub enum CardFate {
    /// It is played as a response (5.56).
    #[strum(serialize = "card-responded")]
    Response,
    /// It is out of the game (5.23).
    #[strum(serialize = "card-out-of-game")]
    OutOfGame,
    /// It is taken from the discard pile (5.22).
    #[strum(serialize = "card-taken")]
    Taken,
    /// It is discarded by an event (5.22).
    #[strum(serialize = "card-discarded")]
    Discarded,
    /// Its event is cancelled, and it is discarded.
    #[strum(serialize = "card-cancelled")]
    Cancelled,
    /// It is handed over to the other side.
    #[strum(serialize = "card-handed-over")]
    HandedOver,
}

/// Something built on the map.
#[derive(Clone, Copy, PartialEq, Eq, Debug, IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
pub enum Structure {
    /// A stockade.
    Stockade,
    /// A finished fort.
    Fort,
    /// A fort under construction.
    FortUnderConstruction,
    /// A fortress.
    Fortress,
    /// Fieldworks (7.55).
    Fieldworks,
}

/// What happens to a structure.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Display, IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
pub enum WorksFate {
    /// Its construction begins, or it is built at once (5.4).
    Built,
    /// It is demolished by its owner (5.46).
    Demolished,
    /// It is destroyed by the enemy.
    Destroyed,
    /// It is taken by the enemy.
    Captured,
    /// It is taken by assault, and becomes a fort under construction of its captor (9.22).
    #[strum(serialize = "captured")]
    Damaged,
    /// It is taken off the map by an event.
    Removed,
}

/// Why pieces go to a space without marching there.
#[derive(Clone, Copy, PartialEq, Eq, Debug, IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
pub enum Errand {
    /// They avoid battle (6.8).
    #[strum(serialize = "avoided")]
    Avoid,
    /// They have lost a battle (7.91).
    #[strum(serialize = "retreated")]
    Retreat,
    /// Leaders without units are displaced (6.53).
    #[strum(serialize = "withdrew")]
    Withdraw,
    /// They go home (10.4).
    #[strum(serialize = "went-home")]
    Home,
    /// An event moves them.
    #[strum(serialize = "moved-by-event")]
    Event,
    /// Their fortification has surrendered (8.231).
    #[strum(serialize = "left-surrendered")]
    Surrender,
}

/// Why points are scored.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Why {
    /// A structure is destroyed, demolished or captured (5.45, 5.46, 6.51, 9.22).
    Works(Structure, WorksFate),
    /// A battle is won (7.81).
    BattleWon,
    /// A captured fortress is left empty (8.24).
    LeftByCaptor,
    /// Niagara or Ohio Forks changes hands (13.23).
    ChangedHands,
    /// This many Raided markers (13.22).
    RaidedMarkers(usize),
    /// What a script says.
    Said(String),
}

/// What happened. The [`NewsEntry`](super::NewsEntry) has the side, space and rule.
#[derive(Clone, PartialEq, Eq, Debug, IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
pub enum Happened {
    /// A season begins (4.0).
    #[strum(serialize = "season")]
    SeasonBegan {
        /// The season that begins.
        season: Season,
        /// Its year.
        year: u16,
    },
    /// Cards are dealt (5.21).
    Dealt {
        /// How many cards each side is dealt.
        cards: PerSide<u8>,
    },
    /// The discard pile is shuffled into a new draw pile (5.25).
    Reshuffled,
    /// The deck is to be shuffled at the end of the season (5.25).
    ReshuffleDue,
    /// A side passes and holds its last card (4.0).
    Held,
    /// The players exchange sides (13.3).
    SidesExchanged,
    /// The game is over (13.1).
    GameOver {
        /// The winner, and the reason.
        victory: Victory,
    },
    /// A card is played (5.26).
    CardPlayed {
        /// The card.
        card: CardName,
        /// Its activation value.
        value: u8,
        /// What it is played for.
        purpose: Purpose,
    },
    /// Something else becomes of a card.
    CardMoved {
        /// The card.
        card: CardName,
        /// What becomes of it.
        fate: CardFate,
    },
    /// A marker of an event is placed (5.51).
    MarkerPlaced {
        /// Its id.
        marker: Arc<str>,
        /// What it lasts until.
        until: Until,
    },
    /// A marker of an event is taken away (5.51).
    MarkerRemoved {
        /// Its id.
        marker: Arc<str>,
    },
    /// A marker of an event gets a number, or another one (5.51).
    NumberSet {
        /// Its id.
        marker: Arc<str>,
        /// The number.
        number: i64,
    },
    /// A die is rolled for an event, or for an optional rule.
    EventDie {
        /// The number on the die.
        die: u8,
        /// Whether it is rolled for an event.
        is_event: bool,
    },
    /// What a script says.
    Said {
        /// What it says.
        text: String,
    },
    /// A piece is placed (5.52).
    Placed {
        /// The piece.
        piece: PieceId,
        /// Where it is placed.
        place: Place,
    },
    /// No space is open to units that would enter the game (5.522).
    NotReceived {
        /// The units.
        units: PieceSet,
    },
    /// Units are flipped back to full strength (5.523).
    Restored {
        /// The units.
        units: PieceSet,
    },
    /// A leader is drawn from the pool (5.55).
    LeaderDrawn {
        /// The leader.
        leader: PieceId,
    },
    /// A leader goes back to the pool (5.55).
    LeaderPutBack {
        /// The leader.
        leader: PieceId,
    },
    /// A leader is recalled for one with the same command rating, and out of the game (5.55).
    LeaderRecalled {
        /// The leader.
        leader: PieceId,
    },
    /// Leaders join the pool (5.55).
    PoolJoined {
        /// The leaders.
        leaders: PieceSet,
    },
    /// Two leaders change places.
    LeadersSwapped {
        /// Each with the space where he is now.
        leaders: [(PieceId, SpaceId); 2],
    },
    /// The willingness of the Provincial Assemblies changes (5.54).
    #[strum(serialize = "assemblies")]
    AssembliesShifted {
        /// What they are now.
        willingness: Assemblies,
    },
    /// No leader is left to activate (5.34).
    NoCommander,
    /// Pieces are activated (5.33, 5.34).
    Activated {
        /// The pieces.
        pieces: PieceSet,
    },
    /// Pieces move from space to space (6.1).
    Moved {
        /// The pieces.
        pieces: PieceSet,
        /// The spaces on the path, including the first.
        path: Vec<SpaceId>,
        /// How they move.
        way: Way,
    },
    /// Pieces are sent back to where they came from (5.56).
    TurnedBack {
        /// The pieces.
        pieces: PieceSet,
        /// Where they come from.
        from: SpaceId,
        /// Where they go.
        to: SpaceId,
    },
    /// A force leaves pieces behind (6.22).
    DroppedOff {
        /// The pieces.
        pieces: PieceSet,
    },
    /// Something happens to a structure.
    Works {
        /// What is built.
        structure: Structure,
        /// What becomes of it.
        fate: WorksFate,
    },
    /// An Amphib marker is placed (6.432).
    AmphibPlaced,
    /// An Amphib marker is removed (6.431).
    AmphibRemoved,
    /// A siege begins (8.21).
    SiegeLaid,
    /// A siege ends (8.232).
    SiegeLifted,
    /// A roll on the Siege Table, and the level it led to (8.23).
    SiegeRolled {
        /// The die and its modifiers.
        roll: Roll,
        /// The siege level it leads to.
        level: u8,
    },
    /// An event sets the siege level (8.23).
    SiegeLevelSet {
        /// The new siege level.
        level: u8,
    },
    /// Pieces try to intercept (6.71).
    #[strum(serialize = "interception")]
    InterceptionRolled {
        /// The pieces.
        pieces: PieceSet,
        /// Where they come from.
        from: SpaceId,
        /// The die and its modifiers.
        roll: Roll,
        /// Whether they succeed.
        success: bool,
    },
    /// Pieces try to avoid battle (6.8).
    #[strum(serialize = "avoidance")]
    AvoidanceTried {
        /// The pieces.
        pieces: PieceSet,
        /// The die and its modifiers; none if success is automatic.
        roll: Option<Roll>,
        /// Whether they succeed.
        success: bool,
    },
    /// Pieces go to a space.
    Went {
        /// The pieces.
        pieces: PieceSet,
        /// Where they come from, if it is to be told.
        from: Option<SpaceId>,
        /// Where they go.
        to: SpaceId,
        /// Why they go.
        errand: Errand,
    },
    /// Pieces go inside a fort or fortress (8.1).
    WentInside {
        /// The pieces.
        pieces: PieceSet,
    },
    /// A battle or an assault begins (7.1, 9.1).
    #[strum(serialize = "combat")]
    CombatBegan {
        /// What is fought.
        combat: BattleKind,
        /// All pieces of the active side.
        attackers: PieceSet,
        /// All pieces of the other side.
        defenders: PieceSet,
    },
    /// It is decided: the side of the entry has won (7.8, 9.2).
    CombatWon {
        /// What is fought.
        combat: BattleKind,
        /// Whether the active side has won.
        attacker_won: bool,
        /// The steps that the active side lost, and those that the other one lost.
        lost: [u8; 2],
    },
    /// Militia join a battle (7.3).
    MilitiaJoined {
        /// The units.
        units: PieceSet,
    },
    /// Militia return to their box (7.3).
    MilitiaReturned {
        /// The units.
        units: PieceSet,
        /// The department.
        department: Department,
    },
    /// One side fires (7.5, 9.13).
    Fired {
        /// What is fought.
        combat: BattleKind,
        /// The strength, doubled if it is.
        strength: u32,
        /// What has changed the strength before that.
        changes: Modifiers,
        /// What doubles the strength: the names of cards and optional rules.
        doubled: Vec<Arc<str>>,
        /// The column after the shifts, as printed.
        column: String,
        /// What shifts the column: below 0 to the left.
        shifts: Modifiers,
        /// The die and its modifiers.
        roll: Roll,
        /// What the enemy has to lose.
        result: u8,
    },
    /// A die roll for a leader in a combat: on a 1 the leader is killed (7.7, 10.32).
    LeaderChecked {
        /// The leader.
        leader: PieceId,
        /// The number on the die: 1 kills.
        die: u8,
    },
    /// Pieces are eliminated (7.61).
    Eliminated {
        /// The pieces.
        pieces: PieceSet,
    },
    /// Units are reduced (7.61).
    Reduced {
        /// The units.
        units: PieceSet,
    },
    /// A raid is resolved (10.3).
    #[strum(serialize = "raid")]
    RaidRolled {
        /// The raiders.
        raiders: PieceSet,
        /// The die and its modifiers.
        roll: Roll,
        /// Whether they succeed.
        success: bool,
    },
    /// A Raided marker is placed (10.31).
    RaidedMarkerPlaced,
    /// Winter attrition in a space, before the losses (11.2).
    Winter,
    /// The side of the entry scores (13.2), or loses points.
    Scored {
        /// How many; below 0 they are lost.
        points: i8,
        /// What for.
        why: Why,
        /// What scripts in force have added to them.
        changes: Modifiers,
    },
}

impl Happened {
    /// What it is about.
    pub fn topic(&self) -> Topic {
        use Happened as H;
        match self {
            H::SeasonBegan { .. } | H::Dealt { .. } | H::Reshuffled | H::ReshuffleDue | H::Held => Topic::Season,
            H::SidesExchanged | H::GameOver { .. } => Topic::Season,
            H::CardPlayed { .. }
            | H::CardMoved { .. }
            | H::MarkerPlaced { .. }
            | H::MarkerRemoved { .. }
            | H::NumberSet { .. } => Topic::Card,
            H::EventDie { .. } | H::Said { .. } | H::Placed { .. } | H::NotReceived { .. } => Topic::Card,
            H::Restored { .. } | H::LeaderDrawn { .. } | H::LeaderPutBack { .. } | H::LeaderRecalled { .. } => {
                Topic::Card
            }
            H::PoolJoined { .. } | H::LeadersSwapped { .. } | H::AssembliesShifted { .. } => Topic::Card,
            H::NoCommander | H::Activated { .. } | H::Moved { .. } => Topic::Movement,
            H::TurnedBack { .. } | H::DroppedOff { .. } => Topic::Movement,
            H::Works { structure, fate } => match (structure, fate) {
                (Structure::Fieldworks, _) => Topic::Battle,
                (_, WorksFate::Captured | WorksFate::Damaged) => Topic::Siege,
                (Structure::Stockade, WorksFate::Destroyed) => Topic::Raid,
                _ => Topic::Construction,
            },
            H::AmphibPlaced | H::AmphibRemoved | H::SiegeLaid | H::SiegeLifted => Topic::Siege,
            H::SiegeRolled { .. } | H::SiegeLevelSet { .. } => Topic::Siege,
            H::Went { errand: Errand::Home, .. } => Topic::Raid,
            H::Went { errand: Errand::Surrender, .. } => Topic::Siege,
            H::CombatBegan { combat: BattleKind::Assault, .. } => Topic::Siege,
            H::InterceptionRolled { .. } | H::AvoidanceTried { .. } | H::Went { .. } => Topic::Battle,
            H::WentInside { .. } | H::CombatBegan { .. } | H::CombatWon { .. } => Topic::Battle,
            H::MilitiaJoined { .. } | H::MilitiaReturned { .. } | H::Fired { .. } => Topic::Battle,
            H::LeaderChecked { .. } | H::Eliminated { .. } | H::Reduced { .. } => Topic::Battle,
            H::RaidRolled { .. } | H::RaidedMarkerPlaced => Topic::Raid,
            H::Winter => Topic::Attrition,
            H::Scored { .. } => Topic::Score,
        }
    }
}
