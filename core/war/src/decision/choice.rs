//! Legal answers, each with its stable text token.

use crate::map::Map;
use crate::pieces::Pieces;
use crate::sets::{CardId, Id, PieceId, PieceSet, SpaceId, SpaceSet};
use std::cmp::Ordering;
use std::fmt;
use strum::{EnumString, IntoStaticStr, VariantArray};

/// A named answer.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, EnumString, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "kebab-case")]
pub enum Word {
    /// Use the card as its event (5.5).
    Event,
    /// Use the card to activate a force (5.34).
    Force,
    /// Use the card to activate units and leaders individually (5.33).
    Individual,
    /// Use the card to build stockades (5.41).
    Stockades,
    /// Use the card to build forts (5.42).
    Forts,
    /// March, sail or stay: any action except a siege or an assault.
    Move,
    /// Roll on the Siege Table (8.23).
    Siege,
    /// Assault the fort or fortress (9.0).
    Assault,
    /// Attack the besiegers from inside (8.25).
    Sortie,
    /// Go inside the fort or fortress.
    Inside,
    /// Drop off units or leaders (6.22, 10.13).
    Drop,
    /// Demolish a friendly fort, stockade or fort under construction (5.46).
    Demolish,
    /// Pass, holding the last card (4.0).
    Hold,
    /// Remain in the space.
    Stay,
    /// End the movement here.
    Stop,
    /// Decline.
    Pass,
    /// Stop choosing.
    Done,
}

impl Word {
    /// All of them.
    pub const ALL: &'static [Word] = Word::VARIANTS;

    /// The token of the answer.
    pub fn token(self) -> &'static str {
        self.into()
    }
}

/// The name of an option in a card's script: up to 24 lower-case letters, digits and hyphens.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Label([u8; Label::LENGTH]);

impl Label {
    const LENGTH: usize = 24;

    /// The label with this text, if it can be one.
    pub fn new(text: &str) -> Option<Label> {
        let fits = (1..=Label::LENGTH).contains(&text.len());
        let plain = text.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-');
        let mut bytes = [0; Label::LENGTH];
        (fits && plain).then(|| {
            bytes[..text.len()].copy_from_slice(text.as_bytes());
            Label(bytes)
        })
    }

    /// Its text.
    pub fn as_str(&self) -> &str {
        let end = self.0.iter().position(|&byte| byte == 0).unwrap_or(Label::LENGTH);
        // Only ASCII characters are accepted.
        std::str::from_utf8(&self.0[..end]).unwrap_or_default()
    }
}

/// Numbers sort numerically, before words.
impl Ord for Label {
    fn cmp(&self, other: &Label) -> Ordering {
        let key = |label: &Label| label.as_str().parse::<u32>().map_or((true, 0), |number| (false, number));
        key(self).cmp(&key(other)).then(self.0.cmp(&other.0))
    }
}

impl PartialOrd for Label {
    fn partial_cmp(&self, other: &Label) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// A legal answer: one piece, space or card, or a named option.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub enum Choice {
    /// A leader or unit.
    Piece(PieceId),
    /// A space; in movement, entering it by land or boat.
    Space(SpaceId),
    /// Entering a space by infiltration (6.6).
    Infiltrate(SpaceId),
    /// Going to a port by sea (6.4).
    Naval(SpaceId),
    /// A card.
    Card(CardId),
    /// An option that a card's script names.
    Option(Label),
    /// A named option.
    Word(Word),
}

/// In the order of their kinds, and each kind in its own: choices are sorted all the time.
impl Ord for Choice {
    #[inline]
    fn cmp(&self, other: &Choice) -> Ordering {
        match (self, other) {
            (Choice::Option(one), Choice::Option(other)) => one.cmp(other),
            _ => self.place().cmp(&other.place()),
        }
    }
}

impl PartialOrd for Choice {
    #[inline]
    fn partial_cmp(&self, other: &Choice) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Choice {
    /// Its place among all choices; options, which have an order of their own, have one place.
    #[inline]
    fn place(self) -> (u8, u8) {
        match self {
            Choice::Piece(piece) => (0, piece.0),
            Choice::Space(space) => (1, space.0),
            Choice::Infiltrate(space) => (2, space.0),
            Choice::Naval(space) => (3, space.0),
            Choice::Card(card) => (4, card.0),
            Choice::Option(_) => (5, 0),
            Choice::Word(word) => (6, word as u8),
        }
    }

    /// The stable text form used in records, the command line and tests.
    pub fn token(self) -> String {
        match self {
            Choice::Piece(piece) => format!("piece:{}", piece.id()),
            Choice::Space(space) => format!("space:{}", space.id()),
            Choice::Infiltrate(space) => format!("infiltrate:{}", space.id()),
            Choice::Naval(space) => format!("naval:{}", space.id()),
            Choice::Card(card) => format!("card:{}", card.0),
            Choice::Option(label) => format!("option:{}", label.as_str()),
            Choice::Word(word) => word.token().to_string(),
        }
    }

    /// The choice with this token, if the game has one.
    pub fn from_token(token: &str) -> Option<Choice> {
        let space = |id: &str| Map::get().find(id);
        match token.split_once(':') {
            Some(("piece", id)) => Pieces::get().find(id).map(Choice::Piece),
            Some(("space", id)) => space(id).map(Choice::Space),
            Some(("infiltrate", id)) => space(id).map(Choice::Infiltrate),
            Some(("naval", id)) => space(id).map(Choice::Naval),
            Some(("option", name)) => Label::new(name).map(Choice::Option),
            Some(("card", number)) => number.parse().ok().map(|number| Choice::Card(CardId(number))),
            Some(_) => None,
            None => token.parse().ok().map(Choice::Word),
        }
    }

    /// The piece, if it is one.
    pub fn piece(self) -> Option<PieceId> {
        match self {
            Choice::Piece(piece) => Some(piece),
            _ => None,
        }
    }

    /// The space, however it is entered.
    pub fn space(self) -> Option<SpaceId> {
        match self {
            Choice::Space(space) | Choice::Infiltrate(space) | Choice::Naval(space) => Some(space),
            _ => None,
        }
    }
}

impl fmt::Display for Choice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Choice::Piece(piece) => piece.fmt(f),
            Choice::Space(space) => space.fmt(f),
            Choice::Infiltrate(space) => write!(f, "infiltrate {space}"),
            Choice::Naval(space) => write!(f, "sail to {space}"),
            Choice::Card(card) => card.fmt(f),
            Choice::Option(label) => f.write_str(label.as_str()),
            Choice::Word(word) => f.write_str(word.token()),
        }
    }
}

impl fmt::Debug for Choice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.token())
    }
}

impl wilderness_engine::Choice for Choice {
    const PASS: Choice = Choice::Word(Word::Pass);

    fn token(self) -> String {
        Choice::token(self)
    }

    fn from_token(token: &str) -> Option<Choice> {
        Choice::from_token(token)
    }

    fn similar(token: &str) -> (&str, Vec<&'static str>) {
        match token.split_once(':') {
            Some(("piece", id)) => (id, Pieces::get().ids().collect()),
            Some((_, id)) => (id, Map::get().ids().collect()),
            None => (token, Vec::new()),
        }
    }

    fn face(die: u8) -> Choice {
        Label::new(&die.to_string()).map_or(Choice::PASS, Choice::Option)
    }

    fn as_face(self) -> Option<u8> {
        match self {
            Choice::Option(label) => label.as_str().parse().ok(),
            _ => None,
        }
    }
}

/// The choices of a decision, collected in their stable order.
#[derive(Default)]
pub struct Choices(Vec<Choice>);

impl Choices {
    /// No choices yet.
    pub fn none() -> Choices {
        Choices(Vec::with_capacity(8))
    }

    /// Adds each of these pieces.
    pub fn pieces(pieces: PieceSet) -> Choices {
        Choices::of(pieces.iter().map(Choice::Piece))
    }

    /// Adds each of these spaces.
    pub fn spaces(spaces: SpaceSet) -> Choices {
        Choices::of(spaces.iter().map(Choice::Space))
    }

    /// These choices, with room for the words that follow.
    fn of(ids: impl ExactSizeIterator<Item = Choice>) -> Choices {
        let mut choices = Vec::with_capacity(ids.len() + 2);
        ids.for_each(|choice| choices.push(choice));
        Choices(choices)
    }

    /// Whether a choice is among them.
    pub fn has(&self, choice: Choice) -> bool {
        self.0.contains(&choice)
    }

    /// Whether one of them is of the same kind as a choice: a piece, a space, a card, an option or a word.
    pub fn are_like(&self, choice: Choice) -> bool {
        self.0.iter().any(|other| std::mem::discriminant(other) == std::mem::discriminant(&choice))
    }

    /// Adds this choice.
    pub fn add(&mut self, choice: Choice) {
        self.0.push(choice);
    }

    /// Adds each of these choices.
    pub fn add_all<T: Id>(&mut self, ids: impl IntoIterator<Item = T>, choice: impl Fn(T) -> Choice) {
        self.0.extend(ids.into_iter().map(choice));
    }

    /// Adds this word.
    pub fn or(mut self, word: Word) -> Choices {
        self.0.push(Choice::Word(word));
        self
    }

    /// Adds this word, if the condition holds.
    pub fn or_if(self, condition: bool, word: Word) -> Choices {
        if condition { self.or(word) } else { self }
    }

    /// Whether there are no choices.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The only choice, if there is one.
    pub fn only(&self) -> Option<Choice> {
        match self.0[..] {
            [only] => Some(only),
            _ => None,
        }
    }
}

impl From<Choices> for Vec<Choice> {
    fn from(choices: Choices) -> Vec<Choice> {
        choices.0
    }
}
