//! Choices that the rules make without asking: a single one, and one of several units that serve equally well. A person
//! who named units for the losses still has his way among equals: the record says which, in a line of its own.

use super::{Answer, Halt, Misfit, Play, Table};
use crate::decision::{Ask, Choice, Choices};
use crate::sets::{PieceId, PieceSet};
use crate::side::Side;
use std::mem::discriminant;

/// A choice that the rules made without asking.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Forced {
    /// Whose choice it would have been.
    pub side: Side,
    /// What would have been asked.
    pub ask: Ask,
    /// The choice.
    pub choice: Choice,
    /// How many answers and results of chance were known by then.
    pub known: usize,
}

/// Units that a person has named for the losses at hand.
#[derive(Clone, Debug)]
pub(crate) struct Named {
    /// The side that loses them, and at which question they were named.
    pub side: Side,
    pub ask: Ask,
    /// A set for each word, in their order: all units that it may mean.
    pub words: Vec<PieceSet>,
}

impl Table {
    /// Asks for one of these pieces. Pieces that would serve equally well are not told apart: if all of them are such,
    /// the first is taken without asking, unless somebody has named another.
    ///
    /// # Errors
    /// As [`Table::ask`].
    pub fn ask_for_any(&mut self, side: Side, ask: Ask, pieces: PieceSet) -> Play<PieceId> {
        // In a relief (8.251) some of a side's units are inside and others outside: that is not the same to their
        // owner.
        let (reduced, inside) = (self.state.pieces.reduced(), self.state.pieces.inside());
        let alike = |a: PieceId, b: PieceId| {
            a.interchangeable(b) && [reduced, inside].iter().all(|set| set.contains(a) == set.contains(b))
        };
        if let Some(first) = pieces.first()
            && pieces.iter().all(|piece| alike(piece, first))
        {
            self.refusal = None;
            let taken = self.named_among_equals(side, &ask, pieces, first)?;
            self.note_forced(side, &ask, Choice::Piece(taken));
            return Ok(taken);
        }
        let dead_end = Halt::DeadEnd { side, ask: ask.clone() };
        self.ask_piece(side, ask, Choices::pieces(pieces))?.ok_or(dead_end)
    }

    /// Which of several equal pieces is taken: the first, unless another was named, now or in the record.
    fn named_among_equals(&mut self, side: Side, ask: &Ask, pieces: PieceSet, first: PieceId) -> Play<PieceId> {
        let at = self.after_windows(Some((side, ask)));
        if let Some(known) = self.answers.get(at) {
            return match known {
                Answer::Named { side: who, ask: what, piece }
                    if *who == side && what == ask && pieces.contains(*piece) =>
                {
                    self.next = at + 1;
                    Ok(*piece)
                }
                _ => Ok(first),
            };
        }
        let taken = match self.given.front().filter(|given| given.is_named()) {
            Some(given) => {
                let token = given.answer(side, ask.kind()).and_then(Choice::from_token);
                let piece = token.and_then(Choice::piece).filter(|piece| pieces.contains(*piece));
                let Some(piece) = piece else {
                    let expected = format!("{} {}", side.id(), ask.kind());
                    let choices = pieces.iter().map(|piece| Choice::Piece(piece).token()).collect();
                    let (line, found) = (Some(given.line), given.text());
                    return Err(Halt::Misfit(Misfit { line, expected, prompt: ask.prompt(), found, choices }));
                };
                self.given.pop_front();
                piece
            }
            None if self.given.is_empty() => self.take_named(side, ask, pieces).unwrap_or(first),
            None => first,
        };
        if taken != first {
            self.answers.push(Answer::Named { side, ask: ask.clone(), piece: taken });
            self.next += 1;
        }
        Ok(taken)
    }

    /// Takes the first word that names one of these pieces off the list, and returns the piece.
    fn take_named(&mut self, side: Side, ask: &Ask, pieces: PieceSet) -> Option<PieceId> {
        let named = self.named.as_mut()?;
        if named.side != side || discriminant(&named.ask) != discriminant(ask) {
            return None;
        }
        let word = named.words.iter().position(|word| word.meets(pieces))?;
        (named.words.remove(word) & pieces).first()
    }

    /// Remembers a choice that was made without asking, if somebody wants to know.
    pub(super) fn note_forced(&mut self, side: Side, ask: &Ask, choice: Choice) {
        let known = self.next;
        if let Some(forced) = self.forced.as_mut() {
            forced.push(Forced { side, ask: ask.clone(), choice, known });
        }
    }
}
