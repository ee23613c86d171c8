//! A line of a record after its header.

use super::{Chance, NAMED};
use crate::decision::Choice;
use crate::side::Side;

/// A line of a record after its header: an answer or a result of chance.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Given {
    /// Its line number in the file, from 1.
    pub line: usize,
    /// Its three words, with a space between them: who, what, and the token, in which there may be spaces.
    text: Box<str>,
    /// Where the first and the second word end.
    ends: [u32; 2],
    /// Whether it names one of several equal choices, which the rules did not ask about.
    named: bool,
}

impl Given {
    /// A line with these words.
    pub fn new(line: usize, words: [&str; 3], named: bool) -> Given {
        let first = words[0].len();
        let ends = [first, first + 1 + words[1].len()].map(|end| u32::try_from(end).unwrap_or(u32::MAX));
        Given { line, text: words.join(" ").into(), ends, named }
    }

    /// Reads a line that is known to be valid.
    pub fn read(line: usize, text: &str) -> Given {
        let named = text.strip_prefix(NAMED).and_then(|rest| rest.strip_prefix(' '));
        let mut words = named.unwrap_or(text).splitn(3, ' ');
        let mut word = || words.next().unwrap_or_default();
        Given::new(line, [word(), word(), word()], named.is_some())
    }

    /// The words, of which none is longer than a file may be.
    fn words(&self) -> [&str; 3] {
        let [first, second] = self.ends.map(|end| end as usize);
        [&self.text[..first], &self.text[first + 1..second], &self.text[second + 1..]]
    }

    /// The token of the answer, if the line answers this kind of decision for this side.
    pub fn answer(&self, side: impl Side, kind: &str) -> Option<&str> {
        let [who, what, token] = self.words();
        (who == side.id() && what == kind).then_some(token)
    }

    /// Whether it names one of several equal choices, which the rules did not ask about.
    pub fn is_named(&self) -> bool {
        self.named
    }

    /// The kind of decision or chance.
    pub fn kind(&self) -> &str {
        self.words()[1]
    }

    /// Whether it gives this answer to this kind of decision, for either side.
    pub fn says(&self, kind: &str, token: &str) -> bool {
        self.words()[1] == kind && self.words()[2] == token
    }

    /// Whether it is a die.
    pub fn is_roll(&self) -> bool {
        self.words()[0] == "roll"
    }

    /// Whether it is a draw.
    pub fn is_draw(&self) -> bool {
        self.words()[0] == "draw"
    }

    /// Whether it is a result of chance.
    pub fn is_chance(&self) -> bool {
        self.is_roll() || self.is_draw()
    }

    /// The face of the die, if the line is a die for this purpose.
    pub fn roll(&self, throw: impl Chance) -> Option<u8> {
        let [_, what, die] = self.words();
        let die = die.parse().ok().filter(|die| (1..=throw.faces()).contains(die));
        if self.is_roll() && what == throw.kind() { die } else { None }
    }

    /// What was drawn, if the line is a draw of this kind.
    pub fn draw<C: Choice>(&self, kind: &str) -> Option<C> {
        let [_, what, drawn] = self.words();
        if self.is_draw() && what == kind { C::from_token(drawn) } else { None }
    }

    /// Its content, for comparison with other lines.
    pub(crate) fn key(&self) -> ([&str; 3], bool) {
        (self.words(), self.named)
    }

    /// The text of the line.
    pub fn text(&self) -> String {
        let named = if self.named { format!("{NAMED} ") } else { String::new() };
        named + &*self.text
    }
}
