//! Files that records are written to: new ones, and those that hold nothing but what the record holds. Who writes holds a
//! lock beside the file, which the system gives back when the program ends, however that happens.

use super::{Loss, Record};
use crate::script::fingerprint;
use std::collections::BTreeSet;
use std::fs::{File, TryLockError};
use std::io::Error;
use std::path::{Path, PathBuf};
use wilderness_engine::faults::Source;
use wilderness_engine::files::{self, is_empty, parts, remove_leftovers, with_ends, write_whole};

/// Why a game is not written to a file.
#[derive(Debug, thiserror::Error)]
pub enum Unsaved {
    /// The system does not let it be written, or it is not a regular file.
    #[error("`{0}` cannot be written: {1}")]
    Unwritable(String, Error),
    /// Another program holds its lock.
    #[error("another program is writing `{0}`: name another file")]
    Busy(String),
    /// Something else is in it.
    #[error("`{0}` is not a record of this game: name another file, or add `--force` to replace it")]
    NotThisGame(String),
    /// It is a record of this game, and holds more of it.
    #[error(
        "`{0}` holds {1} more answer{s} than this game: name another file, load it to go on with it, or add `--force` to \
         replace it",
        s = if *.1 == 1 { "" } else { "s" }
    )]
    HoldsMore(String, usize),
    /// It is a record of this game, which went on otherwise.
    #[error("`{0}` differs from this game at answer {1} (line {2}): name another file, or add `--force` to replace it")]
    Differs(String, usize, usize),
}

impl Unsaved {
    /// Whether the file holds something that would be lost.
    pub fn holds_another(&self) -> bool {
        matches!(self, Unsaved::NotThisGame(_) | Unsaved::HoldsMore(..) | Unsaved::Differs(..))
    }

    fn unwritable(path: &Path) -> impl FnOnce(Error) -> Unsaved + '_ {
        move |error| Unsaved::Unwritable(path.display().to_string(), error)
    }
}

/// What may be replaced without a question wherever it stands: the program itself has read or written it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Known(BTreeSet<String>);

impl Known {
    /// Adds the text of a record.
    pub fn add(&mut self, text: &str) {
        self.0.insert(fingerprint(text));
    }

    fn has(&self, text: &str) -> bool {
        self.0.contains(&fingerprint(text))
    }
}

/// A file that a game is written to, locked for as long as this lives.
pub struct Savefile {
    path: PathBuf,
    _lock: Lock,
}

impl Savefile {
    /// Takes a file for the game of a record: one that is new, empty, or a record of this game that holds no more than
    /// this one or is known; with `force` any regular file. Nothing is written yet.
    ///
    /// # Errors
    /// Why it cannot be taken.
    pub fn claim(path: &Path, record: &Record, force: bool, known: &Known) -> Result<Savefile, Unsaved> {
        let unwritable = || Unsaved::unwritable(path);
        let (directory, name) = parts(path).map_err(unwritable())?;
        is_empty(path).map_err(unwritable())?;
        let lock = Lock::take(&directory.join(with_ends(".", &name, ".lock"))).map_err(unwritable())?;
        let lock = lock.ok_or_else(|| Unsaved::Busy(path.display().to_string()))?;
        // Only now does no other program change what is in it.
        let is_new = is_empty(path).map_err(unwritable())?;
        if !is_new && !force {
            may_be_replaced(path, record, known)?;
        }
        remove_leftovers(path).map_err(unwritable())?;
        Ok(Savefile { path: path.into(), _lock: lock })
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Writes a record, all or nothing.
    ///
    /// # Errors
    /// If the file cannot be written; what was in it is still there.
    pub fn write(&self, record: &str) -> Result<(), Unsaved> {
        write_whole(&self.path, record).map_err(Unsaved::unwritable(&self.path))
    }
}

impl Record {
    /// Writes it to a file, all or nothing: a file that was there stays until the new one is complete.
    ///
    /// # Errors
    /// As [`Savefile::claim`] and [`Savefile::write`].
    pub fn save(&self, path: &Path, force: bool, known: &Known) -> Result<(), Unsaved> {
        Savefile::claim(path, self, force, known)?.write(&self.to_string())
    }
}

/// Makes sure that nothing is lost if a record takes the place of what is in a file.
fn may_be_replaced(path: &Path, record: &Record, known: &Known) -> Result<(), Unsaved> {
    let name = || path.display().to_string();
    let source = Source::read(path).ok();
    let earlier = source.as_ref().and_then(|source| Record::parse(source).ok());
    let earlier = earlier.filter(|earlier| earlier.is_of_same_game(record));
    let (Some(source), Some(earlier)) = (source, earlier) else { return Err(Unsaved::NotThisGame(name())) };
    match record.loses(&earlier).filter(|_| !known.has(source.text())) {
        None => Ok(()),
        Some(Loss::Answers(more)) => Err(Unsaved::HoldsMore(name(), more)),
        Some(Loss::Apart { answer, line }) => Err(Unsaved::Differs(name(), answer, line)),
    }
}

/// A lock, held for as long as this lives.
pub struct Lock {
    path: PathBuf,
    file: File,
}

impl Lock {
    /// Takes the lock of this name; nothing if another program holds it.
    ///
    /// # Errors
    /// If the file of the lock cannot be made.
    pub fn take(path: &Path) -> std::io::Result<Option<Lock>> {
        loop {
            let file = files::options().read(true).write(true).create(true).truncate(false).open(path)?;
            match file.try_lock() {
                Ok(()) if is_at(&file, path) => return Ok(Some(Lock { path: path.into(), file })),
                // Who held it removed it just now.
                Ok(()) => {}
                Err(TryLockError::WouldBlock) => return Ok(None),
                Err(TryLockError::Error(error)) => return Err(error),
            }
        }
    }
}

impl Lock {
    /// The file itself; what is in it is for those who take it to say.
    pub fn file(&mut self) -> &mut File {
        &mut self.file
    }
}

impl Drop for Lock {
    /// Leaves nothing behind but what somebody wrote into it, where a file that is open can be removed.
    fn drop(&mut self) {
        if cfg!(unix) && self.file.metadata().is_ok_and(|facts| facts.len() == 0) {
            let _ = std::fs::remove_file(&self.path);
        }
    }
}

/// Whether a file that is open is the one of this name.
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

#[cfg(test)]
mod tests {
    use super::*;
    use std::ffi::OsString;

    fn record(seed: u64) -> Record {
        let text = format!("wilderness-record 1\nscenario annus-mirabilis\nseed {seed}\n");
        Record::parse(&Source::new("game.record", text)).expect("a record")
    }

    fn directory() -> tempfile::TempDir {
        tempfile::tempdir().expect("a directory")
    }

    #[test]
    fn only_a_new_file_and_a_record_of_the_same_game_are_written_to() {
        let directory = directory();
        let path = directory.path().join("game.record");
        record(1).save(&path, false, &Known::default()).expect("a new file");
        record(1).save(&path, false, &Known::default()).expect("the same game");
        assert!(matches!(record(2).save(&path, false, &Known::default()), Err(Unsaved::NotThisGame(_))));
        record(2).save(&path, true, &Known::default()).expect("by force");
        std::fs::write(&path, "# Read me\n").expect("a file");
        assert!(matches!(record(2).save(&path, false, &Known::default()), Err(Unsaved::NotThisGame(_))));
        assert_eq!(std::fs::read_to_string(&path).expect("a file"), "# Read me\n");
        assert!(matches!(record(2).save(directory.path(), true, &Known::default()), Err(Unsaved::Unwritable(..))));
    }

    #[test]
    fn a_record_that_holds_more_is_replaced_only_if_it_is_known() {
        let directory = directory();
        let path = directory.path().join("game.record");
        let short = record(1);
        let text = format!("{short}french card card:1\nfrench use event\n");
        std::fs::write(&path, &text).expect("a file");
        let refused = short.save(&path, false, &Known::default()).expect_err("two answers would be lost").to_string();
        assert!(refused.contains("holds 2 more answers than this game"), "{refused}");
        let other = Source::new("x", text.replace("card:1", "card:2"));
        let refused = Record::parse(&other).expect("a record").save(&path, false, &Known::default());
        assert!(matches!(refused, Err(Unsaved::Differs(_, 1, 4))), "{refused:?}");
        let mut known = Known::default();
        known.add(&text);
        short.save(&path, false, &known).expect("it was read by the program");
    }

    #[test]
    #[cfg(unix)]
    fn a_link_is_not_followed_even_by_force() {
        let directory = directory();
        let (target, link) = (directory.path().join("notes"), directory.path().join("game.record"));
        std::fs::write(&target, "notes").expect("a file");
        std::os::unix::fs::symlink(&target, &link).expect("a link");
        let error = record(1).save(&link, true, &Known::default()).expect_err("a link").to_string();
        assert!(error.ends_with("it is a link, not a regular file"), "{error}");
        assert_eq!(std::fs::read_to_string(&target).expect("a file"), "notes");
    }

    #[test]
    fn a_file_that_another_program_writes_is_left_alone_and_no_lock_stays_behind() {
        let directory = directory();
        let path = directory.path().join("game.record");
        let first =
            Savefile::claim(&path, &record(1), false, &Known::default()).unwrap_or_else(|unsaved| panic!("{unsaved}"));
        assert!(matches!(record(1).save(&path, true, &Known::default()), Err(Unsaved::Busy(_))));
        first.write(&record(1).to_string()).expect("written");
        drop(first);
        record(1).save(&path, false, &Known::default()).expect("nobody writes it any more");
        let left: Vec<OsString> = std::fs::read_dir(directory.path())
            .expect("a directory")
            .flatten()
            .map(|entry| entry.file_name())
            .collect();
        assert_eq!(left, ["game.record"]);
    }

    #[test]
    fn what_a_killed_program_left_half_written_is_removed() {
        let directory = directory();
        let [path, left, other] =
            ["game.record", ".game.record.123.part", ".game.record.mine.part"].map(|name| directory.path().join(name));
        [&left, &other].iter().for_each(|path| std::fs::write(path, "half").expect("a file"));
        record(1).save(&path, false, &Known::default()).expect("a new file");
        assert!(!left.exists() && other.exists());
    }
}
