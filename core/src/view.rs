//! What one side sees: everything but the other hand, the draw pile and the generator.

use crate::faults::Faults;
use crate::imagine::Situation;
use crate::pieces::Pieces;
use crate::position::Position;
use crate::rules::raid;
use crate::script::{Scripts, Variable};
use crate::sets::{CardSet, PieceId, PieceSet, SpaceId};
use crate::side::Side;
use crate::state::State;
use crate::table::Table;
use std::rc::Rc;

/// The game as one side may see it (5.24).
pub struct View<'a> {
    state: &'a State,
    scripts: &'a Rc<Scripts>,
    side: Side,
    /// The table, if a game is played.
    table: Option<&'a Table>,
}

impl<'a> View<'a> {
    /// What `side` sees of a state.
    pub(crate) fn new(state: &'a State, scripts: &'a Rc<Scripts>, side: Side) -> View<'a> {
        View { state, scripts, side, table: None }
    }

    /// What `side` sees of a table.
    pub(crate) fn at(table: &'a Table, side: Side) -> View<'a> {
        View { table: Some(table), ..View::new(&table.state, &table.scripts, side) }
    }

    /// How the game stands for the side, to think it through in imagined games; nothing if no game is played.
    pub fn situation(&self) -> Option<Situation> {
        self.table.and_then(|table| Situation::new(table, self.side))
    }

    /// Whose view it is.
    pub fn side(&self) -> Side {
        self.side
    }

    /// The cards.
    pub fn scripts(&self) -> &Rc<Scripts> {
        self.scripts
    }

    /// The own hand.
    pub fn hand(&self) -> CardSet {
        self.state.hands[self.side]
    }

    /// The cards of the enemy's hand that this side knows: it lost them, or saw them taken from the discard pile (Q109).
    pub fn known_cards(&self) -> CardSet {
        self.state.known_cards(self.side.enemy())
    }

    /// The number of cards a side holds.
    pub fn hand_size(&self, side: Side) -> usize {
        self.state.hands[side].len()
    }

    /// The number of cards in the draw pile.
    pub fn draw_pile_size(&self) -> usize {
        self.state.draw_pile.len()
    }

    /// The pieces in a space.
    pub fn in_space(&self, space: SpaceId) -> PieceSet {
        self.state.in_space(space)
    }

    /// Whether a piece is in a besieged space, inside or outside (8.21).
    pub fn is_at_siege(&self, piece: PieceId) -> bool {
        let besieged = self.state.besieged_spaces();
        !besieged.is_empty() && self.state.pieces.space(piece).is_some_and(|space| besieged.contains(space))
    }

    /// The space a piece is in; none off the map.
    pub fn space_of(&self, piece: PieceId) -> Option<SpaceId> {
        self.state.pieces.space(piece)
    }

    /// Whether the enemy occupies a space, with an unbesieged unit or fortification (D3).
    pub fn is_hostile(&self, space: SpaceId) -> bool {
        self.state.occupies(self.side.enemy(), space)
    }

    /// Whether own auxiliaries that end their activation in a space raid it (10.1, 10.11).
    pub fn is_raid_target(&self, space: SpaceId) -> bool {
        raid::is_target(self.state, self.side, space)
    }

    /// Victory points as on the track: above 0 French.
    pub fn vp(&self) -> i16 {
        self.state.vp
    }

    /// The units of a side in play, with their steps.
    pub fn steps(&self, side: Side) -> usize {
        let units = self.state.on_map(side) & Pieces::get().units;
        units.iter().map(|unit| usize::from(self.state.steps(unit))).sum()
    }

    /// What an expression of the script language is worth to this side; it sees no more than the side does.
    ///
    /// # Errors
    /// What is wrong with it, pointed at.
    pub fn evaluate(&self, expression: &str) -> Result<String, Faults> {
        self.evaluate_with(&[], expression)
    }

    /// The same with variables of a script that has stopped.
    pub(crate) fn evaluate_with(&self, variables: &[Variable], expression: &str) -> Result<String, Faults> {
        self.scripts.evaluate(&self.seen(), self.side, variables, expression)
    }

    /// The position without what the side may not see: of the other hand only what it knows, and no draw pile.
    pub fn position(&self) -> Position {
        Position::from_state(&self.seen())
    }

    fn seen(&self) -> State {
        let mut seen = self.state.clone();
        seen.hands[self.side.enemy()] = self.known_cards();
        seen.draw_pile.clear();
        seen
    }
}
