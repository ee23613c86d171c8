//! Positions of games that bots play, as `weigh` learns from them.

use super::Features;

/// A position at which a side was about to take its turn: where searches judge.
#[derive(Clone, PartialEq, Debug)]
pub struct ObservedPosition {
    /// Its features.
    pub features: Features,
    /// What searches go by at present: the values of the content, or what stands in their place.
    pub told: Vec<f64>,
    /// What points say of each side.
    pub by_points: Vec<f64>,
}

/// A game that has been played to its end.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Observed {
    /// Its positions.
    pub samples: Vec<ObservedPosition>,
    /// The share of the result that each side has; nothing if the game has no end.
    pub result: Option<Vec<f64>>,
}
