//! A ready-made vocabulary and header, for small games, and for games whose words are read while the program runs: sides,
//! questions, answers and the purposes of dice and draws are [words](Word), with what the engine has to know of them. A
//! game with many kinds of questions and pieces has types of its own, so that the compiler knows them.

mod header;

pub use header::{Begins, Header};

use crate::decision;
use crate::table::Chance;
use crate::word::Word;
use std::cmp::Ordering;
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

/// A side.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Side {
    index: u8,
    id: Word,
    name: Word,
}

impl Side {
    /// The side with this place in the list, this word in records, and this name.
    pub const fn new(index: u8, id: Word, name: Word) -> Side {
        Side { index, id, name }
    }
}

impl crate::side::Side for Side {
    fn id(self) -> &'static str {
        self.id.as_str()
    }

    fn index(self) -> usize {
        self.index.into()
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name.as_str())
    }
}

/// What a die is rolled for, and how many faces it has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Throw {
    kind: Word,
    faces: u8,
}

impl Throw {
    /// A die of this many faces for a purpose.
    pub const fn new(kind: Word, faces: u8) -> Throw {
        Throw { kind, faces }
    }
}

impl Chance for Throw {
    const ALL: &'static [Throw] = &[];
    const IS_OPEN: bool = true;

    fn kind(self) -> &'static str {
        self.kind.as_str()
    }

    fn faces(self) -> u8 {
        self.faces
    }
}

/// What something is drawn for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Draw {
    kind: Word,
    is_deal: bool,
}

impl Draw {
    /// A draw of one thing.
    pub const fn of(kind: Word) -> Draw {
        Draw { kind, is_deal: false }
    }

    /// One of the draws that deal a hand.
    pub const fn deal(kind: Word) -> Draw {
        Draw { kind, is_deal: true }
    }
}

impl Chance for Draw {
    const ALL: &'static [Draw] = &[];
    const IS_OPEN: bool = true;

    fn kind(self) -> &'static str {
        self.kind.as_str()
    }

    fn is_deal(self) -> bool {
        self.is_deal
    }
}

/// A question.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ask(Arc<AskText>);

/// What a question says.
#[derive(Clone, PartialEq, Eq, Debug)]
struct AskText {
    kind: Word,
    rule: Word,
    prompt: String,
    thrown: Option<Throw>,
    sets_off_a_script: bool,
    is_window: bool,
    is_secret: bool,
    spots: Vec<(Choice, Vec<usize>)>,
}

impl Ask {
    /// A question of a kind, by a rule, in words. The rule is `""` if there is none to cite.
    pub fn new(kind: impl Into<Word>, rule: impl Into<Word>, prompt: impl Into<String>) -> Ask {
        let (kind, rule, prompt) = (kind.into(), rule.into(), prompt.into());
        let (thrown, sets_off_a_script, is_window, is_secret) = (None, false, false, false);
        let spots = Vec::new();
        Ask(Arc::new(AskText { kind, rule, prompt, thrown, sets_off_a_script, is_window, is_secret, spots }))
    }

    fn with(mut self, change: impl FnOnce(&mut AskText)) -> Ask {
        change(Arc::make_mut(&mut self.0));
        self
    }

    /// The same question, whose answer uses a card, and so runs its script.
    pub fn setting_off_a_script(self) -> Ask {
        self.with(|asked| asked.sets_off_a_script = true)
    }

    /// The same question, which opens a window: the side may pass.
    pub fn window(self) -> Ask {
        self.with(|asked| asked.is_window = true)
    }

    /// The same question, whose answer stays hidden from the other sides until it is revealed.
    pub fn secret(self) -> Ask {
        self.with(|asked| asked.is_secret = true)
    }

    /// The same question, with the places of the board that answers stand for, by their numbers, in order of their answers.
    pub fn at(self, spots: Vec<(Choice, Vec<usize>)>) -> Ask {
        if spots.is_empty() { self } else { self.with(|asked| asked.spots = spots) }
    }

    /// The numbers of the places that an answer stands for.
    pub fn places_of(&self, choice: Choice) -> &[usize] {
        let found = self.0.spots.binary_search_by_key(&choice, |(choice, _)| *choice);
        found.map_or(&[], |index| &self.0.spots[index].1)
    }
}

impl decision::Question for Ask {
    type Throw = Throw;
    const KINDS: &'static [&'static str] = &[];

    fn kind(&self) -> &'static str {
        self.0.kind.as_str()
    }

    fn rule(&self) -> &'static str {
        self.0.rule.as_str()
    }

    fn prompt(&self) -> String {
        self.0.prompt.clone()
    }

    fn die(throw: Throw) -> Ask {
        let prompt = format!("What does the die for {} show?", throw.kind);
        Ask::new("die", "dice", prompt).with(|asked| asked.thrown = Some(throw))
    }

    fn thrown(&self) -> Option<Throw> {
        self.0.thrown
    }

    fn sets_off_a_script(&self) -> bool {
        self.0.sets_off_a_script
    }

    fn is_window(&self) -> bool {
        self.0.is_window
    }

    fn is_secret(&self) -> bool {
        self.0.is_secret
    }
}

/// An answer: a word, or a word and what it names behind a colon, such as `attack`, `card:7` or `to:north-ford`; people
/// read `card 7`. Answers are offered in alphabetical order, those that end in a number in that of their numbers.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Choice {
    text: [u8; Choice::LONGEST],
    length: u8,
}

impl Choice {
    /// The choice that passes a window.
    pub const PASS: Choice = Choice::of("pass");
    /// The most bytes of an answer.
    pub const LONGEST: usize = 47;
    /// The most bytes of its word, if something follows.
    const LONGEST_WORD: usize = Choice::LONGEST - Word::LONGEST - 1;

    /// A word of the program.
    ///
    /// # Panics
    /// If it is longer than an answer can be.
    pub const fn of(word: &'static str) -> Choice {
        assert!(word.len() <= Choice::LONGEST);
        let (mut text, bytes, mut index) = ([0; Choice::LONGEST], word.as_bytes(), 0);
        while index < bytes.len() {
            text[index] = bytes[index];
            index += 1;
        }
        Choice { text, length: word.len() as u8 }
    }

    /// A word of the program, and a number: `card:7`.
    ///
    /// # Panics
    /// If the word has more than 15 bytes.
    pub fn numbered(word: &'static str, number: impl Into<u32>) -> Choice {
        Choice::joined(word, &number.into().to_string())
    }

    /// A word of the program, and a name: `to:north-ford`.
    ///
    /// # Panics
    /// If the word has more than 15 bytes.
    pub fn naming(word: &'static str, name: Word) -> Choice {
        Choice::joined(word, name.as_str())
    }

    fn joined(word: &'static str, rest: &str) -> Choice {
        assert!(word.len() <= Choice::LONGEST_WORD);
        let mut text = [0; Choice::LONGEST];
        let bytes = word.bytes().chain([b':']).chain(rest.bytes());
        let length = text.iter_mut().zip(bytes).map(|(place, byte)| *place = byte).count();
        Choice { text, length: length as u8 }
    }

    /// The whole text.
    pub fn as_str(&self) -> &str {
        // It is made of whole texts.
        std::str::from_utf8(&self.text[..self.length.into()]).unwrap_or_default()
    }

    /// The word.
    pub fn word(&self) -> &str {
        self.as_str().split(':').next().unwrap_or_default()
    }

    /// What it names; empty for a word alone.
    pub fn name(&self) -> &str {
        self.as_str().split_once(':').map_or("", |(_, name)| name)
    }

    /// The number that it names, if it is one of this type.
    pub fn number<N: FromStr>(&self) -> Option<N> {
        self.name().parse().ok()
    }

    /// The text without the digits at its end, and their number.
    fn parts(&self) -> (&str, Option<u64>) {
        let text = self.as_str();
        let stem = text.trim_end_matches(|c: char| c.is_ascii_digit());
        (stem, text[stem.len()..].parse().ok())
    }
}

impl PartialOrd for Choice {
    fn partial_cmp(&self, other: &Choice) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Choice {
    fn cmp(&self, other: &Choice) -> Ordering {
        self.parts().cmp(&other.parts()).then_with(|| self.as_str().cmp(other.as_str()))
    }
}

impl fmt::Debug for Choice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.as_str().fmt(f)
    }
}

impl fmt::Display for Choice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.as_str().split_once(':') {
            Some((word, name)) => write!(f, "{word} {name}"),
            None => f.write_str(self.as_str()),
        }
    }
}

impl decision::Choice for Choice {
    const PASS: Choice = Choice::PASS;
    const IS_OPEN: bool = true;

    fn token(self) -> String {
        self.as_str().to_string()
    }

    /// Any text that can be an answer: which answers there are is for the rules to say.
    fn from_token(token: &str) -> Option<Choice> {
        let is_one = Word::is_form(token) && token.len() <= Choice::LONGEST;
        let mut text = [0; Choice::LONGEST];
        text.iter_mut().zip(token.bytes()).for_each(|(place, byte)| *place = byte);
        is_one.then_some(Choice { text, length: token.len() as u8 })
    }

    fn face(die: u8) -> Choice {
        Choice::numbered("face", die)
    }

    fn as_face(self) -> Option<u8> {
        if self.word() == "face" { self.name().parse().ok() } else { None }
    }
}
