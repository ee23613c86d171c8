//! Save files. A record is written only to a new file, or over a record of which it contains everything. The writer
//! holds a lock file beside the save file, which the system releases when the program ends, even after a crash.

use super::{Loss, Record};
use crate::faults::Source;
use crate::files::{self, is_empty, parts, remove_leftovers, with_ends, write_whole};
use crate::rules::Rules;
use crate::script::fingerprint;
use std::collections::BTreeSet;
use std::fs::{File, TryLockError};
use std::io::{Error, ErrorKind};
use std::path::{Path, PathBuf};

/// Why a game is not saved to a file.
#[derive(Debug, thiserror::Error)]
pub enum Unsaved {
    /// The system refuses the write, or the file is not a regular file.
    #[error("`{0}` cannot be written: {1}")]
    Unwritable(String, Error),
    /// Another program holds the lock.
    #[error("another program is writing `{0}`: name another file")]
    Busy(String),
    /// The file contains something else.
    #[error("`{0}` is not a record of this game: name another file, or add `--force` to replace it")]
    NotThisGame(String),
    /// The file is a longer record of this game.
    #[error(
        "`{0}` holds {1} more answer{s} than this game: name another file, load it to resume that game, or add \
         `--force` to replace it",
        s = if *.1 == 1 { "" } else { "s" }
    )]
    HoldsMore(String, usize),
    /// The file is a record of this game that continues differently.
    #[error("`{0}` differs from this game at answer {1} (line {2}): name another file, or add `--force` to replace it")]
    Differs(String, usize, usize),
}

impl Unsaved {
    /// Whether the file contains something that would be lost.
    pub fn holds_another(&self) -> bool {
        matches!(self, Unsaved::NotThisGame(_) | Unsaved::HoldsMore(..) | Unsaved::Differs(..))
    }

    fn unwritable(path: &Path) -> impl FnOnce(Error) -> Unsaved + '_ {
        move |error| Unsaved::Unwritable(path.display().to_string(), error)
    }
}

/// Fingerprints of records that the program has read or written, and so may overwrite.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct KnownRecords(BTreeSet<String>);

impl KnownRecords {
    /// Adds the text of a record.
    pub fn add(&mut self, text: &str) {
        self.0.insert(fingerprint(text));
    }

    fn has(&self, text: &str) -> bool {
        self.0.contains(&fingerprint(text))
    }
}

/// A save file, locked during the lifetime of this value.
pub struct Savefile {
    path: PathBuf,
    _lock: Lock,
}

impl Savefile {
    /// Claims a file for a record: a file that is new, empty, or a record of the same game that is known or contains no
    /// more than this one; with `force` any regular file. Writes nothing yet.
    ///
    /// # Errors
    /// Why the file is refused.
    pub fn claim<R: Rules>(
        path: &Path,
        record: &Record<R>,
        force: bool,
        known: &KnownRecords,
    ) -> Result<Savefile, Unsaved> {
        let unwritable = || Unsaved::unwritable(path);
        let (directory, name) = parts(path).map_err(unwritable())?;
        is_empty(path).map_err(unwritable())?;
        let lock = Lock::take(&directory.join(with_ends(".", &name, ".lock"))).map_err(unwritable())?;
        let lock = lock.ok_or_else(|| Unsaved::Busy(path.display().to_string()))?;
        // From here on, no other program changes the file.
        let is_new = is_empty(path).map_err(unwritable())?;
        if !is_new && !force {
            may_be_replaced(path, record, known)?;
        }
        if lock.was_left() {
            remove_leftovers(path).map_err(unwritable())?;
        }
        Ok(Savefile { path: path.into(), _lock: lock })
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Writes a record, all or nothing.
    ///
    /// # Errors
    /// If the file cannot be written; it is then unchanged.
    pub fn write(&self, record: &str) -> Result<(), Unsaved> {
        write_whole(&self.path, record).map_err(Unsaved::unwritable(&self.path))
    }

    /// Appends lines to the record in the file, if it is still `length` bytes long. Returns whether it was.
    ///
    /// # Errors
    /// If the file cannot be written; it is then unchanged.
    pub fn append(&self, length: u64, lines: &str) -> Result<bool, Unsaved> {
        files::append(&self.path, length, lines).map_err(Unsaved::unwritable(&self.path))
    }
}

impl<R: Rules> Record<R> {
    /// Saves the record to a file, all or nothing: an earlier file stays until the new one is complete.
    ///
    /// # Errors
    /// Like [`Savefile::claim`] and [`Savefile::write`].
    pub fn save(&self, path: &Path, force: bool, known: &KnownRecords) -> Result<(), Unsaved> {
        Savefile::claim(path, self, force, known)?.write(&self.to_string())
    }
}

/// Checks that nothing is lost if a record replaces a file.
fn may_be_replaced<R: Rules>(path: &Path, record: &Record<R>, known: &KnownRecords) -> Result<(), Unsaved> {
    let name = || path.display().to_string();
    let source = Source::read(path).ok();
    let read = |source| {
        // Nothing that can be read is lost, not even a last line without its end.
        Record::<R>::parse(source).or_else(|_| Record::<R>::parse_torn(source).map(|(earlier, _)| earlier))
    };
    let earlier = source.as_ref().and_then(|source| read(source).ok());
    let earlier = earlier.filter(|earlier| earlier.is_of_same_game(record));
    let (Some(source), Some(earlier)) = (source, earlier) else { return Err(Unsaved::NotThisGame(name())) };
    match record.loses(&earlier).filter(|_| !known.has(source.text())) {
        None => Ok(()),
        Some(Loss::Answers(more)) => Err(Unsaved::HoldsMore(name(), more)),
        Some(Loss::Apart { answer, line }) => Err(Unsaved::Differs(name(), answer, line)),
    }
}

/// A lock file, held during the lifetime of this value.
pub struct Lock {
    path: PathBuf,
    file: File,
    was_left: bool,
}

impl Lock {
    /// Takes the lock with this path; `None` if another program holds it.
    ///
    /// # Errors
    /// If the lock file cannot be created.
    pub fn take(path: &Path) -> std::io::Result<Option<Lock>> {
        loop {
            let mut options = files::options();
            options.read(true).write(true);
            let (file, was_left) = match options.clone().create_new(true).open(path) {
                Ok(file) => (file, false),
                Err(error) if error.kind() == ErrorKind::AlreadyExists => {
                    (options.create(true).truncate(false).open(path)?, true)
                }
                Err(error) => return Err(error),
            };
            match file.try_lock() {
                Ok(()) if is_at(&file, path) => return Ok(Some(Lock { path: path.into(), file, was_left })),
                // The previous holder has just removed it: try again.
                Ok(()) => {}
                Err(TryLockError::WouldBlock) => return Ok(None),
                Err(TryLockError::Error(error)) => return Err(error),
            }
        }
    }
}

impl Lock {
    /// Whether the lock file was there before: a program may have been killed that held it.
    pub fn was_left(&self) -> bool {
        self.was_left
    }

    /// The lock file, whose content is up to the caller.
    pub fn file(&mut self) -> &mut File {
        &mut self.file
    }
}

impl Drop for Lock {
    /// Removes the lock file if it is empty, on systems where an open file can be removed.
    fn drop(&mut self) {
        if cfg!(unix) && self.file.metadata().is_ok_and(|facts| facts.len() == 0) {
            let _ = std::fs::remove_file(&self.path);
        }
    }
}

/// Whether an open file is still the one at this path.
#[cfg(unix)]
fn is_at(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt as _;
    let id = |facts: std::fs::Metadata| (facts.dev(), facts.ino());
    matches!((file.metadata().map(id), path.symlink_metadata().map(id)), (Ok(one), Ok(other)) if one == other)
}

#[cfg(not(unix))]
fn is_at(_: &File, _: &Path) -> bool {
    true
}
