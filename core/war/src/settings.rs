//! Settings: how a game is played, besides the scenario and the optional rules. They stand in the header of a record,
//! and in presets.

use crate::side::{PerSide, Side};
use serde::{Deserialize, Serialize};
use wilderness_engine::{Dice, Windows};

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
    pub handicap: Option<i16>,
    /// Where dice come from.
    pub dice: Option<Dice>,
    /// Which side wins a game that ends in a draw (13.14).
    pub draws: Option<Draws>,
}

/// Which side wins a game that ends in a draw (13.14).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Draws {
    /// Neither side: it stays a draw.
    #[default]
    Nobody,
    /// The French, as in a tournament.
    French,
}

/// The words with which a line of settings begins in a record, besides those of every game.
pub(crate) const LINES: [&str; 4] = ["hand-size", "first-side", "handicap", "draws"];

impl Settings {
    /// These, but whatever `other` sets as it sets it.
    pub fn with(self, other: Settings) -> Settings {
        Settings {
            windows: other.windows.or(self.windows),
            hand_size: PerSide::new(|side| other.hand_size[side].or(self.hand_size[side])),
            first_side: other.first_side.or(self.first_side),
            handicap: other.handicap.or(self.handicap),
            dice: other.dice.or(self.dice),
            draws: other.draws.or(self.draws),
        }
    }

    /// The lines of a record that begin with a word: what is set and is not what it would be anyway.
    pub(crate) fn lines(&self, word: &str) -> Vec<String> {
        let line = match word {
            "hand-size" => {
                let line = |side: Side| Some(format!("hand-size {} {}", side.id(), self.hand_size[side]?));
                return Side::BOTH.into_iter().filter_map(line).collect();
            }
            "first-side" => self.first_side.map(|side| format!("first-side {}", side.id())),
            "handicap" => self.handicap.filter(|points| *points != 0).map(|points| format!("handicap {points}")),
            "draws" => (self.draws == Some(Draws::French)).then(|| "draws french".to_string()),
            _ => None,
        };
        line.into_iter().collect()
    }

    /// The settings that differ from the default, in words: one sentence for each.
    pub fn sentences(&self) -> Vec<String> {
        let mut sentences = Vec::new();
        if self.windows == Some(Windows::Open) {
            sentences.push("A side is asked whether it responds whenever it might hold a card (5.56).".to_string());
        }
        for side in Side::BOTH {
            let sentence = |size| format!("The {side} are dealt up to {size} cards, unless events change that (4.0).");
            sentences.extend(self.hand_size[side].map(sentence));
        }
        let first = |side| format!("The {side} act first in a season, unless events change that (4.0).");
        sentences.extend(self.first_side.map(first));
        if let Some(points) = self.handicap.filter(|points| *points != 0) {
            let side = if points > 0 { Side::French } else { Side::British };
            sentences.push(format!("The {side} start with a handicap of {} VP.", points.unsigned_abs()));
        }
        if self.dice == Some(Dice::Table) {
            sentences.push("The players roll the dice.".to_string());
        }
        if self.draws == Some(Draws::French) {
            sentences.push(format!("A draw is a {} win (13.14).", Side::French));
        }
        sentences
    }

    /// Reads a line of a record.
    ///
    /// # Errors
    /// What the words could be.
    pub(crate) fn read(&mut self, first: &str, rest: &[&str]) -> Result<(), &'static str> {
        match (first, rest) {
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
                let points = points.parse().map_err(|_| "a number of victory points, such as 2 or -1")?;
                self.handicap = Some(points);
            }
            ("handicap", _) => return Err("a number of victory points, such as 2 or -1"),
            ("draws", ["french"]) => self.draws = Some(Draws::French),
            ("draws", ["nobody"]) => self.draws = Some(Draws::Nobody),
            _ => return Err("`french` or `nobody`"),
        }
        Ok(())
    }
}
