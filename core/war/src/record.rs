//! Records: a game as text, one line for each answer and each result of chance, with a header that says what it started
//! from. People write such files by hand too; the format is described in `tests/records/README.md`.

mod kept;
mod loss;
mod parse;
mod play;
mod savefile;

pub use kept::AutoLines;
pub(crate) use kept::{Kept, KeptLine};
pub use loss::Loss;
pub use parse::first_words;
pub use play::Played;
pub use savefile::{Known, Lock, Savefile, Unsaved};

use crate::decision::Choice;
use crate::game::Game;
use crate::header::Header;
use crate::position::Entry;
use crate::script::{GONE, Scripts};
use crate::side::Side;
use std::collections::BTreeSet;
use std::ops::Range;
use std::rc::Rc;
use std::sync::Arc;
use wilderness_engine::faults::{Faults, Source};

/// The version of the format that is written.
pub const VERSION: u32 = 1;
pub(crate) const FIRST_WORD: &str = "wilderness-record";
/// The first word of the note about a die, a card or a choice of the enemy that was known and taken back.
const UNDONE: &str = "undone";
/// The first word of a line that says which of several equal units was taken, though nobody was asked.
pub(crate) const NAMED: &str = "named";

/// A line of a record after its header: an answer or a result of chance.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Given {
    /// Its number in the file, from 1.
    pub line: usize,
    words: [String; 3],
    /// Whether nobody was asked: a person had named one of several equal units.
    named: bool,
}

impl Given {
    fn read(line: usize, text: &str) -> Given {
        let named = text.strip_prefix(NAMED).and_then(|rest| rest.strip_prefix(' '));
        let mut words = named.unwrap_or(text).splitn(3, ' ').map(str::to_string);
        let mut word = || words.next().unwrap_or_default();
        Given { line, words: [word(), word(), word()], named: named.is_some() }
    }

    /// The token with which a side answers a kind of decision, if the line says that.
    pub fn answer(&self, side: Side, kind: &str) -> Option<&str> {
        let [who, what, token] = &self.words;
        (who == side.id() && what == kind).then_some(token)
    }

    /// Whether it says which of several equal units was taken, though nobody was asked.
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

    /// Whether it is a result of chance.
    pub fn is_chance(&self) -> bool {
        matches!(self.words[0].as_str(), "roll" | "draw")
    }

    /// The die rolled for something, if the line says that.
    pub fn roll(&self, kind: &str) -> Option<u8> {
        let [roll, what, die] = &self.words;
        (roll == "roll" && what == kind).then(|| die.parse().ok())?
    }

    /// What was drawn for something, if the line says that.
    pub fn draw(&self, kind: &str) -> Option<Choice> {
        let [draw, what, drawn] = &self.words;
        if draw == "draw" && what == kind { Choice::from_token(drawn) } else { None }
    }

    /// The line as it stands.
    pub fn text(&self) -> String {
        let named = if self.named { format!("{NAMED} ") } else { String::new() };
        named + self.words.join(" ").as_str()
    }
}

/// A game as text.
#[derive(Clone, PartialEq, Debug)]
pub struct Record {
    /// What it started from.
    pub header: Header,
    lines: Vec<Given>,
    notes: Vec<Note>,
    kept: Kept,
    /// The position in the text that it was read from.
    position: Option<Entry>,
    source: Option<Source>,
}

/// Something that a record says between two answers. The game is the same without it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Note {
    /// How many answers and results of chance came before.
    pub after: usize,
    pub noted: Noted,
}

/// What is noted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Noted {
    /// A script was exchanged for another: its name and the new fingerprint, or that it is gone.
    Script { name: String, hash: String },
    /// A die, a card or a choice of the enemy was known, and taken back: its line of the record.
    Undone(String),
    /// A comment, with its `#`.
    Comment(Arc<str>),
}

impl std::fmt::Display for Noted {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Noted::Script { name, hash } => write!(f, "script {name} {hash}"),
            Noted::Undone(line) => write!(f, "{UNDONE} {line}"),
            Noted::Comment(text) => f.write_str(text),
        }
    }
}

impl Record {
    /// A record of these lines, with notes between them in their order.
    pub(crate) fn new(header: Header, lines: impl IntoIterator<Item = String>, notes: Vec<Note>) -> Record {
        let first = header.write().lines().count() + 1;
        let lines = lines.into_iter().enumerate().map(|(index, text)| {
            let between = notes.partition_point(|note| note.after <= index);
            Given::read(first + index + between, &text)
        });
        Record { lines: lines.collect(), header, notes, kept: Kept::default(), position: None, source: None }
    }

    /// The same with what belongs beside the game.
    pub(crate) fn with_kept(self, kept: Kept) -> Record {
        Record { kept, ..self }
    }

    /// The same with the questions that answer themselves at the prompt.
    pub fn with_auto(mut self, auto: AutoLines) -> Record {
        self.kept.auto = auto;
        self
    }

    /// The questions that answer themselves at the prompt.
    pub fn auto(&self) -> &AutoLines {
        &self.kept.auto
    }

    /// Reads a record.
    ///
    /// # Errors
    /// Everything that is wrong with it, each with its place.
    pub fn parse(source: &Source) -> Result<Record, Faults> {
        parse::Parser::new(source).parse()
    }

    /// How many answers and results of chance it has.
    pub fn len(&self) -> usize {
        self.lines.len()
    }

    /// Whether nothing happens in it.
    pub fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }

    /// The game, played through, with what lies ahead of where it stands, the lines that were left, and the bookmarks;
    /// and the numbers of the lines that do not fit the scripts to their ends. They are kept as far as they do.
    ///
    /// # Errors
    /// As [`Record::play`].
    pub fn take_up(&self, scripts: Rc<Scripts>) -> Result<(Game, Vec<usize>), Faults> {
        let mut game = self.play(scripts, None)?;
        let misfits = game.take_kept(&self.kept);
        Ok((game, misfits))
    }

    /// The scripts that differ from those that the game was played with at one time or another: their names.
    pub fn changed_scripts(&self, scripts: &Scripts) -> Vec<String> {
        let now = scripts.fingerprints();
        let exchanged = self.notes.iter().filter_map(|note| match &note.noted {
            Noted::Script { name, hash } => Some((name, hash)),
            Noted::Undone(_) | Noted::Comment(_) => None,
        });
        let played = self.header.scripts.iter().map(|(name, hash)| (name, hash)).chain(exchanged);
        let differs = |(name, hash): &(&String, &String)| now.get(*name).map_or(GONE, String::as_str) != hash.as_str();
        let names: BTreeSet<&String> = played.filter(differs).map(|(name, _)| name).collect();
        names.into_iter().cloned().collect()
    }

    /// How many dice, cards and choices of the enemy a player knew and took back.
    pub fn results_taken_back(&self) -> usize {
        self.notes.iter().filter(|note| matches!(note.noted, Noted::Undone(_))).count()
    }

    /// Whether it is of the same game as another one, wherever the two stand in it: what they started from is the same.
    pub fn is_of_same_game(&self, other: &Record) -> bool {
        // The scripts may have been exchanged before the first answer.
        let begun = |record: &Record| record.header.without_scripts().write();
        begun(self) == begun(other)
    }
}

impl std::fmt::Display for Record {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.header.write())?;
        let mut notes = self.notes.iter().peekable();
        for (index, given) in self.lines.iter().enumerate() {
            while let Some(note) = notes.next_if(|note| note.after <= index) {
                writeln!(f, "{}", note.noted)?;
            }
            writeln!(f, "{}", given.text())?;
        }
        notes.try_for_each(|note| writeln!(f, "{}", note.noted))?;
        write!(f, "{}", self.kept)
    }
}

/// The byte range of each line of a text, without its end.
fn line_spans(text: &str) -> impl Iterator<Item = Range<usize>> + '_ {
    let mut start = 0;
    text.split_inclusive('\n').map(move |line| {
        let span = start..start + line.trim_end().len();
        start += line.len();
        span
    })
}

#[cfg(test)]
mod tests;
