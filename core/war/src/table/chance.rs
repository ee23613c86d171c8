//! What dice are rolled for, and what is drawn.

use wilderness_engine::table::Chance;

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
}

impl Chance for Throw {
    const ALL: &'static [Throw] = &[
        Throw::Interception,
        Throw::AvoidBattle,
        Throw::AttackerFire,
        Throw::DefenderFire,
        Throw::LeaderLoss,
        Throw::Siege,
        Throw::Raid,
        Throw::Event,
    ];

    fn kind(self) -> &'static str {
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

impl Chance for Draw {
    const ALL: &'static [Draw] = &[Draw::Deal, Draw::Hand, Draw::Leader];

    fn kind(self) -> &'static str {
        match self {
            Draw::Deal => "deal",
            Draw::Hand => "hand",
            Draw::Leader => "leader",
        }
    }
}
