//! Choices that the rules make without asking: a single one, and one of several units that serve equally well. A person
//! who named units for the losses still has his way among equals: the record says which, in a line of its own.

use super::{Halt, Play, Table};
use crate::decision::{Ask, Choice, Choices};
use crate::sets::{PieceId, PieceSet};
use crate::side::Side;

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
            self.run.note_refusal(None);
            let at = self.run.next_for(side, &ask);
            let taken = self.live_mut().take_among_equals(at, side, &ask, pieces)?;
            self.note_forced(side, &ask, Choice::Piece(taken));
            return Ok(taken);
        }
        let dead_end = Halt::DeadEnd { side, ask: ask.clone() };
        self.ask_piece(side, ask, Choices::pieces(pieces))?.ok_or(dead_end)
    }

    /// Remembers a choice that was made without asking, if somebody wants to know.
    pub(super) fn note_forced(&mut self, side: Side, ask: &Ask, choice: Choice) {
        let known = self.known().next;
        if let Some(forced) = self.forced.as_mut() {
            forced.push(Forced { side, ask: ask.clone(), choice, known });
        }
    }
}
