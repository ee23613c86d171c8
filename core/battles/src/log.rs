//! What happens in a battle, reported as it happens: values, which [`crate::words`] turns into sentences.

mod fields;

use crate::side::Side;
use crate::state::{Level, Marker, Outcome};
use crate::tables::{Column, CombatResult, FireResult};
use crate::unit::UnitId;
use wilderness_hexes::Hex;

/// One thing that happened.
#[derive(Clone, PartialEq, Debug)]
pub struct LogEntry {
    /// The rule that made it happen.
    pub rule: &'static str,
    /// Who did it, or whom it befell.
    pub side: Side,
    /// What happened.
    pub what: Happened,
}

/// What became of a supply train (20.0).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TrainFate {
    /// It is gone.
    Eliminated,
    /// It changes sides.
    Captured,
    /// It stays, and is good for nothing.
    Looted,
}

/// What happened.
#[derive(Clone, PartialEq, Debug, strum::IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
pub enum Happened {
    /// A unit was set up.
    SetUp(UnitId, Hex),
    /// A game turn began, with the die for fog if there was one.
    Turn {
        /// Its number.
        turn: u8,
        /// The die.
        die: Option<u8>,
        /// Whether there is fog.
        fog: bool,
    },
    /// A gun fired.
    Fired {
        /// The gun.
        gun: UnitId,
        /// At what.
        target: Hex,
        /// With which strength.
        strength: u8,
        /// The die.
        die: u8,
        /// The result.
        result: FireResult,
    },
    /// A hex was set on fire.
    SetOnFire(Hex),
    /// The die for the movement of a demoralized army.
    DemoralizationDie(u8),
    /// The die for reinforcements.
    ArrivalDie {
        /// The arrival, by its id.
        arrival: String,
        /// The die.
        die: u8,
        /// Whether they come.
        succeeds: bool,
    },
    /// A hex round which a group enters was designated.
    Anchor(String, Hex),
    /// A unit entered the map.
    Entered(UnitId, Hex),
    /// A unit moved, by these hexes.
    Moved(UnitId, Vec<Hex>),
    /// A leader went along with the unit that moved, retreated or pursued.
    WentAlong(UnitId, Hex),
    /// A unit left the map.
    Exited(UnitId),
    /// An attack was declared.
    Declared(Vec<UnitId>, Vec<Hex>),
    /// An attack came to nothing.
    Lapsed(Vec<Hex>),
    /// A special tactics marker was played.
    Played(Marker),
    /// An attack was resolved.
    Attacked {
        /// The hexes.
        hexes: Vec<Hex>,
        /// The attack.
        attack: u32,
        /// The defence.
        defence: u32,
        /// Whether it was in enfilade.
        enfilade: bool,
        /// The column.
        column: Column,
        /// The die.
        die: u8,
        /// The result.
        result: CombatResult,
    },
    /// A unit was disordered.
    Disordered(UnitId),
    /// A unit was eliminated.
    Eliminated(UnitId),
    /// A leader converted a rout.
    Converted(Hex),
    /// A unit in a fort stayed where it was.
    Stayed(UnitId),
    /// A unit retreated.
    Retreated(UnitId, Vec<Hex>),
    /// A unit could not retreat.
    Trapped(UnitId),
    /// A unit pursued.
    Pursued(UnitId, Hex),
    /// A supply train was taken.
    TrainTaken(UnitId, TrainFate, u8),
    /// A unit tried to rally.
    Rally {
        /// The unit.
        unit: UnitId,
        /// The die.
        die: u8,
        /// What was added.
        modifier: i16,
        /// Whether it rallied.
        rallied: bool,
    },
    /// A unit is in good order again, because a script says so.
    Restored(UnitId),
    /// A script has changed what the rules computed.
    Changed {
        /// What.
        what: &'static str,
        /// What it was.
        before: i64,
        /// What it is.
        after: i64,
        /// The name of the rule.
        by: String,
    },
    /// A script has put a marker in force, or ended it.
    Marked {
        /// Its name.
        marker: String,
        /// Whether it is in force.
        is_on: bool,
    },
    /// A script has given a marker a number.
    NumberSet {
        /// Its name.
        marker: String,
        /// The number.
        number: i64,
    },
    /// A script has rolled a die.
    Rolled(u8),
    /// A script says something.
    Told(String),
    /// An army has more demoralization points.
    Points(u16),
    /// An army is demoralized.
    Demoralized,
    /// A side offers to concede the battle at a level (17.1).
    Conceded(Level),
    /// A side declines a concession.
    PlaysOn,
    /// The battle ended.
    Over(Outcome),
}
