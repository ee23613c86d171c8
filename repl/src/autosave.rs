//! The game that is being played, in a file, after every decision: whatever happens to the program, only the line that
//! is being typed is lost. Each running program holds the lock of its own game, which the system gives back when the
//! program ends, however that happens.

use crate::input::state_file;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{Read as _, Seek as _, Write as _};
use std::path::{Path, PathBuf};
use std::time::SystemTime;
use wilderness_core::record::write_whole;

/// What a person wants of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wish {
    /// Write after every decision.
    On,
    /// Do not.
    Off,
    /// Write once.
    Now,
}

/// Writes the game.
pub struct Autosave {
    place: Place,
    on: bool,
    /// What was written last.
    written: Option<Kept>,
    /// Why nothing could be written, if it was said already.
    failed: Option<String>,
}

enum Place {
    /// Nowhere yet: a slot is taken when there is something to write.
    Open,
    /// Among the unfinished games.
    Slot(Slot),
    /// A file that the person named.
    File(PathBuf),
}

/// What is to be written.
#[derive(Clone, PartialEq, Eq)]
pub struct Kept {
    /// The record.
    pub record: String,
    /// Whether it is among the unfinished games: somebody has decided something, and the game is not over.
    pub unfinished: bool,
    /// Who plays, and with which scripts.
    pub seats: String,
}

impl Autosave {
    /// Into a file of this name, or, for a person, among the unfinished games.
    pub fn new(file: Option<PathBuf>, person: bool) -> Autosave {
        let on = person || file.is_some();
        let place = file.map_or(Place::Open, Place::File);
        Autosave { place, on, written: None, failed: None }
    }

    /// Into the slot of a game that is taken up.
    pub fn going_on(slot: Slot) -> Autosave {
        Autosave { place: Place::Slot(slot), on: true, written: None, failed: None }
    }

    /// Another game begins; the one that was played stays among the unfinished games.
    pub fn another(&mut self) {
        if let Place::Slot(_) = self.place {
            self.place = Place::Open;
        }
    }

    /// Writes the game, if it has changed since. Returns what is to be said about it.
    pub fn after_a_line(&mut self, kept: impl FnOnce() -> Kept) -> Option<String> {
        if self.on { self.keep(&kept()) } else { None }
    }

    /// Writes the game, if it has changed. Returns what is to be said about it.
    fn keep(&mut self, kept: &Kept) -> Option<String> {
        if !self.on || self.written.as_ref() == Some(kept) {
            return None;
        }
        let told = self.failed.take();
        match self.write(kept) {
            Ok(()) => {
                self.written = Some(kept.clone());
                None
            }
            Err(error) => {
                self.failed = Some(format!("the game is not kept: {error}\n"));
                self.failed.clone().filter(|failed| told.as_ref() != Some(failed))
            }
        }
    }

    fn write(&mut self, kept: &Kept) -> std::io::Result<()> {
        match &mut self.place {
            Place::File(file) => return replace(file, &kept.record),
            Place::Slot(slot) if !kept.unfinished => return slot.clear(),
            Place::Open if !kept.unfinished => return Ok(()),
            Place::Open => self.place = Place::Slot(Slot::take()?),
            Place::Slot(_) => {}
        }
        match &mut self.place {
            Place::Slot(slot) => slot.write(kept),
            _ => Ok(()),
        }
    }

    /// Does what a person wants, and says how it is.
    pub fn wish(&mut self, wish: Option<Wish>, kept: &Kept) -> String {
        let was = self.on;
        self.on = wish != Some(Wish::Off) && (was || wish.is_some());
        let failed = if self.on { self.keep(kept).or(self.failed.clone()) } else { None };
        if wish == Some(Wish::Now) {
            self.on = was;
        }
        let file = self.file().map_or("after the first decision".into(), |file| format!("in\n{}", file.display()));
        failed.unwrap_or_else(|| match (self.on, wish) {
            (_, Some(Wish::Now)) => format!("the game is kept {file}\n"),
            (true, _) => format!("autosave is on: the game is kept {file}\n"),
            (false, _) => "autosave is off: `save FILE` writes the game\n".into(),
        })
    }

    /// Where the game was written to.
    pub fn file(&self) -> Option<PathBuf> {
        match &self.place {
            Place::File(file) => Some(file.clone()),
            Place::Slot(slot) => Some(slot.record.clone()),
            Place::Open => None,
        }
    }

    /// Whether the last state of an unfinished game is in its file.
    pub fn has(&self, kept: &Kept) -> bool {
        kept.unfinished && self.written.as_ref() == Some(kept)
    }
}

/// A place among the unfinished games, locked for as long as this lives.
pub struct Slot {
    record: PathBuf,
    /// Its contents tell who plays.
    lock: File,
}

impl Slot {
    fn numbered(directory: &Path, number: usize) -> std::io::Result<Option<Slot>> {
        let path = directory.join(format!("game-{number}.lock"));
        let lock = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path)?;
        match lock.try_lock() {
            Ok(()) => Ok(Some(Slot { record: directory.join(format!("game-{number}.record")), lock })),
            Err(TryLockError::WouldBlock) => Ok(None),
            Err(TryLockError::Error(error)) => Err(error),
        }
    }

    /// The first slot without a game.
    fn take() -> std::io::Result<Slot> {
        let directory = directory().ok_or_else(|| std::io::Error::other("no directory for the state of programs"))?;
        std::fs::create_dir_all(&directory)?;
        let mut number = 1;
        loop {
            match Slot::numbered(&directory, number)? {
                Some(slot) if !slot.record.exists() => return Ok(slot),
                _ => number += 1,
            }
        }
    }

    /// The unfinished games that nobody plays, the latest first.
    pub fn unfinished() -> Vec<Slot> {
        let Some(directory) = directory() else { return Vec::new() };
        let entries = std::fs::read_dir(&directory).into_iter().flatten().filter_map(Result::ok);
        let numbers = entries.filter_map(|entry| {
            let name = entry.file_name();
            name.to_str()?.strip_prefix("game-")?.strip_suffix(".record")?.parse::<usize>().ok()
        });
        let mut slots: Vec<Slot> =
            numbers.filter_map(|number| Slot::numbered(&directory, number).ok().flatten()).collect();
        slots.retain(|slot| slot.record.exists());
        let time = |slot: &Slot| std::fs::metadata(&slot.record).and_then(|facts| facts.modified());
        slots.sort_by_key(|slot| std::cmp::Reverse(time(slot).unwrap_or(SystemTime::UNIX_EPOCH)));
        slots
    }

    /// The file with the record.
    pub fn record(&self) -> &Path {
        &self.record
    }

    /// Who plays, and with which scripts.
    pub fn seats(&mut self) -> String {
        let mut text = String::new();
        let _ = self.lock.rewind().and_then(|()| self.lock.read_to_string(&mut text));
        text
    }

    /// Takes the game out of the unfinished ones.
    ///
    /// # Errors
    /// If its file cannot be removed.
    pub fn clear(&mut self) -> std::io::Result<()> {
        if self.record.exists() { std::fs::remove_file(&self.record) } else { Ok(()) }
    }

    fn write(&mut self, kept: &Kept) -> std::io::Result<()> {
        if self.seats() != kept.seats {
            self.lock.set_len(0)?;
            self.lock.rewind()?;
            self.lock.write_all(kept.seats.as_bytes())?;
        }
        replace(&self.record, &kept.record)
    }
}

fn directory() -> Option<PathBuf> {
    state_file("unfinished")
}

/// Writes a file anew, all or nothing.
fn replace(file: &Path, text: &str) -> std::io::Result<()> {
    write_whole(file, text, true)
}
