//! How often events could be played, counted at the table of a trial.

/// How often an event could be played and was.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tried {
    /// How often its condition held.
    pub playable: u32,
    /// How often it did not.
    pub refused: u32,
    /// How often it was played to its end.
    pub played: u32,
}

impl Tried {
    /// Counts an answer of the condition.
    pub(crate) fn note(&mut self, playable: bool) {
        *(if playable { &mut self.playable } else { &mut self.refused }) += 1;
    }

    /// Adds the counts of another game.
    pub(crate) fn add(&mut self, other: Tried) {
        self.playable += other.playable;
        self.refused += other.refused;
        self.played += other.played;
    }

    /// Whether everything was seen that a trial looks for.
    pub(crate) fn is_enough(&self) -> bool {
        self.playable > 0 && self.refused > 0 && self.played > 0
    }
}
