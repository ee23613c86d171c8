//! What the rules do to the position, and what is told of it.

use super::Table;
use crate::log::{CardFate, CardName, Entry, Happened, Why};
use crate::placement::Place;
use crate::sets::{CardId, PieceId, PieceSet, SpaceId};
use crate::side::Side;
use crate::state::State;

/// As far as victory points are counted: far beyond every end of a game.
pub(crate) const MOST_POINTS: i16 = 999;

impl Table {
    /// Writes an entry to the log, if there is one.
    pub fn tell(&mut self, entry: impl FnOnce(&State) -> Entry) {
        if let Some(log) = self.log.as_mut() {
            log.push(entry(&self.state));
        }
    }

    /// Writes an entry about a card to the log, if there is one. The card is called by its name and number.
    pub fn tell_of_card(&mut self, card: CardId, entry: impl FnOnce(CardName) -> Entry) {
        if self.log.is_some() {
            let name = self.scripts.deck().card(card).map(|card| card.name.as_str().into());
            self.tell(|_| entry(CardName { card, name }));
        }
    }

    /// Writes to the log what becomes of a card of a side.
    pub fn tell_of_fate(&mut self, card: CardId, fate: CardFate, rule: &'static str, side: Side) {
        self.tell_of_card(card, |card| Entry::new(rule, Happened::CardMoved { card, fate }).by(side));
    }

    /// Scores victory points for a side (13.2).
    pub fn score(&mut self, side: Side, points: i8, rule: &'static str, why: Why, space: Option<SpaceId>) {
        let vp = i16::from(points) * if side == Side::French { 1 } else { -1 };
        self.state.vp = self.state.vp.saturating_add(vp).clamp(-MOST_POINTS, MOST_POINTS);
        self.tell(|_| Entry::new(rule, Happened::Scored { points, why }).by(side).at(space));
    }

    /// Takes a piece out of play: for good, or until an event brings it back (7.61).
    pub fn eliminate(&mut self, piece: PieceId, rule: &'static str) {
        let from = self.state.pieces.space(piece);
        self.take_out(piece);
        let eliminated = Happened::Eliminated { pieces: PieceSet::one(piece) };
        self.tell(|_| Entry::new(rule, eliminated).by(piece.side()).at(from));
    }

    /// Takes a piece out of play whose fate is told already.
    pub fn take_out(&mut self, piece: PieceId) {
        let place = if piece.irreplaceable() { Place::Eliminated } else { Place::AtHand };
        self.state.pieces.put(piece, place);
    }

    /// Takes a step from a unit: it flips, or is eliminated (7.61).
    pub fn lose_step(&mut self, unit: PieceId, rule: &'static str) {
        if self.state.steps(unit) == 1 {
            self.eliminate(unit, rule);
        } else {
            self.state.pieces.set_reduced(unit, true);
            let reduced = Happened::Reduced { units: PieceSet::one(unit) };
            self.tell(|state| Entry::new(rule, reduced).by(unit.side()).at(state.pieces.space(unit)));
        }
    }

    /// Puts pieces into a space.
    pub fn put(&mut self, pieces: PieceSet, space: SpaceId) {
        pieces.iter().for_each(|piece| self.state.pieces.put(piece, Place::Space(space)));
    }
}
