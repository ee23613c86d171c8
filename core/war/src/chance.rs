//! What dice are rolled for, and what is drawn.

use strum::{IntoStaticStr, VariantArray};
use wilderness_engine::Chance;

/// The purpose of a die roll.
#[derive(Clone, Copy, PartialEq, Eq, Debug, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "kebab-case")]
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
            Throw::LeaderLoss => "a leader loss, 7.7",
            Throw::Siege => "the siege, 8.23",
            Throw::Raid => "the raid, 10.3",
            Throw::Event => "for the event, 5.5",
        }
    }
}

impl Chance for Throw {
    const ALL: &'static [Throw] = Throw::VARIANTS;

    fn kind(self) -> &'static str {
        self.into()
    }
}

/// What is drawn at random.
#[derive(Clone, Copy, PartialEq, Eq, Debug, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "kebab-case")]
pub enum Draw {
    /// A card of the draw pile (5.21).
    Deal,
    /// A card of a hand, for an event.
    Hand,
    /// A leader of the British pool (5.55).
    Leader,
}

impl Chance for Draw {
    const ALL: &'static [Draw] = Draw::VARIANTS;

    fn kind(self) -> &'static str {
        self.into()
    }

    fn is_deal(self) -> bool {
        self == Draw::Deal
    }
}
