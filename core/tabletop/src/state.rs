//! The state of a game: the same plain value for every folder.

use crate::board::Place;
use crate::data::{GameData, MOST_PIECES, Track};
use wilderness_engine::plain::Side;
use wilderness_engine::{Each, Generator};

/// A piece, as scripts hold it: its number, which it never loses.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Piece(pub u16);

impl std::fmt::Display for Piece {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", self.0 + 1)
    }
}

/// What is known of a piece.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PieceFacts {
    /// The number of its kind.
    pub kind: u8,
    /// Whose it is.
    pub side: Side,
    /// Where it is; nowhere once it was removed.
    pub at: Option<Place>,
}

/// What comes after the phase that is being played, if it is not the next.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Course {
    /// This phase of the same side.
    pub phase: Option<u8>,
    /// The turn of this side.
    pub side: Option<Side>,
}

/// The state.
#[derive(Clone, PartialEq, Debug)]
pub struct TabletopState {
    /// The turns of sides that have begun; 0 until the game has been set up.
    pub turn: u16,
    /// The phase that is to be played.
    pub phase: u8,
    /// How many phases have been played in this turn.
    pub played: u16,
    /// Whose turn it is.
    pub active: Side,
    /// The pieces, by their numbers.
    pub pieces: Vec<PieceFacts>,
    /// The numbers of the tracks.
    pub tracks: Vec<i64>,
    /// What the sides have scored.
    pub points: Each<i32>,
    /// How the game has ended, if it has: who has won.
    pub ended: Option<Option<Side>>,
    /// What comes after the phase that is being played.
    pub course: Course,
    /// What dice come from.
    pub generator: Generator,
}

impl TabletopState {
    /// The state before the game is set up.
    pub fn new(data: &GameData, generator: Generator) -> TabletopState {
        let start = |track: &Track| vec![track.start; if track.per_side { data.sides.count() } else { 1 }];
        TabletopState {
            turn: 0,
            phase: 0,
            played: 0,
            active: data.sides.first(),
            pieces: Vec::new(),
            tracks: data.tracks.iter().flat_map(start).collect(),
            points: Each::default(),
            ended: None,
            course: Course::default(),
            generator,
        }
    }

    /// What is known of a piece.
    pub fn piece(&self, piece: Piece) -> Option<&PieceFacts> {
        self.pieces.get(usize::from(piece.0))
    }

    /// The pieces of which something holds, with their numbers.
    pub fn pieces_with(&self, holds: impl Fn(&PieceFacts) -> bool) -> impl Iterator<Item = Piece> {
        self.pieces.iter().zip(0..).filter(move |(facts, _)| holds(facts)).map(|(_, index)| Piece(index))
    }

    /// The first piece at a place.
    pub fn piece_at(&self, place: Place) -> Option<(Piece, &PieceFacts)> {
        let index = self.pieces.iter().position(|facts| facts.at.is_some_and(|at| at.index == place.index))?;
        Some((Piece(index as u16), &self.pieces[index]))
    }

    /// Adds a piece.
    ///
    /// # Errors
    /// If there are too many.
    pub fn add_piece(&mut self, facts: PieceFacts) -> Result<Piece, String> {
        if self.pieces.len() == MOST_PIECES {
            return Err(format!("a game has at most {MOST_PIECES} pieces"));
        }
        self.pieces.push(facts);
        Ok(Piece((self.pieces.len() - 1) as u16))
    }
}
