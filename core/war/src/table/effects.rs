//! What the rules do to the position, and what is told of it.

use super::Table;
use crate::log::{Entry, Topic};
use crate::placement::Place;
use crate::sets::{CardId, PieceId, PieceSet, SpaceId};
use crate::side::Side;
use crate::state::State;

/// As far as victory points are counted: far beyond every end of a game.
pub(crate) const MOST_POINTS: i16 = 999;

impl Table {
    /// Writes an entry to the log, if anybody reads it.
    pub fn tell(&mut self, entry: impl FnOnce(&State) -> Entry) {
        if let Some(log) = self.log.as_mut() {
            log.push(entry(&self.state));
        }
    }

    /// Writes an entry about a card to the log, if anybody reads it. The card is called by its name and number.
    pub fn tell_of_card(&mut self, card: CardId, entry: impl FnOnce(&str) -> Entry) {
        if self.log.is_some() {
            let name = self.scripts.deck().name(card);
            self.tell(|_| entry(&name));
        }
    }

    /// Scores victory points for a side (13.2).
    pub fn score(&mut self, side: Side, points: i8, rule: &'static str, why: &str, space: Option<SpaceId>) {
        let vp = i16::from(points) * if side == Side::French { 1 } else { -1 };
        self.state.vp = self.state.vp.saturating_add(vp).clamp(-MOST_POINTS, MOST_POINTS);
        self.tell(|_| Entry {
            space,
            vp,
            ..Entry::new(Topic::Score, rule, format!("{side} {points:+} VP: {why}")).by(side)
        });
    }

    /// Takes a piece out of play: for good, or until an event brings it back (7.61).
    pub fn eliminate(&mut self, piece: PieceId, rule: &'static str) {
        let from = self.state.pieces.space(piece);
        self.take_out(piece);
        self.tell(|_| Entry {
            space: from,
            ..Entry::new(Topic::Battle, rule, format!("{piece} is eliminated")).by(piece.side())
        });
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
            self.tell(|state| Entry {
                space: state.pieces.space(unit),
                ..Entry::new(Topic::Battle, rule, format!("{unit} is reduced")).by(unit.side())
            });
        }
    }

    /// Puts pieces into a space.
    pub fn put(&mut self, pieces: PieceSet, space: SpaceId) {
        pieces.iter().for_each(|piece| self.state.pieces.put(piece, Place::Space(space)));
    }
}
