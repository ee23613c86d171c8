//! What `game.toml` says, checked.

use crate::board::{BoardMap, Place};
use std::collections::BTreeMap;
use std::sync::Arc;
use wilderness_engine::plain::{Ask, Side, Throw};
use wilderness_engine::{Sides, Word};

/// The most pieces of a game, those included that have left the board.
pub const MOST_PIECES: usize = 1_000;

/// The data of a game.
pub struct GameData {
    /// Its name.
    pub name: String,
    /// The sides.
    pub sides: Sides<Side>,
    /// The functions that make up a turn of a side, in their order.
    pub phases: Vec<Word>,
    /// The most turns of sides; then the game ends.
    pub turns: u16,
    /// Whether a question with a single answer is asked.
    pub asks_single: bool,
    /// The board.
    pub board: BoardMap,
    /// The kinds of pieces.
    pub kinds: Vec<Word>,
    /// The tracks.
    pub tracks: Vec<Track>,
    /// The questions.
    pub questions: Vec<QuestionFacts>,
    /// The dice.
    pub dice: Vec<Throw>,
    /// The places, by their ids: looked up for each name in a script.
    pub places: BTreeMap<&'static str, Place>,
    /// The words that each kind of names in scripts can be.
    pub names: Arc<Names>,
}

/// A question.
pub struct QuestionFacts {
    /// Its id: the first word of its answers, too.
    pub id: Word,
    /// As it is asked.
    pub ask: Ask,
    /// The function that says why an answer is refused: `why_not_ID`.
    pub why_not: Word,
}

/// A track: a number that the game keeps, for itself or for each side.
#[derive(Clone, PartialEq, Debug)]
pub struct Track {
    /// Its id.
    pub id: Word,
    /// Where it begins.
    pub start: i64,
    /// The least and the most that it can be.
    pub limits: (i64, i64),
    /// Whether each side has its own.
    pub per_side: bool,
    /// Where its numbers begin in the state.
    pub offset: usize,
}

/// The names that scripts can use.
#[derive(Default)]
pub struct Names {
    /// Of places.
    pub places: Vec<&'static str>,
    /// Of kinds of pieces.
    pub kinds: Vec<&'static str>,
    /// Of tracks.
    pub tracks: Vec<&'static str>,
    /// Of questions.
    pub questions: Vec<&'static str>,
    /// Of dice.
    pub dice: Vec<&'static str>,
    /// Of phases.
    pub phases: Vec<&'static str>,
    /// Of ways.
    pub ways: Vec<&'static str>,
}

impl GameData {
    /// The kind with an id, as pieces have it.
    pub fn kind(&self, id: &str) -> Option<u8> {
        self.kinds.iter().position(|kind| kind.as_str() == id).map(|index| index as u8)
    }

    /// The track with an id.
    pub fn track(&self, id: &str) -> Option<&Track> {
        self.tracks.iter().find(|track| track.id.as_str() == id)
    }

    /// The question with an id.
    pub fn question(&self, id: &str) -> Option<&QuestionFacts> {
        self.questions.iter().find(|question| question.id.as_str() == id)
    }

    /// The die with a purpose.
    pub fn die(&self, id: &str) -> Option<Throw> {
        let names = self.names.dice.iter().position(|name| *name == id);
        names.map(|index| self.dice[index])
    }

    /// The phase with a name.
    pub fn phase(&self, name: &str) -> Option<u8> {
        self.phases.iter().position(|phase| phase.as_str() == name).map(|index| index as u8)
    }

    /// The other side of two.
    pub fn enemy(&self, side: Side) -> Option<Side> {
        let mut others = self.sides.others(side);
        others.next().filter(|_| others.next().is_none())
    }
}
