//! The vocabulary of the game: sides, questions, answers, and the purposes of dice and draws.

use std::fmt;
use std::sync::Arc;
use wilderness_engine::{Chance, Question};

/// A side.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Side {
    Red,
    Blue,
}

impl wilderness_engine::Side for Side {
    const BOTH: [Side; 2] = [Side::Red, Side::Blue];

    fn id(self) -> &'static str {
        ["red", "blue"][self as usize]
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
    Card,
    Use(u8),
    Ambush,
    Event(Arc<str>),
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

    fn is_secret(&self) -> bool {
        false
    }
}

/// An answer.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Choice {
    Card(u8),
    Face(u8),
    Attack,
    Draw,
    Event,
    Pass,
}

impl fmt::Display for Choice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&wilderness_engine::Choice::token(*self))
    }
}

impl wilderness_engine::Choice for Choice {
    const PASS: Choice = Choice::Pass;

    fn token(self) -> String {
        match self {
            Choice::Card(card) => format!("card:{card}"),
            Choice::Face(face) => format!("face:{face}"),
            Choice::Attack => "attack".into(),
            Choice::Draw => "draw".into(),
            Choice::Event => "event".into(),
            Choice::Pass => "pass".into(),
        }
    }

    fn from_token(token: &str) -> Option<Choice> {
        match token.split_once(':') {
            Some(("card", card)) => card.parse().ok().map(Choice::Card),
            Some(("face", face)) => face.parse().ok().map(Choice::Face),
            _ => [Choice::Attack, Choice::Draw, Choice::Event, Choice::Pass]
                .into_iter()
                .find(|word| word.token() == token),
        }
    }

    fn similar(token: &str) -> (&str, Vec<&'static str>) {
        (token, vec!["attack", "draw", "event", "pass"])
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
    Attack,
    Raid,
}

impl Chance for Throw {
    const ALL: &'static [Throw] = &[Throw::Attack, Throw::Raid];

    fn kind(self) -> &'static str {
        if self == Throw::Attack { "attack" } else { "raid" }
    }
}

/// The purposes of draws.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Draw {
    Card,
}

impl Chance for Draw {
    const ALL: &'static [Draw] = &[Draw::Card];

    fn kind(self) -> &'static str {
        "card"
    }
}
