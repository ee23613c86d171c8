//! What one side sees of a game.

use crate::content::Folder;
use crate::data::{GameData, TrackOf};
use crate::position::TabletopPosition;
use crate::rules::Tabletop;
use crate::state::{Piece, PieceFacts, SideSet, TabletopState};
use std::rc::Rc;
use wilderness_engine::plain::Side;
use wilderness_engine::{Answer, Known, Rules as _, Seen, Side as _, SideView, Situation};

/// What one side sees: its own hand and pieces, and what all sides see.
pub struct TabletopView<'a> {
    seen: Seen<'a, Tabletop>,
    known: &'a Known<Tabletop>,
    side: Side,
    /// Whether nothing is hidden from it.
    sees_all: bool,
}

/// A piece as a side sees it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SeenPiece {
    /// The piece.
    pub piece: Piece,
    /// The number of its kind, if the side knows it.
    pub kind: Option<u8>,
    /// Whose it is.
    pub side: Side,
    /// The number of the place where it is; nothing once it was removed.
    pub at: Option<u16>,
}

/// A pile as a side sees it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SeenPile {
    /// The number of the pile.
    pub pile: u8,
    /// Whose it is, if each side has its own.
    pub side: Option<Side>,
    /// How many cards are in it.
    pub count: usize,
    /// The numbers of those that the side knows to be in it.
    pub known: Vec<u8>,
}

impl<'a> TabletopView<'a> {
    pub(crate) fn new(seen: Seen<'a, Tabletop>, known: &'a Known<Tabletop>, side: Side) -> TabletopView<'a> {
        TabletopView { seen, known, side, sees_all: false }
    }

    /// The same of one from whom nothing is hidden.
    pub fn of_everything(self) -> TabletopView<'a> {
        TabletopView { sees_all: true, ..self }
    }

    /// Whether it shows what these sides know.
    fn shows(&self, known_to: SideSet) -> bool {
        self.sees_all || known_to.has(self.side)
    }

    pub(crate) fn state(&self) -> &'a TabletopState {
        self.seen.state
    }

    /// The side whose view it is.
    pub fn side(&self) -> Side {
        self.side
    }

    /// What `game.toml` says.
    pub fn data(&self) -> &'a GameData {
        &self.seen.scripts.data
    }

    /// The pieces on the board, in the order of their numbers.
    pub fn pieces(&self) -> impl Iterator<Item = SeenPiece> + use<'a> {
        let (side, sees_all, data) = (self.side, self.sees_all, self.data());
        self.state().pieces.iter().zip(0..).filter(|(facts, _)| facts.at.is_some()).map(
            move |(facts, index): (&PieceFacts, u16)| SeenPiece {
                piece: Piece(index),
                kind: (sees_all || facts.known_to.has(side)).then_some(facts.kind),
                side: data.side(facts.side),
                at: facts.at,
            },
        )
    }

    /// The side that controls the place with a number, if one does.
    pub fn controller(&self, place: usize) -> Option<Side> {
        let index = self.state().controllers.get(place).copied().flatten();
        index.map(|index| self.data().side(index))
    }

    /// The number of a track of a piece, if the side knows it.
    pub fn track_of_piece(&self, piece: Piece, track: usize) -> Option<i32> {
        let (state, data) = (self.state(), self.data());
        state.piece(piece).filter(|facts| self.shows(facts.known_to))?;
        state.piece_tracks.get(usize::from(piece.0) * data.piece_tracks + data.tracks.get(track)?.offset).copied()
    }

    /// The numbers of a track that is not one of pieces: one, or one for each side or place.
    pub fn track(&self, track: usize) -> &'a [i32] {
        let (state, data) = (self.state(), self.data());
        let Some(track) = data.tracks.get(track) else { return &[] };
        let count = match track.of {
            TrackOf::Game => 1,
            TrackOf::Side => data.sides.count(),
            TrackOf::Place => data.board.places.len(),
            TrackOf::Piece => return &[],
        };
        &state.tracks[track.offset..track.offset + count]
    }

    /// The piles, those of each side one after the other.
    pub fn piles(&self) -> Vec<SeenPile> {
        let (state, data) = (self.state(), self.data());
        let seen = |(pile, side): (u8, Option<Side>)| {
            let cards: Vec<u8> = state.cards_in(pile, side.map_or(0, |side| side.index() as u8)).collect();
            let is_known = |card: &u8| self.shows(state.cards[usize::from(*card)].known_to);
            SeenPile { pile, side, count: cards.len(), known: cards.iter().copied().filter(is_known).collect() }
        };
        let mut all = Vec::new();
        for (facts, pile) in data.piles.iter().zip(0..) {
            match facts.per_side {
                true => all.extend(data.sides.iter().map(|side| seen((pile, Some(side))))),
                false => all.push(seen((pile, None))),
            }
        }
        all
    }

    /// Where everything stands, as it is seen.
    pub fn position(&self) -> TabletopPosition {
        TabletopPosition::of(self.state(), self.data(), |known_to| self.shows(known_to))
    }

    /// Whether the phase that is played has changed something, or asked: a game that begins from here would play it
    /// twice.
    pub fn is_within_phase(&self) -> bool {
        self.seen.start.is_none_or(|(start, _)| **start != *self.state()) || !self.answers_of_step().is_empty()
    }

    /// The turn: how many turns of sides have begun.
    pub fn turn(&self) -> u16 {
        self.state().turn
    }

    /// What time it is, as people are told.
    pub fn caption(&self) -> String {
        Tabletop::time_told(self.state(), self.scripts())
    }

    /// Whose turn it is.
    pub fn active(&self) -> Side {
        self.state().active
    }

    /// The function of the phase that is being played.
    pub fn phase(&self) -> &'static str {
        self.data().phases[usize::from(self.state().phase)].as_str()
    }

    /// The answers and results of chance since the current step began.
    pub fn answers_of_step(&self) -> &'a [Answer<Tabletop>] {
        self.known.used_since(self.seen.start.map_or(0, |(_, known)| *known))
    }

    /// What the sides have scored, in their order.
    pub fn scores(&self) -> Vec<i32> {
        self.data().sides.iter().map(|side| self.points(side)).collect()
    }

    /// What a side has scored.
    pub fn points(&self, side: Side) -> i32 {
        self.state().points[side.index()]
    }

    /// The ids of the optional rules in force.
    pub fn options(&self) -> impl Iterator<Item = &'static str> + use<'a> {
        self.state().played.options.iter().map(|option| option.as_str())
    }
}

impl SideView<Tabletop> for TabletopView<'_> {
    fn situation(&self) -> Option<Situation<Tabletop>> {
        Situation::new(self.seen, self.known, self.side)
    }

    fn scripts(&self) -> &Rc<Folder> {
        self.seen.scripts
    }
}
