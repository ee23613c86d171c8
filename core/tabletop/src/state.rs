//! The state of a game: the same plain value for every folder.

use crate::board::Place;
use crate::data::{GameData, MOST_PIECES, SeenBy, Track, TrackOf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use wilderness_engine::plain::{Choice, Side};
use wilderness_engine::{Generator, MOST_SIDES, Side as _, Word};

/// A piece, as scripts hold it: its number, which it never loses.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Piece(pub u16);

impl std::fmt::Display for Piece {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "piece {}", self.0 + 1)
    }
}

/// A card, as scripts hold it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Card {
    /// Its number in `game.toml`.
    pub index: u8,
    /// Its id.
    pub id: Word,
    /// Its name.
    pub name: Word,
}

impl std::fmt::Display for Card {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.name.fmt(f)
    }
}

/// Sides, as bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SideSet(pub u8);

impl SideSet {
    /// All sides.
    pub const ALL: SideSet = SideSet(u8::MAX);
    /// No side.
    pub const NONE: SideSet = SideSet(0);

    /// One side.
    pub fn of(index: u8) -> SideSet {
        SideSet(1 << index)
    }

    /// Whether a side is among them.
    pub fn has(self, side: Side) -> bool {
        self.0 & (1 << side.index()) != 0
    }

    /// These and others.
    pub fn and(self, other: SideSet) -> SideSet {
        SideSet(self.0 | other.0)
    }

    /// Those that are also among others.
    pub fn within(self, other: SideSet) -> SideSet {
        SideSet(self.0 & other.0)
    }
}

/// What is known of a piece.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PieceFacts {
    /// The number of its kind.
    pub kind: u8,
    /// The place of its side among the sides.
    pub side: u8,
    /// The sides that know its kind and its tracks.
    pub known_to: SideSet,
    /// The number of the place where it is; nowhere once it was removed.
    pub at: Option<u16>,
}

/// Where a card is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CardAt {
    /// The number of its pile.
    pub pile: u8,
    /// The place among the sides of the one whose pile it is; 0 for a pile of no side.
    pub side: u8,
    /// The sides that know that it is there.
    pub known_to: SideSet,
}

/// What comes after the phase that is being played, if it is not the next.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Course {
    /// This phase of the same side.
    pub phase: Option<u8>,
    /// The turn of this side.
    pub side: Option<Side>,
}

/// What is played: it does not change in a game.
#[derive(Clone, PartialEq, Debug)]
pub struct Played {
    /// The id of the scenario.
    pub scenario: Word,
    /// The ids of the optional rules in force.
    pub options: Vec<Word>,
    /// Both as one text.
    pub setting: String,
}

impl Played {
    /// This scenario with these optional rules.
    pub fn new(scenario: Word, options: Vec<Word>) -> Played {
        let setting =
            std::iter::once(&scenario).chain(&options).map(|word| word.as_str()).collect::<Vec<_>>().join(" ");
        Played { scenario, options, setting }
    }
}

/// Tells states apart: those with the same version are the same, so what was found out of one holds of the other. A copy
/// has the same version until it changes. It is no part of the game: all are equal.
#[derive(Clone, Copy, Debug)]
pub struct Version(u64);

impl Version {
    /// A version that no other state has.
    pub fn new() -> Version {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        Version(NEXT.fetch_add(1, Ordering::Relaxed))
    }

    /// Whether states with these versions are the same.
    pub fn is(self, other: Version) -> bool {
        self.0 == other.0
    }
}

impl Default for Version {
    fn default() -> Version {
        Version::new()
    }
}

impl PartialEq for Version {
    fn eq(&self, _: &Version) -> bool {
        true
    }
}

/// The state.
#[derive(Clone, PartialEq, Debug)]
pub struct TabletopState {
    /// Changes with everything else.
    pub version: Version,
    /// What is played.
    pub played: Arc<Played>,
    /// The turns of sides that have begun; 0 until the game has been set up.
    pub turn: u16,
    /// The phase that is to be played.
    pub phase: u8,
    /// How many phases have been played in this turn.
    pub phases_played: u16,
    /// The phases that are played again and again, as bits, in a turn that seems not to end.
    pub repeating: u64,
    /// Whose turn it is.
    pub active: Side,
    /// The pieces, by their numbers.
    pub pieces: Vec<PieceFacts>,
    /// The numbers of the tracks of pieces: those of the first piece, of the second, and so on.
    pub piece_tracks: Vec<i32>,
    /// The numbers of the other tracks.
    pub tracks: Vec<i32>,
    /// The side that controls each place, by its number, if one does.
    pub controllers: Vec<Option<u8>>,
    /// Where the cards are, by their numbers.
    pub cards: Vec<CardAt>,
    /// The ids of the cards, which answers name.
    pub ids: Arc<[Word]>,
    /// What the sides have scored.
    pub points: [i32; MOST_SIDES],
    /// How the game has ended, if it has: who has won.
    pub ended: Option<Option<Side>>,
    /// What comes after the phase that is being played.
    pub course: Course,
    /// What the sides have answered in the phase to questions that are told with later ones.
    pub retold: Vec<(Side, Word, Choice)>,
    /// The first piece that has moved in the phase since the script last told something, and from which place.
    pub moved: Option<(Piece, u16)>,
    /// What dice and draws come from.
    pub generator: Generator,
}

impl TabletopState {
    /// The state before the game is set up.
    pub fn new(data: &GameData, played: Played, generator: Generator) -> TabletopState {
        let cards = data.cards.iter().map(|card| {
            let (pile, side) = (card.pile, card.side);
            CardAt { pile, side, known_to: viewers(data, pile, side) }
        });
        TabletopState {
            version: Version::new(),
            played: Arc::new(played),
            turn: 0,
            phase: 0,
            phases_played: 0,
            repeating: 0,
            active: data.sides.first(),
            pieces: Vec::new(),
            piece_tracks: Vec::new(),
            tracks: data.tracks.iter().flat_map(|track| starts(data, track)).collect(),
            controllers: vec![None; data.board.places.len()],
            cards: cards.collect(),
            ids: data.cards.iter().map(|card| card.id).collect(),
            points: [0; MOST_SIDES],
            ended: None,
            course: Course::default(),
            retold: Vec::new(),
            moved: None,
            generator,
        }
    }

    /// What is known of a piece.
    pub fn piece(&self, piece: Piece) -> Option<&PieceFacts> {
        self.pieces.get(usize::from(piece.0))
    }

    /// The pieces of which something holds.
    pub fn pieces_with(&self, holds: impl Fn(&PieceFacts) -> bool) -> impl Iterator<Item = Piece> {
        self.pieces.iter().zip(0..).filter(move |(facts, _)| holds(facts)).map(|(_, index)| Piece(index))
    }

    /// The first piece at a place.
    pub fn piece_at(&self, place: Place) -> Option<(Piece, &PieceFacts)> {
        let index = self.pieces.iter().position(|facts| facts.at == Some(place.index))?;
        Some((Piece(index as u16), &self.pieces[index]))
    }

    /// Adds a piece of a kind and a side.
    ///
    /// # Errors
    /// If there are too many.
    pub fn add_piece(&mut self, data: &GameData, kind: u8, side: u8, at: Option<u16>) -> Result<Piece, String> {
        if self.pieces.len() == MOST_PIECES {
            return Err(format!("a game has at most {MOST_PIECES} pieces"));
        }
        let facts = &data.kinds[usize::from(kind)];
        let known_to = if facts.is_hidden { SideSet::of(side) } else { SideSet::ALL };
        self.pieces.push(PieceFacts { kind, side, known_to, at });
        let of_pieces = data.tracks.iter().filter(|track| track.of == TrackOf::Piece);
        self.piece_tracks.extend(of_pieces.map(|track| begin(track, data.number(&facts.facts, track.id.as_str()))));
        Ok(Piece((self.pieces.len() - 1) as u16))
    }

    /// The cards in a pile, by their numbers.
    pub fn cards_in(&self, pile: u8, side: u8) -> impl Iterator<Item = u8> + '_ {
        let is_there = move |at: &CardAt| at.pile == pile && at.side == side;
        self.cards.iter().zip(0..).filter(move |(at, _)| is_there(at)).map(|(_, index)| index)
    }

    /// Moves a card to a pile, in sight of those who knew where it was.
    pub fn move_card(&mut self, data: &GameData, card: u8, pile: u8, side: u8) {
        let at = &mut self.cards[usize::from(card)];
        let known_to = at.known_to.and(viewers(data, pile, side));
        *at = CardAt { pile, side, known_to };
    }

    /// Moves a card that was drawn unseen from its pile: who does not see it now no longer knows what is left there.
    pub fn move_drawn(&mut self, data: &GameData, card: u8, pile: u8, side: u8) {
        let from = self.cards[usize::from(card)];
        let seen = viewers(data, pile, side).and(viewers(data, from.pile, from.side));
        for at in self.cards.iter_mut().filter(|at| at.pile == from.pile && at.side == from.side) {
            at.known_to = at.known_to.within(seen);
        }
        self.cards[usize::from(card)] = CardAt { pile, side, known_to: seen };
    }

    /// Moves all cards of a pile to another one, and shuffles them with what is there.
    pub fn gather(&mut self, data: &GameData, from: (u8, u8), to: (u8, u8)) {
        let known_to = viewers(data, to.0, to.1);
        for at in self.cards.iter_mut().filter(|at| [from, to].contains(&(at.pile, at.side))) {
            *at = CardAt { pile: to.0, side: to.1, known_to };
        }
    }
}

/// The sides that see what is in a pile.
pub fn viewers(data: &GameData, pile: u8, side: u8) -> SideSet {
    match data.piles[usize::from(pile)].seen {
        SeenBy::All => SideSet::ALL,
        SeenBy::Owner => SideSet::of(side),
        SeenBy::Nobody => SideSet::NONE,
    }
}

/// Where a track begins, of a thing of which a fact of the same name says this.
fn begin(track: &Track, fact: Option<i64>) -> i32 {
    let (least, most) = track.limits;
    fact.map_or(track.start, |fact| fact.clamp(least.into(), most.into()) as i32)
}

/// The numbers with which a track that is not one of pieces begins.
fn starts(data: &GameData, track: &Track) -> Vec<i32> {
    let id = track.id.as_str();
    match track.of {
        TrackOf::Game => vec![track.start],
        TrackOf::Side => data.side_facts.iter().map(|side| begin(track, data.number(&side.facts, id))).collect(),
        TrackOf::Place => data.board.places.iter().map(|place| begin(track, data.number(&place.facts, id))).collect(),
        TrackOf::Piece => Vec::new(),
    }
}
