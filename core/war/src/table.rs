//! The table of this game: the engine's, with what the rules and the scripts of this game do at it.

mod effects;

pub use effects::Effects;
pub use wilderness_engine::{Chance, Dice, Windows};

use crate::moments::Moment;
use crate::sets::{CardId, CardSet, PieceSet, SpaceId};
use crate::side::{PerSide, Side};
use crate::war::War;
use std::collections::BTreeMap;
use std::rc::Rc;
use wilderness_engine::script::{Announced, Tried};

/// The state of a game, and the source of the answers to the rules' questions.
pub type Table = wilderness_engine::Table<War>;
/// The result of a rule that may have to stop and wait.
pub type Play<T> = wilderness_engine::Play<T, War>;
/// Why a run of the rules stopped before its end.
pub type Halt = wilderness_engine::Halt<War>;
/// An answer that is known.
pub type Answer = wilderness_engine::Answer<War>;
/// The answers that are known, and how far the rules have got in them.
pub type Known = wilderness_engine::Known<War>;
/// A choice that the rules made without asking.
pub type Forced = wilderness_engine::Forced<War>;
/// What lies on the table while the rules wait for an answer.
pub type Seen<'a> = wilderness_engine::Seen<'a, War>;

/// What scripts ask the rules to do when they have ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Requests {
    /// Activate this many forces.
    pub forces: u8,
    /// Activate these pieces individually.
    pub individuals: PieceSet,
    /// Send the mover back where it came from.
    pub turn_back: bool,
    /// Land the mover here.
    pub landing: Option<SpaceId>,
    /// Take the card being played out of the game.
    pub remove_card: bool,
    /// End the game with this winner.
    pub winner: Option<Side>,
}

/// What the rules and the scripts remember at a table while a step lasts.
#[derive(Default)]
pub struct Within {
    /// What scripts ask the rules to do when they have ended.
    pub(crate) requests: Requests,
    /// The moments at which scripts are being called, one within the other.
    pub(crate) under_way: Vec<Rc<Moment>>,
    /// What responses have done to the events that are being announced, one within the other.
    pub(crate) announced: Vec<Announced<Side>>,
    /// The cards for which the window that is open was opened (5.56).
    pub(crate) fitting: CardSet,
    /// What each side was dealt in the last deal, and what was left in the draw pile (5.21).
    pub(crate) dealt: (PerSide<CardSet>, CardSet),
    /// How often each response could be played, in a trial of the scripts.
    pub(crate) tried: Option<BTreeMap<CardId, Tried>>,
}

impl Within {
    /// What a script requested in a run that stopped must not be carried out in another run.
    pub(crate) fn forget(&mut self) {
        self.requests = Requests::default();
        self.under_way.clear();
        self.announced.clear();
    }
}
