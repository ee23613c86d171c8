//! The deals of a game (5.21), and games that differ in one card of a deal.

use crate::game::Game;
use crate::invariants;
use crate::sets::{CardId, CardSet};
use crate::side::{PerSide, Side};
use crate::state::{State, Step};
use crate::table::Halt;
use crate::view::View;

/// The cards of a season as they were dealt.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Deal {
    /// The cards held over from the season before.
    pub held: PerSide<CardSet>,
    /// The cards that each side was dealt.
    pub dealt: PerSide<CardSet>,
    /// The cards that were left in the draw pile.
    pub left: CardSet,
    /// The cards of the draw pile before the deal.
    pub pile: CardSet,
}

impl Deal {
    /// The cards dealt to a side that could as well have been left: they came from the pile in which others were left.
    /// There are none if the discard pile had to be shuffled during the deal (5.25).
    pub fn exchangeable(&self, side: Side) -> CardSet {
        if self.spare().is_empty() { CardSet::EMPTY } else { self.dealt[side] & self.pile }
    }

    /// The cards left in the draw pile that could as well have been dealt.
    pub fn spare(&self) -> CardSet {
        self.left & self.pile
    }
}

/// Why two cards cannot be exchanged before a deal.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NotExchanged {
    /// The cards are not about to be dealt.
    #[error("cards are exchanged before a deal, and the game stands elsewhere")]
    NoDeal,
    /// A card is somewhere else.
    #[error("card {0} is not in the draw pile")]
    NotInPile(CardId),
}

/// What only this game asks of a game about its deals.
pub trait Deals {
    /// Whether the next step of the sequence of play deals the cards of a season (4.0 A.1, B.1).
    fn deals_next(&self) -> bool;

    /// Plays until the cards of a season are about to be dealt. Returns whether they are: otherwise the game is over, or
    /// a person has to decide first.
    ///
    /// # Errors
    /// As [`Game::proceed`].
    fn proceed_to_deal(&mut self) -> Result<bool, Halt>;

    /// Deals the cards of the season, and returns who was dealt what, whether or not anybody may see it. Nothing if
    /// something else comes next, or if a person has to decide before the deal is over.
    ///
    /// # Errors
    /// As [`Game::proceed`].
    fn deal(&mut self) -> Result<Option<Deal>, Halt>;

    /// The same game before a deal, except that two cards of the draw pile have changed places: who would have been
    /// dealt one of them is dealt the other. Dice and draws to come are the same. It has no agents and no log.
    ///
    /// # Errors
    /// If no deal comes next, or one of the cards is not in the draw pile.
    fn with_exchanged(&self, one: CardId, other: CardId) -> Result<Game, NotExchanged>;
}

impl Deals for Game {
    fn deals_next(&self) -> bool {
        self.decision().is_none() && state(self).step == Step::Deal
    }

    fn proceed_to_deal(&mut self) -> Result<bool, Halt> {
        while !self.deals_next() {
            if !self.past_mut().proceed_step()? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn deal(&mut self) -> Result<Option<Deal>, Halt> {
        if !self.deals_next() {
            return Ok(None);
        }
        let before = state(self);
        let (held, pile) = (before.hands, before.draw_pile.iter().copied().collect());
        let is_dealt = self.past_mut().proceed_step()?;
        let (dealt, left) = self.now().within().dealt;
        Ok(is_dealt.then_some(Deal { held, dealt, left, pile }))
    }

    fn with_exchanged(&self, one: CardId, other: CardId) -> Result<Game, NotExchanged> {
        if !self.deals_next() {
            return Err(NotExchanged::NoDeal);
        }
        self.copies().fork(|state| {
            exchange(state, one, other)?;
            debug_assert_eq!(invariants::broken(state), None);
            Ok(())
        })
    }
}

/// Lets two cards of the draw pile change places.
fn exchange(state: &mut State, one: CardId, other: CardId) -> Result<(), NotExchanged> {
    let pile = &mut state.draw_pile;
    let place = |card: CardId| pile.iter().position(|lies| *lies == card).ok_or(NotExchanged::NotInPile(card));
    let (one, other) = (place(one)?, place(other)?);
    pile.swap(one, other);
    Ok(())
}

/// Where everything stands.
fn state(game: &Game) -> &State {
    View::of_everything(game).state()
}
