//! The game that is being played, in a file, after every decision: whatever happens to the program, only the line that
//! is being typed is lost. Each running program holds the lock of its own game, which the system gives back when the
//! program ends, however that happens.

use crate::prompt::input::state_file;
use std::io::{Read as _, Seek as _, Write as _};
use std::path::{Path, PathBuf};
use std::time::SystemTime;
use wilderness_engine::files::{remove_leftovers, write_whole};
use wilderness_engine::record::{Known, Lock, Record, Savefile, Unsaved};
use wilderness_engine::rules::Rules;

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
pub struct Autosave<R: Rules> {
    place: Place,
    on: bool,
    /// What was written last.
    written: Option<Kept<R>>,
    /// Why nothing could be written, if it was said already.
    failed: Option<String>,
    /// Whether a person plays: then another game is kept among the unfinished ones.
    person: bool,
    /// What the program has read and written of this game.
    known: Known,
}

enum Place {
    /// Nowhere yet: a slot is taken when there is something to write.
    Open,
    /// Among the unfinished games.
    Slot(Slot),
    /// A file that the person named. It holds the game that is played.
    File(Savefile),
    /// A file that the person named; it holds a game that was played before.
    Taken(PathBuf),
}

/// What is to be written.
#[derive(Clone, PartialEq)]
pub struct Kept<R: Rules> {
    /// The record.
    pub record: Record<R>,
    /// Whether it is among the unfinished games: somebody has decided something, and the game is not over.
    pub unfinished: bool,
    /// Who plays, and with which scripts.
    pub seats: String,
}

impl<R: Rules> Autosave<R> {
    /// Among the unfinished games, for a person; a script has to name a file.
    pub fn new(person: bool) -> Autosave<R> {
        let (place, known) = (Place::Open, Known::default());
        Autosave { place, on: person, written: None, failed: None, person, known }
    }

    /// The same for a game that was read from files with these texts.
    pub fn knowing(self, known: &Known) -> Autosave<R> {
        Autosave { known: known.clone(), ..self }
    }

    /// Into a file of this name; with `force` even if it holds something else than a record of this game.
    ///
    /// # Errors
    /// If the game cannot be kept there.
    pub fn in_file(self, file: &Path, record: &Record<R>, force: bool) -> Result<Autosave<R>, Unsaved> {
        let place = Place::File(Savefile::claim(file, record, force, &self.known)?);
        Ok(Autosave { place, on: true, ..self })
    }

    /// Into the slot of a game that is taken up.
    pub fn going_on(slot: Slot) -> Autosave<R> {
        Autosave { place: Place::Slot(slot), ..Autosave::new(true) }
    }

    /// Another game begins, read from files with these texts; the one that was played stays where it is.
    pub fn another(&mut self, known: &Known) {
        self.known = known.clone();
        self.place = match std::mem::replace(&mut self.place, Place::Open) {
            Place::File(file) if !self.person => Place::Taken(file.path().into()),
            Place::Taken(file) => Place::Taken(file),
            Place::File(_) | Place::Slot(_) | Place::Open => Place::Open,
        };
        self.written = None;
    }

    /// Writes a game to a file of this name, which may be the one that it is kept in.
    ///
    /// # Errors
    /// If it cannot be written there.
    pub fn save(&mut self, path: &Path, record: &Record<R>, force: bool) -> Result<(), Unsaved> {
        let same = |file: &Path| file.canonicalize().ok().is_some_and(|file| path.canonicalize().ok() == Some(file));
        match &self.place {
            Place::File(file) if same(file.path()) => file.write(&record.to_string())?,
            _ => record.save(path, force, &self.known)?,
        }
        self.known.add(&record.to_string());
        Ok(())
    }

    /// Why the game as it stands is not kept, if it should be.
    pub fn failure(&self) -> Option<&str> {
        self.failed.as_deref()
    }

    /// Writes the game, if it has changed since. Returns what is to be said about it.
    pub fn after_a_line(&mut self, kept: impl FnOnce() -> Kept<R>) -> Option<String> {
        if self.on { self.keep(&kept()) } else { None }
    }

    /// Writes the game to the file that the person named, if nothing has been written yet: nothing was typed. Returns
    /// what is to be said about it.
    pub fn at_the_end(&mut self, kept: impl FnOnce() -> Kept<R>) -> Option<String> {
        if matches!(self.place, Place::File(_)) { self.after_a_line(kept) } else { None }
    }

    /// Writes the game, if it has changed. Returns what is to be said about it.
    fn keep(&mut self, kept: &Kept<R>) -> Option<String> {
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

    fn write(&mut self, kept: &Kept<R>) -> Result<(), Unsaved> {
        let unwritable = |error| Unsaved::Unwritable("the unfinished game".into(), error);
        if let Place::Taken(path) = &self.place {
            // The same game may have been begun again.
            self.place = Place::File(Savefile::claim(path, &kept.record, false, &self.known)?);
        }
        match &mut self.place {
            Place::File(file) => return file.write(&kept.record.to_string()),
            Place::Slot(slot) if !kept.unfinished => return slot.clear().map_err(unwritable),
            Place::Open if !kept.unfinished => return Ok(()),
            Place::Open => self.place = Place::Slot(Slot::take().map_err(unwritable)?),
            Place::Slot(_) | Place::Taken(_) => {}
        }
        match &mut self.place {
            Place::Slot(slot) => slot.write(kept).map_err(unwritable),
            _ => Ok(()),
        }
    }

    /// Does what a person wants, and says how it is.
    pub fn wish(&mut self, wish: Option<Wish>, kept: &Kept<R>) -> String {
        let was = self.on;
        self.on = wish != Some(Wish::Off) && (was || wish.is_some());
        if wish == Some(Wish::Off) {
            self.failed = None;
        }
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
            Place::File(file) => Some(file.path().into()),
            Place::Slot(slot) => Some(slot.record.clone()),
            Place::Open | Place::Taken(_) => None,
        }
    }

    /// Whether the last state of an unfinished game is in its file.
    pub fn has(&self, kept: &Kept<R>) -> bool {
        kept.unfinished && self.written.as_ref() == Some(kept)
    }
}

/// Who plays is said in fewer bytes than this.
const LONGEST_SEATS: u64 = 64 * 1024;

/// A place among the unfinished games, locked for as long as this lives.
pub struct Slot {
    record: PathBuf,
    /// What is in it tells who plays.
    lock: Lock,
}

impl Slot {
    fn numbered(directory: &Path, number: usize) -> std::io::Result<Option<Slot>> {
        let record = directory.join(format!("game-{number}.record"));
        let Some(lock) = Lock::take(&directory.join(format!("game-{number}.lock")))? else { return Ok(None) };
        remove_leftovers(&record)?;
        Ok(Some(Slot { record, lock }))
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
        let lock = self.lock.file();
        let _ = lock.rewind().and_then(|()| lock.take(LONGEST_SEATS).read_to_string(&mut text));
        text
    }

    /// Takes the game out of the unfinished ones.
    ///
    /// # Errors
    /// If its file cannot be removed.
    pub fn clear(&mut self) -> std::io::Result<()> {
        if self.record.exists() { std::fs::remove_file(&self.record) } else { Ok(()) }
    }

    fn write<R: Rules>(&mut self, kept: &Kept<R>) -> std::io::Result<()> {
        if self.seats() != kept.seats {
            let lock = self.lock.file();
            lock.set_len(0)?;
            lock.rewind()?;
            lock.write_all(kept.seats.as_bytes())?;
        }
        write_whole(&self.record, &kept.record.to_string())
    }
}

fn directory() -> Option<PathBuf> {
    state_file("unfinished")
}
