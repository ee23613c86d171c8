//! Settings: how a game is played, besides the scenario and the optional rules. They stand in the header of a record,
//! and in presets.

use crate::side::{PerSide, Side};
use crate::table::{Dice, Windows};
use serde::{Deserialize, Serialize};

/// How a game is played. Whatever is not set is as the scenario and the rules have it.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Settings {
    /// When a window for responses opens (5.56).
    pub windows: Option<Windows>,
    /// How many cards a side is dealt up to (4.0 A.1), before events change it.
    pub hand_size: PerSide<Option<u8>>,
    /// The side that acts first in a season (4.0 A.2), before events change it.
    pub first_side: Option<Side>,
    /// Victory points added at the start: above 0 for the French, below 0 for the British.
    pub handicap: i16,
    /// Where dice come from.
    pub dice: Dice,
}

/// The words with which a line of settings begins in a record.
pub(crate) const LINES: [&str; 5] = ["windows", "hand-size", "first-side", "handicap", "dice"];

impl Settings {
    /// These, but whatever `other` sets as it sets it.
    pub fn with(self, other: Settings) -> Settings {
        Settings {
            windows: other.windows.or(self.windows),
            hand_size: PerSide::new(|side| other.hand_size[side].or(self.hand_size[side])),
            first_side: other.first_side.or(self.first_side),
            handicap: if other.handicap == 0 { self.handicap } else { other.handicap },
            dice: if other.dice == Dice::default() { self.dice } else { other.dice },
        }
    }

    /// As lines of a record: what is set and is not what it would be anyway.
    pub(crate) fn lines(&self) -> Vec<String> {
        let mut lines = Vec::new();
        if self.windows == Some(Windows::Open) {
            lines.push("windows open".to_string());
        }
        for side in Side::BOTH {
            lines.extend(self.hand_size[side].map(|size| format!("hand-size {} {size}", side.id())));
        }
        lines.extend(self.first_side.map(|side| format!("first-side {}", side.id())));
        if self.handicap != 0 {
            lines.push(format!("handicap {}", self.handicap));
        }
        if self.dice == Dice::Table {
            lines.push("dice table".to_string());
        }
        lines
    }

    /// Reads a line of a record.
    ///
    /// # Errors
    /// What the words could be.
    pub(crate) fn read(&mut self, first: &str, rest: &[&str]) -> Result<(), &'static str> {
        match (first, rest) {
            ("windows", ["open"]) => self.windows = Some(Windows::Open),
            ("windows", ["holder"]) => self.windows = Some(Windows::Holder),
            ("windows", _) => return Err("`open` or `holder`"),
            ("hand-size", [side, size]) => {
                let size = size.parse().ok().filter(|size| *size > 0);
                let (Some(side), Some(size)) = (Side::from_id(side), size) else {
                    return Err("a side and a number of cards");
                };
                self.hand_size[side] = Some(size);
            }
            ("hand-size", _) => return Err("a side and a number of cards"),
            ("first-side", [side]) => {
                self.first_side = Some(Side::from_id(side).ok_or("`french` or `british`")?);
            }
            ("first-side", _) => return Err("`french` or `british`"),
            ("handicap", [points]) => {
                self.handicap = points.parse().map_err(|_| "a number of victory points, such as 2 or -1")?;
            }
            ("handicap", _) => return Err("a number of victory points, such as 2 or -1"),
            ("dice", ["table"]) => self.dice = Dice::Table,
            ("dice", ["generator"]) => self.dice = Dice::Generator,
            _ => return Err("`generator` or `table`"),
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_set_survives_being_written_and_read() {
        let settings = Settings {
            windows: Some(Windows::Open),
            hand_size: PerSide { french: Some(7), british: None },
            first_side: Some(Side::British),
            handicap: -2,
            dice: Dice::Table,
        };
        let lines = settings.lines();
        assert_eq!(lines, ["windows open", "hand-size french 7", "first-side british", "handicap -2", "dice table"]);
        let mut read = Settings::default();
        for line in &lines {
            let words: Vec<&str> = line.split(' ').collect();
            assert_eq!(read.read(words[0], &words[1..]), Ok(()));
        }
        assert_eq!(read, settings);
        assert_eq!(Settings::default().lines(), Vec::<String>::new());
    }

    #[test]
    fn a_preset_yields_to_what_is_asked_for() {
        let preset = Settings { handicap: 2, first_side: Some(Side::British), ..Settings::default() };
        let asked = Settings { handicap: -1, windows: Some(Windows::Holder), ..Settings::default() };
        let both = preset.with(asked);
        assert_eq!((both.handicap, both.first_side, both.windows), (-1, Some(Side::British), Some(Windows::Holder)));
    }
}
