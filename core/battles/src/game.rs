//! The game, and a battle that is being played.

use crate::side::Side;
use std::fmt;

/// The game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FrenchAndIndianWarBattles;

/// A battle that is being played.
pub type Game = wilderness_engine::Game<FrenchAndIndianWarBattles>;
/// A battle as text.
pub type Record = wilderness_engine::record::Record<FrenchAndIndianWarBattles>;

/// A time of a battle: a game turn, or a player turn in it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Time {
    /// The game turn.
    pub turn: u8,
    /// The phasing side.
    pub side: Option<Side>,
}

impl fmt::Display for Time {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.side {
            Some(side) => write!(f, "turn {}, {side}", self.turn),
            None => write!(f, "turn {}", self.turn),
        }
    }
}
