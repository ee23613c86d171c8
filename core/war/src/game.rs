//! A game of Wilderness War: the engine's, and what only this game asks of it.

pub use wilderness_engine::{NotReloaded, Onward, Refused};

use crate::decision::Ask;
use crate::sets::CardSet;
use crate::view::View;
use crate::war::War;

/// A game that is being played.
pub type Game = wilderness_engine::Game<War>;
/// A place to go to.
pub type Goal<'a> = wilderness_engine::Goal<'a, War>;
/// Why the game did not get there.
pub type NotThere = wilderness_engine::NotThere<War>;

/// What only this game asks of a game that is being played.
pub trait Cards {
    /// The cards of the enemy's hand that a side has seen since this many answers were known, whether or not an answer
    /// told them: of a single card the side is not asked which. It is the side that answered first since then.
    fn cards_shown_since(&mut self, known: usize) -> CardSet;

    /// The cards for which a response window has opened (5.56): those that the side holds, or, where windows are open
    /// to all, every card that it might hold. None if no window is open.
    fn fitting_responses(&self) -> CardSet;
}

impl Cards for Game {
    fn cards_shown_since(&mut self, known: usize) -> CardSet {
        let side = self.past().asked(known);
        let hidden = |view: View<'_>| {
            let then = view.state();
            then.hands[side.enemy()] - then.known_cards(side.enemy())
        };
        let Some(hidden) = self.past_mut().view_at(known, side, hidden) else { return CardSet::EMPTY };
        let view = self.view(side);
        hidden & (view.discards() | view.removed_cards() | view.hand() | view.known_cards())
    }

    fn fitting_responses(&self) -> CardSet {
        let is_window = self.decision().is_some_and(|decision| matches!(decision.ask, Ask::Respond(_)));
        if is_window { self.now().within().fitting } else { CardSet::EMPTY }
    }
}
