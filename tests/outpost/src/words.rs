//! The vocabulary of the game: sides, questions, answers, and the purposes of dice and draws.

use std::fmt;
use std::sync::Arc;
use wilderness_engine::{Chance, Question};

/// A side.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Side {
    /// It has the first turn.
    Red,
    /// It has the second.
    Blue,
}

impl Side {
    /// Both sides, in the order of the game.
    pub const BOTH: [Side; 2] = [Side::Red, Side::Blue];

    /// The other side.
    pub fn enemy(self) -> Side {
        if self == Side::Red { Side::Blue } else { Side::Red }
    }
}

impl wilderness_engine::Side for Side {
    fn id(self) -> &'static str {
        ["red", "blue"][self as usize]
    }

    fn index(self) -> usize {
        self as usize
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(["Red", "Blue"][*self as usize])
    }
}

/// What a side is asked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Ask {
    /// Which card it plays (2).
    Card,
    /// What it uses the card for (2).
    Use(u8),
    /// Which card it lies in ambush with, if any (3).
    Ambush,
    /// What the script of a card asks (4).
    Event(Arc<str>),
    /// What it rolled.
    Die(Throw),
}

impl Question for Ask {
    type Throw = Throw;
    const KINDS: &'static [&'static str] = &["card", "use", "ambush", "event", "die"];

    fn kind(&self) -> &'static str {
        match self {
            Ask::Card => "card",
            Ask::Use(_) => "use",
            Ask::Ambush => "ambush",
            Ask::Event(_) => "event",
            Ask::Die(_) => "die",
        }
    }

    fn rule(&self) -> &'static str {
        match self {
            Ask::Ambush => "3",
            Ask::Event(_) => "4",
            _ => "2",
        }
    }

    fn prompt(&self) -> String {
        match self {
            Ask::Card => "Which card do you play?".into(),
            Ask::Use(card) => format!("What do you use the {card} for?"),
            Ask::Ambush => "Do you lie in ambush?".into(),
            Ask::Event(prompt) => prompt.to_string(),
            Ask::Die(_) => "What did you roll?".into(),
        }
    }

    fn die(throw: Throw) -> Ask {
        Ask::Die(throw)
    }

    fn thrown(&self) -> Option<Throw> {
        if let Ask::Die(throw) = self { Some(*throw) } else { None }
    }

    fn sets_off_a_script(&self) -> bool {
        matches!(self, Ask::Use(_))
    }

    fn is_window(&self) -> bool {
        *self == Ask::Ambush
    }
}

/// An answer.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Choice {
    /// A card.
    Card(u8),
    /// The face of a die.
    Face(u8),
    /// To attack.
    Attack,
    /// To draw a card.
    Draw,
    /// To play the card as an event.
    Event,
    /// Not to lie in ambush.
    Pass,
}

impl fmt::Display for Choice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Choice::Card(card) => write!(f, "card:{card}"),
            Choice::Face(face) => write!(f, "face:{face}"),
            Choice::Attack => f.write_str("attack"),
            Choice::Draw => f.write_str("draw"),
            Choice::Event => f.write_str("event"),
            Choice::Pass => f.write_str("pass"),
        }
    }
}

impl wilderness_engine::Choice for Choice {
    const PASS: Choice = Choice::Pass;

    fn from_token(token: &str) -> Option<Choice> {
        let words = [Choice::Attack, Choice::Draw, Choice::Event, Choice::Pass];
        match token.split_once(':') {
            Some(("card", card)) => card.parse().ok().map(Choice::Card),
            Some(("face", face)) => face.parse().ok().map(Choice::Face),
            _ => words.into_iter().find(|word| word.to_string() == token),
        }
    }

    fn face(die: u8) -> Choice {
        Choice::Face(die)
    }

    fn as_face(self) -> Option<u8> {
        if let Choice::Face(face) = self { Some(face) } else { None }
    }
}

/// The purposes of dice.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Throw {
    /// An attack (3).
    Attack,
    /// What the script of a card decides (4).
    Raid,
}

impl Chance for Throw {
    const ALL: &'static [Throw] = &[Throw::Attack, Throw::Raid];

    fn kind(self) -> &'static str {
        ["attack", "raid"][self as usize]
    }
}

/// The purposes of draws.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Draw {
    /// A card of the pile (2).
    Card,
}

impl Chance for Draw {
    const ALL: &'static [Draw] = &[Draw::Card];

    fn kind(self) -> &'static str {
        "card"
    }
}
