//! Files that records are written to: new ones, and those that hold the same game. Who writes holds a lock beside the
//! file, which the system gives back when the program ends, however that happens.

use super::Record;
use std::ffi::OsString;
use std::fs::{File, TryLockError};
use std::io::{Error, ErrorKind, Write as _};
use std::path::{Path, PathBuf};
use wilderness_engine::faults::Source;
use wilderness_engine::files;

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
}

impl Unsaved {
    fn unwritable(path: &Path) -> impl FnOnce(Error) -> Unsaved + '_ {
        move |error| Unsaved::Unwritable(path.display().to_string(), error)
    }
}

/// A file that a game is written to, locked for as long as this lives.
pub struct Savefile {
    path: PathBuf,
    _lock: Lock,
}

impl Savefile {
    /// Takes a file for the game of a record: one that is new, empty, or a record of this game; with `force` any regular
    /// file. Nothing is written yet.
    ///
    /// # Errors
    /// Why it cannot be taken.
    pub fn claim(path: &Path, record: &Record, force: bool) -> Result<Savefile, Unsaved> {
        let unwritable = || Unsaved::unwritable(path);
        let (directory, name) = parts(path).map_err(unwritable())?;
        is_empty(path).map_err(unwritable())?;
        let lock = Lock::take(&directory.join(with_ends(".", &name, ".lock"))).map_err(unwritable())?;
        let lock = lock.ok_or_else(|| Unsaved::Busy(path.display().to_string()))?;
        // Only now does no other program change what is in it.
        let is_new = is_empty(path).map_err(unwritable())?;
        let is_same = || Record::parse(&Source::read(path).ok()?).ok().map(|old| old.is_of_same_game(record));
        if !is_new && !force && is_same() != Some(true) {
            return Err(Unsaved::NotThisGame(path.display().to_string()));
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
    pub fn save(&self, path: &Path, force: bool) -> Result<(), Unsaved> {
        Savefile::claim(path, self, force)?.write(&self.to_string())
    }
}

/// Whether a file is not there, or nothing is in it.
fn is_empty(path: &Path) -> std::io::Result<bool> {
    match path.symlink_metadata() {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(true),
        Err(error) => Err(error),
        Ok(facts) if !facts.is_file() => Err(files::not_regular(facts.file_type())),
        Ok(facts) => Ok(facts.len() == 0),
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

/// Writes a text to a file, all or nothing, and waits until the disk has it: it survives that the whole machine fails. Who
/// calls this holds the lock of the file.
///
/// # Errors
/// If the file cannot be written.
pub fn write_whole(path: &Path, text: &str) -> std::io::Result<()> {
    let (directory, name) = parts(path)?;
    let part = directory.join(with_ends(".", &name, &format!(".{}{PART}", std::process::id())));
    let _ = std::fs::remove_file(&part);
    let mut file = files::options().write(true).create_new(true).open(&part)?;
    let written = file.write_all(text.as_bytes()).and_then(|()| file.sync_all());
    let moved = written.and_then(|()| std::fs::rename(&part, path));
    if moved.is_err() {
        let _ = std::fs::remove_file(&part);
    }
    moved
}

/// How the names of files end that are not yet complete.
const PART: &str = ".part";

/// Removes what programs left half written that were killed while they wrote a file. Who calls this holds its lock.
///
/// # Errors
/// If the directory cannot be read.
pub fn remove_leftovers(path: &Path) -> std::io::Result<()> {
    let (directory, name) = parts(path)?;
    let begins = with_ends(".", &name, ".");
    let is_part = |name: &OsString| {
        let rest = name.as_encoded_bytes().strip_prefix(begins.as_encoded_bytes());
        let process = rest.and_then(|rest| rest.strip_suffix(PART.as_bytes()));
        process.is_some_and(|process| !process.is_empty() && process.iter().all(u8::is_ascii_digit))
    };
    for entry in std::fs::read_dir(directory)?.flatten().filter(|entry| is_part(&entry.file_name())) {
        let _ = std::fs::remove_file(entry.path());
    }
    Ok(())
}

/// The directory that a file is in, and its name there.
fn parts(path: &Path) -> std::io::Result<(&Path, OsString)> {
    let directory = path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let name = path.file_name().ok_or_else(|| Error::other("it is a directory, not a regular file"))?;
    Ok((directory, name.to_os_string()))
}

fn with_ends(before: &str, name: &OsString, after: &str) -> OsString {
    let mut whole = OsString::from(before);
    whole.push(name);
    whole.push(after);
    whole
}

#[cfg(test)]
mod tests {
    use super::*;

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
        record(1).save(&path, false).expect("a new file");
        record(1).save(&path, false).expect("the same game");
        assert!(matches!(record(2).save(&path, false), Err(Unsaved::NotThisGame(_))));
        record(2).save(&path, true).expect("by force");
        std::fs::write(&path, "# Read me\n").expect("a file");
        assert!(matches!(record(2).save(&path, false), Err(Unsaved::NotThisGame(_))));
        assert_eq!(std::fs::read_to_string(&path).expect("a file"), "# Read me\n");
        assert!(matches!(record(2).save(directory.path(), true), Err(Unsaved::Unwritable(..))));
    }

    #[test]
    #[cfg(unix)]
    fn a_link_is_not_followed_even_by_force() {
        let directory = directory();
        let (target, link) = (directory.path().join("notes"), directory.path().join("game.record"));
        std::fs::write(&target, "notes").expect("a file");
        std::os::unix::fs::symlink(&target, &link).expect("a link");
        let error = record(1).save(&link, true).expect_err("a link").to_string();
        assert!(error.ends_with("it is a link, not a regular file"), "{error}");
        assert_eq!(std::fs::read_to_string(&target).expect("a file"), "notes");
    }

    #[test]
    fn a_file_that_another_program_writes_is_left_alone_and_no_lock_stays_behind() {
        let directory = directory();
        let path = directory.path().join("game.record");
        let first = Savefile::claim(&path, &record(1), false).unwrap_or_else(|unsaved| panic!("{unsaved}"));
        assert!(matches!(record(1).save(&path, true), Err(Unsaved::Busy(_))));
        first.write(&record(1).to_string()).expect("written");
        drop(first);
        record(1).save(&path, false).expect("nobody writes it any more");
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
        record(1).save(&path, false).expect("a new file");
        assert!(!left.exists() && other.exists());
    }
}
