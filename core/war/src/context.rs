//! The case for which the rules compute something that scripts may change.

use crate::moments::Moment;
use crate::sets::{CardId, PieceId, PieceSet, SpaceId};
use crate::side::Side;
use crate::state::State;
use std::rc::Rc;

/// The case for which the rules compute something.
#[derive(Clone, Debug)]
pub struct Context {
    /// The side whose case it is.
    pub side: Side,
    /// Where it is.
    pub space: Option<SpaceId>,
    /// Where the pieces come from.
    pub from: Option<SpaceId>,
    /// The pieces of the side.
    pub pieces: PieceSet,
    /// The pieces of the enemy.
    pub enemies: PieceSet,
    /// The leader that counts.
    pub leader: Option<PieceId>,
    pub card: Option<CardId>,
    /// The event of the card, as the deck names it.
    pub event: String,
    /// What is fought, or built.
    pub kind: &'static str,
    /// Whether the side attacks.
    pub is_attacker: bool,
    /// What the die shows that may be rolled again.
    pub die: Option<u8>,
    /// The moment at which it is asked.
    pub moment: Option<Rc<Moment>>,
}

impl Context {
    /// A case of a side.
    pub fn of(side: Side) -> Context {
        Context {
            side,
            space: None,
            from: None,
            pieces: PieceSet::EMPTY,
            enemies: PieceSet::EMPTY,
            leader: None,
            card: None,
            event: String::new(),
            kind: "none",
            is_attacker: false,
            die: None,
            moment: None,
        }
    }

    /// A case of a side in a space.
    pub fn at(side: Side, space: SpaceId) -> Context {
        Context { space: Some(space), ..Context::of(side) }
    }

    /// The same with all pieces of the side in the space.
    pub fn with_stack(self, state: &State) -> Context {
        let pieces = self.space.map_or(PieceSet::EMPTY, |space| state.in_space(space).of(self.side));
        Context { pieces, ..self }
    }
}
