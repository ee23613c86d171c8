//! What a test reads in the log of a game.

use crate::situation::Played;
use wilderness_war::Side;
use wilderness_war::news::{Happened, NewsEntry};

impl Played {
    /// The log entries of a rule.
    pub fn told(&self, rule: &str) -> Vec<String> {
        self.game.log().iter().filter(|entry| entry.rule == rule).map(NewsEntry::text).collect()
    }

    /// The shots fired in battles and assaults, in order.
    pub fn shots(&self) -> Vec<Shot> {
        self.game.log().iter().filter_map(Shot::of).collect()
    }

    /// The dice of a rule and their modifiers, in order.
    pub fn dice_of(&self, rule: &str) -> Vec<(u8, i32)> {
        let entries = self.game.log().iter().filter(|entry| entry.rule == rule);
        let rolls = entries.filter_map(|entry| match &entry.what {
            Happened::InterceptionRolled { roll, .. } | Happened::SiegeRolled { roll, .. } => Some(roll),
            Happened::AvoidanceTried { roll, .. } => roll.as_ref(),
            Happened::RaidRolled { roll, .. } | Happened::Fired { roll, .. } => Some(roll),
            _ => None,
        });
        rolls.map(|roll| (roll.die, roll.modifiers.sum())).collect()
    }
}

/// One side's fire.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shot {
    /// The side that fires.
    pub side: Option<Side>,
    /// Its strength, doubled if a rule doubles it.
    pub strength: u32,
    /// The column, after shifts.
    pub column: String,
    /// The die, and its modifier.
    pub roll: (u8, i32),
}

impl Shot {
    fn of(entry: &NewsEntry) -> Option<Shot> {
        let Happened::Fired { strength, column, roll, .. } = &entry.what else { return None };
        let roll = (roll.die, roll.modifiers.sum());
        Some(Shot { side: entry.side, strength: *strength, column: column.clone(), roll })
    }
}
