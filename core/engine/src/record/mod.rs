//! Records: a game as text, one line for each answer and each result of chance, with a header that says what it started
//! from. People write such files by hand too; the format is described in `tests/records/README.md`.

pub mod file_name;
mod given;
mod kept;
mod loss;
mod parse;
mod play;
mod savefile;

pub use given::Given;
pub use kept::AutoLines;
pub(crate) use kept::{Kept, KeptLine};
pub use loss::Loss;
pub use parse::{Heading, Word, first_words};
pub use play::Played;
pub use savefile::{Known, Lock, Savefile, Unsaved};

use crate::faults::{Faults, Source};
use crate::game::Game;
use crate::rules::Rules;
use crate::run::Seen;
use crate::script::{GONE, ScriptSet};
use crate::table::{Dice, Windows};
use std::collections::BTreeSet;
use std::fmt::Debug;
use std::ops::Range;
use std::rc::Rc;
use std::sync::Arc;

/// The version of the format that is written.
pub const VERSION: u32 = 1;
/// The first word of a record.
pub const FIRST_WORD: &str = "wilderness-record";
/// The first word of the note about a die, a card or a choice of the enemy that was known and taken back.
const UNDONE: &str = "undone";

/// What a game starts from, and how it is played: the header of a record.
pub trait Header<R: Rules>: Clone + PartialEq + Debug + Default {
    /// The words with which its lines begin, besides `script`.
    const WORDS: &'static [&'static str];

    /// Those of them that can stand in several lines, for each second word one: a side, or the name of a file.
    const FOR_EACH: &'static [&'static str];

    /// Those of them whose lines contain JSON, in which nothing is a comment.
    const IN_JSON: &'static [&'static str];

    /// The words of the lines that faults without a place of their own belong to, by the beginning of the fault's code.
    const FAULTS: &'static [(&'static str, &'static [&'static str])];

    /// Reads a line that begins with one of these words.
    ///
    /// # Errors
    /// What is wrong with it, pointed at.
    fn read(&mut self, heading: &Heading<'_>) -> Result<(), Faults>;

    /// What it lacks when the whole record has been read.
    fn lacks(&self, source: &Source) -> Faults;

    /// Notes a script that the game is played with, and its fingerprint.
    fn add_script(&mut self, name: String, hash: String);

    /// The seed of dice and draws.
    fn seed(&self) -> u64;

    /// When a window for responses opens.
    fn windows(&self) -> Windows;

    /// Where dice come from.
    fn dice(&self) -> Dice;

    /// The scripts that it names, with their fingerprints.
    fn scripts(&self) -> &[(String, String)];

    /// Says with which scripts the game is played.
    fn name_scripts(&mut self, scripts: &R::Scripts);

    /// Takes in what the program lacks of the content that the game is played with.
    fn carry(&mut self, scripts: &R::Scripts);

    /// The same without the scripts that it names and carries: they may be exchanged in the course of the game.
    fn without_scripts(&self) -> Self;

    /// The header of a game with the same rules and settings that starts from a state.
    ///
    /// # Errors
    /// Rules that the scripts do not have.
    fn starting_from(&self, state: &R::State, seed: u64, scripts: &R::Scripts) -> Result<Self, Faults>;

    /// The scenario of a running game with other scripts. The step that is played began at `state`.
    ///
    /// # Errors
    /// Why the scripts do not serve this game.
    fn scenario_with(
        &self,
        state: &R::State,
        seen: &Seen<'_, R>,
        scripts: &R::Scripts,
    ) -> Result<Arc<R::Scenario>, Faults>;

    /// The game that begins so; nothing has happened in it yet.
    ///
    /// # Errors
    /// What does not go together.
    fn begin(&self, scripts: Rc<R::Scripts>) -> Result<Game<R>, Faults>;

    /// The header as the first lines of a record.
    fn write(&self) -> String;
}

/// A game as text.
#[derive(Clone, PartialEq, Debug)]
pub struct Record<R: Rules> {
    /// What it started from.
    pub header: R::Header,
    lines: Vec<Given>,
    notes: Vec<Note>,
    kept: Kept,
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
            Noted::Script { name, hash } => write!(f, "script {} {hash}", file_name::as_word(name)),
            Noted::Undone(line) => write!(f, "{UNDONE} {line}"),
            Noted::Comment(text) => f.write_str(text),
        }
    }
}

impl<R: Rules> Record<R> {
    /// A record of these lines, with notes between them in their order.
    pub(crate) fn new(header: R::Header, lines: impl IntoIterator<Item = String>, notes: Vec<Note>) -> Record<R> {
        let first = header.write().lines().count() + 1;
        let lines = lines.into_iter().enumerate().map(|(index, text)| {
            let between = notes.partition_point(|note| note.after <= index);
            Given::read(first + index + between, &text)
        });
        Record { lines: lines.collect(), header, notes, kept: Kept::default(), source: None }
    }

    /// The same with what belongs beside the game.
    pub(crate) fn with_kept(self, kept: Kept) -> Record<R> {
        Record { kept, ..self }
    }

    /// The same with the questions that answer themselves at the prompt.
    pub fn with_auto(mut self, auto: AutoLines) -> Record<R> {
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
    pub fn parse(source: &Source) -> Result<Record<R>, Faults> {
        parse::Parser::new(source).parse()
    }

    /// The answers and results of chance, in their order.
    pub fn lines(&self) -> &[Given] {
        &self.lines
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
    pub fn take_up(&self, scripts: Rc<R::Scripts>) -> Result<(Game<R>, Vec<usize>), Faults> {
        let mut game = self.play(scripts, None)?;
        let misfits = game.take_kept(&self.kept);
        Ok((game, misfits))
    }

    /// The scripts that differ from those that the game was played with at one time or another: their names.
    pub fn changed_scripts(&self, scripts: &R::Scripts) -> Vec<String> {
        let now = scripts.fingerprints();
        let exchanged = self.notes.iter().filter_map(|note| match &note.noted {
            Noted::Script { name, hash } => Some((name, hash)),
            Noted::Undone(_) | Noted::Comment(_) => None,
        });
        let played = self.header.scripts().iter().map(|(name, hash)| (name, hash)).chain(exchanged);
        let differs = |(name, hash): &(&String, &String)| now.get(*name).map_or(GONE, String::as_str) != hash.as_str();
        let names: BTreeSet<&String> = played.filter(differs).map(|(name, _)| name).collect();
        names.into_iter().cloned().collect()
    }

    /// How many dice, cards and choices of the enemy a player knew and took back.
    pub fn results_taken_back(&self) -> usize {
        self.notes.iter().filter(|note| matches!(note.noted, Noted::Undone(_))).count()
    }

    /// Whether it is of the same game as another one, wherever the two stand in it: what they started from is the same.
    pub fn is_of_same_game(&self, other: &Record<R>) -> bool {
        // The scripts may have been exchanged before the first answer.
        let begun = |record: &Record<R>| record.header.without_scripts().write();
        begun(self) == begun(other)
    }
}

impl<R: Rules> std::fmt::Display for Record<R> {
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
        self.kept.write::<R::Side>(f)
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
