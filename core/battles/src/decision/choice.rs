//! Answers and their tokens.

use crate::id::Id;
use crate::state::{Level, Marker};
use std::cmp::Ordering;
use std::fmt;
use wilderness_hexes::Hex;

/// The number of an attack, in the order of its text, as all tokens.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Number(pub u8);

impl Ord for Number {
    fn cmp(&self, other: &Number) -> Ordering {
        self.0.to_string().cmp(&other.0.to_string())
    }
}

impl PartialOrd for Number {
    fn partial_cmp(&self, other: &Number) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// An answer. The order is that of the tokens, but levels are in the order of their size.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Choice {
    /// Accept a concession.
    Accept,
    /// An attack, by the number of its declaration, from 1.
    Attack(Number),
    /// Convert a rout.
    Convert,
    /// Declare the attack.
    Declare,
    /// Decline a concession.
    Decline,
    /// No more.
    Done,
    /// Leave the map.
    Exit,
    /// What a die shows.
    Face(u8),
    /// Go, with those who go along.
    Go,
    /// A hex.
    Hex(Hex),
    /// A level of victory.
    Level(Level),
    /// A unit that moves by forced march.
    March(Id),
    /// A special tactics marker.
    Marker(Marker),
    /// None of them.
    None,
    /// Let a rout be one.
    Rout,
    /// Stop here.
    Stop,
    /// A unit.
    Unit(Id),
    /// A leader who goes along.
    With(Id),
}

/// The answers that are a word alone.
const WORDS: [(&str, Choice); 10] = [
    ("accept", Choice::Accept),
    ("convert", Choice::Convert),
    ("declare", Choice::Declare),
    ("decline", Choice::Decline),
    ("done", Choice::Done),
    ("exit", Choice::Exit),
    ("go", Choice::Go),
    ("none", Choice::None),
    ("rout", Choice::Rout),
    ("stop", Choice::Stop),
];

impl fmt::Display for Choice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Choice::Attack(number) => write!(f, "attack:{}", number.0),
            Choice::Face(face) => write!(f, "face:{face}"),
            Choice::Hex(hex) => write!(f, "hex:{hex}"),
            Choice::Level(level) => write!(f, "level:{}", level.word()),
            Choice::March(unit) => write!(f, "march:{unit}"),
            Choice::Marker(marker) => write!(f, "marker:{}", marker.word()),
            Choice::Unit(unit) => write!(f, "unit:{unit}"),
            Choice::With(leader) => write!(f, "with:{leader}"),
            word => f.write_str(WORDS.iter().find(|(_, other)| other == word).map_or("", |(text, _)| text)),
        }
    }
}

impl wilderness_engine::Choice for Choice {
    const PASS: Choice = Choice::None;

    fn token(self) -> String {
        self.to_string()
    }

    fn from_token(token: &str) -> Option<Choice> {
        match token.split_once(':') {
            Some(("attack", number)) => number.parse().ok().map(|number| Choice::Attack(Number(number))),
            Some(("face", face)) => face.parse().ok().filter(|face| (1..=6).contains(face)).map(Choice::Face),
            Some(("hex", hex)) => Hex::new(hex).map(Choice::Hex),
            Some(("level", word)) => Level::WON.into_iter().find(|level| level.word() == word).map(Choice::Level),
            Some(("march", unit)) => Id::new(unit).map(Choice::March),
            Some(("marker", word)) => Marker::ALL.into_iter().find(|marker| marker.word() == word).map(Choice::Marker),
            Some(("unit", unit)) => Id::new(unit).map(Choice::Unit),
            Some(("with", leader)) => Id::new(leader).map(Choice::With),
            Some(_) => None,
            None => WORDS.iter().find(|(text, _)| *text == token).map(|(_, choice)| *choice),
        }
        // What is read is what is written: no leading zeros.
        .filter(|choice| choice.to_string() == token)
    }

    fn similar(token: &str) -> (&str, Vec<&'static str>) {
        match token.split_once(':') {
            Some(("marker", word)) => (word, Marker::ALL.map(Marker::word).to_vec()),
            Some(("level", word)) => (word, Level::WON.map(Level::word).to_vec()),
            Some((_, named)) => (named, Vec::new()),
            None => (token, WORDS.map(|(text, _)| text).to_vec()),
        }
    }

    fn face(die: u8) -> Choice {
        Choice::Face(die)
    }

    fn as_face(self) -> Option<u8> {
        if let Choice::Face(face) = self { Some(face) } else { None }
    }
}
