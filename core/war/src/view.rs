//! The game as it may be seen: by one side, by everybody, or, where a program asks for it by name, without any secret.
//!
//! A [`View`] is how a front end and an agent reach the state. It answers what both sides see, and what follows from
//! that by the rules; of what is hidden it knows only what its side knows.

mod board;
mod forces;
mod movement;
mod sites;
mod supply;
mod victory;
mod winter;

pub use forces::Interceptor;
pub use movement::{Arrival, NoRoute};

use crate::decision::{Ask, Choice};
use crate::imagine::Situation;
use crate::inspect::{Inspection, inspect};
use crate::invariants;
use crate::position::{Checked, Position};
use crate::script::{Occasion, Scripts};
use crate::sets::{CardId, CardSet, PieceSet};
use crate::side::Side;
use crate::state::State;
use crate::table::{Answer, Known, Play, Seen};
use crate::war::War;
use std::rc::Rc;
use wilderness_engine::Game;
use wilderness_engine::faults::{Fault, Faults};

/// The game as it may be seen (5.24).
#[derive(Clone, Copy)]
pub struct View<'a> {
    state: &'a State,
    scripts: &'a Rc<Scripts>,
    side: Side,
    sees: Sees,
    /// The public state, and the knowledge of the game, if one is in progress.
    game: Option<(Seen<'a>, &'a Known)>,
}

/// What of the hidden cards is seen.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sees {
    /// What both sides know.
    Public,
    /// What one side knows.
    Side,
    /// All of them.
    Everything,
}

impl<'a> View<'a> {
    /// What `side` sees of a state.
    pub(crate) fn new(state: &'a State, scripts: &'a Rc<Scripts>, side: Side) -> View<'a> {
        View { state, scripts, side, sees: Sees::Side, game: None }
    }

    /// What `side` sees of a game.
    pub(crate) fn at(seen: Seen<'a>, known: &'a Known, side: Side) -> View<'a> {
        View { game: Some((seen, known)), ..View::new(seen.state, seen.scripts, side) }
    }

    /// What both sides see of a game, from the active side: of its hands nothing but what both know.
    pub fn public(game: &'a Game<War>) -> View<'a> {
        View { sees: Sees::Public, ..game.view(game.now().active()) }
    }

    /// Everything, from the active side: both hands and the draw pile. It is for programs that nobody plays against,
    /// such as a replay or a simulation; a front end of people shows them [`Game::view`].
    pub fn of_everything(game: &'a Game<War>) -> View<'a> {
        View { sees: Sees::Everything, ..game.view(game.now().active()) }
    }

    /// The side's situation for playing out imagined games; none if no game is in progress.
    pub fn situation(&self) -> Option<Situation> {
        let of_a_side = self.game.filter(|_| self.sees != Sees::Public);
        of_a_side.and_then(|(seen, known)| Situation::new(seen, known, self.side))
    }

    /// The card that was last played as an event or response, and by which side: while a window is open for those who
    /// answer an event that is announced, the card of that event. None if no game is in progress.
    pub(crate) fn last_played(&self) -> Option<(CardId, Side)> {
        let (_, known) = self.game?;
        known.used_since(0).iter().rev().find_map(|answer| match answer {
            Answer::Choice { side, ask: Ask::Card | Ask::Respond(_), choice: Choice::Card(card) } => {
                Some((*card, *side))
            }
            _ => None,
        })
    }

    /// The state itself, for the rest of this crate.
    pub(crate) fn state(&self) -> &'a State {
        self.state
    }

    /// The side whose view it is.
    pub fn side(&self) -> Side {
        self.side
    }

    /// The cards.
    pub fn scripts(&self) -> &'a Rc<Scripts> {
        self.scripts
    }

    /// The side's own hand, unless the view is public.
    pub fn hand(&self) -> CardSet {
        self.cards_of(self.side)
    }

    /// The cards of a side's hand that are seen: its own hand, and of the enemy's the cards that this side knows. It
    /// lost them, or saw them taken from the discard pile (Q109).
    pub fn cards_of(&self, side: Side) -> CardSet {
        let whole = match self.sees {
            Sees::Public => false,
            Sees::Side => side == self.side,
            Sees::Everything => true,
        };
        if whole { self.state.hands[side] } else { self.state.known_cards(side) }
    }

    /// The cards of the enemy's hand that are seen: see [`View::cards_of`].
    pub fn known_cards(&self) -> CardSet {
        self.cards_of(self.side.enemy())
    }

    /// Whether a side may play the event of a card at all: the card bears its symbol (5.12), or a script in force
    /// allows it; and no script in force forbids it (5.51).
    ///
    /// # Errors
    /// A script that fails.
    pub fn may_play(&self, card: CardId) -> Play<bool> {
        self.scripts.may_play(self.state, self.side, card)
    }

    /// Whether this side can play a card as an event now, in its own action phase (5.12, 5.13).
    ///
    /// # Errors
    /// A script that fails.
    pub fn can_play(&self, card: CardId) -> Play<bool> {
        self.scripts.can_play(self.state, self.side, card)
    }

    /// What an expression of the script language evaluates to for this side; the expression sees only what the side
    /// sees.
    ///
    /// # Errors
    /// What is wrong with it, with its place; or that the view is public.
    pub fn evaluate(&self, expression: &str) -> Result<String, Faults> {
        if self.sees == Sees::Public {
            let fault = Fault::error("view::public", "an expression is evaluated for a side, and this view has none");
            return Err(fault.help("take the view of a side").into());
        }
        let occasion = Occasion::seen_by(self.side);
        self.scripts.host.evaluate(self.state, occasion, (None, &[]), expression)
    }

    /// The position as it is seen: of the hands only the cards that are seen, and the draw pile only with everything.
    pub fn position(&self) -> Position {
        if self.sees == Sees::Everything {
            return Position::from_state(self.state);
        }
        let mut seen = self.state.clone();
        for side in Side::BOTH {
            seen.hands[side] = self.cards_of(side);
        }
        seen.draw_pile.clear();
        Position::from_state(&seen)
    }

    /// What the position holds for both sides, with the reach of these pieces, or of all of the active side on the map.
    ///
    /// # Errors
    /// A script that fails.
    pub fn inspect(&self, reach: Option<PieceSet>) -> Play<Inspection> {
        inspect(self.state, self.scripts, reach)
    }

    /// What does not fit together in the position, if anything does not. Within a step of the game, for example in the
    /// middle of a battle, much may not.
    pub fn broken_invariant(&self) -> Option<String> {
        invariants::broken(self.state)
    }
}

impl Checked {
    /// The whole position, from the active side: nothing in it is hidden.
    pub fn view<'a>(&'a self, scripts: &'a Rc<Scripts>) -> View<'a> {
        View { sees: Sees::Everything, ..View::new(&self.state, scripts, self.state.active) }
    }
}
