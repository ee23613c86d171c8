//! Words of games that are read while the program runs.

use crate::harmless::is_harmful;
use std::collections::BTreeSet;
use std::fmt;
use std::sync::{Mutex, PoisonError};

/// A word of a game, such as the id of a side or the kind of a question. It is as small and as easily copied as a literal:
/// each distinct word that is read is kept once, for as long as the program runs. So there are limits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Word(&'static str);

/// Why a text cannot be a word.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NoWord {
    /// It is empty, or has characters that a line of a record cannot have in a word.
    #[error("a word has letters, digits and other visible characters, but neither spaces nor `#`")]
    Form,
    /// It is too long.
    #[error("a word has at most {} bytes", Word::LONGEST)]
    TooLong,
    /// Too many have been read.
    #[error("more than {} different words have been read", Word::MOST)]
    TooMany,
}

/// The words that have been read.
static READ: Mutex<BTreeSet<&'static str>> = Mutex::new(BTreeSet::new());

impl Word {
    /// The most bytes of a word.
    pub const LONGEST: usize = 31;
    /// The most different words that are read while a program runs.
    pub const MOST: usize = 20_000;

    /// A word of the program itself.
    pub const fn of(word: &'static str) -> Word {
        Word(word)
    }

    /// A word that content names.
    ///
    /// # Errors
    /// If it is not one, or too long, or one too many.
    pub fn read(text: &str) -> Result<Word, NoWord> {
        if Word::is_form(text) { Word::name(text) } else { Err(NoWord::Form) }
    }

    /// A name, which may have spaces: it is shown, but is no word of a record.
    ///
    /// # Errors
    /// As [`Word::read`].
    pub fn name(text: &str) -> Result<Word, NoWord> {
        // A thread that panicked has left the set as it was before or after an insertion.
        intern(&mut READ.lock().unwrap_or_else(PoisonError::into_inner), text, Word::MOST)
    }

    /// Whether a text can stand as a word in a line of a record.
    pub(crate) fn is_form(text: &str) -> bool {
        !text.is_empty() && !text.contains(|c: char| c.is_whitespace() || c == '#' || is_harmful(c))
    }

    /// Its text.
    pub const fn as_str(self) -> &'static str {
        self.0
    }
}

/// The word with a text: the known one, or a new one as long as there are fewer than `most`.
///
/// # Errors
/// As [`Word::read`].
pub fn intern(read: &mut BTreeSet<&'static str>, text: &str, most: usize) -> Result<Word, NoWord> {
    if let Some(known) = read.get(text) {
        return Ok(Word(known));
    }
    if text.trim().is_empty() || text.contains(is_harmful) {
        return Err(NoWord::Form);
    }
    if text.len() > Word::LONGEST {
        return Err(NoWord::TooLong);
    }
    if read.len() >= most {
        return Err(NoWord::TooMany);
    }
    let word: &'static str = Box::leak(text.into());
    read.insert(word);
    Ok(Word(word))
}

impl serde::Serialize for Word {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.0)
    }
}

impl From<&'static str> for Word {
    fn from(word: &'static str) -> Word {
        Word::of(word)
    }
}

impl fmt::Display for Word {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

impl fmt::Debug for Word {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
