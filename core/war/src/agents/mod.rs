//! Those who play by themselves.

mod greedy;
mod random;
mod search;

pub use greedy::Greedy;
pub use random::Random;
pub use search::{Budget, Search, Standing};

use crate::decision::Decision;
use crate::script::Deck;
use crate::view::View;

/// Somebody who answers decisions at once.
pub trait Agent {
    /// Chooses one of the decision's choices: its index. The view shows what the agent's side may see.
    fn choose(&mut self, view: &View<'_>, decision: &Decision) -> usize;

    /// Whether it does not answer now: then the decision stays open, as if nobody sat there.
    fn waits(&self) -> bool {
        false
    }

    /// Why it chose as it did last, in a sentence without its capital and full stop; nothing if it has no reasons. The deck
    /// names the cards.
    fn explain(&self, _deck: &Deck) -> Option<String> {
        None
    }
}
