//! What `game.toml` says, checked.

use crate::board::{BoardMap, Place};
use crate::facts::{DefaultFacts, Fact, FactsOfThing};
use crate::sentences::SentencePattern;
use std::collections::BTreeMap;
use std::sync::Arc;
use wilderness_engine::plain::{Ask, Choice, Side, Throw};
use wilderness_engine::scene::Figure;
use wilderness_engine::{Chance as _, Sides, Word};

/// The most pieces of a game, those included that have left the board.
pub const MOST_PIECES: usize = 500;
/// The function that sets up a game.
pub const SETUP: &str = "setup";
/// The most cards.
pub const MOST_CARDS: usize = 250;

/// The data of a game.
pub struct GameData {
    /// Its name.
    pub name: String,
    /// What time it is, as people are told: a text with `{turn}`, and the tracks of the game in such braces.
    pub caption: String,
    /// The sides.
    pub sides: Sides<Side>,
    /// What is said of each side, in their order.
    pub side_facts: Vec<SideFacts>,
    /// The functions that make up a turn of a side, in their order.
    pub phases: Vec<Word>,
    /// Who made it, and what others may do with it: `by A. Maker (CC0-1.0)`; empty if neither is said.
    pub made_by: String,
    /// The most turns of sides; then the game ends.
    pub turns: u16,
    /// How many turns a searching bot looks ahead, if the script judges positions.
    pub ahead: u32,
    /// Whether a question with a single answer is asked.
    pub asks_single: bool,
    /// The board.
    pub board: BoardMap,
    /// The kinds of pieces.
    pub kinds: Vec<Kind>,
    /// The tracks.
    pub tracks: Vec<Track>,
    /// How many tracks each piece has.
    pub piece_tracks: usize,
    /// The questions.
    pub questions: Vec<QuestionFacts>,
    /// The sentences that answer questions.
    pub sentences: Vec<SentencePattern>,
    /// The dice.
    pub dice: Vec<Throw>,
    /// The piles of cards.
    pub piles: Vec<Pile>,
    /// The cards.
    pub cards: Vec<CardFacts>,
    /// How terrains and kinds of links are drawn.
    pub looks: Vec<Look>,
    /// The scenarios, of which there is at least one.
    pub scenarios: Vec<Named>,
    /// The optional rules.
    pub options: Vec<Named>,
    /// The facts that things can have.
    pub facts: DefaultFacts,
    /// The places, by their ids: looked up for each name in a script.
    pub places: BTreeMap<&'static str, Place>,
    /// The words that each kind of names in scripts can be.
    pub names: Arc<Names>,
}

/// Something with an id and a name.
#[derive(Clone, PartialEq, Debug)]
pub struct Named {
    /// Its id.
    pub id: Word,
    /// Its name.
    pub name: String,
    /// What it is about, in a sentence; empty if nothing is said.
    pub about: String,
}

/// How a terrain, a kind of links, or a fact of places is drawn.
#[derive(Clone, PartialEq, Debug)]
pub struct Look {
    /// The id of what it is.
    pub id: Word,
    /// Its name in the legend.
    pub name: String,
    /// Its colour: red, green and blue.
    pub colour: [u8; 3],
    /// Its letter on a map of text.
    pub letter: Option<char>,
    /// The shape in which a fact is drawn at its places.
    pub shape: Figure,
    /// The fact that it stands for, and from which number on, unless it is a terrain or a link.
    pub fact: (Word, i64),
}

impl Look {
    /// Whether it stands for what a fact of a place is.
    pub fn is_of(&self, fact: Option<Fact>) -> bool {
        match fact {
            Some(Fact::Number(number)) => number >= self.fact.1,
            Some(Fact::Truth(holds)) => holds,
            Some(Fact::Text(_)) | None => false,
        }
    }
}

/// What is said of a side.
#[derive(Clone, PartialEq, Debug)]
pub struct SideFacts {
    /// The colour of its pieces: red, green and blue.
    pub colour: Option<[u8; 3]>,
    /// What it is called in sentences: `the Crown`.
    pub spoken: String,
    /// Whether sentences speak of several: `the French decide`.
    pub is_plural: bool,
    /// Its facts.
    pub facts: FactsOfThing,
}

/// A kind of pieces.
#[derive(Clone, PartialEq, Debug)]
pub struct Kind {
    /// Its id.
    pub id: Word,
    /// Its name.
    pub name: String,
    /// What stands on its counters: a letter or sign.
    pub symbol: String,
    /// Whether a piece is drawn as a disc in its place, not as a counter.
    pub is_disc: bool,
    /// Whether enemies see only that there is a piece.
    pub is_hidden: bool,
    /// Its facts.
    pub facts: FactsOfThing,
}

/// A question.
pub struct QuestionFacts {
    /// Its id: the first word of its answers, too.
    pub id: Word,
    /// As it is asked.
    pub ask: Ask,
    /// What stands for it in the sentences as people are shown them.
    pub noun: String,
    /// The function that says which answers there are: `may_ID`.
    pub may: Word,
    /// The function that says why an answer is refused: `why_not_ID`.
    pub why_not: Word,
    /// Whether the side may pass.
    pub is_window: bool,
    /// What all sides are told of an answer: a text with `{side}`, `{answer}`, and other questions in such braces, for what
    /// the side has answered to them before in the phase; nothing if it is empty.
    pub told: String,
    /// Whether what is told of answers to other questions names those to it.
    pub is_retold: bool,
}

/// What has a track of its own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TrackOf {
    /// The game.
    Game,
    /// Each side.
    Side,
    /// Each place.
    Place,
    /// Each piece.
    Piece,
}

impl TrackOf {
    /// All of them, as `game.toml` names them.
    pub const NAMES: [(&'static str, TrackOf); 4] =
        [("game", TrackOf::Game), ("side", TrackOf::Side), ("place", TrackOf::Place), ("piece", TrackOf::Piece)];
}

/// A track: a number that the game keeps, for itself or for each side, place or piece.
#[derive(Clone, PartialEq, Debug)]
pub struct Track {
    /// Its id.
    pub id: Word,
    /// Its name.
    pub name: String,
    /// Where it begins, unless there is a fact of the same name, which says it.
    pub start: i32,
    /// The least and the most that it can be.
    pub limits: (i32, i32),
    /// What has one of its own.
    pub of: TrackOf,
    /// Whether it is left out on the board: it only counts what the script has to remember.
    pub is_unseen: bool,
    /// Where its numbers begin in the state; of pieces, which of their tracks it is.
    pub offset: usize,
}

/// Who sees the cards of a pile.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SeenBy {
    /// All sides.
    All,
    /// The side whose pile it is.
    Owner,
    /// No side.
    Nobody,
}

impl SeenBy {
    /// All of them, as `game.toml` names them.
    pub const NAMES: [(&'static str, SeenBy); 3] =
        [("all", SeenBy::All), ("owner", SeenBy::Owner), ("nobody", SeenBy::Nobody)];
}

/// A pile of cards, such as a deck or a hand. Its cards have no order: what is drawn from it is drawn at random.
#[derive(Clone, PartialEq, Debug)]
pub struct Pile {
    /// Its id.
    pub id: Word,
    /// Its name.
    pub name: String,
    /// Who sees what is in it. All sides see how many cards it has.
    pub seen: SeenBy,
    /// Whether each side has its own.
    pub per_side: bool,
}

/// What is said of a card.
#[derive(Clone, PartialEq, Debug)]
pub struct CardFacts {
    /// Its id.
    pub id: Word,
    /// Its name.
    pub name: Word,
    /// What it says.
    pub text: String,
    /// The number of the pile in which it is at the start.
    pub pile: u8,
    /// Whose pile it is; the first side's, if the pile is not one of a side.
    pub side: u8,
    /// Its facts.
    pub facts: FactsOfThing,
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
    /// Of links.
    pub links: Vec<&'static str>,
    /// Of facts.
    pub facts: Vec<&'static str>,
    /// Of piles.
    pub piles: Vec<&'static str>,
    /// Of cards.
    pub cards: Vec<&'static str>,
    /// Of optional rules.
    pub options: Vec<&'static str>,
    /// Of scenarios.
    pub scenarios: Vec<&'static str>,
}

impl GameData {
    /// Whether sides can hide something from each other: what a piece is, or the cards of a pile.
    pub fn hides_anything(&self) -> bool {
        self.kinds.iter().any(|kind| kind.is_hidden) || self.piles.iter().any(|pile| pile.seen == SeenBy::Owner)
    }

    /// The same, with the names that scripts can use.
    pub(crate) fn with_names(self) -> GameData {
        fn ids<T>(of: &[T], id: fn(&T) -> Word) -> Vec<&'static str> {
            of.iter().map(|thing| id(thing).as_str()).collect()
        }
        let mut links: Vec<&'static str> =
            self.board.places.iter().flat_map(|place| &place.links).map(|link| link.as_str()).collect();
        links.sort_unstable();
        links.dedup();
        let names = Names {
            places: ids(&self.board.places, |facts| facts.place.id),
            kinds: ids(&self.kinds, |kind| kind.id),
            tracks: ids(&self.tracks, |track| track.id),
            questions: ids(&self.questions, |question| question.id),
            dice: self.dice.iter().map(|die| die.kind()).collect(),
            phases: ids(&self.phases, |phase| *phase),
            ways: self.board.shape.ways(),
            links,
            facts: self.facts.keys().copied().collect(),
            piles: ids(&self.piles, |pile| pile.id),
            cards: ids(&self.cards, |card| card.id),
            options: ids(&self.options, |option| option.id),
            scenarios: ids(&self.scenarios, |scenario| scenario.id),
        };
        GameData { names: Arc::new(names), ..self }
    }

    /// A fact of a thing: what is said of it, or what holds where nothing is said.
    pub fn fact(&self, facts: &FactsOfThing, name: &str) -> Option<Fact> {
        facts.get(name).or_else(|| self.facts.get(name).copied())
    }

    /// The same, if it is a number.
    pub fn number(&self, facts: &FactsOfThing, name: &str) -> Option<i64> {
        match self.fact(facts, name) {
            Some(Fact::Number(number)) => Some(number),
            _ => None,
        }
    }

    /// The kind with an id, as pieces have it.
    pub fn kind(&self, id: &str) -> Option<u8> {
        self.kinds.iter().position(|kind| kind.id.as_str() == id).map(|index| index as u8)
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

    /// The number of the pile with an id.
    pub fn pile(&self, id: &str) -> Option<u8> {
        self.piles.iter().position(|pile| pile.id.as_str() == id).map(|index| index as u8)
    }

    /// The number of the card with an id.
    pub fn card(&self, id: &str) -> Option<u8> {
        self.cards.iter().position(|card| card.id.as_str() == id).map(|index| index as u8)
    }

    /// An answer as people call it: by the name of the place, card, kind, side or piece that it names.
    pub fn called(&self, choice: &Choice) -> String {
        let name = choice.name();
        let place = self.places.get(name).map(|place| place.name.to_string());
        let card = || self.card(name).map(|index| self.cards[usize::from(index)].name.to_string());
        let kind = || self.kind(name).map(|index| self.kinds[usize::from(index)].name.clone());
        let side = || self.sides.with_id(name).map(|side| side.to_string());
        match place.or_else(card).or_else(kind).or_else(side).or_else(|| self.piece_called(name)) {
            Some(called) => format!("{} {called}", choice.word()),
            None => choice.to_string(),
        }
    }

    /// Whether an answer names a piece.
    pub fn names_piece(&self, choice: &Choice) -> bool {
        let name = choice.name();
        let is_other = self.places.contains_key(name) || self.card(name).is_some() || self.kind(name).is_some();
        !is_other && self.piece_called(name).is_some()
    }

    /// What a piece is called that answers name by a kind, or by a side if that is hidden, and its number: `foot-3`.
    fn piece_called(&self, name: &str) -> Option<String> {
        let (stem, number) = name.rsplit_once('-')?;
        let kind = self.kind(stem).map(|index| self.kinds[usize::from(index)].name.clone());
        let side = || self.sides.with_id(stem).map(|side| side.to_string());
        Some(format!("{} {}", kind.or_else(side)?, number.parse::<u16>().ok()?))
    }

    /// The side with this place among the sides.
    pub fn side(&self, index: u8) -> Side {
        self.sides.iter().nth(index.into()).unwrap_or(self.sides.first())
    }

    /// The other side of two.
    pub fn enemy(&self, side: Side) -> Option<Side> {
        let mut others = self.sides.others(side);
        others.next().filter(|_| others.next().is_none())
    }
}
