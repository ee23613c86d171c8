//! A line of a record after its header.

use super::NAMED;
use crate::decision::Choice;
use crate::side::Side;

/// A line of a record after its header: an answer or a result of chance.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Given {
    /// Its number in the file, from 1.
    pub line: usize,
    words: [String; 3],
    /// Whether nobody was asked: a person had named one of several equal choices.
    named: bool,
}

impl Given {
    /// A line of these words.
    pub fn new(line: usize, words: [&str; 3], named: bool) -> Given {
        Given { line, words: words.map(str::to_string), named }
    }

    /// Reads a line that is known to have the form of one.
    pub fn read(line: usize, text: &str) -> Given {
        let named = text.strip_prefix(NAMED).and_then(|rest| rest.strip_prefix(' '));
        let mut words = named.unwrap_or(text).splitn(3, ' ');
        let mut word = || words.next().unwrap_or_default();
        Given::new(line, [word(), word(), word()], named.is_some())
    }

    /// The token with which a side answers a kind of decision, if the line says that.
    pub fn answer(&self, side: impl Side, kind: &str) -> Option<&str> {
        let [who, what, token] = &self.words;
        (who == side.id() && what == kind).then_some(token)
    }

    /// Whether it says which of several equal choices was taken, though nobody was asked.
    pub fn is_named(&self) -> bool {
        self.named
    }

    /// What kind of decision or chance it is about.
    pub fn kind(&self) -> &str {
        &self.words[1]
    }

    /// Whether it answers a kind of decision so, for either side.
    pub fn says(&self, kind: &str, token: &str) -> bool {
        self.words[1] == kind && self.words[2] == token
    }

    /// Whether it is a die.
    pub fn is_roll(&self) -> bool {
        self.words[0] == "roll"
    }

    /// Whether it is something drawn.
    pub fn is_draw(&self) -> bool {
        self.words[0] == "draw"
    }

    /// Whether it is a result of chance.
    pub fn is_chance(&self) -> bool {
        self.is_roll() || self.is_draw()
    }

    /// The die rolled for something, if the line says that.
    pub fn roll(&self, kind: &str) -> Option<u8> {
        let [_, what, die] = &self.words;
        (self.is_roll() && what == kind).then(|| die.parse().ok())?
    }

    /// What was drawn for something, if the line says that.
    pub fn draw<C: Choice>(&self, kind: &str) -> Option<C> {
        let [_, what, drawn] = &self.words;
        if self.is_draw() && what == kind { C::from_token(drawn) } else { None }
    }

    /// What it says, to be compared with other lines.
    pub(crate) fn key(&self) -> (&[String; 3], bool) {
        (&self.words, self.named)
    }

    /// The line as it stands.
    pub fn text(&self) -> String {
        let named = if self.named { format!("{NAMED} ") } else { String::new() };
        named + self.words.join(" ").as_str()
    }
}
