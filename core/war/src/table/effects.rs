//! What the rules of the game do at a table, besides asking and rolling: what they do to the position, what is told of
//! it, and how they ask for pieces.

use super::{Halt, Play, Table};
use crate::chance::Draw;
use crate::context::Context;
use crate::decision::{Ask, Choice, Choices};
use crate::moments::Moment;
use crate::news::{CardFate, CardName, Happened, NewsEntry, Why};
use crate::placement::Place;
use crate::sets::{CardId, PieceId, PieceSet, SpaceId};
use crate::side::Side;
use crate::state::{State, Until};
use crate::tables::MOST_POINTS;
use std::sync::Arc;

/// What the rules of this game do at a table.
pub trait Effects {
    /// Writes an entry about a card to the log, if there is one. It names the card and its number.
    fn tell_of_card(&mut self, card: CardId, entry: impl FnOnce(CardName) -> NewsEntry);

    /// Writes to the log what becomes of a card of a side.
    fn tell_of_fate(&mut self, card: CardId, fate: CardFate, rule: &'static str, side: Side);

    /// Scores victory points for a side (13.2), as many as the scripts in force make of them.
    ///
    /// # Errors
    /// A script that fails.
    fn score(&mut self, side: Side, points: i8, rule: &'static str, why: Why, space: Option<SpaceId>) -> Play<()>;

    /// Ends the markers that last until now (5.51).
    ///
    /// # Errors
    /// A script that fails.
    fn expire(&mut self, until: Until) -> Play<()>;

    /// Takes a piece out of play: for good, or until an event brings it back (7.61).
    fn eliminate(&mut self, piece: PieceId, rule: &'static str);

    /// Removes a piece from play whose fate has already been reported.
    fn take_out(&mut self, piece: PieceId);

    /// Takes a step from a unit: it flips, or is eliminated (7.61).
    fn lose_step(&mut self, unit: PieceId, rule: &'static str);

    /// Puts pieces into a space.
    fn put(&mut self, pieces: PieceSet, space: SpaceId);

    /// Asks for a piece or a word; the word is `None`.
    ///
    /// # Errors
    /// As [`Table::ask`].
    fn ask_piece(&mut self, side: Side, ask: Ask, choices: Choices) -> Play<Option<PieceId>>;

    /// Asks for one of these pieces. Interchangeable pieces are not distinguished: if all of them are, the first is
    /// taken without asking, unless another has been named.
    ///
    /// # Errors
    /// As [`Table::ask`].
    fn ask_for_any_piece(&mut self, side: Side, ask: Ask, pieces: PieceSet) -> Play<PieceId>;

    /// Draws the top card of the draw pile; nothing if it is empty (5.21).
    ///
    /// # Errors
    /// `Misfit` if the known answer is another one, or a card that is not in the pile.
    fn deal(&mut self) -> Play<Option<CardId>>;

    /// A moment of a side: optional rules act at it, and the side may respond with a card.
    ///
    /// # Errors
    /// As the questions asked.
    fn window(&mut self, side: Side, moment: Moment) -> Play<()>;
}

impl Effects for Table {
    fn tell_of_card(&mut self, card: CardId, entry: impl FnOnce(CardName) -> NewsEntry) {
        if self.is_read() {
            let name = self.scripts.deck().card(card).map(|card| card.name.as_str().into());
            self.tell(|_| entry(CardName { card, name }));
        }
    }

    fn tell_of_fate(&mut self, card: CardId, fate: CardFate, rule: &'static str, side: Side) {
        self.tell_of_card(card, |card| NewsEntry::new(rule, Happened::CardMoved { card, fate }).by(side));
    }

    fn score(&mut self, side: Side, points: i8, rule: &'static str, why: Why, space: Option<SpaceId>) -> Play<()> {
        let (points, changes) = self.scripts.points(&self.state, points, Context { space, ..Context::of(side) })?;
        let vp = i16::from(points) * if side == Side::French { 1 } else { -1 };
        self.state.vp = self.state.vp.saturating_add(vp).clamp(-MOST_POINTS, MOST_POINTS);
        self.tell(|_| NewsEntry::new(rule, Happened::Scored { points, why, changes }).by(side).at(space));
        Ok(())
    }

    fn expire(&mut self, until: Until) -> Play<()> {
        if self.state.markers.values().all(|end| *end != until) {
            return Ok(());
        }
        Arc::make_mut(&mut self.state.markers).retain(|_, end| *end != until);
        let State { markers, numbers, .. } = &mut self.state;
        if numbers.keys().any(|name| !markers.contains_key(name)) {
            Arc::make_mut(numbers).retain(|name, _| markers.contains_key(name));
        }
        self.scripts.clone().limit_supply(&mut self.state)
    }

    fn eliminate(&mut self, piece: PieceId, rule: &'static str) {
        let from = self.state.pieces.space(piece);
        self.take_out(piece);
        let eliminated = Happened::Eliminated { pieces: PieceSet::one(piece) };
        self.tell(|_| NewsEntry::new(rule, eliminated).by(piece.side()).at(from));
    }

    fn take_out(&mut self, piece: PieceId) {
        let place = if piece.irreplaceable() { Place::Eliminated } else { Place::AtHand };
        self.state.pieces.put(piece, place);
    }

    fn lose_step(&mut self, unit: PieceId, rule: &'static str) {
        if self.state.steps(unit) == 1 {
            self.eliminate(unit, rule);
        } else {
            self.state.pieces.set_reduced(unit, true);
            let reduced = Happened::Reduced { units: PieceSet::one(unit) };
            self.tell(|state| NewsEntry::new(rule, reduced).by(unit.side()).at(state.pieces.space(unit)));
        }
    }

    fn put(&mut self, pieces: PieceSet, space: SpaceId) {
        pieces.iter().for_each(|piece| self.state.pieces.put(piece, Place::Space(space)));
    }

    fn ask_piece(&mut self, side: Side, ask: Ask, choices: Choices) -> Play<Option<PieceId>> {
        Ok(self.ask(side, ask, choices)?.piece())
    }

    fn ask_for_any_piece(&mut self, side: Side, ask: Ask, pieces: PieceSet) -> Play<PieceId> {
        let dead_end = Halt::DeadEnd { side, ask: ask.clone() };
        self.ask_for_any(side, ask, Choices::pieces(pieces), are_alike)?.piece().ok_or(dead_end)
    }

    fn deal(&mut self) -> Play<Option<CardId>> {
        let Some(&top) = self.state.draw_pile.last() else { return Ok(None) };
        let pile = |state: &State| state.draw_pile.iter().map(|&card| Choice::Card(card)).collect();
        let Choice::Card(card) = self.take(Draw::Deal, pile, Choice::Card(top))? else { return Ok(None) };
        match card == top {
            true => drop(self.state.draw_pile.pop()),
            false => self.state.draw_pile.retain(|&other| other != card),
        }
        Ok(Some(card))
    }

    fn window(&mut self, side: Side, moment: Moment) -> Play<()> {
        if !self.notices_moments() {
            return Ok(());
        }
        self.scripts.clone().happen(self, side, moment)
    }
}

/// Whether two pieces serve equally well. In a relief (8.251) some of a side's units are inside and others outside:
/// that is not the same to their owner.
fn are_alike(state: &State, one: Choice, other: Choice) -> bool {
    let (Some(one), Some(other)) = (one.piece(), other.piece()) else { return one == other };
    let sets = [state.pieces.reduced(), state.pieces.inside()];
    one.interchangeable(other) && sets.iter().all(|set| set.contains(one) == set.contains(other))
}
