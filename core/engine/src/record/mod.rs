//! Records: a game as text, with a header that says what it started from, and one line for each answer and each result
//! of chance. Records can be written by hand; `tests/records/README.md` describes the format.

mod extras;
mod header;
pub(crate) mod loss;
mod parse;
mod savefile;

pub use extras::{AutoLines, Bookmark};
pub(crate) use extras::{BranchHeading, RecordExtras};
pub(crate) use header::faults_of_lines;
pub use header::{Common, GameStart, Header};
pub use loss::Loss;
pub(crate) use parse::is_reserved;
pub use parse::{Heading, Word, first_words};
pub use savefile::{KnownRecords, Lock, Savefile, Unsaved};

use crate::content::file_name;
use crate::faults::{Faults, Source};
use crate::rules::Rules;
use crate::script::{GONE, ScriptSet};
use crate::table::Given;
use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::Arc;

/// The first word of a record.
pub const FIRST_WORD: &str = "wilderness-record";
/// The first word of a note about a die, a card or an enemy choice that was known and taken back.
const UNDONE: &str = "undone";
/// The line after the branches of a record that more answers of the game follow.
const MORE: &str = "more\n";

/// A game as text.
#[derive(Clone, PartialEq, Debug)]
pub struct Record<R: Rules> {
    /// What the game started from.
    pub header: R::Header,
    pub(crate) lines: Vec<Given>,
    pub(crate) notes: Vec<Note>,
    pub(crate) extras: RecordExtras,
    pub(crate) source: Option<Source>,
}

/// A note between two answers of a record. It does not affect the game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Note {
    /// The number of answers and results of chance before it.
    pub after: usize,
    pub noted: Noted,
}

/// The content of a note.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Noted {
    /// A script was exchanged: its name, and the new fingerprint or the word for a missing script.
    Script { name: String, hash: String },
    /// The line of a die, a card or an enemy choice that was known and taken back.
    Undone(String),
    /// From here on windows open even if no side could respond.
    WindowsOpen,
    /// A comment, with its `#`.
    Comment(Arc<str>),
}

impl std::fmt::Display for Noted {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Noted::Script { name, hash } => write!(f, "script {} {hash}", file_name::as_word(name)),
            Noted::Undone(line) => write!(f, "{UNDONE} {line}"),
            Noted::WindowsOpen => f.write_str("windows open"),
            Noted::Comment(text) => f.write_str(text),
        }
    }
}

impl<R: Rules> Record<R> {
    /// A record with these lines and the notes between them.
    pub(crate) fn new(header: R::Header, lines: impl IntoIterator<Item = String>, notes: Vec<Note>) -> Record<R> {
        let first = header.write().lines().count() + 1;
        let lines = lines.into_iter().enumerate().map(|(index, text)| {
            let between = notes.partition_point(|note| note.after <= index);
            Given::read(first + index + between, &text)
        });
        Record { lines: lines.collect(), header, notes, extras: RecordExtras::default(), source: None }
    }

    /// Adds the extras.
    pub(crate) fn with_extras(self, extras: RecordExtras) -> Record<R> {
        Record { extras, ..self }
    }

    /// Adds the questions that the prompt answers automatically.
    pub fn with_auto(mut self, auto: AutoLines) -> Record<R> {
        self.extras.auto = auto;
        self
    }

    /// The questions that the prompt answers automatically.
    pub fn auto(&self) -> &AutoLines {
        &self.extras.auto
    }

    /// Reads a record.
    ///
    /// # Errors
    /// All faults, with their places.
    pub fn parse(source: &Source) -> Result<Record<R>, Faults> {
        parse::Parser::new(source).parse()
    }

    /// Reads a record whose last line may be torn, because the machine stopped while it was written: then the record
    /// before that line, and the line. Every line is written with its end, so one without an end is torn even if it reads
    /// as an answer: `card:1` may have been `card:16`.
    ///
    /// # Errors
    /// All faults, with their places.
    pub fn parse_torn(source: &Source) -> Result<(Record<R>, Option<String>), Faults> {
        let whole = || Record::parse(source).map(|record| (record, None));
        match source.text().rsplit_once('\n') {
            Some((before, torn)) if !torn.trim().is_empty() => {
                match Record::parse(&Source::new(source.name(), format!("{before}\n"))) {
                    Ok(record) => Ok((record, Some(torn.to_string()))),
                    Err(_) => whole(),
                }
            }
            _ => whole(),
        }
    }

    /// The line before answers that are appended to this record in a file.
    pub fn before_more(&self) -> &'static str {
        if self.extras.others().next().is_some() { MORE } else { "" }
    }

    /// The answers and results of chance, in order.
    pub fn lines(&self) -> &[Given] {
        &self.lines
    }

    /// The number of answers and results of chance.
    pub fn len(&self) -> usize {
        self.lines.len()
    }

    /// Whether it has no answers or results of chance.
    pub fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }

    /// The names of the scripts that differ from those that the game was played with at any time.
    pub fn changed_scripts(&self, scripts: &R::Scripts) -> Vec<String> {
        let now = scripts.fingerprints();
        let exchanged = self.notes.iter().filter_map(|note| match &note.noted {
            Noted::Script { name, hash } => Some((name, hash)),
            Noted::Undone(_) | Noted::WindowsOpen | Noted::Comment(_) => None,
        });
        let played = self.header.scripts.iter().map(|(name, hash)| (name, hash)).chain(exchanged);
        let differs = |(name, hash): &(&String, &String)| now.get(*name).map_or(GONE, String::as_str) != hash.as_str();
        let names: BTreeSet<&String> = played.filter(differs).map(|(name, _)| name).collect();
        names.into_iter().cloned().collect()
    }

    /// The number of dice, cards and enemy choices that were known and taken back.
    pub fn results_taken_back(&self) -> usize {
        self.notes.iter().filter(|note| matches!(note.noted, Noted::Undone(_))).count()
    }

    /// Whether two records start from the same point, and so are of the same game, wherever they stand in it.
    pub(crate) fn is_of_same_game(&self, other: &Record<R>) -> bool {
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
        self.extras.write(R::SIDES, f)
    }
}

/// The byte range of each line of a text, without the line end.
pub(crate) fn line_spans(text: &str) -> impl Iterator<Item = Range<usize>> + '_ {
    let mut start = 0;
    text.split_inclusive('\n').map(move |line| {
        let span = start..start + line.trim_end().len();
        start += line.len();
        span
    })
}
