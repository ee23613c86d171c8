//! Combats whose odds can be computed.

use super::Rules;
use crate::table::{Play, Table};
use std::fmt::Debug;

/// A combat that can be resolved again from the state at its beginning. The rules hand it to [`Table::resolve`]. `()` is
/// the combat of a game without odds.
pub trait Weighed<R: Rules>: Clone + 'static {
    /// Whether the game has odds.
    const WEIGHS: bool = true;

    /// Its result.
    type Settled: PartialEq + Debug;

    /// Resolves the combat. Called once for each sequence of dice; it must roll the same dice as the rules do after
    /// [`Table::resolve`], or the odds are those of another combat.
    ///
    /// # Errors
    /// A halt of the rules.
    fn settle(&self, table: &mut Table<R>) -> Play<Self::Settled, R>;

    /// What a die decides. Asked for each die of the combat. A check that affects more than its own piece has wrong odds.
    fn die(_throw: R::Throw) -> Die {
        Die::Faces
    }
}

/// No combat has odds.
impl<R: Rules> Weighed<R> for () {
    const WEIGHS: bool = false;

    type Settled = ();

    fn settle(&self, _: &mut Table<R>) -> Play<(), R> {
        Ok(())
    }
}

/// What a die decides.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Die {
    /// Each face can lead to a different result.
    Faces,
    /// Whether one piece is lost or spared. If only checks follow, they affect only their own pieces, and are added up
    /// instead of being enumerated.
    Check {
        /// The face that represents all on which the piece is lost.
        lost: u8,
        /// The face that represents all on which it is spared.
        spared: u8,
        /// The chance that it is lost.
        chance: f64,
    },
}
