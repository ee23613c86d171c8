//! The columns of the combat table: ratios of factors.

use serde::de::{Deserialize, Deserializer, Error, Unexpected};
use std::fmt;

/// A column of the combat table, such as 3-1, 1.5-1 or 1-2: the ratio of attack to defence that reaches it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Column {
    /// The attack, in halves.
    attack: u32,
    /// The defence, in halves.
    defence: u32,
}

impl Column {
    /// Whether factors reach it.
    pub fn is_reached(self, attack: u32, defence: u32) -> bool {
        u64::from(attack) * u64::from(self.defence) >= u64::from(defence) * u64::from(self.attack)
    }

    /// Whether its ratio is better for the attacker.
    pub(super) fn is_better_than(&self, other: &Column) -> bool {
        u64::from(self.attack) * u64::from(other.defence) > u64::from(other.attack) * u64::from(self.defence)
    }

    /// The column that a text such as `1.5-1` names.
    pub fn from_text(text: &str) -> Option<Column> {
        let halves = |text: &str| match text.split_once('.') {
            Some((whole, "5")) => Some(u16::from(whole.parse::<u8>().ok()?) * 2 + 1),
            Some(_) => None,
            None => text.parse::<u8>().ok().map(|whole| u16::from(whole) * 2).filter(|halves| *halves > 0),
        };
        let (attack, defence) = text.split_once('-')?;
        Some(Column { attack: halves(attack)?.into(), defence: halves(defence)?.into() })
    }
}

impl fmt::Display for Column {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text =
            |halves: u32| if halves.is_multiple_of(2) { (halves / 2).to_string() } else { format!("{}.5", halves / 2) };
        write!(f, "{}-{}", text(self.attack), text(self.defence))
    }
}

impl<'de> Deserialize<'de> for Column {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Column, D::Error> {
        let text = String::deserialize(deserializer)?;
        let wanted = "odds such as \"3-1\" or \"1.5-1\"";
        Column::from_text(&text).ok_or_else(|| D::Error::invalid_value(Unexpected::Str(&text), &wanted))
    }
}
